/* timeline_settings.c - the lines that say how the whole timeline is run
 *
 * One table: a name, what reads the words behind it, and the words that count where the file has
 * none. Defaults are read like any line.
 */
#include "timeline_parts.h"

#include "cluster.h"
#include "reason.h"
#include "workload.h"

#include <stdio.h>
#include <string.h>

static const char *const timeline_settings_warmups[N_WARMUPS] = {
    [WARMUP_NONE] = "none",
    [WARMUP_DUAL_READ] = "dual_read",
    [WARMUP_DOUBLE_WRITE] = "double_write",
    [WARMUP_RAMP] = "ramp",
    [WARMUP_COPY] = "copy",
};
static const char *const timeline_settings_balances[N_BALANCES] = {
    [BALANCE_NONE] = "none",
    [BALANCE_WEIGHTS] = "weights",
    [BALANCE_SHARDS] = "shards",
};

const char *warmup_name(enum warmup warmup)
{
    return timeline_settings_warmups[warmup];
}

const char *balance_name(enum balance balance)
{
    return timeline_settings_balances[balance];
}

static const struct timeline_quantity timeline_settings_duration = {
    "time in seconds", timeline_seconds, 1, TIMELINE_MAX_S};
static const struct timeline_quantity timeline_settings_every = {
    "time in seconds", timeline_seconds, 0.1, TIMELINE_MAX_S};
static const struct timeline_quantity timeline_settings_count = {"whole number", timeline_plain, 1,
                                                                 1e9};
static const struct timeline_quantity timeline_settings_value = {"size in bytes", timeline_bytes, 1,
                                                                 1e9};
static const struct timeline_quantity timeline_settings_cache = {"size in bytes", timeline_bytes, 1,
                                                                 1e15};
static const struct timeline_quantity timeline_settings_part = {"percentage", timeline_percent, 0,
                                                                100};
static const struct timeline_quantity timeline_settings_factor = {"whole number", timeline_plain, 1,
                                                                  RC_MAX_FACTOR};
static const struct timeline_quantity timeline_settings_shards = {
    "whole number", timeline_plain, 1, 1 << 24}; /* as in struct rc_options */

static bool timeline_settings_take_nodes(struct timeline_line *line, struct timeline *t)
{
    return timeline_nodes_take(line, &t->nodes);
}

static bool timeline_settings_take_duration(struct timeline_line *line, struct timeline *t)
{
    return timeline_real(line, &timeline_settings_duration, &t->duration_s);
}

static bool timeline_settings_take_requests(struct timeline_line *line, struct timeline *t)
{
    return timeline_whole(line, &timeline_settings_count, &t->requests_per_s);
}

static bool timeline_settings_take_workload(struct timeline_line *line, struct timeline *t)
{
    struct rs_bytes word = timeline_word(line);
    const struct workload *workload = NULL;
    if (word.n_bytes < sizeof t->workload) {
        snprintf(t->workload, sizeof t->workload, "%.*s", (int)word.n_bytes, word.at);
        workload = workload_find(t->workload);
    }
    if (!workload)
        return timeline_refuse(line, word, "is no workload");
    t->n_keys = 0;
    return workload == &workload_file || timeline_whole(line, &timeline_settings_count, &t->n_keys);
}

static bool timeline_settings_take_values(struct timeline_line *line, struct timeline *t)
{
    return timeline_whole(line, &timeline_settings_value, &t->value_bytes);
}

static bool timeline_settings_take_cache(struct timeline_line *line, struct timeline *t)
{
    return timeline_whole(line, &timeline_settings_cache, &t->cache_bytes);
}

static bool timeline_settings_take_writes(struct timeline_line *line, struct timeline *t)
{
    double percent;
    bool good = timeline_real(line, &timeline_settings_part, &percent);
    t->write_fraction = good ? percent / 100 : 0;
    return good;
}

static bool timeline_settings_take_replication(struct timeline_line *line, struct timeline *t)
{
    uint64_t factor = 0;
    bool good = timeline_whole(line, &timeline_settings_factor, &factor);
    t->factor = (unsigned)factor;
    return good;
}

