/* driver.c - the loops of a run: workloads, sizes, metrics, strategies
 *
 * Metrics outside strategies, so that timed cases of all strategies stand side by side; the keys of a
 * workload are made anew for each, so a run holds a block of keys and no more.
 */
#include "driver.h"

#include "reason.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BENCH_SAMPLE = 1 << 16 };

struct bench {
    const struct bench_options *options;
    struct results *results;
    struct subject *subjects; /* one a spec */
    bool *is_out;             /* is_out[i]: subjects[i] cannot have these nodes; told already */
    struct rs_node *nodes;    /* of this size, and the newcomer */
    char (*names)[16];
    struct rs_bytes *sample; /* the first keys of this workload */
    char *sample_text;
    size_t n_sample;
    const char *workload;
    uint64_t n_keys; /* of this workload */
    size_t n_done, n_steps;
    struct timespec start;
};

unsigned bench_n_reps(const struct bench *bench)
{
    return bench->options->n_reps;
}

double bench_min_seconds(const struct bench *bench)
{
    return bench->options->min_seconds;
}

struct results *bench_results(struct bench *bench)
{
    return bench->results;
}

const char *bench_workload(const struct bench *bench)
{
    return bench->workload;
}

/* ---- progress */

void bench_tick(struct bench *bench)
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
static size_t bench_count_steps(const struct bench_options *options)
{
    size_t n = 0;
    for (size_t m = 0; m < options->n_metrics; m++)
        n += options->metrics[m]->finish ? 2 : 1;
    return n * options->n_specs * options->n_sizes * options->n_workloads;
}

/* ---- nodes and keys */

static bool bench_make_nodes(struct bench *bench, size_t n, struct rs_why *why)
{
    const struct rs_node *given = bench->options->nodes;
    uint32_t newcomer = 0;
    bench->nodes = calloc(n + 1, sizeof *bench->nodes);
    bench->names = calloc(n + 1, sizeof *bench->names);
    if (!bench->nodes || !bench->names)
        return reason_set(why, "out of memory");
    for (size_t i = 0; i <= n; i++) {
        int n_bytes = snprintf(bench->names[i], sizeof *bench->names, "node-%zu", i);
        struct rs_bytes name = {bench->names[i], (size_t)n_bytes};
        bench->nodes[i] = (struct rs_node){.id = (uint32_t)i, .weight = 1, .name = name};
        if (given && i < n)
            bench->nodes[i] = given[i];
        if (i < n && bench->nodes[i].id >= newcomer)
            newcomer = bench->nodes[i].id + 1;
    }
    bench->nodes[n].id = newcomer;
    return true;
}

static void bench_free_nodes(struct bench *bench)
{
    free(bench->nodes);
    free(bench->names);
    bench->nodes = NULL, bench->names = NULL;
}

/* One pass: how many keys there are, and the first of them to keep. */
static bool bench_sample(struct bench *bench, struct key_stream *keys, struct rs_why *why)
{
    const struct rs_bytes *block;
    size_t n, n_text = 0, cap_text = 0;
    bench->n_keys = bench->n_sample = 0;
    for (;;) {
        if (!key_stream_next(keys, &block, &n, why))
            return false;
        if (!n)
            break;
        bench->n_keys += n;
        for (size_t i = 0; i < n && bench->n_sample < BENCH_SAMPLE; i++) {
            if (n_text + block[i].n_bytes > cap_text) {
                cap_text = 2 * (n_text + block[i].n_bytes);
                char *text = realloc(bench->sample_text, cap_text);
                if (!text)
                    return reason_set(why, "out of memory");
                bench->sample_text = text;
            }
            if (block[i].n_bytes)
                memcpy(bench->sample_text + n_text, block[i].at, block[i].n_bytes);
            n_text += block[i].n_bytes;
            bench->sample[bench->n_sample++].n_bytes = block[i].n_bytes;
        }
    }
    for (size_t i = 0, at = 0; i < bench->n_sample; at += bench->sample[i++].n_bytes)
        bench->sample[i].at = bench->sample_text + at;
    return bench->n_keys || reason_set(why, "there are no keys; give a file that has some");
}

/* ---- subjects */

/* Rows for all that a metric would have measured. */
static void bench_emit_out(const struct subject *subject, const char *message)
{
    const struct bench_options *options = subject->bench->options;
    for (size_t m = 0; m < options->n_metrics; m++)
        for (const struct measure *measure = options->metrics[m]->measures; measure->name;
             measure++)
            emit_none(subject, measure, "", "unsupported", message);
}

