/* shim.cc - Google Benchmark for C
 *
 * Google Benchmark is used for what it is good at: how often to call a case, how to interleave the
 * repetitions, and the wall clock. Its own reporters are not: a reporter of ours hands each
 * repetition back to C, and nothing goes to standard output. It ends a process with 0 even where a
 * case was an error, so errors travel in the results.
 *
 * The library keeps its flags and its list of cases in global variables; so does this file.
 */
#include "shim_case.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <regex>
#include <sstream>
#include <vector>

/* Given on the command line, so cases must not set them: the library lets a case win. */
static bool shim_flag_min_time, shim_flag_reps;

static bool shim_starts_with(const char *text, const char *prefix)
{
    return std::strncmp(text, prefix, std::strlen(prefix)) == 0;
}

/* The library would write a file anew with every run of a few cases, over whatever is there; or
 * time nothing. */
static bool shim_flag_ok(const char *flag)
{
    static const struct {
        const char *prefix, *remedy;
    } refused[] = {
        {"--benchmark_out", "rows are written by --out, and printed by --format"},
        {"--benchmark_list_tests", "ringside list metrics says what is timed"},
        {"--benchmark_repetitions=0", "give 1 at least"},
    };
    for (const auto &one : refused)
        if (shim_starts_with(flag, one.prefix)) {
            std::fprintf(stderr, "ringside: %s is not for this program: %s\n", flag, one.remedy);
            return false;
        }
    return true;
}

/* On any other format the library prints its usage and ends the process with 0. */
static bool shim_format_ok(const char *flag)
{
    if (!shim_starts_with(flag, "--benchmark_format="))
        return true;
    const char *value = std::strchr(flag, '=') + 1;
    for (const char *format : {"console", "json", "csv"})
        if (std::strcmp(value, format) == 0)
            return true;
    std::fprintf(stderr, "ringside: %s: the format is console, json or csv\n", flag);
    return false;
}

/* The library would say so at each run, and run nothing. It leaves out what matches a filter that
 * starts with '-'. */
static bool shim_filter_ok(const char *flag)
{
    static const char name[] = "--benchmark_filter=";
    if (!shim_starts_with(flag, name))
        return true;
    const char *value = flag + std::strlen(name);
    try {
        std::regex(*value == '-' ? value + 1 : value, std::regex_constants::extended);
        return true;
    } catch (const std::regex_error &) {
        std::fprintf(stderr, "ringside: %s: this is no regular expression; mend it\n", flag);
        return false;
    }
}

/* The library sees only its own flags: it would answer --help in the program's place. */
static bool shim_take_flags(int *argc, char **argv)
{
    static char interleave[] = "--benchmark_enable_random_interleaving=true";
    std::vector<char *> flags = {argv[0], interleave}; /* the last flag of a name counts */
    bool ok = true;
    int n_kept = 0;
    for (int i = 0; i < *argc; i++) {
        if (i == 0 || !shim_starts_with(argv[i], "--benchmark_")) {
            argv[n_kept++] = argv[i];
            continue;
        }
        shim_flag_min_time |= shim_starts_with(argv[i], "--benchmark_min_time=");
        shim_flag_reps |= shim_starts_with(argv[i], "--benchmark_repetitions=");
        ok &= shim_flag_ok(argv[i]) && shim_format_ok(argv[i]) && shim_filter_ok(argv[i]);
        flags.push_back(argv[i]);
    }
    *argc = n_kept;
    argv[n_kept] = nullptr;
    if (!ok)
        return false;
    int n_flags = (int)flags.size();
    flags.push_back(nullptr);
    benchmark::Initialize(&n_flags, flags.data());
    if (n_flags > 1)
        std::fprintf(stderr, "ringside: Google Benchmark takes no %s; see its user guide\n",
                     flags[1]);
    return n_flags == 1;
}

bool gbench_init(int *argc, char **argv)
try {
    return shim_take_flags(argc, argv);
} catch (const std::exception &e) {
    std::fprintf(stderr, "Google Benchmark: %s\n", e.what());
    return false;
}

