/* preload_clock.c - a clock that jumps, for programs that are linked already
 *
 *     CLOCK_JUMP_AT=40 CLOCK_JUMP_SECONDS=-3600 LD_PRELOAD=.../libpreload_clock.so ringside bench
 *
 * From the given reading on, CLOCK_REALTIME and CLOCK_MONOTONIC are off by so many seconds; with
 * CLOCK_JUMP_EVERY=n they are off by as many more at each n-th reading after it. Clocks that tell
 * the time of the processor are left alone.
 */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

typedef int preload_clock_fn(clockid_t, struct timespec *);

int preload_clock_gettime(clockid_t clock, struct timespec *now) __asm__("clock_gettime");
time_t preload_clock_time(time_t *now) __asm__("time");

static long long preload_clock_setting(const char *name)
{
    const char *text = getenv(name);
    return text ? atoll(text) : 0;
}

/* Seconds to be added at this reading. */
static long long preload_clock_off(void)
{
    static atomic_llong n_readings;
    long long n = atomic_fetch_add(&n_readings, 1) + 1;
    long long at = preload_clock_setting("CLOCK_JUMP_AT");
    long long every = preload_clock_setting("CLOCK_JUMP_EVERY");
    if (!at || n < at)
        return 0;
    return preload_clock_setting("CLOCK_JUMP_SECONDS") * (1 + (every ? (n - at) / every : 0));
}

int preload_clock_gettime(clockid_t clock, struct timespec *now)
{
    static _Atomic(preload_clock_fn *) real;
    if (!real)
        real = (preload_clock_fn *)dlsym(RTLD_NEXT, "clock_gettime");
    int failed = real(clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC))
        now->tv_sec += (time_t)preload_clock_off();
    return failed;
}

time_t preload_clock_time(time_t *now)
{
    struct timespec precise;
    preload_clock_gettime(CLOCK_REALTIME, &precise);
    if (now)
        *now = precise.tv_sec;
    return precise.tv_sec;
}
