/* shim_case.h - one case as Google Benchmark calls it: the loops that are timed
 */
#ifndef RINGSIDE_SHIM_CASE_H
#define RINGSIDE_SHIM_CASE_H

#include "shim.h"

#include <benchmark/benchmark.h>

#define SHIM_WRONG "checksum differs: a wrong answer has no time"
#define SHIM_CLOCK                                                                                 \
    "the clock does not agree with the processor time (set, or the machine slept): measure again"

/* What is registered. Once a repetition has failed, all that follow fail alike: in 1.7.1 a first
 * repetition with an error, and two without, end the process in ComputeStats. */
class shim_case
{
  public:
    explicit shim_case(const gbench_case *timed) : of(timed)
    {
    }
    void operator()(benchmark::State &state);

  private:
    const gbench_case *of;
    const char *failure = nullptr; /* static */

    void time_all(benchmark::State &state);
    void time_each(benchmark::State &state);
};

#endif
