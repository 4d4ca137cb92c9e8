/* tier_base.c - what a simulated tier and one of real servers have in common
 */
#include "tier_base.h"

#include "reason.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool tier_base_open_cluster(struct tier_base *base, const char *spec, bool *cannot,
                                   struct rs_why *why)
{
    const struct rc_options options = {.spec = spec,
                                       .factor = base->timeline->factor,
                                       .n_shards = base->timeline->n_shards,
                                       .node_bytes = base->timeline->cache_bytes};
    enum rs_status status = rc_open(&options, &base->cluster, why);
    if (!status)
        status = rc_set_nodes(base->cluster, base->nodes.wanted, base->nodes.n_wanted, why);
    *cannot = status == RS_EUNSUPPORTED || status == RS_EINVAL || status == RS_EFULL;
    if (!status)
        rc_switch(base->cluster, NULL, NULL); /* the tier begins cold */
    return !status;
}

static bool tier_base_open_keys(struct tier_base *base, struct requests *requests,
                                struct rs_why *why)
{
    base->keys = calloc(base->n_keys, sizeof *base->keys);
    if (!base->keys)
        return reason_set(why, "out of memory");
    for (uint32_t key = 0; key < base->n_keys; key++)
        if (rc_shard_of(base->cluster, requests_name(requests, key), &base->keys[key].shard))
            return reason_set(why, "its hash has no digest for key %u; choose another hash", key);
    return true;
}

bool tier_base_open(struct tier_base *base, const char *spec, const struct timeline *timeline,
                    struct requests *requests, bool *cannot, struct rs_why *why)
{
    *cannot = !requests_check(requests, why);
    if (*cannot)
        return false;
    base->timeline = timeline;
    base->n_keys = requests_n_keys(requests);
    if (!tier_nodes_open(&base->nodes, timeline, spec, why))
        return false;
    base->n_served = calloc(base->nodes.n_all, sizeof *base->n_served);
    base->n_served_before = calloc(base->nodes.n_all, sizeof *base->n_served_before);
    if (!base->n_served || !base->n_served_before)
        return reason_set(why, "out of memory");
    return tier_base_open_cluster(base, spec, cannot, why) &&
           tier_base_open_keys(base, requests, why);
}

void tier_base_close(struct tier_base *base)
{
    rc_close(base->cluster);
    tier_nodes_close(&base->nodes);
    free(base->keys);
    free(base->n_served);
    free(base->n_served_before);
}

void tier_base_begin(struct tier_base *base, uint64_t second)
{
    base->now = (uint32_t)second + 1;
    if ((double)second >= base->warm_until_s)
        rc_forget_previous(base->cluster);
    for (size_t i = 0; i < base->nodes.n_all; i++) {
        base->n_served_before[i] += base->n_served[i];
        base->n_served[i] = 0;
    }
}

void tier_base_load(const struct tier_base *base, struct tier_second *second)
{
    double sum = 0, squares = 0, max = 0, n = 0;
    for (uint32_t id = 0; id < base->nodes.n_all; id++) {
        if (!tier_base_is_up(base, id))
            continue;
        double served = (double)base->n_served[id];
        n++, sum += served, squares += served * served;
        max = fmax(max, served);
    }
    double mean = n > 0 ? sum / n : 0, variance = n > 0 ? squares / n - mean * mean : 0;
    second->n_up = (uint32_t)n;
    second->max_over_mean = mean > 0 ? max / mean : 0;
    second->cv = mean > 0 && variance > 0 ? sqrt(variance) / mean : 0;
}
