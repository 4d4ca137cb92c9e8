/* session.h - a placement under test, with the nodes it ought to have and the memory it took
 */
#ifndef RINGSIDE_SESSION_H
#define RINGSIDE_SESSION_H

#include "heap.h"
#include "model.h"
#include "property.h"

struct session {
    const char *spec;
    const struct script *script;
    struct heap heap;
    struct rs_placement *p;
    struct model model;
};

/* With the seed of the script, where the hashes take one. NULL, or why the spec does not open. */
const char *session_open(struct session *s, const char *spec, const struct script *script);
/* What s->p was opened with, for another in the same heap. */
struct rs_config session_config(struct session *s);
/* Also after a failed open. */
void session_close(struct session *s);

/* Placement and model take the call, which must succeed; NULL is no call. */
const char *session_apply(struct session *s, const struct script_op *op);
/* All calls of the script from the i-th on. */
const char *session_apply_from(struct session *s, size_t i);

/* Calls step for every call of the script (step makes it) and once before the first, with NULL.
 * Ends with the first reason. */
const char *session_each(const char *spec, const struct script *script,
                         const char *(*step)(struct session *s, const struct script_op *op));
/* Makes all calls of the script, then calls check. */
const char *session_end(const char *spec, const struct script *script,
                        const char *(*check)(struct session *s));

#endif
