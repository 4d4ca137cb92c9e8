/* diff_report.h - what ringside diff found, as a table
 */
#ifndef RINGSIDE_DIFF_REPORT_H
#define RINGSIDE_DIFF_REPORT_H

#include "spec_list.h"
#include "table.h"
#include "transition.h"

/* One transition a strategy, all over the same lists and counted with the same keys. */
struct diff {
    struct node_list from, to;
    struct node_union all;
    struct spec_list specs;
    struct transition *transitions;
    size_t n;         /* of them, so far */
    unsigned how;     /* what is asked for, as bits */
    bool lists_moves; /* false: a summary is asked for */
    enum table_format format;
    struct table *moves; /* NULL: no key has been read yet, or a summary is asked for */
};

/* Part of the keys; outcome->p is there. */
double diff_moved_fraction(const struct transition *transition, const struct outcome *outcome);

/* A table of moves: key,from,to; and its rows, with a diff as ctx. NULL: out of memory. */
struct table *diff_open_moves(enum table_format format);
transition_moved diff_print_move;

/* A row for each strategy and way, or one for both where no key tells them apart, or both fail for
 * one reason. false: out of memory. */
bool diff_print_summary(const struct diff *diff);

#endif
