/* specs.h - the specs that tests and fuzzers hold to the properties
 */
#ifndef RINGSIDE_SPECS_H
#define RINGSIDE_SPECS_H

#include "ringside.h"

/* The i-th, written to text: every strategy of the registry with a wide hash and with two narrow
 * ones, then variants whose parameters change what is computed. false: past the end. Needs
 * narrow_register. */
bool specs_at(size_t i, char text[RS_SPEC_MAX]);

/* One of them, by the first bytes of an input: the highest random weight, so that an input keeps
 * its spec when others join the list. */
void specs_choose(uint16_t bytes, char text[RS_SPEC_MAX]);

/* The spec with other values of those of these parameters that its strategy has; NULL is last. */
struct specs_value {
    const char *name, *value;
};
void specs_with(const char *spec, const struct specs_value *values, char text[RS_SPEC_MAX]);

#endif
