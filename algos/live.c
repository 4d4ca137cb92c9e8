/* live.c - change a placement while threads look keys up in it
 *
 * Left and right: there are two equal placements, and readers are sent to one of them.
 *
 *     readers ---> current        1. change `aside`, which nobody reads
 *                  aside          2. send readers to it: the two change places
 *                                 3. wait until those who read the old one have left
 *                                 4. make the same change there: equal again
 *
 * So a large ring takes in one node, twice, and is never built anew by a clone. A change is data,
 * not a callback: it is made twice, and what a callback does twice need not be the same. Data also
 * tells when nothing has to be undone: a single step that fails has changed nothing.
 *
 * A reader says by an odd number in its own cache line that it is inside. It is one store, then one
 * load of `current`; the writer does one store to `current`, then one load of each number. Both
 * pairs must be in one order that all threads agree on (sequential consistency): with less, the
 * reader's store may still be on its way while it loads the old `current`, and the writer finds it
 * outside. In that one order, either the writer's load sees the odd number, and waits, or the
 * reader's load comes after the writer's store and gets the new placement. Leaving needs no such
 * order: release, so that all reads of the bracket are done when the writer sees it.
 *
 * The writer waits for a number to become another one, not for an even one: a reader that has left
 * and come back has seen the new `current`, and a busy one cannot hold a writer up.
 *
 * liburcu does the same and much more (signals, deferred calls, lists), but is a dependency under
 * LGPL for sixty lines, and would still need a clone for every change. Hazard pointers make the
 * reader check again after its announcement, without a bound on how often, and are for many small
 * objects that come and go rather than for two that stay.
 *
 * enter, leave: O(1), wait-free; a seq_cst store is all that they cost. A change: twice that of the
 * strategy, and O(readers). Memory: two placements and sizeof(struct rs_live).
 *
 * The atomic operations are those of the compiler on plain objects: <stdatomic.h> in a header would
 * shut C++ out of it.
 */
#include "ringside_live.h"

#include "core/core.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

enum { LIVE_LINE = 64, LIVE_SPINS = 200, LIVE_YIELDS = 50, LIVE_SLEEP_NS = 50000 };

struct rs_live {
    char before[LIVE_LINE]; /* what readers load stands in a line that only a change writes */
    struct rs_placement *current;
    char after[LIVE_LINE];
    struct rs_placement *aside; /* NULL: it could not follow; the next change makes it anew */
    struct rs_reader *readers;
    pthread_mutex_t changing; /* held by a change, all of it; taken before the other */
    pthread_mutex_t joining;  /* of the list of readers */
};

static struct rs_live *live_alloc(const struct rs_placement *p)
{
    struct rs_live *live = rs_alloc(p, sizeof *live, _Alignof(struct rs_live));
    if (!live)
        return NULL;
    live->readers = NULL;
    live->aside = NULL;
    if (pthread_mutex_init(&live->changing, NULL)) {
        rs_free(p, live, sizeof *live);
        return NULL;
    }
    if (pthread_mutex_init(&live->joining, NULL)) {
        pthread_mutex_destroy(&live->changing);
        rs_free(p, live, sizeof *live);
        return NULL;
    }
    return live;
}

/* Without the current placement. */
static void live_free(struct rs_live *live, const struct rs_placement *p)
{
    rs_close(live->aside);
    pthread_mutex_destroy(&live->joining);
    pthread_mutex_destroy(&live->changing);
    rs_free(p, live, sizeof *live);
}

enum rs_status rs_live_open(struct rs_placement *p, struct rs_live **out, struct rs_why *why)
{
    if (rs_traits(p) & RS_LOAD)
        return core_fail(why, RS_EUNSUPPORTED,
                         "%s counts what nodes carry, in one of two placements alone; choose a "
                         "strategy without loads, or put a lock around its placement",
                         p->strategy->name);
    struct rs_live *live = live_alloc(p);
    if (!live)
        return core_fail(why, RS_ENOMEM, "out of memory");
    enum rs_status status = rs_clone(p, NULL, &live->aside);
    if (status) {
        live_free(live, p);
        return core_fail(why, status, "%s", rs_status_text(status));
    }
    __atomic_store_n(&live->current, p, __ATOMIC_SEQ_CST);
    *out = live;
    return RS_OK;
}

void rs_live_close(struct rs_live *live)
{
    if (!live)
        return;
    struct rs_placement *p = __atomic_load_n(&live->current, __ATOMIC_SEQ_CST);
    live_free(live, p);
    rs_close(p);
}

/* ---- readers */

