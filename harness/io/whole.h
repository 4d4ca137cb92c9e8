/* whole.h - whole numbers as people write them
 */
#ifndef RINGSIDE_WHOLE_H
#define RINGSIDE_WHOLE_H

#include "ringside.h"

/* Decimal digits and nothing else. false, *value as it was: no such number, or more than max. */
bool whole_parse(struct rs_bytes text, uint64_t max, uint64_t *value);

#endif
