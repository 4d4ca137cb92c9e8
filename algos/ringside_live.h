/* ringside_live.h - change a placement while threads look keys up in it
 *
 *     the writer                                    a reader: each thread, its own
 *
 *     rs_live_open(p, &live, &why);                 rs_live_join(live, &reader);        once
 *     ...                                           ...
 *     rs_live_add(live, &node, 1, &why);            p = rs_live_enter(&reader);
 *     rs_live_remove(live, &id, 1, &why);           rs_locate_many(p, digests, n, ids);
 *                                                   rs_live_leave(&reader);
 *
 * What lies between enter and leave, a bracket, sees one set of nodes: that before a change or that
 * after it. Once a change has returned, no bracket sees what was before: a node that was removed
 * gets no more lookups, and its connection may go.
 *
 * Readers never wait, for each other or for a change: enter and leave are a handful of instructions
 * each. A change waits for the brackets that were open when it was published. So brackets are to be
 * short: a batch of lookups, not the requests that follow from them.
 *
 * Costs: two placements in memory, every change made twice. docs/threads.md has figures.
 */
#ifndef RINGSIDE_LIVE_H
#define RINGSIDE_LIVE_H

#include "ringside.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rs_live;

/* One thread that reads. The caller's memory, which stays where it is from join to part; the fields
 * are the library's. It fills a cache line, so that readers do not slow each other down: static, on
 * the stack, or from aligned_alloc. */
struct rs_reader {
    uintptr_t turn; /* odd: inside a bracket */
    struct rs_live *live;
    struct rs_reader *next;
} __attribute__((aligned(64)));

/* Takes p, which is the caller's no more; a second one beside it is made by rs_clone, and all
 * memory comes from the allocator of p. Only changes, open and close call it, one at a time; what
 * readers call on a const placement besides lookups (rs_clone, rs_shares) comes on top of that.
 * Errors, upon which p stays the caller's: EUNSUPPORTED (RS_LOAD: what rs_assign counts would be in
 * one of the two placements alone); ENOMEM. */
enum rs_status rs_live_open(struct rs_placement *p, struct rs_live **out, struct rs_why *why);
/* No bracket is open, and none begins any more. Readers need not have
 * parted, and must not do so afterwards. NULL is fine. */
void rs_live_close(struct rs_live *live);

/* Not inside a bracket of the same thread: both wait while a change waits for readers. */
void rs_live_join(struct rs_live *live, struct rs_reader *reader);
void rs_live_part(struct rs_reader *reader);

/* What enter returns is good until leave, and so is all that it hands out (names of rs_node). All
 * calls on a const placement may be made of it. Brackets of one reader do not nest, and one reader
 * is not for two threads at a time. Wait-free. */
const struct rs_placement *rs_live_enter(struct rs_reader *reader);
void rs_live_leave(struct rs_reader *reader);

/* A step of a change: as rs_add, rs_remove, rs_update. */
enum rs_edit_kind { RS_EDIT_ADD, RS_EDIT_REMOVE, RS_EDIT_UPDATE };
struct rs_edit {
    enum rs_edit_kind kind;
    const struct rs_node *nodes; /* add, update */
    const uint32_t *ids;         /* remove */
    size_t n;                    /* of nodes or ids */
};

/* The steps in their order, all or nothing, and at once: a bracket sees none of them or all, so one
 * node can take the place of another. Any thread may call it that is outside its own bracket;
 * changes wait for one another. Returns when no reader can see the nodes as they were before.
 *
 * Errors: those of the first step that fails, and nothing has changed. Memory that is short may
 * show a change late: when only the second of the two placements cannot follow, the change is done
 * (RS_OK), that placement is given up, and the next change makes it anew first, at the cost of an
 * rs_clone, or fails with ENOMEM. The same after a change that failed in a step but the first. */
enum rs_status rs_live_change(struct rs_live *live, const struct rs_edit *edits, size_t n,
                              struct rs_why *why);

/* Changes of one step. */
static inline enum rs_status rs_live_add(struct rs_live *live, const struct rs_node *nodes,
                                         size_t n, struct rs_why *why)
{
    struct rs_edit edit = {RS_EDIT_ADD, nodes, NULL, n};
    return rs_live_change(live, &edit, 1, why);
}
static inline enum rs_status rs_live_remove(struct rs_live *live, const uint32_t *ids, size_t n,
                                            struct rs_why *why)
{
    struct rs_edit edit = {RS_EDIT_REMOVE, NULL, ids, n};
    return rs_live_change(live, &edit, 1, why);
}
static inline enum rs_status rs_live_update(struct rs_live *live, const struct rs_node *nodes,
                                            size_t n, struct rs_why *why)
{
    struct rs_edit edit = {RS_EDIT_UPDATE, nodes, NULL, n};
    return rs_live_change(live, &edit, 1, why);
}

#ifdef __cplusplus
}
#endif
#endif
