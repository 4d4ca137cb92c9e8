/* liars.h - strategies that break their promises, one way each
 *
 * A liar is the row of an honest strategy with one thing changed; what it wraps it finds in the
 * registry.
 */
#ifndef RINGSIDE_LIARS_H
#define RINGSIDE_LIARS_H

#include "ringside.h"

struct liar {
    const char *name, *base, *property, *says; /* as liars.def explains */
    void (*lie)(struct rs_strategy *row);
};

#define LIAR(name, base, property, says) void lie_##name(struct rs_strategy *row);
#include "liars.def"
#undef LIAR

const struct liar *liar_at(size_t i); /* NULL past the end */

/* Puts all liars into the registry, under their names. */
enum rs_status liars_register(struct rs_why *why);

#endif
