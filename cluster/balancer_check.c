/* balancer_check.c - a balancer's options and reports, looked at before anything is believed
 */
#include "balancer_plan.h"
#include "cluster_fail.h"

#define FIELD(type, name, ...)                                                                     \
    {                                                                                              \
#name, offsetof(struct type, name), __VA_ARGS__                                            \
    }

static double balancer_check_at(const void *base, size_t offset)
{
    return *(const double *)(const void *)((const char *)base + offset);
}

/* Options that are numbers: what zero stands for, and what is legal. */
static const struct {
    const char *name;
    size_t offset;
    double fallback, low, high;
} balancer_check_ranges[] = {
    FIELD(rc_balancer_options, threshold, 1.2, 1.001, 1e6),
    FIELD(rc_balancer_options, damping, 0.5, 0.01, 1),
    FIELD(rc_balancer_options, max_change, 0.25, 0.001, 1),
    FIELD(rc_balancer_options, min_weight, 0.2, 1e-6, 0.999),
    FIELD(rc_balancer_options, max_weight, 5, 1.001, 1e6),
    FIELD(rc_balancer_options, min_gain, 0.01, 1e-9, 1),
    FIELD(rc_balancer_options, payback, 8, 1, 1e6),
    FIELD(rc_balancer_options, mix.requests, 0, 0, RC_LOAD_MAX),
    FIELD(rc_balancer_options, mix.bytes, 0, 0, RC_LOAD_MAX),
    FIELD(rc_balancer_options, mix.latency, 0, 0, RC_LOAD_MAX),
    FIELD(rc_balancer_options, mix.queue, 0, 0, RC_LOAD_MAX),
};

static const struct {
    const char *name;
    size_t offset;
    double least; /* 0 apart */
} balancer_check_fields[] = {
    FIELD(rc_load, capacity, 1 / RC_LOAD_MAX),
    FIELD(rc_load, weight, 1 / RC_LOAD_MAX),
    FIELD(rc_load, n_requests, 0),
    FIELD(rc_load, n_bytes, 0),
    FIELD(rc_load, queue, 0),
    FIELD(rc_load, latency_us, 0),
    FIELD(rc_load, n_hottest, 0),
};

#define N_OF(array) (sizeof(array) / sizeof *(array))

enum rs_status balancer_check_options(struct rc_balancer_options *options, struct rs_why *why)
{
    for (size_t i = 0; i < N_OF(balancer_check_ranges); i++) {
        double *value = (double *)(void *)((char *)options + balancer_check_ranges[i].offset);
        double low = balancer_check_ranges[i].low, high = balancer_check_ranges[i].high;
        if (*value == 0)
            *value = balancer_check_ranges[i].fallback;
        if (!(*value >= low && *value <= high))
            return cluster_fail(why, RS_EINVAL, "balancer: %s is %g; give %g to %g, or 0 for %g",
                                balancer_check_ranges[i].name, *value, low, high,
                                balancer_check_ranges[i].fallback);
    }
    if (options->n_shards > RC_BALANCER_MAX_SHARDS)
        return cluster_fail(why, RS_EINVAL, "balancer: n_shards is %u; give at most %u",
                            options->n_shards, RC_BALANCER_MAX_SHARDS);
    struct rc_load_mix *mix = &options->mix;
    if (mix->requests + mix->bytes + mix->latency + mix->queue == 0)
        mix->requests = 1;
    options->patience += options->patience ? 0 : 3;
    options->settle += options->settle ? 0 : 2;
    options->tries += options->tries ? 0 : 20;
    return RS_OK;
}

static enum rs_status balancer_check_load(const struct rc_load *load, struct rs_why *why)
{
    for (size_t i = 0; i < N_OF(balancer_check_fields); i++) {
        double value = balancer_check_at(load, balancer_check_fields[i].offset);
        double least = balancer_check_fields[i].least;
        if (value != 0 && !(value >= least && value <= RC_LOAD_MAX))
            return cluster_fail(why, RS_EINVAL,
                                "load of node %u: %s is %g; report 0, or a number from %g to %g",
                                load->id, balancer_check_fields[i].name, value, least, RC_LOAD_MAX);
    }
    if (load->n_hottest > load->n_requests)
        return cluster_fail(
            why, RS_EINVAL,
            "load of node %u: its hottest key has %g of %g requests; report at most all", load->id,
            load->n_hottest, load->n_requests);
    return RS_OK;
}

/* Ids as in the last report are known to be good. */
static bool balancer_check_ids_known(const struct rc_balancer *b,
                                     const struct rc_load_report *report)
{
    if (report->n_nodes != b->n_nodes)
        return false;
    for (size_t i = 0; i < b->n_nodes; i++)
        if (report->nodes[i].id != b->nodes[i].sums.id)
            return false;
    return true;
}

static enum rs_status balancer_check_ids(const struct rc_load_report *report, struct rs_why *why)
{
    for (size_t i = 0; i < report->n_nodes; i++) {
        uint32_t id = report->nodes[i].id;
        if (id == RS_NO_NODE)
            return cluster_fail(why, RS_EINVAL, "load %zu: %u is no id; use a smaller one", i, id);
        for (size_t k = 0; k < i; k++)
            if (report->nodes[k].id == id)
                return cluster_fail(why, RS_EINVAL,
                                    "loads %zu and %zu are both of node %u; report it once", k, i,
                                    id);
    }
    return RS_OK;
}

static enum rs_status balancer_check_shards(const struct rc_balancer *b,
                                            const struct rc_load_report *report, struct rs_why *why)
{
    if (!report->shard_requests || !report->shard_owners)
        return cluster_fail(why, RS_EINVAL,
                            "a balancer of %u shards needs shard_requests and shard_owners",
                            b->options.n_shards);
    for (uint32_t s = 0; s < b->options.n_shards; s++)
        if (report->shard_owners[s] != RS_NO_NODE && report->shard_owners[s] >= report->n_nodes)
            return cluster_fail(why, RS_EINVAL,
                                "shard %u: its owner is %u; give an index below %zu, or RS_NO_NODE",
                                s, report->shard_owners[s], report->n_nodes);
    return RS_OK;
}

enum rs_status balancer_check_report(const struct rc_balancer *b,
                                     const struct rc_load_report *report, struct rs_why *why)
{
    enum rs_status status = RS_OK;
    if (!balancer_check_ids_known(b, report))
        status = balancer_check_ids(report, why);
    for (size_t i = 0; !status && i < report->n_nodes; i++)
        status = balancer_check_load(&report->nodes[i], why);
    if (!status && b->options.n_shards)
        status = balancer_check_shards(b, report, why);
    return status;
}
