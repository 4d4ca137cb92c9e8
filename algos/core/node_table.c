/* node_table.c - the node table that all strategies share
 *
 *     slots   [ a | b | - | d ]       rows; a node keeps its row, a free row waits in a list
 *     map     [ . | 1 | 0 | . | 3 ..] id -> row, open addressing with linear probing, at most half
 *                                     full; a deletion closes its gap, so there are no tombstones
 *
 * Rows are linked in the order of age as well: the order of a configuration file costs no sort.
 * Cost: O(1) an operation; sizeof(struct rs_slot) + 8 to 16 bytes a node + its name.
 */
#include "core/core.h"

#include <string.h>

#define MAP_EMPTY UINT32_MAX
#define NODE_TABLE_MAX (1u << 30) /* nodes: the map has 2^31 entries then */

static uint32_t node_table_home(const struct rs_placement *p, uint32_t id)
{
    return (uint32_t)(rs_mix(id + 1u) >> (64 - p->map_bits));
}

static uint32_t node_table_find(const struct rs_placement *p, uint32_t id)
{
    uint32_t mask = (1u << p->map_bits) - 1, at = node_table_home(p, id);
    while (p->map[at] != MAP_EMPTY && p->slots[p->map[at]].id != id)
        at = (at + 1) & mask;
    return at;
}

uint32_t rs_slot_of(const struct rs_placement *p, uint32_t id)
{
    return p->map ? p->map[node_table_find(p, id)] : RS_NO_NODE;
}

static enum rs_status node_table_grow_map(struct rs_placement *p, size_t n_nodes)
{
    uint32_t bits = p->map ? p->map_bits : 3;
    while (((size_t)1 << bits) < 2 * n_nodes)
        bits++;
    if (p->map && bits == p->map_bits)
        return RS_OK;
    size_t n_bytes = sizeof(uint32_t) << bits;
    uint32_t *map = rs_alloc(p, n_bytes, _Alignof(uint32_t));
    if (!map)
        return RS_ENOMEM;
    memset(map, 0xff, n_bytes); /* MAP_EMPTY */
    rs_free(p, p->map, p->map ? sizeof(uint32_t) << p->map_bits : 0);
    p->map = map, p->map_bits = bits;
    for (uint32_t slot = 0; slot < p->n_slots; slot++)
        if (p->slots[slot].text)
            map[node_table_find(p, p->slots[slot].id)] = slot;
    return RS_OK;
}

enum rs_status node_table_reserve(struct rs_placement *p, size_t n_more)
{
    if (n_more > NODE_TABLE_MAX - p->n_nodes)
        return RS_EFULL;
    size_t n_rows = p->n_nodes + n_more;
    if (n_rows > p->cap_slots) {
        size_t cap = p->cap_slots + p->cap_slots / 2;
        if (cap < n_rows)
            cap = n_rows;
        if (cap > SIZE_MAX / 2 / sizeof *p->slots)
            return RS_ENOMEM;
        struct rs_slot *slots = rs_alloc(p, cap * sizeof *slots, _Alignof(struct rs_slot));
        if (!slots)
            return RS_ENOMEM;
        if (p->n_slots)
            memcpy(slots, p->slots, p->n_slots * sizeof *slots);
        rs_free(p, p->slots, p->cap_slots * sizeof *slots);
        p->slots = slots, p->cap_slots = (uint32_t)cap;
    }
    return node_table_grow_map(p, n_rows);
}

/* Never NULL for a live node: an empty text takes one byte all the same. */
char *node_table_text(const struct rs_placement *p, const struct rs_node *node)
{
    size_t n_bytes = node->name.n_bytes + node->detail.n_bytes;
    char *text = rs_alloc(p, n_bytes ? n_bytes : 1, 1);
    if (text && node->name.n_bytes)
        memcpy(text, node->name.at, node->name.n_bytes);
    if (text && node->detail.n_bytes)
        memcpy(text + node->name.n_bytes, node->detail.at, node->detail.n_bytes);
    return text;
}

void node_table_free_text(const struct rs_placement *p, char *text, size_t n_bytes)
{
    rs_free(p, text, n_bytes ? n_bytes : 1);
}

/* Needs a row reserved. */
enum rs_status node_table_insert(struct rs_placement *p, const struct rs_node *node, uint32_t *slot)
{
    char *text = node_table_text(p, node);
    if (!text)
        return RS_ENOMEM;
    if (p->free_slot != RS_NO_NODE) {
        *slot = p->free_slot;
        p->free_slot = p->slots[*slot].older;
    } else {
        *slot = p->n_slots++;
    }
    p->slots[*slot] = (struct rs_slot){.id = node->id,
                                       .flags = node->flags,
                                       .weight = node->weight,
                                       .age = p->next_age++,
                                       .text = text,
                                       .name_bytes = (uint32_t)node->name.n_bytes,
                                       .detail_bytes = (uint32_t)node->detail.n_bytes,
                                       .older = p->youngest,
                                       .younger = RS_NO_NODE};
    if (p->youngest != RS_NO_NODE)
        p->slots[p->youngest].younger = *slot;
    else
        p->oldest = *slot;
    p->youngest = *slot;
    p->map[node_table_find(p, node->id)] = *slot;
    p->n_nodes++;
    return RS_OK;
}

/* Closes the gap: an entry moves back into it unless its home lies behind the gap. */
static void node_table_unmap(struct rs_placement *p, uint32_t id)
{
    uint32_t mask = (1u << p->map_bits) - 1, gap = node_table_find(p, id), at = gap;
    for (;;) {
        at = (at + 1) & mask;
        if (p->map[at] == MAP_EMPTY)
            break;
        uint32_t home = node_table_home(p, p->slots[p->map[at]].id);
        if (((at - home) & mask) >= ((at - gap) & mask)) {
            p->map[gap] = p->map[at];
            gap = at;
        }
    }
    p->map[gap] = MAP_EMPTY;
}

void node_table_delete(struct rs_placement *p, uint32_t slot)
{
    struct rs_slot *row = &p->slots[slot];
    node_table_unmap(p, row->id);
    if (row->older != RS_NO_NODE)
        p->slots[row->older].younger = row->younger;
    else
        p->oldest = row->younger;
    if (row->younger != RS_NO_NODE)
        p->slots[row->younger].older = row->older;
    else
        p->youngest = row->older;
    node_table_free_text(p, row->text, (size_t)row->name_bytes + row->detail_bytes);
    *row = (struct rs_slot){.older = p->free_slot};
    p->free_slot = slot;
    p->n_nodes--;
}

void node_table_trim(struct rs_placement *p)
{
    if (p->n_nodes)
        return;
    rs_free(p, p->slots, p->cap_slots * sizeof *p->slots);
    rs_free(p, p->map, p->map ? sizeof(uint32_t) << p->map_bits : 0);
    p->slots = NULL, p->n_slots = p->cap_slots = 0;
    p->map = NULL, p->map_bits = 0;
    p->free_slot = p->oldest = p->youngest = RS_NO_NODE;
}
