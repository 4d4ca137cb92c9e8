/* aim.c - the nodes that shall be, and the placement that follows them
 *
 * An aim starts as a copy of the present one: a clone of the placement, the members with their rows
 * as they are. Rows are never moved, so that owners need no translation.
 */
#include "cluster_state.h"

uint32_t aim_row(const struct aim *aim, uint32_t id)
{
    const struct row_index *index = &aim->by_id;
    if (id == RS_NO_NODE)
        return NO_ROW;
    uint32_t hash = row_hash(id), at = row_index_home(index, hash);
    while (index->slots[at].row != NO_ROW && aim->members[index->slots[at].row].id != id)
        at = (at + 1) & row_index_mask(index);
    return index->slots[at].row;
}

static bool aim_is_placed(const struct aim *aim, uint32_t id)
{
    return rs_slot_of(aim->placement, id) != RS_NO_NODE;
}

void aim_free(const struct rc_cluster *cluster, struct aim *aim)
{
    const struct rs_allocator *a = &cluster->allocator;
    for (uint32_t row = 1; row < aim->n_members; row++)
        if (aim->members[row].is_new && aim->members[row].store)
            cluster->type->close(aim->members[row].store);
    rows_free(a, aim->members, aim->n_members, sizeof *aim->members);
    rows_free(a, aim->answering, aim->n_members, sizeof *aim->answering);
    rows_free(a, aim->targets, (size_t)cluster->n_shards * cluster->factor, sizeof *aim->targets);
    rows_free(a, aim->pins, cluster->n_shards, sizeof *aim->pins);
    row_index_free(&aim->by_id, a);
    rs_close(aim->placement);
}

enum rs_status aim_copy(const struct rc_cluster *cluster, size_t n_more, struct aim *aim)
{
    const struct rs_allocator *a = &cluster->allocator;
    const struct aim *now = &cluster->aim;
    size_t n = now->n_members + n_more, n_targets = (size_t)cluster->n_shards * cluster->factor;
    *aim = (struct aim){.placement = NULL};
    if (n > INT32_MAX)
        return RS_EFULL;
    aim->members = rows_alloc(a, n, sizeof *aim->members);
    if (!aim->members)
        return RS_ENOMEM;
    aim->n_members = (uint32_t)n;
    memcpy(aim->members, now->members, now->n_members * sizeof *aim->members);
    for (uint32_t row = now->n_members; row < aim->n_members; row++)
        aim->members[row].id = RS_NO_NODE;
    aim->answering = rows_alloc(a, n, sizeof *aim->answering);
    aim->targets = rows_alloc(a, n_targets, sizeof *aim->targets);
    aim->pins = rows_alloc(a, cluster->n_shards, sizeof *aim->pins);
    if (!aim->answering || !aim->targets || !aim->pins || row_index_reserve(&aim->by_id, n, a))
        return RS_ENOMEM;
    memcpy(aim->pins, now->pins, cluster->n_shards * sizeof *aim->pins);
    for (uint32_t row = 1; row < aim->n_members; row++)
        if (aim->members[row].id != RS_NO_NODE)
            row_index_put(&aim->by_id, row_hash(aim->members[row].id), row);
    return rs_clone(now->placement, NULL, &aim->placement);
}

/* Before a row can be another node's, the pins to it are dropped here. */
void aim_place(const struct rc_cluster *cluster, struct aim *aim)
{
    const struct rs_placement *p = aim->placement;
    aim->n_answering = 0;
    for (uint32_t row = 1; row < aim->n_members; row++)
        aim->members[row].weight = 0;
    for (uint32_t slot = p->oldest; slot != RS_NO_NODE; slot = p->slots[slot].younger) {
        uint32_t row = aim_row(aim, p->slots[slot].id);
        if (aim->members[row].health != RC_UP || rs_effective(p, slot) == 0)
            continue;
        aim->members[row].weight = rs_effective(p, slot);
        aim->answering[aim->n_answering++] = row;
    }
    for (uint32_t shard = 0; shard < cluster->n_shards; shard++)
        if (aim->members[aim->pins[shard]].health != RC_UP)
            aim->pins[shard] = NO_ROW;
    shards_place(cluster, aim);
}

/* A node is named: it is up, unless it crashed and is said to be down still. */
static void aim_name(struct aim *aim, const struct rs_node *node, uint32_t *free_row)
{
    uint32_t row = aim_row(aim, node->id);
    bool is_known = row != NO_ROW;
    if (!is_known) {
        while (aim->members[*free_row].id != RS_NO_NODE)
            ++*free_row;
        row = *free_row;
        aim->members[row] = (struct member){.id = node->id, .health = RC_DOWN};
        row_index_put(&aim->by_id, row_hash(node->id), row);
    }
    struct member *member = &aim->members[row];
    bool stays_down = is_known && member->health == RC_DOWN && node->flags & RS_DOWN;
    member->health = stays_down ? RC_DOWN : RC_UP;
    member->is_new = !stays_down && !member->store;
    member->is_named = true;
}

/* Who was not named drains if there is something to drain, else is forgotten. */
static void aim_name_all(struct aim *aim, const struct rs_node *nodes, size_t n)
{
    uint32_t free_row = 1;
    for (uint32_t row = 1; row < aim->n_members; row++)
        aim->members[row].is_named = false;
    for (size_t i = 0; i < n; i++)
        aim_name(aim, &nodes[i], &free_row);
    for (uint32_t row = 1; row < aim->n_members; row++) {
        struct member *member = &aim->members[row];
        if (!member->is_named && member->store)
            member->health = RC_DRAINING;
        else if (!member->is_named)
            *member = (struct member){.id = RS_NO_NODE, .health = RC_DOWN};
    }
}

