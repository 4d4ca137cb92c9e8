/* baseline.c - memory returns to where it was
 *
 * When all nodes are gone, to that of an empty placement; when the placement is closed, to nothing.
 * Every free must be told the size and the pointer that alloc was.
 */
#include "session.h"

/* The youngest first, as every strategy allows: one by one, or the last eight at once. */
static const char *baseline_empty(struct session *s, size_t n)
{
    const char *reason = NULL;
    while (!reason && s->model.n) {
        struct script_op op = {SCRIPT_REMOVE, n < s->model.n ? n : s->model.n, {{0}}};
        for (size_t i = 0; i < op.n; i++)
            op.nodes[i] = s->model.nodes[s->model.n - 1 - i];
        reason = session_apply(s, &op);
    }
    return reason;
}

static const char *baseline_check(struct session *s, size_t n)
{
    size_t empty_bytes = s->heap.now_bytes;
    const char *reason = session_apply_from(s, 0);
    if (!reason)
        reason = baseline_empty(s, n);
    if (reason)
        return reason;
    if (s->heap.now_bytes != empty_bytes)
        return property_fail("empty again it has %zu bytes, at first it had %zu", s->heap.now_bytes,
                             empty_bytes);
    rs_close(s->p);
    s->p = NULL;
    if (s->heap.now_bytes)
        return property_fail("%zu bytes are left behind", s->heap.now_bytes);
    return s->heap.fault ? property_fail("%s", s->heap.fault) : NULL;
}

const char *property_baseline(const char *spec, const struct script *script)
{
    const char *reason = NULL;
    for (size_t n = 1; !reason && n <= SCRIPT_MAX_BULK; n += SCRIPT_MAX_BULK - 1) {
        struct session s;
        reason = session_open(&s, spec, script);
        if (!reason)
            reason = baseline_check(&s, n);
        session_close(&s);
    }
    return reason;
}
