/* chi2_cells.h - keys in cells beside what each should get, as one chi-square
 *
 * The law is near the truth only where some keys are expected: cells that expect fewer than 5 are
 * taken together as one, and left out where all of them together still do.
 */
#ifndef RINGSIDE_CHI2_CELLS_H
#define RINGSIDE_CHI2_CELLS_H

#include <stddef.h>

/* All zero at first. */
struct chi2_cells {
    double chi2; /* infinite: a key where none can be is beyond chance */
    double few, few_expected;
    size_t n; /* without the few */
};

void chi2_cells_add(struct chi2_cells *cells, double n_keys, double expected);

/* The chance that fair dice fall less evenly; 0 for less than a normal double, which not every
 * reader takes. Negative: there are not two cells. */
double chi2_cells_p(const struct chi2_cells *cells);
/* What a row says then. */
#define CHI2_CELLS_TOO_FEW "fewer than two nodes expect 5 keys"
/* The same as a normal score. NAN: there are not two cells, or all have exactly what they expect,
 * which is a fixed pattern and no chance to score. */
double chi2_cells_z(const struct chi2_cells *cells);

#endif
