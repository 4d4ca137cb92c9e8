/* bench_plan.c - a run of the bench, made from the words of the command line
 *
 * Every list is taken apart and looked up before anything is measured: a wrong word ends the run
 * at once and not after a minute.
 */
#include "bench_plan.h"

#include "bench_lists.h"
#include "bench_preset.h"
#include "cli.h"
#include "infile.h"
#include "keyfile.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BENCH_MAX_REPS = 1000 };

/* What a run of each length is, where the command line does not say. */
struct bench_length {
    const char *sizes;
    uint64_t n_keys, n_reps;
    double min_seconds;
};
static const struct bench_length bench_plan_full = {NULL, 0, 5, 0.01}; /* the preset says */
static const struct bench_length bench_plan_quick = {"10,100", 200000, 3, 0.01};
static const struct bench_length bench_plan_smoke = {"4", 10000, 1, 0.001};

/* The specs of a preset as a list. NULL: out of memory. */
static char *bench_plan_entries(const struct bench_preset *preset)
{
    size_t n_bytes = 1;
    for (const struct bench_entry *entry = preset->entries; entry->spec; entry++)
        n_bytes += strlen(entry->spec) + 1;
    char *list = calloc(n_bytes, 1), *end = list;
    for (const struct bench_entry *entry = preset->entries; list && entry->spec; entry++)
        end = stpcpy(stpcpy(end, entry == preset->entries ? "" : ","), entry->spec);
    return list;
}

static uint64_t bench_plan_limit(const struct bench_preset *preset, const char *text)
{
    for (const struct bench_entry *entry = preset->entries; entry->spec; entry++)
        if (!strcmp(entry->spec, text))
            return entry->max_nodes;
    return 0;
}

/* null stands before all others: the floor is in every table. */
static int bench_plan_specs(struct bench_plan *plan, const char *text,
                            const struct bench_preset *preset)
{
    struct bench_options *options = &plan->options;
    char *entries = text ? NULL : bench_plan_entries(preset);
    if (!text && !entries)
        return cli_fail(CLI_ERROR, "out of memory");
    int code = spec_list_open_scaled(&plan->specs, text ? text : entries, "null",
                                     options->n_sizes ? options->sizes[0] : 1);
    free(entries);
    options->specs = plan->specs.texts;
    options->n_specs = plan->specs.n;
    plan->max_nodes = calloc(plan->specs.n + 1, sizeof *plan->max_nodes);
    if (!code && !plan->max_nodes)
        code = cli_fail(CLI_ERROR, "out of memory");
    for (size_t i = 0; !code && !text && i < plan->specs.n; i++)
        plan->max_nodes[i] = bench_plan_limit(preset, plan->specs.texts[i]);
    options->max_nodes = plan->max_nodes;
    return code;
}

/* ---- nodes, keys and numbers */

static int bench_plan_nodes(struct bench_plan *plan, const char *path)
{
    struct rs_why why;
    if (!nodefile_read(path, &plan->nodes, &why))
        return cli_fail(CLI_ERROR, "%s", why.text);
    if (!plan->nodes.n)
        return cli_fail(CLI_NOTHING, "%s names no node", infile_name(path));
    double weight = 0;
    for (size_t i = 0; i < plan->nodes.n; i++)
        weight += plan->nodes.nodes[i].weight;
    if (!(weight > 0))
        return cli_fail(CLI_NOTHING, "%s: every node has weight 0; give one a part of the keys",
                        infile_name(path));
    plan->options.sizes = calloc(1, sizeof *plan->options.sizes);
    if (!plan->options.sizes)
        return cli_fail(CLI_ERROR, "out of memory");
    plan->options.sizes[0] = plan->nodes.n;
    plan->options.n_sizes = 1;
    plan->options.nodes = plan->nodes.nodes;
    return 0;
}

/* A file of keys without a key is found out before the run. */
static int bench_plan_keys(const char *path)
{
    struct rs_why why;
    const struct rs_bytes *keys;
    size_t n = 0;
    struct keyfile *file = keyfile_open(path, &why);
    bool good = file && keyfile_next(file, &keys, &n, &why) && keyfile_rewind(file, &why);
    keyfile_close(file);
    if (!good)
        return cli_fail(CLI_ERROR, "%s", why.text);
    return n ? 0 : cli_no_keys(path);
}

static int bench_plan_numbers(struct bench_plan *plan, const struct bench_wish *wish,
                              const struct bench_length *length, const struct bench_preset *preset)
{
    struct bench_options *options = &plan->options;
    uint64_t n_reps = wish->n_reps == BENCH_UNSAID ? length->n_reps : wish->n_reps;
    bool is_said = wish->n_keys != BENCH_UNSAID;
    options->n_keys = is_said ? wish->n_keys : length->n_keys ? length->n_keys : preset->n_keys;
    if (!is_said && !length->n_keys) {
        options->n_keys_a_node = preset->n_keys_a_node;
        options->max_keys = preset->max_keys;
    }
    options->n_keys_of_file = is_said ? wish->n_keys : 0;
    options->keys_path = wish->keys;
    options->seed = wish->seed;
    options->timing = (struct timing){(unsigned)n_reps, length->min_seconds};
    options->progress = isatty(STDERR_FILENO) ? stderr : NULL;
    if (n_reps < 1 || n_reps > BENCH_MAX_REPS)
        return cli_fail(CLI_USAGE, "--reps: give 1 to %d", BENCH_MAX_REPS);
    if (!options->n_keys)
        return cli_fail(CLI_USAGE, "--n-keys: give 1 or more");
    return 0;
}

/* Sizes before specs: those that scale are checked for a size. */
static int bench_plan_which(struct bench_plan *plan, const struct bench_wish *wish,
                            const struct bench_length *length, const struct bench_preset *preset)
{
    const char *sizes = wish->sizes ? wish->sizes : length->sizes ? length->sizes : preset->sizes;
    int code = 0;
    if (wish->nodes && wish->sizes)
        code = cli_fail(CLI_USAGE, "give --sizes or --nodes, not both");
    if (!code)
        code = wish->nodes ? bench_plan_nodes(plan, wish->nodes)
                           : bench_lists_sizes(&plan->options, sizes);
    return code ? code : bench_plan_specs(plan, wish->strategies, preset);
}

int bench_plan_open(struct bench_plan *plan, const struct bench_wish *wish)
{
    const struct bench_length *length = wish->smoke   ? &bench_plan_smoke
                                        : wish->quick ? &bench_plan_quick
                                                      : &bench_plan_full;
    const struct bench_preset *preset =
        wish->preset ? bench_preset_find(wish->preset) : bench_preset_at(0);
    *plan = (struct bench_plan){0};
    if (!preset)
        return cli_fail(CLI_USAGE, "--preset %s: choose default, full or supsi", wish->preset);
    int code = bench_plan_numbers(plan, wish, length, preset);
    if (!code)
        code = bench_lists_metrics(&plan->options, wish->metrics);
    if (!code)
        code = bench_lists_workloads(&plan->options, wish);
    if (!code && wish->keys)
        code = bench_plan_keys(wish->keys);
    return code ? code : bench_plan_which(plan, wish, length, preset);
}

void bench_plan_close(struct bench_plan *plan)
{
    node_list_free(&plan->nodes);
    spec_list_close(&plan->specs);
    free(plan->max_nodes);
    free(plan->options.metrics);
    free(plan->options.workloads);
    free(plan->options.sizes);
}
