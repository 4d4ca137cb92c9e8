/* metric.c - the list of metrics, and what several of them do with a subject
 */
#include "metric.h"

#include "reason.h"

#include <string.h>

static const struct metric *const metrics[] = {
#define METRIC(name) &metric_##name,
#include "metrics.def"
#undef METRIC
};

const struct metric *metric_at(size_t i)
{
    return i < sizeof metrics / sizeof *metrics ? metrics[i] : NULL;
}

const struct metric *metric_find(const char *name)
{
    const struct metric *metric;
    for (size_t i = 0; (metric = metric_at(i)); i++)
        if (!strcmp(metric->name, name))
            return metric;
    return NULL;
}

const char *measure_better_text(const struct measure *measure)
{
    static const char *const texts[] = {
#define X(name, text) [BETTER_##name] = text,
        MEASURE_BETTER_MAP(X)
#undef X
    };
    return texts[measure->better];
}

const char *measure_kind_text(const struct measure *measure)
{
    static const char *const texts[] = {
#define X(name, text) [KIND_##name] = text,
        MEASURE_KIND_MAP(X)
#undef X
    };
    return texts[measure->kind];
}

enum rs_status subject_open(const struct subject *subject, const struct rs_config *config, size_t n,
                            struct rs_placement **out, struct rs_why *why)
{
    struct rs_placement *p;
    enum rs_status status = rs_open(subject->spec, config, &p, why);
    if (status)
        return status;
    status = rs_add(p, subject->nodes, n, why);
    if (status)
        rs_close(p);
    else
        *out = p;
    return status;
}

/* Shares come in the order of rs_nodes, oldest first: the order in which they were added. */
enum rs_status subject_shares(const struct rs_placement *p, double *shares, bool *known)
{
    enum rs_status status = rs_shares(p, shares);
    *known = status == RS_OK;
    return status == RS_EUNSUPPORTED ? RS_OK : status;
}

bool key_pass_next(struct key_pass *pass, const struct rs_placement *p, struct rs_why *why)
{
    const struct rs_bytes *keys;
    size_t n;
    if (!key_stream_next(pass->keys, &keys, &n, why))
        return false;
    pass->n = rs_digest_many(p, keys, n, pass->digests);
    if (pass->n == n)
        return true;
    return reason_set(why,
                      "hash %s has no digest for a key of this workload; choose another hash or "
                      "other keys",
                      p->hash->name);
}
