/* chi2_cells.c - keys in cells beside what each should get, as one chi-square
 */
#include "chi2_cells.h"

#include "chi2.h"

#include <float.h>
#include <math.h>

#define CHI2_CELLS_MIN_EXPECTED 5.0

static void chi2_cells_count(struct chi2_cells *cells, double n_keys, double expected)
{
    cells->chi2 += (n_keys - expected) * (n_keys - expected) / expected;
    cells->n++;
}

void chi2_cells_add(struct chi2_cells *cells, double n_keys, double expected)
{
    if (!(expected > 0) && n_keys > 0)
        cells->chi2 = INFINITY;
    else if (expected < CHI2_CELLS_MIN_EXPECTED)
        cells->few += n_keys, cells->few_expected += expected;
    else
        chi2_cells_count(cells, n_keys, expected);
}

static struct chi2_cells chi2_cells_whole(const struct chi2_cells *cells)
{
    struct chi2_cells whole = *cells;
    if (cells->few_expected >= CHI2_CELLS_MIN_EXPECTED)
        chi2_cells_count(&whole, cells->few, cells->few_expected);
    return whole;
}

double chi2_cells_p(const struct chi2_cells *cells)
{
    struct chi2_cells whole = chi2_cells_whole(cells);
    if (isinf(whole.chi2))
        return 0;
    if (whole.n < 2)
        return -1;
    double p = chi2_p(whole.chi2, (double)whole.n - 1);
    return p < DBL_MIN ? 0 : p;
}

double chi2_cells_z(const struct chi2_cells *cells)
{
    struct chi2_cells whole = chi2_cells_whole(cells);
    if (isinf(whole.chi2))
        return INFINITY;
    return whole.n > 1 && whole.chi2 > 0 ? chi2_z(whole.chi2, (double)whole.n - 1) : NAN;
}
