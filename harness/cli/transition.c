/* transition.c - one strategy while one node list becomes another
 *
 * Answers are counted by union index: each placement has a map from its slots, so that no key costs
 * a search by name.
 */
#include "transition.h"

#include "cli.h"
#include "diff_place.h"
#include "live_change.h"

#include <stdlib.h>

/* ---- the placements */

/* Union index by slot. NULL: out of memory. */
static uint32_t *transition_map(const struct rs_placement *p, const struct rs_node *nodes,
                                const uint32_t *of, size_t n)
{
    uint32_t *map = calloc((size_t)p->n_slots + 1, sizeof *map);
    for (size_t i = 0; map && i < n; i++)
        map[rs_slot_of(p, nodes[i].id)] = of ? of[i] : (uint32_t)i;
    return map;
}

/* The placement after the change; nodes: those of all->to, which get the ids that it knows. */
static enum rs_status transition_change(struct outcome *outcome, const char *spec,
                                        const struct node_union *all, enum transition_how how,
                                        struct rs_node *nodes)
{
    const struct node_list *first = how == HOW_LIVE ? all->from : all->to;
    enum rs_status status = diff_place(spec, first, &outcome->p, &outcome->why);
    if (!status && how == HOW_LIVE)
        status = cli_check_nodes(outcome->p, all->to, &outcome->why);
    if (!status && how == HOW_LIVE)
        status = live_change(outcome->p, all, nodes, &outcome->why);
    for (size_t i = 0; how == HOW_REBUILD && i < all->to->n; i++)
        nodes[i] = all->to->nodes[i];
    if (status)
        return status;
    outcome->union_of = transition_map(outcome->p, nodes, all->of_to, all->to->n);
    return outcome->union_of ? RS_OK : RS_ENOMEM;
}

static enum rs_status transition_open_outcome(struct outcome *outcome, const char *spec,
                                              const struct node_union *all, enum transition_how how)
{
    struct rs_node *nodes = calloc(all->to->n + 1, sizeof *nodes);
    outcome->n_after = calloc(all->n + 1, sizeof *outcome->n_after);
    outcome->status =
        nodes && outcome->n_after ? transition_change(outcome, spec, all, how, nodes) : RS_ENOMEM;
    if (outcome->status) {
        rs_close(outcome->p);
        outcome->p = NULL;
    }
    free(nodes);
    return outcome->status;
}

/* Where the strategy cannot hold the nodes as they are, no way leads on from there. */
static enum rs_status transition_open_before(struct transition *transition, unsigned how)
{
    const struct node_union *all = transition->all;
    struct rs_why why;
    enum rs_status status = diff_place(transition->spec, all->from, &transition->before, &why);
    for (unsigned i = 0; status && i < N_HOW; i++)
        if (how & 1u << i)
            transition->outcomes[i] = (struct outcome){.status = status, .why = why};
    if (status)
        return status;
    transition->n_before = calloc(all->n + 1, sizeof(uint64_t));
    transition->union_of = transition_map(transition->before, all->from->nodes, NULL, all->from->n);
    return transition->n_before && transition->union_of ? RS_OK : RS_ENOMEM;
}

enum rs_status transition_open(struct transition *transition, const char *spec, const char *to_spec,
                               const struct node_union *all, unsigned how)
{
    *transition = (struct transition){.spec = spec, .all = all};
    enum rs_status status = transition_open_before(transition, how);
    if (status)
        return status == RS_ENOMEM ? RS_ENOMEM : RS_OK;
    for (unsigned i = 0; status != RS_ENOMEM && i < N_HOW; i++)
        if (how & 1u << i)
            status =
                transition_open_outcome(&transition->outcomes[i], to_spec ? to_spec : spec, all, i);
    return status == RS_ENOMEM ? RS_ENOMEM : RS_OK;
}

void transition_close(struct transition *transition)
{
    for (unsigned i = 0; i < N_HOW; i++) {
        rs_close(transition->outcomes[i].p);
        free(transition->outcomes[i].union_of);
        free(transition->outcomes[i].n_after);
    }
    rs_close(transition->before);
    free(transition->union_of);
    free(transition->n_before);
}