static void shim_register(const gbench_case *of, const gbench_options *options,
                          const char **failure)
{
    auto *b = benchmark::RegisterBenchmark(of->name, shim_case(of, failure));
    /* Single repetitions are wanted, whatever the flags say of aggregates. */
    b->DisplayAggregatesOnly(false);
    if (of->prepare)
        b->UseManualTime();
    else
        b->UseRealTime();
    if (!shim_flag_min_time)
        b->MinTime(options->min_seconds);
    if (!shim_flag_reps)
        b->Repetitions((int)options->n_reps);
}

namespace
{
/* Keeps the repetitions; those of one case come in order. */
class shim_reporter : public benchmark::BenchmarkReporter
{
  public:
    std::vector<Run> kept;

    bool ReportContext(const Context &) override
    {
        return true;
    }
    void ReportRuns(const std::vector<Run> &runs) override
    {
        for (const Run &run : runs)
            if (run.run_type == Run::RT_Iteration)
                kept.push_back(run);
    }
};
} // namespace

/* A clock that is set, or a machine that sleeps, shows against the processor time of the thread: by
 * the clock it is no less, and not a hundred times as much. A case that is timed piecewise spends
 * processor time between its pieces. */
static bool shim_clock_ok(const gbench_case *of, double seconds, double cpu)
{
    double least = of->prepare ? 0 : 0.9 * cpu - 0.001;
    return seconds > 0 && seconds >= least && seconds < 1 + 100 * cpu;
}

static gbench_result shim_result(const gbench_case *of, const char *failure,
                                 const shim_reporter::Run &run)
{
    /* The index is -1 when there is one repetition only. */
    gbench_result result = {of, (unsigned)std::max<int64_t>(run.repetition_index, 0), 0, nullptr};
    if (failure)
        result.error = failure;
    else if (!shim_clock_ok(of, run.real_accumulated_time, run.cpu_accumulated_time))
        result.error = SHIM_CLOCK;
    else
        result.ns =
            run.real_accumulated_time * 1e9 / (double)run.iterations / (double)of->n_operations;
    return result;
}

static void shim_report(const gbench_case *of, const char *failure,
                        const std::vector<shim_reporter::Run> &runs,
                        void (*on_result)(void *ctx, const gbench_result *), void *ctx)
{
    for (const auto &run : runs) {
        /* A Run says which case it is of by nothing but the name. */
        if (run.run_name.function_name != of->name)
            continue;
        const gbench_result result = shim_result(of, failure, run);
        on_result(ctx, &result);
    }
}

static void shim_run(const gbench_case *cases, size_t n, const gbench_options *options,
                     void (*on_result)(void *ctx, const gbench_result *), void *ctx)
{
    shim_reporter reporter;
    std::vector<const char *> failures(n, nullptr);
    for (size_t i = 0; i < n; i++)
        shim_register(&cases[i], options, &failures[i]);
    std::ostringstream errors; /* says that a filter matches nothing, which the caller sees */
    reporter.SetErrorStream(&errors);
    if (n > 0)
        benchmark::RunSpecifiedBenchmarks(&reporter);
    if (errors.str().rfind("Failed to match any benchmarks", 0) != 0)
        std::fputs(errors.str().c_str(), stderr);
    for (size_t i = 0; i < n; i++)
        shim_report(&cases[i], failures[i], reporter.kept, on_result, ctx);
}

void gbench_run(const gbench_case *cases, size_t n, const gbench_options *options,
                void (*on_result)(void *ctx, const gbench_result *), void *ctx)
{
    try {
        shim_run(cases, n, options, on_result, ctx);
    } catch (const std::exception &e) {
        for (size_t i = 0; i < n; i++) {
            const gbench_result result = {&cases[i], 0, 0, e.what()};
            on_result(ctx, &result);
        }
    }
    benchmark::ClearRegisteredBenchmarks();
}

uint64_t gbench_std_search(const uint64_t *points, size_t n_points, const uint64_t *digests,
                           size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t *at = std::lower_bound(points, points + n_points, digests[i]);
        sum += at == points + n_points ? points[0] : *at;
    }
    return sum;
}

const char *gbench_version(void)
{
#ifdef GBENCH_VERSION
    return GBENCH_VERSION; /* by the build: the library's header does not say */
#else
    return "unknown";
#endif
}
