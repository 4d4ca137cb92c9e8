/* claims.h - published numbers, run again with their own parameters
 *
 * A claim is a statement or a table with its source; it runs all its cells, and the worst of them
 * is what its row shows. The published number stands in the code as it was published: what honest
 * measurement does not give is `not reproduced`.
 */
#ifndef RINGSIDE_CLAIMS_H
#define RINGSIDE_CLAIMS_H

#include "ringside.h"
#include "table.h"

#include <stdio.h>

enum claim_kind {
    CLAIM_EXACT, /* bit for bit: tolerance 0 */
    CLAIM_FORM,  /* a closed form: tolerance CLAIM_FORM_TOLERANCE */
    CLAIM_STAT,  /* a sample: tolerance three standard errors of the trials run here */
    CLAIM_HW,    /* bound to its hardware: listed, not run */
};
#define CLAIM_FORM_TOLERANCE 1e-9

enum claim_verdict { CLAIM_REPRODUCED, CLAIM_NOT_REPRODUCED, CLAIM_HARDWARE };
const char *claim_verdict_text(enum claim_verdict verdict);

struct claim_run;
struct claim {
    const char *name, *source, *parameters;
    enum claim_kind kind;
    const char *statement; /* in plain words */
    const char *published; /* what stands in that column; NULL: the number of the worst cell */
    const char *caveat;    /* what a reader of the row must know; NULL: nothing */
    /* Gives every cell to claim_cell, claim_at_most or claim_at_least. HW has none. */
    void (*run)(struct claim_run *run);
    const char *spec;
};

struct claim_run {
    const struct claim *claim;
    size_t n_cells;
    bool refused;   /* could not be run to its end: note says why */
    bool no_memory; /* the whole run ends */
    /* The worst cell; distance: by how much it is past its tolerance. */
    double published, measured, standard_error, tolerance, distance;
    char cell[64];
    char note[512];
};

double claim_tolerance(enum claim_kind kind, double standard_error);

/* A cell: what was published, what is measured here, its standard error (0: no sampling), and
 * printf words that say which cell it is. at_most and at_least: the published number is a bound. */
void claim_cell(struct claim_run *run, double published, double measured, double standard_error,
                const char *format, ...) __attribute__((format(printf, 5, 6)));
void claim_at_most(struct claim_run *run, double bound, double measured, double standard_error,
                   const char *format, ...) __attribute__((format(printf, 5, 6)));
void claim_at_least(struct claim_run *run, double bound, double measured, double standard_error,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));
/* The claim cannot be run: not reproduced, with the reason. */
void claim_refuse(struct claim_run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Runs a claim. A claim without a cell is not reproduced. */
void claim_run(const struct claim *claim, struct claim_run *run);
enum claim_verdict claim_verdict(const struct claim_run *run);
/* An exact value or a closed form that was measured and came out wrong: the library is broken. */
bool claim_is_broken(const struct claim_run *run);

const struct claim *claim_at(size_t i); /* NULL past the end */
/* For tests. false: there is no more room. claim must outlive every use. */
bool claim_register(const struct claim *claim);

/* Rows as a table; as the page docs/claims.md. false: out of memory, or the output failed. */
bool claims_print(FILE *out, enum table_format format, const struct claim_run *runs, size_t n);
bool claims_page(FILE *out, const struct claim_run *runs, size_t n);

#endif
