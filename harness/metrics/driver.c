/* driver.c - the loops of a run: workloads, sizes, metrics, strategies
 *
 * Metrics outside strategies, so that timed cases of all strategies stand side by side; the keys of
 * a workload are made anew for each, so a run holds a block of keys and no more.
 */
#include "driver.h"

#include "bench_nodes.h"
#include "kept.h"
#include "parts.h"
#include "reason.h"
#include "sample.h"
#include "spec_scale.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/* One strategy at the size and under the workload of the moment. */
struct lane {
    struct subject subject;
    uint64_t *digests; /* of the subject */
    char spec[RS_SPEC_MAX];
    bool is_out; /* it cannot have these nodes or keys; told already */
};

struct bench {
    const struct bench_options *options;
    struct results *results;
    struct lane *lanes; /* one a spec */
    struct bench_nodes nodes;
    struct sample sample;
    struct parts parts;
    const char *workload;
    bool is_first_workload;
    size_t n_done, n_steps;
    struct timespec start;
};

/* ---- progress */

static void bench_tick(struct bench *bench)
{
    struct timespec now;
    bench->n_done++;
    if (!bench->options->progress)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double spent = (double)(now.tv_sec - bench->start.tv_sec) +
                   1e-9 * (double)(now.tv_nsec - bench->start.tv_nsec);
    double left = spent / (double)bench->n_done * (double)(bench->n_steps - bench->n_done);
    fprintf(bench->options->progress, "\r%3.0f %%  %.0f s, about %.0f s left  ",
            100.0 * (double)bench->n_done / (double)bench->n_steps, spent, fmax(left, 0));
    if (bench->n_done == bench->n_steps)
        fputs("\r                                        \r", bench->options->progress);
    fflush(bench->options->progress);
}

/* A subject of a metric is a step; a metric with finish has a step a repetition besides. */
static size_t bench_count_size(const struct bench_options *options)
{
    size_t n = 0;
    for (size_t m = 0; m < options->n_metrics; m++)
        n += options->metrics[m]->finish ? 2 : 1;
    return n * options->n_specs;
}

/* ---- subjects */

/* Rows for all that a metric would have measured. */
static void bench_leave_out(const struct bench *bench, struct lane *lane, const char *message)
{
    const struct bench_options *options = bench->options;
    lane->is_out = true;
    for (size_t m = 0; m < options->n_metrics; m++)
        for (const struct measure *measure = options->metrics[m]->measures; measure->name;
             measure++)
            emit_none(&lane->subject, measure, "", "unsupported", message);
}

static bool bench_is_too_many(const struct bench *bench, size_t i, size_t n, struct rs_why *why)
{
    const uint64_t *max_nodes = bench->options->max_nodes;
    if (!max_nodes || !max_nodes[i] || n <= max_nodes[i])
        return false;
    reason_set(why, "left out beyond %llu nodes, where it would take hours",
               (unsigned long long)max_nodes[i]);
    return true;
}

static bool bench_open_lane(struct bench *bench, size_t i, size_t n, struct key_stream *keys,
                            struct rs_why *why)
{
    struct lane *lane = &bench->lanes[i];
    const struct sample *sample = &bench->sample;
    struct rs_placement *p;
    lane->is_out = false;
    lane->digests = malloc(sample->n * sizeof *lane->digests);
    if (!lane->digests)
        return reason_set(why, "out of memory");
    lane->subject = (struct subject){.results = bench->results,
                                     .spec = lane->spec,
                                     .label = bench->options->specs[i],
                                     .workload = bench->workload,
                                     .nodes = bench->nodes.nodes,
                                     .n_nodes = n,
                                     .keys = keys,
                                     .n_keys = sample->n_all,
                                     .digests = lane->digests,
                                     .sample = sample->keys,
                                     .n_digests = sample->n,
                                     .seed = bench->options->seed};
    bool scales = spec_scale(bench->options->specs[i], n, lane->spec);
    if (!scales)
        reason_set(why, "a number that scales is 0, or too large for %zu nodes", n);
    if (!scales || bench_is_too_many(bench, i, n, why)) {
        bench_leave_out(bench, lane, why->text);
        return true;
    }
    enum rs_status status = subject_open(&lane->subject, NULL, n, &p, why);
    if (status == RS_EUNSUPPORTED || status == RS_EINVAL || status == RS_EFULL)
        bench_leave_out(bench, lane, why->text);
    if (status)
        return lane->is_out;
    if (rs_digest_many(p, sample->keys, sample->n, lane->digests) < sample->n)
        bench_leave_out(bench, lane, "the hash has no digest for a key of this workload");
    rs_close(p);
    return true;
}

