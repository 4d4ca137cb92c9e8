/* impact_event.c - what an event did to the database
 */
#include "impact.h"

#include <math.h>

static uint64_t impact_second_of(const struct impact_run *run, size_t event)
{
    return event < run->timeline->n_events ? (uint64_t)run->timeline->events[event].at_s
                                           : run->n_seconds;
}

static double impact_mean(const struct impact_run *run, uint64_t from, uint64_t to)
{
    double sum = 0;
    for (uint64_t s = from; s < to; s++)
        sum += (double)run->seconds[s].n_database;
    return to > from ? sum / (double)(to - from) : 0;
}

/* Three seconds together, so that one quiet second is no recovery and one busy one no harm; from
 * the worst three on, since a gradual event does its harm late. 0: there was no harm. */
static double impact_recovery(const struct impact_run *run, uint64_t at, uint64_t end,
                              double before)
{
    enum { TOGETHER = 3 };
    double most = 1.1 * before, harm = 0;
    uint64_t worst = at;
    for (uint64_t s = at; s + TOGETHER <= end; s++)
        if (impact_mean(run, s, s + TOGETHER) > harm)
            harm = impact_mean(run, s, s + TOGETHER), worst = s;
    if (harm <= most && at + TOGETHER <= end)
        return 0;
    for (uint64_t s = worst; s + TOGETHER <= end; s++)
        if (impact_mean(run, s, s + TOGETHER) <= most)
            return (double)(s - at);
    return -1;
}

/* What has moved is missed once, and nothing else is. */
static bool impact_is_theoretical(const struct impact_run *run, size_t event)
{
    const struct timeline_event *e = &run->timeline->events[event];
    return e->at_s >= 1 && !(e->over_s > 0) && e->kind != EVENT_CRASH && e->kind != EVENT_SHIFT &&
           run->timeline->warmup == WARMUP_NONE;
}

struct impact impact_of(const struct impact_run *run, size_t event)
{
    enum { BEFORE_S = 5 };
    uint64_t at = impact_second_of(run, event), end = impact_second_of(run, event + 1),
             next = event;
    while (end == at && next + 1 < run->timeline->n_events) /* events of one second are one */
        end = impact_second_of(run, ++next + 1);
    struct impact impact = {.recovery_s = -1};
    uint64_t n_moved = 0, from = at > BEFORE_S ? at - BEFORE_S : 0;
    impact.before = impact_mean(run, from, at);
    for (uint64_t s = at; s < end; s++) {
        impact.peak = fmax(impact.peak, (double)run->seconds[s].n_database);
        n_moved += run->seconds[s].n_moved_shards;
    }
    impact.moved = (double)n_moved / run->timeline->n_shards / run->timeline->factor;
    impact.expected = -1;
    if (impact_is_theoretical(run, event))
        impact.expected = impact.before + impact.moved * (double)run->seconds[at - 1].n_hit_keys;
    impact.recovery_s = impact_recovery(run, at, end, impact.before);
    return impact;
}
