/* property.h - what must be true of a strategy, written once
 *
 * A property is a function over a spec and a script. Fuzzers, corpus replay, seeded unit tests and
 * `ringside verify` all call it the same way:
 *
 *     for (size_t i = 0; (property = property_at(i)); i++)
 *         if (property_applies(property, p))
 *             reason = property_check(property, spec, seed, 200);
 */
#ifndef RINGSIDE_PROPERTY_H
#define RINGSIDE_PROPERTY_H

#include "script.h"

struct property {
    const char *name, *summary;
    uint32_t needs;       /* traits; a placement without them promises nothing of the kind */
    const char *strategy; /* the only one that it is about; NULL: any */
    /* NULL when it holds, else the reason: it lives until the next one of this thread. */
    const char *(*run)(const char *spec, const struct script *script);
};

#define PROPERTY(name, summary, needs, strategy)                                                   \
    const char *property_##name(const char *spec, const struct script *script);
#include "properties.def"
#undef PROPERTY

const struct property *property_at(size_t i); /* NULL past the end */
const struct property *property_find(const char *name);
bool property_applies(const struct property *property, const struct rs_placement *p);

/* Runs a property on n_scripts scripts, from seeds seed, seed + 1, ... NULL: it holds on all. The
 * reason ends with the seed to repeat it with n_scripts = 1. Does not ask whether it applies. */
const char *property_check(const struct property *property, const char *spec, uint64_t seed,
                           unsigned n_scripts);

/* A reason, in a buffer of this thread. No argument may be an earlier reason. */
const char *property_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