static bool bench_open_subject(struct bench *bench, size_t i, size_t n, struct key_stream *keys,
                               struct rs_why *why)
{
    struct subject *subject = &bench->subjects[i];
    struct rs_placement *p;
    uint64_t *digests = malloc(bench->n_sample * sizeof *digests);
    if (!digests)
        return reason_set(why, "out of memory");
    *subject = (struct subject){.bench = bench,
                                .spec = bench->options->specs[i],
                                .nodes = bench->nodes,
                                .n_nodes = n,
                                .keys = keys,
                                .n_keys = bench->n_keys,
                                .digests = digests,
                                .sample = bench->sample,
                                .n_digests = bench->n_sample,
                                .seed = bench->options->seed};
    enum rs_status status = subject_open(subject, NULL, n, &p, why);
    bench->is_out[i] = status == RS_EUNSUPPORTED || status == RS_EINVAL || status == RS_EFULL;
    if (bench->is_out[i])
        bench_emit_out(subject, why->text);
    if (status)
        return bench->is_out[i];
    if (rs_digest_many(p, bench->sample, bench->n_sample, digests) < bench->n_sample) {
        bench->is_out[i] = true;
        bench_emit_out(subject, "the hash has no digest for a key of this workload");
    }
    rs_close(p);
    return true;
}

static void bench_close_subjects(struct bench *bench)
{
    for (size_t i = 0; i < bench->options->n_specs; i++) {
        free((void *)(uintptr_t)bench->subjects[i].digests);
        bench->subjects[i].digests = NULL;
    }
}

static bool bench_run_metric(struct bench *bench, const struct metric *metric,
                             struct key_stream *keys, struct rs_why *why)
{
    size_t n_before = bench->n_done, n_specs = bench->options->n_specs;
    for (size_t i = 0; i < n_specs; i++) {
        if (!bench->is_out[i] &&
            !(key_stream_rewind(keys, why) && metric->run(&bench->subjects[i], why)))
            return false;
        bench_tick(bench);
    }
    if (!metric->finish)
        return true;
    bool good = metric->finish(bench, why);
    bench->n_done = n_before + 2 * n_specs - 1;
    bench_tick(bench);
    return good;
}

static bool bench_run_size(struct bench *bench, size_t n, struct key_stream *keys,
                           struct rs_why *why)
{
    const struct bench_options *options = bench->options;
    bool good = bench_make_nodes(bench, n, why);
    for (size_t i = 0; good && i < options->n_specs; i++)
        good = bench_open_subject(bench, i, n, keys, why);
    for (size_t m = 0; good && m < options->n_metrics; m++)
        good = bench_run_metric(bench, options->metrics[m], keys, why);
    bench_close_subjects(bench);
    bench_free_nodes(bench);
    return good;
}

static bool bench_run_workload(struct bench *bench, const struct workload *workload,
                               struct rs_why *why)
{
    const struct bench_options *options = bench->options;
    bool is_file = workload == &workload_file;
    const struct workload_args args = {is_file ? options->n_keys_of_file : options->n_keys,
                                       options->seed, options->keys_path};
    struct key_stream keys;
    if (!key_stream_open(&keys, workload, &args, why))
        return false;
    bench->workload = workload->name;
    bool good = bench_sample(bench, &keys, why);
    for (size_t s = 0; good && s < options->n_sizes; s++)
        good = bench_run_size(bench, options->sizes[s], &keys, why);
    key_stream_close(&keys);
    return good;
}

bool bench_run(const struct bench_options *options, struct results *results, struct rs_why *why)
{
    struct bench bench = {.options = options, .results = results};
    bench.n_steps = bench_count_steps(options);
    bench.subjects = calloc(options->n_specs, sizeof *bench.subjects);
    bench.is_out = calloc(options->n_specs, sizeof *bench.is_out);
    bench.sample = calloc(BENCH_SAMPLE, sizeof *bench.sample);
    clock_gettime(CLOCK_MONOTONIC, &bench.start);
    bool good = bench.subjects && bench.is_out && bench.sample;
    if (!good)
        reason_set(why, "out of memory");
    for (size_t w = 0; good && w < options->n_workloads; w++)
        good = bench_run_workload(&bench, options->workloads[w], why);
    free(bench.subjects);
    free(bench.is_out);
    free(bench.sample);
    free(bench.sample_text);
    return good;
}