static bool timeline_settings_take_shards(struct timeline_line *line, struct timeline *t)
{
    uint64_t n_shards = 0;
    bool good = timeline_whole(line, &timeline_settings_shards, &n_shards);
    t->n_shards = (uint32_t)n_shards;
    return good;
}

/* A policy and its time; the first, none, has no time. */
static bool timeline_settings_policy(struct timeline_line *line, const char *const *names, size_t n,
                                     size_t *policy, double *time_s)
{
    return timeline_choose(line, names, sizeof *names, n, policy) &&
           (*policy == 0 || timeline_real(line, &timeline_settings_every, time_s));
}

static bool timeline_settings_take_warmup(struct timeline_line *line, struct timeline *t)
{
    size_t policy = WARMUP_NONE;
    bool good =
        timeline_settings_policy(line, timeline_settings_warmups, N_WARMUPS, &policy, &t->warmup_s);
    t->warmup = (enum warmup)policy;
    return good;
}

static bool timeline_settings_take_balance(struct timeline_line *line, struct timeline *t)
{
    size_t policy = BALANCE_NONE;
    bool good = timeline_settings_policy(line, timeline_settings_balances, N_BALANCES, &policy,
                                         &t->balance_s);
    t->balance = (enum balance)policy;
    return good;
}

struct timeline_settings_row {
    const char *name;
    bool (*take)(struct timeline_line *line, struct timeline *t);
    const char *fallback; /* NULL: the file must say it */
    const char *form;
};

static const struct timeline_settings_row timeline_settings_rows[] = {
    {"nodes", timeline_settings_take_nodes, NULL,
     "nodes node-a node-b node-c, or nodes file cluster.txt"},
    {"duration", timeline_settings_take_duration, "60s", "duration 120s"},
    {"requests", timeline_settings_take_requests, "10000", "requests 10000"},
    {"workload", timeline_settings_take_workload, "zipf 100000",
     "workload zipf 100000 (or sequential, uniform), or workload file"},
    {"values", timeline_settings_take_values, "1000", "values 1000"},
    {"cache", timeline_settings_take_cache, "64MB", "cache 64MB"},
    {"writes", timeline_settings_take_writes, "0%", "writes 5%"},
    {"replication", timeline_settings_take_replication, "1", "replication 2"},
    {"shards", timeline_settings_take_shards, "16384", "shards 16384"},
    {"warmup", timeline_settings_take_warmup, "none", "warmup dual_read 30s, or warmup none"},
    {"balance", timeline_settings_take_balance, "none", "balance weights 5s, or balance none"},
};
#define TIMELINE_SETTINGS_N (sizeof timeline_settings_rows / sizeof *timeline_settings_rows)
_Static_assert(TIMELINE_SETTINGS_N <= sizeof((struct timeline_seen *)0)->lines / sizeof(size_t),
               "every setting has its place in struct timeline_seen");

bool timeline_setting_take(struct timeline_line *line, struct timeline *timeline,
                           struct timeline_seen *seen)
{
    size_t i;
    line->form = "at 10s add node-d, or a setting, such as duration 120s";
    if (!timeline_choose(line, timeline_settings_rows, sizeof *timeline_settings_rows,
                         TIMELINE_SETTINGS_N, &i))
        return false;
    if (seen->lines[i])
        return reason_at(line->why, line->file, line->number,
                         "%s stands in line %zu already; leave one of the two out",
                         timeline_settings_rows[i].name, seen->lines[i]);
    seen->lines[i] = line->number;
    line->form = timeline_settings_rows[i].form;
    return timeline_settings_rows[i].take(line, timeline);
}

bool timeline_settings_default(const char *file, struct timeline *timeline,
                               const struct timeline_seen *seen, struct rs_why *why)
{
    for (size_t i = 0; i < TIMELINE_SETTINGS_N; i++) {
        const struct timeline_settings_row *row = &timeline_settings_rows[i];
        struct timeline_line line = {.file = file, .form = row->form, .why = why};
        if (seen->lines[i])
            continue;
        if (!row->fallback)
            return reason_at(why, file, 0, "%s is missing; write a line: %s", row->name, row->form);
        timeline_line_set(&line, row->fallback, strlen(row->fallback));
        if (!row->take(&line, timeline))
            return false;
    }
    return true;
}
