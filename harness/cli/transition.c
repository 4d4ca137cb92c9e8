/* transition.c - one strategy while one node list becomes another
 *
 * Answers are counted by union index: each placement has a map from its slots, so that no key costs
 * a search by name.
 */
#include "transition.h"

#include "reason.h"

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

static bool transition_is_same(const struct rs_node *a, const struct rs_node *b)
{
    return a->weight == b->weight && a->flags == b->flags;
}

/* The nodes of `to` as the running placement knows them: those that stay keep their id, newcomers
 * without one of their own get the next that is free. */
static bool transition_live_nodes(const struct node_union *all, struct rs_node *nodes,
                                  struct outcome *live)
{
    uint32_t next = 0;
    for (size_t i = 0; i < all->from->n; i++)
        if (all->from->nodes[i].id >= next)
            next = all->from->nodes[i].id + 1;
    for (size_t i = 0; i < all->to->n; i++) {
        nodes[i] = all->to->nodes[i];
        bool stays = all->of_to[i] < all->from->n, has_id = all->to->has_id[i];
        uint32_t old_id = stays ? all->from->nodes[all->of_to[i]].id : 0;
        if (stays && has_id && nodes[i].id != old_id)
            return reason_at(&live->why, all->to->file, all->to->lines[i],
                             "a running node keeps its id %u; use --how rebuild", old_id);
        if (has_id && !stays && nodes[i].id >= next)
            next = nodes[i].id + 1;
        if (stays)
            nodes[i].id = old_id;
    }
    for (size_t i = 0; i < all->to->n; i++)
        if (all->of_to[i] >= all->from->n && !all->to->has_id[i])
            nodes[i].id = next++;
    return true;
}

/* Removals, then new weights, then newcomers; each as one call. */
static void transition_live(const struct node_union *all, struct outcome *live,
                            struct rs_node *nodes)
{
    size_t n_gone = 0, n_kept = 0, n_new = 0;
    bool *stays = calloc(all->from->n + 1, sizeof *stays);
    uint32_t *gone = calloc(all->from->n + 1, sizeof *gone);
    struct rs_node *changed = calloc(all->to->n + 1, sizeof *changed);
    struct rs_node *joining = calloc(all->to->n + 1, sizeof *joining);
    bool done = stays && gone && changed && joining;
    live->status = done ? RS_OK : RS_ENOMEM;
    for (size_t i = 0; done && i < all->to->n; i++) {
        if (all->of_to[i] >= all->from->n) {
            joining[n_new++] = nodes[i];
            continue;
        }
        stays[all->of_to[i]] = true;
        if (!transition_is_same(&nodes[i], &all->from->nodes[all->of_to[i]]))
            changed[n_kept++] = nodes[i];
    }
    for (size_t i = 0; done && i < all->from->n; i++)
        if (!stays[i])
            gone[n_gone++] = all->from->nodes[i].id;
    if (!live->status)
        live->status = rs_remove(live->p, gone, n_gone, &live->why);
    if (!live->status)
        live->status = rs_update(live->p, changed, n_kept, &live->why);
    if (!live->status)
        live->status = rs_add(live->p, joining, n_new, &live->why);
    free(stays);
    free(gone);
    free(changed);
    free(joining);
}

static bool transition_open_outcome(struct outcome *outcome, const char *spec,
                                    const struct node_union *all, enum transition_how how,
                                    struct rs_why *why)
{
    const struct node_list *start = how == HOW_LIVE ? all->from : all->to;
    struct rs_node *nodes = calloc(all->to->n + 1, sizeof *nodes);
    outcome->n_after = calloc(all->n + 1, sizeof *outcome->n_after);
    bool done = nodes && outcome->n_after;
    if (!done)
        reason_set(why, "out of memory");
    done = done && !rs_open(spec, NULL, &outcome->p, why) &&
           !rs_add(outcome->p, start->nodes, start->n, why);
    if (done && how == HOW_REBUILD) {
        for (size_t i = 0; i < all->to->n; i++)
            nodes[i] = all->to->nodes[i];
    } else if (done && !transition_live_nodes(all, nodes, outcome)) {
        outcome->status = RS_EINVAL;
    } else if (done) {
        transition_live(all, outcome, nodes);
    }
    if (done && !outcome->status)
        outcome->union_of = transition_map(outcome->p, nodes, all->of_to, all->to->n);
    if (done && (outcome->status == RS_ENOMEM || (!outcome->status && !outcome->union_of)))
        done = reason_set(why, "out of memory");
    if (!outcome->union_of) {
        rs_close(outcome->p);
        outcome->p = NULL;
    }
    free(nodes);
    return done;
}