void rs_live_join(struct rs_live *live, struct rs_reader *reader)
{
    pthread_mutex_lock(&live->joining);
    *reader = (struct rs_reader){0, live, live->readers};
    live->readers = reader;
    pthread_mutex_unlock(&live->joining);
}

void rs_live_part(struct rs_reader *reader)
{
    struct rs_live *live = reader->live;
    pthread_mutex_lock(&live->joining);
    struct rs_reader **at = &live->readers;
    while (*at != reader)
        at = &(*at)->next;
    *at = reader->next;
    pthread_mutex_unlock(&live->joining);
}

/* Nobody else writes turn, so reading it takes no order and adding no exclusive access. */
const struct rs_placement *rs_live_enter(struct rs_reader *reader)
{
    uintptr_t turn = __atomic_load_n(&reader->turn, __ATOMIC_RELAXED);
    __atomic_store_n(&reader->turn, turn + 1, __ATOMIC_SEQ_CST);
    return __atomic_load_n(&reader->live->current, __ATOMIC_SEQ_CST);
}

void rs_live_leave(struct rs_reader *reader)
{
    uintptr_t turn = __atomic_load_n(&reader->turn, __ATOMIC_RELAXED);
    __atomic_store_n(&reader->turn, turn + 1, __ATOMIC_RELEASE);
}

/* ---- changes */

/* Longer and longer: a bracket takes a microsecond, or, where its thread lost the processor, as
 * long as the scheduler likes. */
static void live_pause(unsigned n_before)
{
    if (n_before < LIVE_SPINS)
        return;
    if (n_before < LIVE_SPINS + LIVE_YIELDS)
        sched_yield();
    else
        nanosleep(&(struct timespec){0, LIVE_SLEEP_NS}, NULL);
}

/* Until nobody reads what was current before now. */
static void live_drain(struct rs_live *live)
{
    pthread_mutex_lock(&live->joining);
    for (const struct rs_reader *reader = live->readers; reader; reader = reader->next) {
        uintptr_t turn = __atomic_load_n(&reader->turn, __ATOMIC_SEQ_CST);
        for (unsigned i = 0; turn & 1; i++) {
            live_pause(i);
            if (__atomic_load_n(&reader->turn, __ATOMIC_ACQUIRE) != turn)
                break;
        }
    }
    pthread_mutex_unlock(&live->joining);
}

static void live_give_up_aside(struct rs_live *live)
{
    rs_close(live->aside);
    live->aside = NULL;
}

static enum rs_status live_step(struct rs_placement *p, const struct rs_edit *edit,
                                struct rs_why *why)
{
    switch (edit->kind) {
    case RS_EDIT_ADD:
        return rs_add(p, edit->nodes, edit->n, why);
    case RS_EDIT_REMOVE:
        return rs_remove(p, edit->ids, edit->n, why);
    case RS_EDIT_UPDATE:
        return rs_update(p, edit->nodes, edit->n, why);
    }
    return core_fail(why, RS_EINVAL, "there is no kind of edit %d; add, remove or update",
                     (int)edit->kind);
}

/* A step that fails has changed nothing; after one that was done, the placement is given up. */
static enum rs_status live_apply(struct rs_live *live, const struct rs_edit *edits, size_t n,
                                 struct rs_why *why)
{
    for (size_t i = 0; i < n; i++) {
        enum rs_status status = live_step(live->aside, &edits[i], why);
        if (status && i)
            live_give_up_aside(live);
        if (status)
            return status;
    }
    return RS_OK;
}

static enum rs_status live_change(struct rs_live *live, const struct rs_edit *edits, size_t n,
                                  struct rs_why *why)
{
    struct rs_placement *old = __atomic_load_n(&live->current, __ATOMIC_RELAXED);
    enum rs_status status = live->aside ? RS_OK : rs_clone(old, NULL, &live->aside);
    if (status)
        return core_fail(why, status, "%s: a second placement cannot be had: %s",
                         old->strategy->name, rs_status_text(status));
    status = live_apply(live, edits, n, why);
    if (status)
        return status;
    __atomic_store_n(&live->current, live->aside, __ATOMIC_SEQ_CST);
    live->aside = old;
    live_drain(live);
    if (live_apply(live, edits, n, NULL) && live->aside)
        live_give_up_aside(live);
    return RS_OK;
}

enum rs_status rs_live_change(struct rs_live *live, const struct rs_edit *edits, size_t n,
                              struct rs_why *why)
{
    pthread_mutex_lock(&live->changing);
    enum rs_status status = live_change(live, edits, n, why);
    pthread_mutex_unlock(&live->changing);
    return status;
}
