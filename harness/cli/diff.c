/* diff.c - ringside diff: what moves when one node list becomes another
 */
#include "cli.h"

#include "diff_count.h"
#include "diff_place.h"
#include "diff_report.h"
#include "diff_shards.h"
#include "cluster.h"

#include <stdlib.h>
#include <string.h>

static const char *diff_strategy, *diff_strategies, *diff_to_strategy, *diff_from, *diff_to;
static const char *diff_keys, *diff_how;
static bool diff_moves;
static double diff_max_moved = -1;
#define DIFF_UNSAID UINT64_MAX /* greater than any number of the command line */
static uint64_t diff_n_shards = DIFF_UNSAID, diff_factor = DIFF_UNSAID;
static enum table_format diff_format = TABLE_TEXT;

/* ---- the run */

static int diff_list_moves(struct diff *diff)
{
    int code = diff_count(diff, diff_keys);
    bool whole = !diff->moves || table_close(diff->moves) || ferror(stdout);
    return code || whole ? code : cli_fail(CLI_ERROR, "out of memory");
}

static int diff_summarize(struct diff *diff)
{
    int code = diff_count(diff, diff_keys);
    if (!code && !diff_print_summary(diff))
        code = cli_fail(CLI_ERROR, "out of memory");
    return code;
}

/* The outcome that is asked for and moves most; NULL: no strategy can make this change. */
static const struct outcome *diff_worst(const struct diff *diff)
{
    const struct outcome *worst = NULL;
    for (size_t i = 0; i < diff->n; i++)
        for (unsigned how = 0; how < N_HOW; how++) {
            const struct outcome *outcome = &diff->transitions[i].outcomes[how];
            if (outcome->p && (!worst || outcome->n_moved > worst->n_moved))
                worst = outcome;
        }
    return worst;
}

/* In percent, as the summary has it: "1 of the keys" would be one key. */
static int diff_limit(const char *what, double moved)
{
    if (diff_max_moved < 0 || moved <= diff_max_moved)
        return CLI_DONE;
    return cli_fail(CLI_LIMIT,
                    "%.9g%% of the %s move, more than the %.9g%% that --max-moved %g allows",
                    moved * 100, what, diff_max_moved * 100, diff_max_moved);
}

/* Why the first strategy cannot. */
static const char *diff_why_not(const struct diff *diff)
{
    const struct outcome *outcomes = diff->transitions->outcomes;
    return outcomes[outcomes[HOW_LIVE].status ? HOW_LIVE : HOW_REBUILD].why.text;
}

/* After all output: it is whole, but is it what was wanted? */
static int diff_judge(const struct diff *diff)
{
    const struct outcome *worst = diff_worst(diff);
    if (!worst)
        return cli_fail(CLI_NOTHING, "nothing to compare: %s", diff_why_not(diff));
    double moved = diff_moved_fraction(diff->transitions, worst);
    return diff_limit("keys", moved);
}

static int diff_open_all(struct diff *diff)
{
    enum rs_status status = RS_OK;
    diff->transitions = calloc(diff->specs.n, sizeof *diff->transitions);
    if (!diff->transitions || !node_union_open(&diff->all, &diff->from, &diff->to))
        return cli_fail(CLI_ERROR, "out of memory");
    for (; !status && diff->n < diff->specs.n; diff->n++)
        status = transition_open(&diff->transitions[diff->n], diff->specs.texts[diff->n],
                                 diff_to_strategy, &diff->all, diff->how);
    return status ? cli_fail(CLI_ERROR, "out of memory") : 0;
}

/* The plan of a cluster that moves whole shards, which is always live. */
static int diff_plan_shards(struct diff *diff)
{
    uint64_t factor = diff_factor == DIFF_UNSAID ? 1 : diff_factor;
    const struct diff_shards shards = {diff,      diff_n_shards, factor,
                                       diff_keys, diff_moves,    diff_format};
    double moved;
    if (!node_union_open(&diff->all, &diff->from, &diff->to))
        return cli_fail(CLI_ERROR, "out of memory");
    int code = cli_end_output(diff_shards_run(&shards, &moved));
    return code ? code : diff_limit("copies", moved);
}

/* What is wrong with the strategies whatever the nodes are, before any file is read. */
static int diff_usage_specs(const struct diff *diff)
{
    if (diff_moves && diff->specs.n > 1)
        return cli_fail(CLI_USAGE, "--moves lists the keys of one strategy");
    if (diff_n_shards != DIFF_UNSAID && diff->specs.n > 1 && diff_keys && !strcmp(diff_keys, "-"))
        return cli_fail(CLI_USAGE, "standard input can be read once; give --keys a file");
    int code = spec_list_check(&diff->specs);
    return code || !diff_to_strategy ? code : spec_check("--to-strategy", diff_to_strategy);
}

