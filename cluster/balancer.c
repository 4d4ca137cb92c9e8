/* balancer.c - judges the loads of each interval
 *
 * Intervals that are uneven one after the other are summed up and judged together: so one peak does
 * nothing, and the fewer the requests the longer the sum grows before it is trusted. An even
 * interval, an action or a change of nodes, weights or owners begins anew.
 */
#include "balancer_plan.h"
#include "cluster_fail.h"
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>

/* Intervals of the first rest; each further one is twice as long, up to 2^10 times. */
#define BALANCER_REST 64
#define BALANCER_REST_DOUBLINGS 10

static void *balancer_malloc(void *ctx, size_t n_bytes, size_t align)
{
    (void)ctx, (void)align;
    return malloc(n_bytes);
}

static void balancer_mfree(void *ctx, void *ptr, size_t n_bytes)
{
    (void)ctx, (void)n_bytes;
    free(ptr);
}

void rc_balancer_close(struct rc_balancer *b)
{
    if (!b)
        return;
    struct rs_allocator a = b->options.allocator;
    rows_free(&a, b->nodes, b->cap_nodes, sizeof *b->nodes);
    rows_free(&a, b->weights, b->cap_nodes, sizeof *b->weights);
    rows_free(&a, b->shard_requests, b->options.n_shards, sizeof *b->shard_requests);
    rows_free(&a, b->items, b->options.n_shards, sizeof *b->items);
    rows_free(&a, b->moves, b->options.n_shards, sizeof *b->moves);
    rows_free(&a, b, 1, sizeof *b);
}

enum rs_status rc_balancer_open(const struct rc_balancer_options *options, struct rc_balancer **out,
                                struct rs_why *why)
{
    struct rc_balancer_options full = *options;
    enum rs_status status = balancer_check_options(&full, why);
    if (status)
        return status;
    if (!full.allocator.alloc)
        full.allocator = (struct rs_allocator){balancer_malloc, balancer_mfree, NULL};
    const struct rs_allocator *a = &full.allocator;
    struct rc_balancer *b = rows_alloc(a, 1, sizeof *b);
    if (!b)
        return cluster_fail(why, RS_ENOMEM, "out of memory");
    b->options = full;
    if (full.n_shards) {
        b->shard_requests = rows_alloc(a, full.n_shards, sizeof *b->shard_requests);
        b->items = rows_alloc(a, full.n_shards, sizeof *b->items);
        b->moves = rows_alloc(a, full.n_shards, sizeof *b->moves);
        if (!b->shard_requests || !b->items || !b->moves) {
            rc_balancer_close(b);
            return cluster_fail(why, RS_ENOMEM, "out of memory");
        }
    }
    *out = b;
    return RS_OK;
}

static void balancer_calm(struct rc_balancer *b)
{
    balancer_watch_forget(b);
    b->alarm = false;
}

/* For a while. Weights that only wander are put back to where they did best. */
static enum rc_verdict_kind balancer_give_up(struct rc_balancer *b, double skew,
                                             struct rc_verdict *verdict)
{
    snprintf(
        b->reason.text, sizeof b->reason.text,
        "%u actions have not brought evenness: the load follows single keys or shifts faster than "
        "it can be followed; serve hot keys from more nodes",
        b->n_tries);
    b->resting = BALANCER_REST << b->n_rests;
    b->n_rests += b->n_rests < BALANCER_REST_DOUBLINGS;
    b->n_tries = 0;
    b->stuck = true;
    if (b->options.n_shards || !balancer_restore_weights(b, skew, verdict))
        return RC_UNATTAINABLE;
    b->settling = b->options.settle;
    return RC_ACT;
}

/* What was watched is surely uneven. */
static enum rc_verdict_kind balancer_decide(struct rc_balancer *b,
                                            const struct rc_load_report *report, double skew,
                                            struct rc_verdict *verdict)
{
    b->alarm = true;
    if (!b->options.n_shards)
        balancer_note_weights(b, skew);
    if (b->n_tries == b->options.tries)
        return balancer_give_up(b, skew, verdict);
    struct rc_verdict plan = *verdict;
    if (b->options.n_shards ? balancer_plan_shards(b, report->shard_owners, &plan)
                            : balancer_plan_weights(b, &plan)) {
        *verdict = plan;
        b->n_tries++;
        b->stuck = false;
        b->settling = b->options.settle;
        return RC_ACT;
    }
    b->stuck = skew > b->options.threshold;
    if (b->stuck)
        return RC_UNATTAINABLE;
    balancer_calm(b);
    return RC_STEADY;
}

static enum rc_verdict_kind balancer_judge(struct rc_balancer *b,
                                           const struct rc_load_report *report,
                                           struct rc_verdict *verdict)
{
    double limit = b->alarm && !b->resting ? balancer_aim(b) : b->options.threshold;
    if (b->settling) {
        b->settling--;
        return RC_SETTLING;
    }
    if (verdict->skew <= limit) {
        balancer_calm(b);
        return RC_STEADY;
    }
    if (b->resting) {
        b->resting--;
        return RC_UNATTAINABLE;
    }
    balancer_watch_add(b, report);
    struct balancer_levels levels = balancer_watch_levels(b, NULL);
    if (levels.skew <= limit) {
        balancer_calm(b);
        return RC_STEADY;
    }
    if (b->n_watched < b->options.patience || !balancer_watch_sure(b, limit))
        return b->stuck ? RC_UNATTAINABLE : RC_WATCHING;
    enum rc_verdict_kind kind = balancer_decide(b, report, levels.skew, verdict);
    balancer_watch_anew(b);
    return kind;
}

enum rs_status rc_balancer_step(struct rc_balancer *b, const struct rc_load_report *report,
                                struct rc_verdict *verdict, struct rs_why *why)
{
    enum rs_status status = balancer_check_report(b, report, why);
    if (!status)
        status = balancer_watch_reserve(b, report->n_nodes, why);
    if (status)
        return status;
    balancer_watch_meet(b, report);
    struct balancer_levels levels = balancer_watch_levels(b, report);
    *verdict = (struct rc_verdict){.skew = levels.skew,
                                   .deviation = levels.deviation,
                                   .busiest = levels.busiest,
                                   .idlest = levels.idlest};
    verdict->kind = balancer_judge(b, report, verdict);
    verdict->alarm = b->alarm;
    if (verdict->kind == RC_UNATTAINABLE)
        verdict->reason = b->reason;
    return RS_OK;
}