/* ---- keys */

enum { TRANSITION_CHUNK = 512 };

/* What one placement says of a chunk of keys. */
struct answers {
    uint64_t digests[TRANSITION_CHUNK];
    uint32_t ids[TRANSITION_CHUNK];
    size_t unions[TRANSITION_CHUNK];
};

/* Returns how many keys had a digest. */
static size_t transition_answer(struct transition *transition, const struct rs_placement *p,
                                const uint32_t *union_of, struct answers *answers,
                                const struct rs_bytes *keys, size_t n)
{
    size_t n_done = rs_digest_many(p, keys, n, answers->digests);
    rs_locate_many(p, answers->digests, n_done, answers->ids);
    for (size_t i = 0; i < n_done; i++) {
        uint32_t id = answers->ids[i];
        answers->unions[i] = id == RS_NO_NODE ? transition->all->n : union_of[rs_slot_of(p, id)];
    }
    if (n_done < n)
        transition->refused = p;
    return n_done;
}

static void transition_move(struct outcome *outcome, const struct node_union *all, size_t from,
                            size_t to)
{
    outcome->n_after[to]++;
    if (from == to)
        return;
    outcome->n_moved++;
    /* both survive: `to` had keys to ask for before, `from` still has */
    outcome->n_between_survivors += all->target_before[to] > 0 && all->target_after[from] > 0;
}

/* One key, answered by all. */
static void transition_count_key(struct transition *transition, size_t from, const size_t to[N_HOW])
{
    struct outcome *outcomes = transition->outcomes;
    transition->n_keys++;
    transition->n_before[from]++;
    for (unsigned how = 0; how < N_HOW; how++)
        if (outcomes[how].p)
            transition_move(&outcomes[how], transition->all, from, to[how]);
    transition->n_differ +=
        outcomes[HOW_LIVE].p && outcomes[HOW_REBUILD].p && to[HOW_LIVE] != to[HOW_REBUILD];
}

/* Keys that fit a chunk. Returns how many had a digest. */
static size_t transition_count_chunk(struct transition *transition, const struct rs_bytes *keys,
                                     size_t n, const struct listener *listener)
{
    struct answers old, new[N_HOW];
    n = transition_answer(transition, transition->before, transition->union_of, &old, keys, n);
    for (unsigned how = 0; how < N_HOW; how++) {
        struct outcome *outcome = &transition->outcomes[how];
        if (outcome->p)
            n = transition_answer(transition, outcome->p, outcome->union_of, &new[how], keys, n);
    }
    for (size_t i = 0; i < n; i++) {
        size_t from = old.unions[i], to[N_HOW];
        for (unsigned how = 0; how < N_HOW; how++)
            to[how] = transition->outcomes[how].p ? new[how].unions[i] : from;
        transition_count_key(transition, from, to);
        if (listener->moved && from != to[listener->how])
            listener->moved(listener->ctx, keys[i], from, to[listener->how]);
    }
    return n;
}

size_t transition_count(struct transition *transition, const struct rs_bytes *keys, size_t n,
                        const struct listener *listener)
{
    size_t n_done = 0;
    transition->refused = NULL;
    if (!transition->before) {
        transition->n_keys += n;
        return n;
    }
    while (n_done < n && !transition->refused) {
        size_t chunk = n - n_done < TRANSITION_CHUNK ? n - n_done : TRANSITION_CHUNK;
        n_done += transition_count_chunk(transition, keys + n_done, chunk, listener);
    }
    return n_done;
}

double transition_skew(const struct node_union *all, const uint64_t *n_keys_of,
                       const double *targets, size_t *busiest)
{
    uint64_t n_keys = 0;
    double worst = 0;
    *busiest = all->n;
    for (size_t i = 0; i <= all->n; i++)
        n_keys += n_keys_of[i];
    for (size_t i = 0; n_keys && i < all->n; i++) {
        double load = targets[i] > 0 ? (double)n_keys_of[i] / (double)n_keys / targets[i] : 0;
        if (load > worst)
            worst = load, *busiest = i;
    }
    return worst;
}
