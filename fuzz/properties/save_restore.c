/* save_restore.c - bytes bring back the same placement, other bytes bring none
 *
 * What is saved after half of the script comes back, saves the same bytes, and goes the other half
 * with the same answers as the original. Cut short anywhere it is refused.
 */
#include "session.h"
#include "snapshot.h"

#include <stdlib.h>
#include <string.h>

/* A byte less than it takes: the size comes back, and nothing is written. */
static const char *save_restore_short_buffer(const struct rs_placement *p, size_t n_saved)
{
    enum { FILL = 0x5a };
    size_t n_bytes = n_saved - 1, i = 0;
    unsigned char *buf = malloc(n_bytes); /* a sanitizer sees a byte too many */
    if (!buf)
        abort();
    memset(buf, FILL, n_bytes);
    size_t n = rs_save(p, buf, n_bytes);
    while (i < n_bytes && buf[i] == FILL)
        i++;
    free(buf);
    if (n != n_saved)
        return property_fail("save needs %zu bytes, then %zu", n_saved, n);
    return i == n_bytes ? NULL : property_fail("save writes to a buffer that is too small");
}

/* At every length up to 64, then ever more coarsely. */
static const char *save_restore_truncated(const struct snapshot *snapshot)
{
    struct rs_placement *p = NULL;
    for (size_t n = 0; n < snapshot->n_saved; n += 1 + n / 32) {
        if (!rs_restore(snapshot->saved, n, NULL, &p, NULL)) {
            rs_close(p);
            return property_fail("the first %zu of %zu bytes restore something", n,
                                 snapshot->n_saved);
        }
        if (p)
            return property_fail("a failed restore writes its result");
    }
    return NULL;
}

static const char *save_restore_again(const struct session *s, struct session *again,
                                      const struct snapshot *saved)
{
    struct rs_config config = {.allocator = heap_allocator(&again->heap)};
    struct rs_why why;
    *again = (struct session){.spec = s->spec, .script = s->script, .model = s->model};
    if (rs_restore(saved->saved, saved->n_saved, &config, &again->p, &why))
        return property_fail("it does not restore: %s", why.text);
    return snapshot_differ(saved, again->p, "after save and restore");
}

static const char *save_restore_second_half(struct session *s, struct session *again, size_t half)
{
    struct snapshot end;
    const char *reason = session_apply_from(s, half);
    if (!reason)
        reason = session_apply_from(again, half);
    if (reason)
        return reason;
    snapshot_take(&end, s->p, s->script);
    reason = snapshot_differ(&end, again->p, "after save, restore and the same changes");
    snapshot_free(&end);
    return reason;
}

static const char *save_restore_check(struct session *s, size_t half)
{
    struct snapshot saved;
    struct session again = {.p = NULL};
    snapshot_take(&saved, s->p, s->script);
    const char *reason = save_restore_short_buffer(s->p, saved.n_saved);
    if (!reason)
        reason = save_restore_truncated(&saved);
    if (!reason)
        reason = save_restore_again(s, &again, &saved);
    if (!reason)
        reason = save_restore_second_half(s, &again, half);
    session_close(&again);
    snapshot_free(&saved);
    return reason;
}

const char *property_save_restore(const char *spec, const struct script *script)
{
    struct script first = *script;
    struct session s;
    first.n_ops = script->n_ops / 2;
    const char *reason = session_open(&s, spec, &first);
    if (!reason)
        reason = session_apply_from(&s, 0);
    s.script = script;
    if (!reason)
        reason = save_restore_check(&s, first.n_ops);
    session_close(&s);
    return reason;
}
