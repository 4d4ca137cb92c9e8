/* chi2.h - how surprising a sum of squares is
 */
#ifndef RINGSIDE_CHI2_H
#define RINGSIDE_CHI2_H

/* P(X >= x) for X chi-square distributed with df degrees of freedom; to about 1e-12. df > 0. */
double chi2_p(double x, double df);

/* The same as a normal score: z with P(Z >= z) = chi2_p(x, df), Z standard normal, to about 1e-9 of
 * itself. From the logarithm of the smaller tail, so it holds where a probability is no longer
 * told from 0 or 1. x 0: minus infinity; x infinite: infinity. */
double chi2_z(double x, double df);

#endif
