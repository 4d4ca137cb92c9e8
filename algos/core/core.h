/* core.h - what the files of core/ share with each other; strategies need ringside.h alone
 */
#ifndef RINGSIDE_CORE_H
#define RINGSIDE_CORE_H

#include "core/strategy.h"

/* Fills why, if there is one, and returns status: a failure is one line. */
enum rs_status core_fail(struct rs_why *why, enum rs_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Bytes from outside, short and printable, for a message. */
struct core_shown {
    char text[72];
};
struct core_shown core_show(struct rs_bytes bytes);

/* Checks one value of one parameter and writes its canonical text. */
enum rs_status core_value(const struct rs_param *param, char value[RS_VALUE_MAX],
                          struct rs_why *why);
/* Puts the values of p->spec where the parameters say. */
void core_apply_spec(struct rs_placement *p);

/* The node table (node_table.c). Slots are found by id through the map. */
enum rs_status node_table_reserve(struct rs_placement *p, size_t n_more);
enum rs_status node_table_insert(struct rs_placement *p, const struct rs_node *node,
                                 uint32_t *slot);
void node_table_delete(struct rs_placement *p, uint32_t slot);
char *node_table_text(const struct rs_placement *p, const struct rs_node *node);
void node_table_free_text(const struct rs_placement *p, char *text, size_t n_bytes);
/* Gives back what an empty table does not need. */
void node_table_trim(struct rs_placement *p);

/* Set in rs_slot.flags while a removal is under way. */
#define SLOT_LEAVING 0x80000000u

/* rs_add that ends in strategy->restore with this state. */
enum rs_status core_add_restored(struct rs_placement *p, const struct rs_node *nodes, size_t n,
                                 struct rs_bytes state, struct rs_why *why);

#endif
