/* live_lookups.c - lookups of a reader, the writer beside it, and the right answers of both
 */
#include "live_lookups.h"

#include "reason.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

/* ---- lookups */

static uint64_t live_lookups_block(const struct live_lookups *c, const struct rs_placement *p,
                                   size_t block)
{
    uint32_t ids[LIVE_LOOKUPS_BLOCK];
    uint64_t sum = 0;
    rs_locate_many(p, c->subject->digests + block * LIVE_LOOKUPS_BLOCK, LIVE_LOOKUPS_BLOCK, ids);
    for (size_t i = 0; i < LIVE_LOOKUPS_BLOCK; i++)
        sum += (uint64_t)ids[i] * (2 * i + 1);
    return sum;
}

/* How many blocks are right. */
uint64_t live_lookups_run_plain(void *ctx)
{
    const struct live_lookups *c = ctx;
    uint64_t n_right = 0;
    for (size_t i = 0; i < c->n_blocks; i++)
        n_right += live_lookups_block(c, c->plain, i) == c->without[i];
    return n_right;
}

static uint64_t live_lookups_look(struct live_lookups *c, const uint64_t *also)
{
    uint64_t n_right = 0;
    for (size_t i = 0; i < c->n_blocks; i++) {
        uint64_t sum = live_lookups_block(c, rs_live_enter(&c->reader), i);
        rs_live_leave(&c->reader);
        n_right += sum == c->without[i] || sum == also[i];
    }
    return n_right;
}

uint64_t live_lookups_run_quiet(void *ctx)
{
    struct live_lookups *c = ctx;
    return live_lookups_look(c, c->without);
}

uint64_t live_lookups_run_changing(void *ctx)
{
    struct live_lookups *c = ctx;
    return live_lookups_look(c, c->with);
}

/* ---- the writer */

static const struct rs_node *live_lookups_newcomer(const struct live_lookups *c)
{
    return &c->subject->nodes[c->subject->n_nodes];
}

/* Leaves the nodes as they were. */
static void *live_lookups_write(void *ctx)
{
    struct live_lookups *c = ctx;
    const struct rs_node *node = live_lookups_newcomer(c);
    while (!__atomic_load_n(&c->stops, __ATOMIC_RELAXED)) {
        bool ok = rs_live_add(c->live, node, 1, NULL) == RS_OK &&
                  rs_live_remove(c->live, &node->id, 1, NULL) == RS_OK;
        __atomic_add_fetch(&c->n_failed, !ok, __ATOMIC_RELAXED);
        __atomic_add_fetch(&c->n_changes, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

/* The one that has a writer at work, if any. */
static struct live_lookups *live_lookups_at_work;

bool live_lookups_stop(void *ctx)
{
    struct live_lookups *c = live_lookups_at_work;
    (void)ctx;
    if (!c)
        return true;
    __atomic_store_n(&c->stops, true, __ATOMIC_RELAXED);
    pthread_join(c->writer, NULL);
    live_lookups_at_work = NULL;
    return true;
}

static double live_lookups_now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static bool live_lookups_set_to_work(struct live_lookups *c)
{
    live_lookups_stop(NULL);
    c->n_changes = 0;
    c->stops = false;
    if (pthread_create(&c->writer, NULL, live_lookups_write, c))
        return false;
    live_lookups_at_work = c;
    while (!__atomic_load_n(&c->n_changes, __ATOMIC_RELAXED))
        sched_yield();
    return true;
}

/* The clock starts when it is at work. */
bool live_lookups_start(void *ctx)
{
    struct live_lookups *c = ctx;
    if (c != live_lookups_at_work && !live_lookups_set_to_work(c))
        return false;
    c->n_before = __atomic_load_n(&c->n_changes, __ATOMIC_RELAXED);
    c->begun_s = live_lookups_now_s();
    return true;
}

/* Not the number of failures: it could make up for as many wrong blocks. */
uint64_t live_lookups_check(void *ctx)
{
    struct live_lookups *c = ctx;
    c->during_s += live_lookups_now_s() - c->begun_s;
    c->n_during += __atomic_load_n(&c->n_changes, __ATOMIC_RELAXED) - c->n_before;
    return __atomic_load_n(&c->n_failed, __ATOMIC_RELAXED) ? UINT64_C(1) << 63 : 0;
}

/* ---- what is right */

/* One by one, which is never the timed path. */
static uint64_t live_lookups_reference(const struct live_lookups *c, const struct rs_placement *p,
                                       size_t block)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < LIVE_LOOKUPS_BLOCK; i++)
        sum += (uint64_t)rs_locate(p, c->subject->digests[block * LIVE_LOOKUPS_BLOCK + i]) *
               (2 * i + 1);
    return sum;
}

/* p gets the newcomer and loses it again: the answers before must come back. */
static enum rs_status live_lookups_learn(struct live_lookups *c, struct rs_placement *p,
                                         struct rs_why *why)
{
    for (size_t i = 0; i < c->n_blocks; i++)
        c->without[i] = live_lookups_reference(c, p, i);
    enum rs_status status = rs_add(p, live_lookups_newcomer(c), 1, why);
    for (size_t i = 0; !status && i < c->n_blocks; i++)
        c->with[i] = live_lookups_reference(c, p, i);
    if (!status)
        status = rs_remove(p, &live_lookups_newcomer(c)->id, 1, why);
    for (size_t i = 0; !status && i < c->n_blocks; i++)
        if (live_lookups_reference(c, p, i) != c->without[i]) {
            reason_set(why, "a node that comes and goes leaves other answers behind");
            status = RS_EUNSUPPORTED;
        }
    return status;
}

enum rs_status live_lookups_open(struct live_lookups *c, const struct subject *s,
                                 struct rs_why *why)
{
    struct rs_placement *p;
    *c = (struct live_lookups){.subject = s};
    c->n_blocks = s->n_digests / LIVE_LOOKUPS_BLOCK;
    if (c->n_blocks > LIVE_LOOKUPS_N_BLOCKS)
        c->n_blocks = LIVE_LOOKUPS_N_BLOCKS;
    if (!c->n_blocks) {
        reason_set(why, "fewer than %d keys; give more", LIVE_LOOKUPS_BLOCK);
        return RS_EUNSUPPORTED;
    }
    c->without = malloc(c->n_blocks * sizeof *c->without);
    c->with = malloc(c->n_blocks * sizeof *c->with);
    if (!c->without || !c->with)
        return RS_ENOMEM;
    enum rs_status status = subject_open(s, NULL, s->n_nodes, &c->plain, why);
    if (!status)
        status = subject_open(s, NULL, s->n_nodes, &p, why);
    if (status)
        return status;
    status = live_lookups_learn(c, p, why);
    if (!status)
        status = rs_live_open(p, &c->live, why);
    if (status)
        rs_close(p);
    else
        rs_live_join(c->live, &c->reader);
    return status;
}

void live_lookups_close(struct live_lookups *c)
{
    rs_live_close(c->live);
    rs_close(c->plain);
    free(c->without);
    free(c->with);
}
