/* list_choosing.c - docs/choosing.md, from the rows of the strategies
 */
#include "list_choosing.h"

#include "wrapped.h"

#include <stdio.h>
#include <string.h>

static const char head[] =
    "# Choosing a strategy\n\n"
    "This page is printed by `ringside list choosing`; what it says stands in the\n"
    "files of [algos/](../algos/). n is the number of nodes. Numbers for your own\n"
    "nodes and keys come from `ringside bench` and `ringside diff`.\n\n"
    "## What each promises\n\n"
    "A promise is held by properties in every test run and by fuzzers\n"
    "([testing.md](testing.md)). No mark: it is not promised;\n"
    "[metrics.md](metrics.md) says how it is measured.\n\n";

/* Titles so short that the row of all of them fits a terminal. */
static const struct {
    uint32_t trait;
    const char *title, *text;
} columns[] = {
    {RS_REMOVE_ANY, "any", "any node may go, not only the one added last"},
    {RS_MINIMAL, "minimal", "a key moves only to or from a node that changes"},
    {RS_HISTORY_FREE, "set", "the set of nodes alone decides, not the way to it"},
    {RS_WEIGHTED, "weights", "nodes may weigh more or less than 1"},
    {RS_HEALTH, "health", "a node may be down and come back to what it had"},
    {RS_REPLICAS, "replicas", "k distinct nodes for a key"},
    {RS_EXACT_SHARE, "exact", "the part of each node is known without sampling"},
    {RS_LOAD, "load", "no node carries more than its cap"},
};
enum { N_COLUMNS = sizeof columns / sizeof *columns };

static bool choosing_has(const struct rs_strategy *strategy)
{
    return strategy->choose && strategy->avoid && strategy->lookup_cost && strategy->memory_cost;
}

static void choosing_promises(FILE *out)
{
    const struct rs_strategy *strategy;
    fputs("| strategy |", out);
    for (size_t c = 0; c < N_COLUMNS; c++)
        fprintf(out, " %s |", columns[c].title);
    fputs("\n|---|", out);
    for (size_t c = 0; c < N_COLUMNS; c++)
        fputs("---|", out);
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++) {
        fprintf(out, "\n| `%s` |", strategy->name);
        for (size_t c = 0; c < N_COLUMNS; c++)
            fprintf(out, "%s |", strategy->traits & columns[c].trait ? " yes" : "");
    }
    fputs("\n\n", out);
    for (size_t c = 0; c < N_COLUMNS; c++)
        fprintf(out, "- **%s**: %s.\n", columns[c].title, columns[c].text);
}

static void choosing_costs(FILE *out)
{
    const struct rs_strategy *strategy;
    fputs("\n## What each costs\n\n"
          "Behind each name: what a lookup takes; then the memory, which is what a\n"
          "placement holds beyond the table of nodes.\n\n",
          out);
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++)
        if (choosing_has(strategy))
            wrapped_printf(out, 2, "- `%s`: %s; %s", strategy->name, strategy->lookup_cost,
                           strategy->memory_cost);
}

static void choosing_when(FILE *out)
{
    const struct rs_strategy *strategy;
    fputs("\n## When to take it, and when not\n", out);
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++)
        if (choosing_has(strategy)) {
            fputc('\n', out);
            wrapped_printf(out, 0, "**`%s`**: %s. (%s)", strategy->name, strategy->summary,
                           strategy->origin);
            fputc('\n', out);
            wrapped_printf(out, 2, "- Take it: %s", strategy->choose);
            wrapped_printf(out, 2, "- Not: %s", strategy->avoid);
        }
}

void list_choosing(FILE *out)
{
    fputs(head, out);
    choosing_promises(out);
    choosing_costs(out);
    choosing_when(out);
}
