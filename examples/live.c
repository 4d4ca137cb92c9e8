/* live.c - threads route keys while the operator changes the nodes
 *
 * Four routers look up batches of keys. Meanwhile a cache of twice the weight takes the place of
 * another, and comes under maintenance and back. When rs_live_change has returned, no router sends
 * anything to the old one any more: its connections may be closed, which `is_open` stands for here.
 *
 * A program links libringside and what that stands on: -lringside -lcrypto -lz -lm -pthread.
 */
#include "ringside_live.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

enum { N_ROUTERS = 4, N_BATCH = 64, N_ROUNDS = 500, MAX_ID = 8 };

static struct rs_live *live;
static atomic_bool is_open[MAX_ID]; /* the connections, by node id */
static atomic_bool over;
static atomic_ulong n_routed, n_closed; /* keys; those sent to a connection that is closed */

static void *route(void *arg)
{
    struct rs_reader reader; /* one a thread, where it stays from join to part */
    uint64_t digests[N_BATCH], next = (uintptr_t)arg;
    uint32_t ids[N_BATCH];
    rs_live_join(live, &reader);
    while (!atomic_load(&over)) {
        for (size_t i = 0; i < N_BATCH; i++)
            digests[i] = rs_mix(next++); /* rs_digest of the key, in a real router */
        const struct rs_placement *p = rs_live_enter(&reader);
        rs_locate_many(p, digests, N_BATCH, ids);
        for (size_t i = 0; i < N_BATCH; i++) /* hand over to the connection: still inside */
            atomic_fetch_add(&n_closed, !atomic_load(&is_open[ids[i]]));
        rs_live_leave(&reader);
        atomic_fetch_add(&n_routed, N_BATCH);
        sched_yield(); /* the answers of the caches are waited for outside */
    }
    rs_live_part(&reader);
    return NULL;
}

/* One node takes the place of another; no lookup sees neither or both. */
static enum rs_status replace(uint32_t old, const struct rs_node *with, struct rs_why *why)
{
    const struct rs_edit edits[] = {{RS_EDIT_REMOVE, NULL, &old, 1}, {RS_EDIT_ADD, with, NULL, 1}};
    atomic_store(&is_open[with->id], true); /* open before anyone is sent there */
    enum rs_status status = rs_live_change(live, edits, 2, why);
    if (!status)
        atomic_store(&is_open[old], false); /* nobody is sent there any more */
    return status;
}

static enum rs_status operate(struct rs_why *why)
{
    struct rs_node b = RS_NODE(1, "cache-b"), d = RS_NODE(3, "cache-d");
    enum rs_status status = RS_OK;
    d.weight = 2;
    for (int round = 0; !status && round < N_ROUNDS; round++) {
        status = replace(b.id, &d, why);
        d.flags = RS_DOWN; /* maintenance: it keeps its place */
        if (!status)
            status = rs_live_update(live, &d, 1, why);
        d.flags = 0;
        if (!status)
            status = rs_live_update(live, &d, 1, why);
        if (!status)
            status = replace(d.id, &b, why);
    }
    return status;
}

int main(void)
{
    const struct rs_node nodes[] = {RS_NODE(0, "cache-a"), RS_NODE(1, "cache-b"),
                                    RS_NODE(2, "cache-c")};
    struct rs_placement *p;
    struct rs_why why = {""};
    pthread_t routers[N_ROUTERS];
    if (rs_open("ring", NULL, &p, &why) || rs_add(p, nodes, 3, &why) ||
        rs_live_open(p, &live, &why))
        return fprintf(stderr, "live: %s\n", why.text), 1;
    for (size_t i = 0; i < 3; i++)
        atomic_store(&is_open[nodes[i].id], true);
    size_t n = 0;
    while (n < N_ROUTERS && !pthread_create(&routers[n], NULL, route, (void *)(n << 32)))
        n++;
    enum rs_status status = operate(&why);
    atomic_store(&over, true);
    for (size_t i = 0; i < n; i++)
        pthread_join(routers[i], NULL);
    rs_live_close(live);
    printf("%lu keys routed, %lu of them to a closed connection\n", n_routed, n_closed);
    if (status)
        fprintf(stderr, "live: %s\n", why.text);
    return status || n_closed;
}