static enum rs_status aim_remove(const struct rc_cluster *cluster, struct aim *aim,
                                 struct rs_why *why)
{
    const struct rs_placement *p = aim->placement;
    uint32_t n_all = p->n_nodes + 1, n = 0;
    uint32_t *ids = rows_alloc(&cluster->allocator, n_all, sizeof *ids);
    if (!ids)
        return cluster_fail(why, RS_ENOMEM, "out of memory");
    for (uint32_t slot = p->oldest; slot != RS_NO_NODE; slot = p->slots[slot].younger) {
        uint32_t row = aim_row(aim, p->slots[slot].id);
        if (row == NO_ROW || !aim->members[row].is_named)
            ids[n++] = p->slots[slot].id;
    }
    enum rs_status status = rs_remove(aim->placement, ids, n, why);
    rows_free(&cluster->allocator, ids, n_all, sizeof *ids);
    return status;
}

/* What the strategy shall hear of a node: that it stays down only where that can be said. */
static struct rs_node aim_told(const struct aim *aim, const struct rs_node *node)
{
    struct rs_node told = *node;
    bool stays_down = aim->members[aim_row(aim, node->id)].health == RC_DOWN;
    if (stays_down && !(rs_traits(aim->placement) & RS_HEALTH))
        told.flags &= ~(unsigned)RS_DOWN;
    return told;
}

/* Those that are placed already are updated, the others added in their order, but for those that
 * stay down. */
static enum rs_status aim_update(const struct rc_cluster *cluster, struct aim *aim,
                                 const struct rs_node *nodes, size_t n, struct rs_why *why)
{
    struct rs_node *sorted = rows_alloc(&cluster->allocator, n + 1, sizeof *sorted);
    if (!sorted)
        return cluster_fail(why, RS_ENOMEM, "out of memory");
    size_t n_placed = 0, n_sorted = 0;
    for (size_t i = 0; i < n; i++)
        if (aim_is_placed(aim, nodes[i].id))
            sorted[n_placed++] = aim_told(aim, &nodes[i]);
    n_sorted = n_placed;
    for (size_t i = 0; i < n; i++)
        if (!aim_is_placed(aim, nodes[i].id) &&
            aim->members[aim_row(aim, nodes[i].id)].health == RC_UP)
            sorted[n_sorted++] = nodes[i];
    enum rs_status status = rs_update(aim->placement, sorted, n_placed, why);
    if (!status)
        status = rs_add(aim->placement, sorted + n_placed, n_sorted - n_placed, why);
    rows_free(&cluster->allocator, sorted, n + 1, sizeof *sorted);
    return status;
}

static enum rs_status aim_open_stores(const struct rc_cluster *cluster, struct aim *aim,
                                      const struct rs_node *nodes, size_t n, struct rs_why *why)
{
    enum rs_status status = RS_OK;
    for (size_t i = 0; !status && i < n; i++) {
        struct member *member = &aim->members[aim_row(aim, nodes[i].id)];
        if (member->is_new)
            status = cluster->type->open(&nodes[i], cluster->node_bytes, &cluster->allocator,
                                         &member->store);
        if (status)
            cluster_fail(why, status, "node %u: its %s cannot be opened: %s", nodes[i].id,
                         cluster->type->name, rs_status_text(status));
    }
    return status;
}

/* Rows that are missing for the nodes of a call. */
static size_t aim_n_more(const struct aim *aim, const struct rs_node *nodes, size_t n)
{
    size_t n_new = 0, n_free = 0;
    for (size_t i = 0; i < n; i++)
        n_new += aim_row(aim, nodes[i].id) == NO_ROW;
    for (uint32_t row = 1; row < aim->n_members; row++)
        n_free += aim->members[row].id == RS_NO_NODE;
    return n_new > n_free ? n_new - n_free : 0;
}

enum rs_status aim_nodes(const struct rc_cluster *cluster, const struct rs_node *nodes, size_t n,
                         bool open, struct aim *aim, struct rs_why *why)
{
    enum rs_status status = aim_copy(cluster, aim_n_more(&cluster->aim, nodes, n), aim);
    if (status) {
        cluster_fail(why, status, "%s", rs_status_text(status));
    } else {
        aim_name_all(aim, nodes, n);
        status = aim_remove(cluster, aim, why);
    }
    if (!status)
        status = aim_update(cluster, aim, nodes, n, why);
    if (!status && open)
        status = aim_open_stores(cluster, aim, nodes, n, why);
    if (status)
        aim_free(cluster, aim);
    else
        aim_place(cluster, aim);
    return status;
}

/* Down where that can be said of it, else removed; where neither can be, it stays as it is. */
static enum rs_status aim_unplace(const struct rc_cluster *cluster, struct aim *aim, uint32_t id)
{
    struct rs_node node;
    enum rs_status status = rs_node(cluster->aim.placement, id, &node);
    if (status)
        return RS_OK; /* it was draining */
    node.flags |= RS_DOWN;
    if (rs_traits(aim->placement) & RS_HEALTH)
        return rs_update(aim->placement, &node, 1, NULL);
    status = rs_remove(aim->placement, &id, 1, NULL);
    return status == RS_EUNSUPPORTED ? RS_OK : status;
}

enum rs_status aim_crash(const struct rc_cluster *cluster, uint32_t row, struct aim *aim,
                         struct rs_why *why)
{
    enum rs_status status = aim_copy(cluster, 0, aim);
    if (!status) {
        aim->members[row].health = RC_DOWN;
        status = aim_unplace(cluster, aim, aim->members[row].id);
    }
    if (status) {
        aim_free(cluster, aim);
        return cluster_fail(why, status, "%s", rs_status_text(status));
    }
    aim_place(cluster, aim);
    return RS_OK;
}
