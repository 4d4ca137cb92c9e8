/* shim_case.cc - the loops that are timed
 */
#include "shim_case.h"

#include <chrono>

void shim_case::time_all(benchmark::State &state)
{
    for (auto _ : state) {
        /* No call may be taken for the one before, were all of this seen at link time. */
        benchmark::ClobberMemory();
        uint64_t sum = of->run(of->ctx);
        benchmark::DoNotOptimize(sum);
        if (sum != of->expected) {
            failure = SHIM_WRONG;
            break;
        }
    }
}

void shim_case::time_each(benchmark::State &state)
{
    using clock = std::chrono::steady_clock;
    for (auto _ : state) {
        if (!of->prepare(of->ctx)) {
            failure = "cannot prepare a call";
            break;
        }
        const clock::time_point start = clock::now();
        uint64_t sum = of->run(of->ctx);
        const std::chrono::duration<double> seconds = clock::now() - start;
        if (of->check)
            sum += of->check(of->ctx);
        if (sum != of->expected || seconds.count() < 0) {
            failure = sum != of->expected ? SHIM_WRONG : SHIM_CLOCK;
            break;
        }
        state.SetIterationTime(seconds.count());
    }
}

void shim_case::operator()(benchmark::State &state)
{
    if (!failure && of->prepare)
        time_each(state);
    else if (!failure)
        time_all(state);
    if (failure)
        state.SkipWithError(failure);
}
