/* shim_case.cc - the loops that are timed
 */
#include "shim_case.h"

#include <chrono>

void shim_case::time_all(benchmark::State &state) const
{
    for (auto _ : state) {
        if (*failure)
            continue;
        /* No call may be taken for the one before, were all of this seen at link time. The sum is
         * wanted for the comparison; DoNotOptimize may write it, and loses it under gcc's ASan. */
        benchmark::ClobberMemory();
        if (of->run(of->ctx) != of->expected)
            *failure = SHIM_WRONG;
    }
}

/* Seconds of one call. */
double shim_case::time_one() const
{
    using clock = std::chrono::steady_clock;
    const clock::time_point start = clock::now();
    uint64_t sum = of->run(of->ctx);
    const std::chrono::duration<double> seconds = clock::now() - start;
    if (of->check)
        sum += of->check(of->ctx);
    if (sum != of->expected)
        *failure = SHIM_WRONG;
    else if (seconds.count() < 0)
        *failure = SHIM_CLOCK;
    return seconds.count();
}

void shim_case::time_each(benchmark::State &state) const
{
    for (auto _ : state) {
        double seconds = 0;
        if (!*failure && !of->prepare(of->ctx))
            *failure = "cannot prepare a call";
        if (!*failure)
            seconds = time_one();
        state.SetIterationTime(*failure ? 1 : seconds); /* what failed is soon over */
    }
}

void shim_case::operator()(benchmark::State &state) const
{
    if (of->prepare)
        time_each(state);
    else
        time_all(state);
}
