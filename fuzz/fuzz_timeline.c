/* fuzz_timeline.c - any bytes as a timeline
 *
 * Either a reason that names the file and an empty timeline, or one whose values are in range,
 * whose events can happen in their order, and whose events, printed, read as the same events again.
 */
#include "check.h"

#include "real.h"
#include "timeline.h"
#include "workload.h"

#include <math.h>
#include <string.h>

#define FUZZ_TIMELINE_EVENTS 100 /* so many events are followed node by node */

static bool fuzz_timeline_same(struct rs_bytes a, struct rs_bytes b)
{
    return a.n_bytes == b.n_bytes && (a.n_bytes == 0 || memcmp(a.at, b.at, a.n_bytes) == 0);
}

static bool fuzz_timeline_is_blank(uint8_t c)
{
    return c == ' ' || c == '\t';
}

/* A target reads no files: no statement may be "nodes file". */
static bool fuzz_timeline_names_file(const uint8_t *data, size_t n_bytes)
{
    const uint8_t *end = data + n_bytes, *at = data;
    while (at < end && (at = memmem(at, (size_t)(end - at), "nodes", 5))) {
        at += 5;
        const uint8_t *word = at;
        while (word < end && fuzz_timeline_is_blank(*word))
            word++;
        if (end - word >= 4 && memcmp(word, "file", 4) == 0)
            return true;
    }
    return false;
}

static void fuzz_timeline_check_refused(const struct timeline *timeline, const struct rs_why *why)
{
    static const struct timeline empty;
    CHECK(!timeline->text && !timeline->events && timeline->n_events == 0);
    CHECK(!timeline->nodes.nodes && timeline->nodes.n == 0);
    CHECK(timeline->duration_s == empty.duration_s && timeline->n_shards == empty.n_shards);
    CHECK(strncmp(why->text, "any.txt:", 8) == 0);
    CHECK(strstr(why->text, "; "));
    CHECK(strlen(why->text) < sizeof why->text - 1); /* nothing was cut off */
    CHECK(!strchr(why->text, '\n'));
    check_note(why->text, strlen(why->text));
}

static void fuzz_timeline_check_settings(const struct timeline *timeline)
{
    CHECK(timeline->nodes.n > 0);
    CHECK(timeline->duration_s >= 1 && timeline->duration_s <= 31536000);
    CHECK(timeline->requests_per_s >= 1 && timeline->requests_per_s <= 1000000000);
    CHECK(workload_find(timeline->workload));
    CHECK((timeline->n_keys == 0) == (strcmp(timeline->workload, "file") == 0));
    CHECK(timeline->value_bytes >= 1 && timeline->cache_bytes >= 1);
    CHECK(timeline->write_fraction >= 0 && timeline->write_fraction <= 1);
    CHECK(timeline->factor >= 1 && timeline->factor <= 16);
    CHECK(timeline->n_shards >= 1 && timeline->n_shards <= 1 << 24);
    CHECK(timeline->warmup < N_WARMUPS && warmup_name(timeline->warmup));
    CHECK((timeline->warmup == WARMUP_NONE) == (timeline->warmup_s == 0));
    CHECK(timeline->balance < N_BALANCES && balance_name(timeline->balance));
    CHECK((timeline->balance == BALANCE_NONE) == (timeline->balance_s == 0));
}

static void fuzz_timeline_check_events(const struct timeline *timeline)
{
    for (size_t i = 0; i < timeline->n_events; i++) {
        const struct timeline_event *event = &timeline->events[i], *before = event - (i > 0);
        CHECK(event->at_s >= 0 && event->at_s < timeline->duration_s);
        CHECK(event->over_s >= 0 && event->at_s + event->over_s <= timeline->duration_s);
        CHECK(isfinite(event->weight) && event->weight >= 0);
        CHECK((event->kind == EVENT_SHIFT) == (event->node.n_bytes == 0));
        CHECK(event->node.n_bytes <= RS_NAME_MAX);
        CHECK(before->at_s <= event->at_s);
        CHECK(before->at_s < event->at_s || before->line <= event->line);
    }
}

/* Oracle: the state of one node just before the event `until`, from all that happened to it. */
struct fuzz_timeline_state {
    bool there, crashed;
    double gone_s; /* when it leaves; INFINITY: it does not */
};

