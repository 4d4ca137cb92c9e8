/* bench_lists.c - lists of words, each of which stands for an item of the bench
 */
#include "bench_lists.h"

#include "cli.h"
#include "whole.h"

#include <stdlib.h>
#include <string.h>

enum { BENCH_MAX_NODES = 100000000 };

struct bench_list {
    const char *what;
    size_t item_bytes;
    /* 0, or the exit code after an error that names the option. */
    int (*take)(const char *word, void *item);
};

static int bench_lists_take_metric(const char *word, void *item)
{
    const struct metric **metric = item;
    *metric = metric_find(word);
    return *metric ? 0
                   : cli_fail(CLI_USAGE,
                              "--metrics: there is no metric %s; see ringside list metrics", word);
}

static int bench_lists_take_workload(const char *word, void *item)
{
    const struct workload **workload = item;
    *workload = workload_find(word);
    return *workload
               ? 0
               : cli_fail(CLI_USAGE,
                          "--workload: there is no workload %s; see ringside list workloads", word);
}

static int bench_lists_take_size(const char *word, void *item)
{
    uint64_t *size = item;
    bool good = whole_parse((struct rs_bytes){word, strlen(word)}, BENCH_MAX_NODES, size);
    return good && *size ? 0
                         : cli_fail(CLI_USAGE, "--sizes: '%s' is no number of nodes from 1 to %d",
                                    word, BENCH_MAX_NODES);
}

static const struct bench_list bench_lists_of_metrics = {"metric", sizeof(const struct metric *),
                                                         bench_lists_take_metric};
static const struct bench_list bench_lists_of_workloads = {
    "workload", sizeof(const struct workload *), bench_lists_take_workload};
static const struct bench_list bench_lists_of_sizes = {"size", sizeof(uint64_t),
                                                       bench_lists_take_size};

static bool bench_lists_has(const char *items, size_t n, const char *item, size_t item_bytes)
{
    bool found = false;
    for (size_t i = 0; i < n; i++)
        found |= !memcmp(items + i * item_bytes, item, item_bytes);
    return found;
}

/* Each once, in the order of their first. Returns the items, the caller's to free; NULL: out of
 * memory, which *code says too. */
static void *bench_lists_read(const struct bench_list *list, const char *text, size_t *n, int *code)
{
    char **words = cli_split(text, n);
    char *items = words ? calloc(*n + 1, list->item_bytes) : NULL;
    if (!items)
        *code = cli_fail(CLI_ERROR, "out of memory");
    else if (!*n)
        *code = cli_fail(CLI_NOTHING, "there is no %s to run", list->what);
    size_t n_words = *n;
    *n = 0;
    for (size_t i = 0; !*code && i < n_words; i++) {
        char *item = items + *n * list->item_bytes;
        *code = list->take(words[i], item);
        *n += !bench_lists_has(items, *n, item, list->item_bytes);
    }
    free(words);
    return items;
}

static int bench_lists_all_metrics(struct bench_options *options)
{
    while (metric_at(options->n_metrics))
        options->n_metrics++;
    options->metrics = calloc(options->n_metrics, sizeof *options->metrics);
    for (size_t i = 0; options->metrics && i < options->n_metrics; i++)
        options->metrics[i] = metric_at(i);
    return options->metrics ? 0 : cli_fail(CLI_ERROR, "out of memory");
}

int bench_lists_metrics(struct bench_options *options, const char *text)
{
    int code = 0;
    if (!text)
        return bench_lists_all_metrics(options);
    options->metrics = bench_lists_read(&bench_lists_of_metrics, text, &options->n_metrics, &code);
    return code;
}

int bench_lists_workloads(struct bench_options *options, const struct bench_wish *wish)
{
    const char *text = wish->workloads ? wish->workloads : wish->keys ? "file" : "sequential";
    int code = 0;
    options->workloads =
        bench_lists_read(&bench_lists_of_workloads, text, &options->n_workloads, &code);
    for (size_t i = 0; !code && !wish->keys && i < options->n_workloads; i++)
        if (options->workloads[i] == &workload_file)
            code = cli_fail(CLI_USAGE, "the workload file needs --keys FILE");
    return code;
}

int bench_lists_sizes(struct bench_options *options, const char *text)
{
    int code = 0;
    options->sizes = bench_lists_read(&bench_lists_of_sizes, text, &options->n_sizes, &code);
    return code;
}
