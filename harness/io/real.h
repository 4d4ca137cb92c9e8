/* real.h - real numbers as text, with a point under every locale
 */
#ifndef RINGSIDE_REAL_H
#define RINGSIDE_REAL_H

#include "ringside.h"

#define REAL_MAX 40

/* Shortest decimal that reads back as the same double. value is finite. */
void real_print(double value, char text[REAL_MAX]);
/* For a person: four digits, or all of a whole part below 1e15. value is finite. */
void real_show(double value, char text[REAL_MAX]);
/* digits[.digits][e[+-]digits] and nothing else. false, *value as it was: no such number, or one
 * that no double comes near. */
bool real_parse(struct rs_bytes text, double *value);

#endif