static void bench_close_lanes(struct bench *bench)
{
    for (size_t i = 0; i < bench->options->n_specs; i++) {
        free(bench->lanes[i].digests);
        bench->lanes[i].digests = NULL;
    }
}

/* ---- the loops */

static bool bench_run_metric(struct bench *bench, const struct metric *metric,
                             struct key_stream *keys, struct rs_why *why)
{
    /* Times do not depend on which of the workloads gives the keys: one of them is enough. */
    if (metric->finish && !bench->is_first_workload) {
        bench->n_done += 2 * bench->options->n_specs;
        return true;
    }
    size_t n_before = bench->n_done, n_specs = bench->options->n_specs;
    for (size_t i = 0; i < n_specs; i++) {
        const struct lane *lane = &bench->lanes[i];
        if (!lane->is_out && !(key_stream_rewind(keys, why) && metric->run(&lane->subject, why)))
            return false;
        bench_tick(bench);
    }
    if (!metric->finish)
        return true;
    bool good = metric->finish(&bench->options->timing, why);
    bench->n_done = n_before + 2 * n_specs - 1;
    bench_tick(bench);
    return good;
}

static bool bench_measure_size(struct bench *bench, size_t n, struct key_stream *keys,
                               struct rs_why *why)
{
    const struct bench_options *options = bench->options;
    bool good = bench_nodes_make(&bench->nodes, options->nodes, n);
    if (!good)
        reason_set(why, "out of memory");
    for (size_t i = 0; good && i < options->n_specs; i++)
        good = bench_open_lane(bench, i, n, keys, why);
    for (size_t m = 0; good && m < options->n_metrics; m++)
        good = bench_run_metric(bench, options->metrics[m], keys, why);
    bench_close_lanes(bench);
    bench_nodes_free(&bench->nodes);
    return good;
}

/* A part that is there need not be measured. */
static bool bench_run_size(struct bench *bench, size_t n, struct key_stream *keys,
                           struct rs_why *why)
{
    bool done;
    if (!parts_begin(&bench->parts, bench->options, bench->workload, n, bench->results, &done, why))
        return false;
    if (done) {
        bench->n_done += bench_count_size(bench->options);
        kept_part(bench->workload, n, true);
        return true;
    }
    if (!bench_measure_size(bench, n, keys, why) || !parts_end(&bench->parts, bench->results, why))
        return false;
    if (bench->parts.dir)
        kept_part(bench->workload, n, false);
    return true;
}

static uint64_t bench_n_keys(const struct bench_options *options, uint64_t n_nodes)
{
    uint64_t n = options->n_keys_a_node * n_nodes;
    n = n < options->max_keys ? n : options->max_keys;
    return n > options->n_keys ? n : options->n_keys;
}

static bool bench_run_keys(struct bench *bench, const struct workload *workload, uint64_t n_nodes,
                           struct rs_why *why)
{
    const struct bench_options *options = bench->options;
    bool is_file = workload == &workload_file;
    const struct workload_args args = {is_file ? options->n_keys_of_file
                                               : bench_n_keys(options, n_nodes),
                                       options->seed, options->keys_path};
    struct key_stream keys;
    if (!key_stream_open(&keys, workload, &args, why))
        return false;
    bool good =
        sample_open(&bench->sample, &keys, why) && bench_run_size(bench, n_nodes, &keys, why);
    sample_close(&bench->sample);
    key_stream_close(&keys);
    return good;
}

bool bench_run(const struct bench_options *options, struct results *results, struct rs_why *why)
{
    struct bench bench = {.options = options, .results = results};
    bench.n_steps = bench_count_size(options) * options->n_sizes * options->n_workloads;
    bench.lanes = calloc(options->n_specs, sizeof *bench.lanes);
    if (!bench.lanes)
        return reason_set(why, "out of memory");
    clock_gettime(CLOCK_MONOTONIC, &bench.start);
    bool good = !options->parts_dir ||
                parts_open(&bench.parts, options->parts_dir, options->asked, results, why);
    bool keeps = good && bench.parts.dir;
    if (keeps)
        kept_begin(options->parts_dir, options->n_sizes * options->n_workloads);
    for (size_t w = 0; good && w < options->n_workloads; w++) {
        bench.workload = options->workloads[w]->name;
        bench.is_first_workload = w == 0;
        for (size_t s = 0; good && s < options->n_sizes; s++)
            good = bench_run_keys(&bench, options->workloads[w], options->sizes[s], why);
    }
    if (keeps)
        kept_end();
    parts_close(&bench.parts, results);
    free(bench.lanes);
    return good;
}
