/* edit.h - what edited rows mean for the strategy
 *
 * begin, edit rows of the node table and note their slots, keep p->n_regular in step, apply, end.
 * When apply fails the effective weights are what they were; the rows are the caller's to put back.
 */
#ifndef RINGSIDE_EDIT_H
#define RINGSIDE_EDIT_H

#include "core/core.h"

/* Rows that were edited, and how many regular nodes there were before. */
struct edit {
    struct rs_placement *p;
    uint32_t *slots;
    size_t n, cap;
    uint32_t n_regular;
};

enum rs_status edit_begin(struct edit *edit, struct rs_placement *p, size_t cap);
/* Works out whose effective weight is another one now, and lets the strategy follow. restored: what
 * its own save wrote, or NULL. */
enum rs_status edit_apply(const struct edit *edit, const struct rs_bytes *restored);
void edit_end(struct edit *edit);

/* It answers, and not only as a backup. */
bool edit_is_regular(const struct rs_slot *row);

#endif
