/* shim_case.h - one case as Google Benchmark calls it: the loops that are timed
 */
#ifndef RINGSIDE_SHIM_CASE_H
#define RINGSIDE_SHIM_CASE_H

#include "shim.h"

#include <benchmark/benchmark.h>

#define SHIM_WRONG "checksum differs: a wrong answer has no time"
#define SHIM_CLOCK                                                                                 \
    "the clock does not agree with the processor time (set, or the machine slept): measure again"

/* What is registered. A case that fails once has failed, in all its repetitions, and runs on
 * without doing anything: the library is not told, for its own errors end the process where some
 * repetitions have one and others have none (ComputeStats of 1.7.1). */
class shim_case
{
  public:
    /* *failed: the reason, static, once there is one. */
    shim_case(const gbench_case *timed, const char **failed) : of(timed), failure(failed)
    {
    }
    void operator()(benchmark::State &state) const;

  private:
    const gbench_case *of;
    const char **failure;

    void time_all(benchmark::State &state) const;
    void time_each(benchmark::State &state) const;
    double time_one() const;
};

#endif