static int diff_usage_shards(void)
{
    if (diff_n_shards == DIFF_UNSAID)
        return diff_factor == DIFF_UNSAID
                   ? 0
                   : cli_fail(CLI_USAGE, "--replication goes with --shards N");
    if (diff_n_shards < 1 || diff_n_shards > 1 << 24 || !diff_factor ||
        (diff_factor > RC_MAX_FACTOR && diff_factor != DIFF_UNSAID))
        return cli_fail(CLI_USAGE, "give --shards from 1 to %d and --replication from 1 to %d",
                        1 << 24, RC_MAX_FACTOR);
    if (diff_to_strategy || diff_how)
        return cli_fail(CLI_USAGE, "shards move while the cluster runs, by one strategy: leave out "
                                   "--to-strategy and --how");
    return 0;
}

static int diff_usage_how(unsigned *how)
{
    *how = 1u << HOW_LIVE | 1u << HOW_REBUILD;
    if (diff_how && !strcmp(diff_how, "live"))
        *how = 1u << HOW_LIVE;
    else if (diff_how && !strcmp(diff_how, "rebuild"))
        *how = 1u << HOW_REBUILD;
    else if (diff_how)
        return cli_fail(CLI_USAGE, "--how %s: give live or rebuild", diff_how);
    if (diff_to_strategy && *how == 1u << HOW_LIVE)
        return cli_fail(CLI_USAGE, "another strategy cannot take over live; use --how rebuild");
    if (diff_to_strategy)
        *how = 1u << HOW_REBUILD;
    return 0;
}

static int diff_usage(unsigned *how)
{
    if (!diff_from || !diff_to || (!diff_strategy && !diff_strategies))
        return cli_fail(CLI_USAGE, "diff needs --strategies LIST, --from FILE and --to FILE");
    if (diff_strategy && diff_strategies)
        return cli_fail(CLI_USAGE, "give --strategy or --strategies, not both");
    if (diff_max_moved > 1)
        return cli_fail(CLI_USAGE, "--max-moved %g: give a part of the keys, from 0 to 1",
                        diff_max_moved);
    const struct cli_input inputs[] = {
        {"--from", diff_from}, {"--to", diff_to}, {"--keys", diff_keys}};
    int code = cli_check_inputs(inputs, sizeof inputs / sizeof *inputs);
    if (!code)
        code = diff_usage_shards();
    return code ? code : diff_usage_how(how);
}

static int diff_compare(struct diff *diff)
{
    int code = diff_open_all(diff);
    if (!code)
        code = cli_end_output(diff_moves ? diff_list_moves(diff) : diff_summarize(diff));
    return code ? code : diff_judge(diff);
}

static int diff_run(int argc, char **argv)
{
    struct diff diff = {.lists_moves = diff_moves, .format = diff_format};
    struct rs_why why;
    int code = argc ? cli_fail(CLI_USAGE, "diff: what is %s? see ringside diff --help", argv[0])
                    : diff_usage(&diff.how);
    if (code)
        return code;
    code = diff_strategies ? spec_list_open(&diff.specs, "--strategies", diff_strategies, NULL)
                           : spec_list_open(&diff.specs, "--strategy", diff_strategy, NULL);
    if (!code)
        code = diff_usage_specs(&diff);
    if (!code &&
        !(nodefile_read(diff_from, &diff.from, &why) && nodefile_read(diff_to, &diff.to, &why)))
        code = cli_fail(CLI_ERROR, "%s", why.text);
    if (!code)
        code = diff_n_shards != DIFF_UNSAID ? diff_plan_shards(&diff) : diff_compare(&diff);
    for (size_t i = 0; i < diff.n; i++)
        transition_close(&diff.transitions[i]);
    node_union_close(&diff.all);
    free(diff.transitions);
    node_list_free(&diff.from);
    node_list_free(&diff.to);
    spec_list_close(&diff.specs);
    return code;
}

static const struct cli_option diff_options[] = {
    {"strategies", CLI_TEXT, &diff_strategies, "LIST", "what may place the keys, a row each"},
    {"strategy", CLI_TEXT, &diff_strategy, "SPEC", "the same, for one"},
    {"from", CLI_TEXT, &diff_from, "FILE", "the nodes as they are"},
    {"to", CLI_TEXT, &diff_to, "FILE", "the nodes as they shall be"},
    {"to-strategy", CLI_TEXT, &diff_to_strategy, "SPEC", "another strategy takes over as well"},
    {"keys", CLI_TEXT, &diff_keys, "FILE", "a key a line, - is standard input (a million made up)"},
    {"how", CLI_TEXT, &diff_how, "live|rebuild", "change the running nodes, or restart (both)"},
    {"moves", CLI_FLAG, &diff_moves, NULL, "list the keys that move (live, if it can be)"},
    {"shards", CLI_U64, &diff_n_shards, "N", "the plan of a cluster of N shards instead of keys"},
    {"replication", CLI_U64, &diff_factor, "K", "with --shards: copies of each (1)"},
    {"max-moved", CLI_REAL, &diff_max_moved, "X", "exit 3 when more than this part moves"},
    {"format", CLI_FORMAT, &diff_format, "text|csv|json", "how to print (text)"},
    {.name = NULL},
};

const struct command command_diff = {
    .name = "diff",
    .summary = "what moves when one node list becomes another",
    .usage = "--strategies LIST --from FILE --to FILE [--keys FILE] ...",
    .options = diff_options,
    .run = diff_run,
};