static void fuzz_timeline_apply(struct fuzz_timeline_state *state,
                                const struct timeline_event *event)
{
    switch (event->kind) {
    case EVENT_ADD:
    case EVENT_REJOIN:
        *state = (struct fuzz_timeline_state){true, false, INFINITY};
        break;
    case EVENT_CRASH:
        *state = (struct fuzz_timeline_state){false, true, INFINITY};
        break;
    case EVENT_DRAIN:
        state->gone_s = event->at_s + event->over_s;
        break;
    default:
        break;
    }
}

static struct fuzz_timeline_state fuzz_timeline_state_of(const struct timeline *timeline,
                                                         struct rs_bytes name, size_t until)
{
    struct fuzz_timeline_state state = {false, false, INFINITY};
    for (size_t i = 0; i < timeline->nodes.n; i++)
        state.there |= fuzz_timeline_same(timeline->nodes.nodes[i].name, name);
    for (size_t i = 0; i < until; i++) {
        if (fuzz_timeline_same(timeline->events[i].node, name))
            fuzz_timeline_apply(&state, &timeline->events[i]);
    }
    if (state.gone_s <= timeline->events[until].at_s)
        state.there = false;
    return state;
}

static void fuzz_timeline_check_nodes(const struct timeline *timeline)
{
    for (size_t i = 0; i < timeline->n_events && i < FUZZ_TIMELINE_EVENTS; i++) {
        const struct timeline_event *event = &timeline->events[i];
        struct fuzz_timeline_state state = fuzz_timeline_state_of(timeline, event->node, i);
        bool leaving = state.there && isfinite(state.gone_s);
        if (event->kind == EVENT_ADD)
            CHECK(!state.there && !state.crashed);
        else if (event->kind == EVENT_REJOIN)
            CHECK(state.crashed);
        else if (event->kind != EVENT_SHIFT)
            CHECK(state.there && (!leaving || event->kind == EVENT_CRASH));
    }
}

static char *fuzz_timeline_print(const struct timeline *timeline, size_t *n_bytes)
{
    char *text, number[REAL_MAX], event[TIMELINE_EVENT_MAX];
    FILE *out = open_memstream(&text, n_bytes);
    real_print(timeline->duration_s, number);
    fprintf(out, "duration %s\nnodes", number);
    for (size_t i = 0; i < timeline->nodes.n; i++) {
        putc(' ', out);
        fwrite(timeline->nodes.nodes[i].name.at, 1, timeline->nodes.nodes[i].name.n_bytes, out);
    }
    for (size_t i = 0; i < timeline->n_events; i++) {
        real_print(timeline->events[i].at_s, number);
        timeline_event_print(&timeline->events[i], event, sizeof event);
        CHECK(strlen(event) < sizeof event - 1);
        fprintf(out, "\nat %s %s", number, event);
    }
    CHECK(fclose(out) == 0);
    return text;
}

static void fuzz_timeline_check_again(const struct timeline *timeline)
{
    struct timeline again;
    size_t n_bytes;
    char *text = fuzz_timeline_print(timeline, &n_bytes);
    check_note(text, n_bytes);
    CHECK(timeline_parse("again.txt", text, n_bytes, &again, NULL));
    CHECK(again.nodes.n == timeline->nodes.n && again.n_events == timeline->n_events);
    for (size_t i = 0; i < again.n_events; i++) {
        const struct timeline_event *a = &timeline->events[i], *b = &again.events[i];
        CHECK(a->kind == b->kind);
        CHECK(a->at_s == b->at_s && a->over_s == b->over_s && a->weight == b->weight);
        CHECK(fuzz_timeline_same(a->node, b->node));
    }
    timeline_free(&again);
    free(text);
}

void fuzz_one(const uint8_t *data, size_t n_bytes)
{
    struct timeline timeline;
    struct rs_why why = {""};
    if (fuzz_timeline_names_file(data, n_bytes))
        return;
    if (timeline_parse("any.txt", (const char *)data, n_bytes, &timeline, &why)) {
        fuzz_timeline_check_settings(&timeline);
        fuzz_timeline_check_events(&timeline);
        fuzz_timeline_check_nodes(&timeline);
        fuzz_timeline_check_again(&timeline);
    } else {
        fuzz_timeline_check_refused(&timeline, &why);
    }
    timeline_free(&timeline);
}