bool transition_open(struct transition *transition, const char *spec, const char *to_spec,
                     const struct node_union *all, unsigned how, struct rs_why *why)
{
    *transition = (struct transition){.spec = spec, .all = all};
    transition->n_before = calloc(all->n + 1, sizeof(uint64_t));
    if (!transition->n_before)
        return reason_set(why, "out of memory");
    if (rs_open(spec, NULL, &transition->before, why) ||
        rs_add(transition->before, all->from->nodes, all->from->n, why))
        return false;
    transition->union_of = transition_map(transition->before, all->from->nodes, NULL, all->from->n);
    if (!transition->union_of)
        return reason_set(why, "out of memory");
    for (unsigned i = 0; i < N_HOW; i++)
        if ((how & 1u << i) && !transition_open_outcome(&transition->outcomes[i],
                                                        to_spec ? to_spec : spec, all, i, why))
            return false;
    return true;
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

struct answers {
    uint64_t digests[TRANSITION_CHUNK];
    uint32_t ids[TRANSITION_CHUNK];
    size_t unions[TRANSITION_CHUNK];
};

/* Returns how many keys had a digest. */
static size_t transition_answer(const struct rs_placement *p, const uint32_t *union_of, size_t none,
                                const struct rs_bytes *keys, size_t n, struct answers *answers)
{
    n = rs_digest_many(p, keys, n, answers->digests);
    rs_locate_many(p, answers->digests, n, answers->ids);
    for (size_t i = 0; i < n; i++) {
        uint32_t id = answers->ids[i];
        answers->unions[i] = id == RS_NO_NODE ? none : union_of[rs_slot_of(p, id)];
    }
    return n;
}

static void transition_compare_answers(struct transition *transition, struct outcome *outcome,
                                       const struct rs_bytes *keys, const struct answers *old,
                                       const struct answers *new, size_t n, transition_moved *moved,
                                       void *ctx)
{
    const struct node_union *all = transition->all;
    for (size_t i = 0; i < n; i++) {
        size_t from = old->unions[i], to = new->unions[i];
        outcome->n_after[to]++;
        if (from == to)
            continue;
        outcome->n_moved++;
        /* both survive: `to` had keys to ask for before, `from` still has */
        outcome->n_between_survivors += all->target_before[to] > 0 && all->target_after[from] > 0;
        if (moved)
            moved(ctx, keys[i], from, to);
    }
}

size_t transition_count(struct transition *transition, const struct rs_bytes *keys, size_t n,
                        enum transition_how moves_of, transition_moved *moved, void *ctx)
{
    size_t none = transition->all->n, n_done = 0;
    while (n_done < n) {
        struct answers old, new[N_HOW];
        size_t chunk = n - n_done < TRANSITION_CHUNK ? n - n_done : TRANSITION_CHUNK, least = chunk;
        struct outcome *outcomes = transition->outcomes;
        least = transition_answer(transition->before, transition->union_of, none, keys + n_done,
                                  chunk, &old);
        for (unsigned how = 0; how < N_HOW; how++) {
            struct outcome *outcome = &outcomes[how];
            if (!outcome->p)
                continue;
            least = transition_answer(outcome->p, outcome->union_of, none, keys + n_done, least,
                                      &new[how]);
            transition_compare_answers(transition, outcome, keys + n_done, &old, &new[how], least,
                                       how == moves_of ? moved : NULL, ctx);
        }
        for (size_t i = 0; i < least; i++) {
            transition->n_before[old.unions[i]]++;
            transition->n_differ += outcomes[HOW_LIVE].p && outcomes[HOW_REBUILD].p &&
                                    new[HOW_LIVE].unions[i] != new[HOW_REBUILD].unions[i];
        }
        transition->n_keys += least;
        n_done += least;
        if (least < chunk)
            break;
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
