/* chi2.h - how surprising a sum of squares is
 */
#ifndef RINGSIDE_CHI2_H
#define RINGSIDE_CHI2_H

/* P(X >= x) for X chi-square distributed with df degrees of freedom; to about 1e-12. df > 0. */
double chi2_p(double x, double df);

#endif
