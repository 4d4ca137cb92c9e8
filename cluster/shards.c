/* shards.c - which shard has which nodes
 *
 * A shard is placed by a digest of its own, which has nothing to do with the digests of its keys;
 * before that, the node that it is pinned to, if there is one, is its primary.
 * Owners beyond the first come from the strategy where it promises replicas; otherwise, and where
 * it names a node that is gone, from further draws: each is located like a key. When these name
 * nothing new any more, the nodes in their order fill what is left.
 */
#include "cluster_state.h"

#define SHARDS_SEED 0x72696e6773696465u

enum { SHARDS_BLOCK = 256, SHARDS_DRAWS = 64 };

static uint64_t shards_digest(uint32_t shard)
{
    return rs_draw(SHARDS_SEED, shard + (uint64_t)1);
}

/* A list of targets that grows to n. */
struct shards_list {
    const struct aim *aim;
    uint32_t *rows;
    unsigned n, wanted;
};

static void shards_add(struct shards_list *list, uint32_t row)
{
    if (row == NO_ROW || list->aim->members[row].health != RC_UP)
        return;
    for (unsigned i = 0; i < list->n; i++)
        if (list->rows[i] == row)
            return;
    if (list->n < list->wanted)
        list->rows[list->n++] = row;
}

static void shards_fill(struct shards_list *list, uint64_t digest)
{
    const struct aim *aim = list->aim;
    for (unsigned i = 1; list->n < list->wanted && i < SHARDS_DRAWS; i++)
        shards_add(list, aim_row(aim, rs_locate(aim->placement, rs_draw(digest, i))));
    uint64_t first = rs_below(rs_draw(digest, SHARDS_DRAWS), aim->n_answering);
    for (uint32_t i = 0; list->n < list->wanted; i++)
        shards_add(list, aim->answering[(first + i) % aim->n_answering]);
}

/* primary: what locate says of the digest. */
static void shards_place_one(const struct rc_cluster *cluster, struct aim *aim, uint32_t shard,
                             uint32_t primary)
{
    uint32_t ids[RC_MAX_FACTOR] = {primary};
    uint64_t digest = shards_digest(shard);
    struct shards_list list = {aim, shards_targets(cluster, aim, shard), 0, cluster->factor};
    if (aim->n_answering < list.wanted)
        list.wanted = aim->n_answering;
    if (aim->members[aim->pins[shard]].weight > 0)
        shards_add(&list, aim->pins[shard]);
    size_t n = 1;
    if (list.wanted > 1 && rs_traits(aim->placement) & RS_REPLICAS)
        n = rs_replicas(aim->placement, digest, list.wanted, ids);
    for (size_t i = 0; i < n; i++)
        shards_add(&list, aim_row(aim, ids[i]));
    if (list.n < list.wanted)
        shards_fill(&list, digest);
}

void shards_place(const struct rc_cluster *cluster, struct aim *aim)
{
    uint64_t digests[SHARDS_BLOCK];
    uint32_t ids[SHARDS_BLOCK];
    for (uint32_t shard = 0; shard < cluster->n_shards; shard += SHARDS_BLOCK) {
        uint32_t left = cluster->n_shards - shard, n = left < SHARDS_BLOCK ? left : SHARDS_BLOCK;
        for (uint32_t i = 0; i < n; i++)
            digests[i] = shards_digest(shard + i);
        rs_locate_many(aim->placement, digests, n, ids);
        for (uint32_t i = 0; i < n; i++)
            shards_place_one(cluster, aim, shard + i, ids[i]);
    }
}

void shards_remove(const struct rc_cluster *cluster, uint32_t *list, uint32_t row)
{
    unsigned kept = 0, n = shards_n(cluster, list);
    for (unsigned i = 0; i < n; i++)
        if (list[i] != row)
            list[kept++] = list[i];
    while (kept < n)
        list[kept++] = NO_ROW;
}

unsigned shards_minus(const struct rc_cluster *cluster, const uint32_t *list,
                      const uint32_t *without, uint32_t rows[RC_MAX_FACTOR])
{
    unsigned n = 0;
    for (unsigned i = 0; i < cluster->factor && list[i] != NO_ROW; i++)
        if (!shards_has(cluster, without, list[i]))
            rows[n++] = list[i];
    return n;
}

uint32_t shards_fullest(const struct rc_cluster *cluster, uint32_t shard, const uint32_t *list,
                        const uint32_t *kept)
{
    uint32_t best = NO_ROW;
    uint64_t most = 0;
    bool is_kept = true;
    for (unsigned i = 0; i < cluster->factor && list[i] != NO_ROW; i++) {
        struct rc_counts counts;
        bool keeps = shards_has(cluster, kept, list[i]);
        cluster->type->count(cluster->aim.members[list[i]].store, shard, &counts);
        if (best == NO_ROW || counts.n_items > most ||
            (counts.n_items == most && is_kept && !keeps))
            best = list[i], most = counts.n_items, is_kept = keeps;
    }
    return best;
}

/* Both lists are the same most of the time. */
void shards_count(struct rc_cluster *cluster, uint32_t shard, int sign)
{
    struct member *members = cluster->aim.members;
    const uint32_t *owners = shards_owners(cluster, shard);
    const uint32_t *targets = shards_targets(cluster, &cluster->aim, shard);
    uint32_t rows[RC_MAX_FACTOR], by = (uint32_t)sign;
    unsigned n = shards_n(cluster, owners), wanted = shards_n(cluster, targets);
    cluster->sums.n_unserved += n ? 0 : by;
    cluster->sums.n_below_factor += n < wanted ? by : 0;
    for (unsigned i = 0; i < n; i++)
        *(i ? &members[owners[i]].n_replica : &members[owners[i]].n_primary) += by;
    if (!memcmp(owners, targets, cluster->factor * sizeof *owners))
        return;
    unsigned n_coming = shards_minus(cluster, targets, owners, rows);
    cluster->n_moves += (size_t)(sign * (int)n_coming);
    for (unsigned i = 0; i < n_coming; i++)
        members[rows[i]].n_coming += by;
    unsigned n_going = shards_minus(cluster, owners, targets, rows);
    for (unsigned i = 0; i < n_going; i++)
        members[rows[i]].n_going += by;
}

void shards_count_all(struct rc_cluster *cluster)
{
    for (uint32_t row = 0; row < cluster->aim.n_members; row++) {
        struct member *member = &cluster->aim.members[row];
        member->n_primary = member->n_replica = member->n_coming = member->n_going = 0;
    }
    cluster->sums.n_unserved = cluster->sums.n_below_factor = 0;
    cluster->n_moves = 0;
    for (uint32_t shard = 0; shard < cluster->n_shards; shard++)
        shards_count(cluster, shard, 1);
}
