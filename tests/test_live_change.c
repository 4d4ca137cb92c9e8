/* test_live_change.c - nodes change while threads look keys up
 *
 * A session of changes is first played on a plain placement, and the answers to some digests are
 * kept after each: its generations. Then it is played live. A writer counts a generation up before
 * its change begins and another count up after it has returned; a reader notes both around a
 * bracket. All answers of the bracket must be those of one generation in between: no mixture, and
 * nothing from before a change that had returned.
 */
#include "ringside_live.h"
#include "support.h"

#include <pthread.h>
#include <sched.h>

enum { N_READERS = 4, N_DIGESTS = 32, N_START = 12, N_STEPS_MAX = 2 };

/* One change: up to two steps of one node each. */
struct turn {
    struct rs_edit edits[N_STEPS_MAX];
    struct rs_node nodes[N_STEPS_MAX];
    char names[N_STEPS_MAX][16];
    size_t n;
    enum rs_status status;
};

struct session {
    const char *spec;
    size_t n_turns;
    struct turn *turns;
    uint32_t (*answers)[N_DIGESTS]; /* of each generation: after that many turns */
    uint64_t digests[N_DIGESTS];
    struct rs_live *live;
    size_t begun, done;           /* turns; atomic */
    bool over;                    /* atomic */
    uint64_t n_brackets, n_wrong; /* atomic */
};

/* ---- making one */

static void session_add(struct turn *turn, uint32_t id)
{
    size_t i = turn->n++;
    snprintf(turn->names[i], sizeof turn->names[i], "node-%u", id);
    turn->nodes[i] = test_node(id, turn->names[i]);
    turn->edits[i] = (struct rs_edit){RS_EDIT_ADD, &turn->nodes[i], NULL, 1};
}

static void session_remove(struct turn *turn, uint32_t id)
{
    size_t i = turn->n++;
    turn->nodes[i].id = id;
    turn->edits[i] = (struct rs_edit){RS_EDIT_REMOVE, NULL, &turn->nodes[i].id, 1};
}

static void session_update(struct turn *turn, const struct rs_placement *p, uint32_t id)
{
    size_t i = turn->n++;
    assert_int_equal(rs_node(p, id, &turn->nodes[i]), RS_OK);
    snprintf(turn->names[i], sizeof turn->names[i], "node-%u", id);
    turn->nodes[i].name.at = turn->names[i];
    if (rs_traits(p) & RS_WEIGHTED)
        turn->nodes[i].weight = turn->nodes[i].weight == 1 ? 2 : 1;
    else
        turn->nodes[i].flags ^= RS_DOWN; /* refused without RS_HEALTH: that must change nothing */
    turn->edits[i] = (struct rs_edit){RS_EDIT_UPDATE, &turn->nodes[i], NULL, 1};
}

/* Additions, removals, updates, replacements, and a few that fail, in their second step too. */
static void session_make_turn(struct turn *turn, const struct rs_placement *p, uint64_t seed,
                              uint32_t fresh)
{
    uint32_t ids[64];
    size_t n = rs_nodes(p, ids, N_OF(ids));
    uint32_t any = ids[rs_below(rs_mix(seed), n)], last = ids[n - 1];
    uint32_t out = rs_traits(p) & RS_REMOVE_ANY ? any : last;
    uint64_t what = rs_draw(seed, 1) % 8;
    if (what == 0) {
        session_update(turn, p, any);
    } else if (what == 1) {
        session_remove(turn, out);
        session_add(turn, fresh);
    } else if (what == 2) {
        session_add(turn, fresh);
        session_add(turn, any); /* there already */
    } else if (what == 3) {
        session_remove(turn, fresh); /* not there */
    } else if (n < N_START / 2 || (what & 1 && n < 2 * N_START)) {
        session_add(turn, fresh);
    } else {
        session_remove(turn, out);
    }
}

static enum rs_status session_step(struct rs_placement *p, const struct rs_edit *edit)
{
    return edit->kind == RS_EDIT_ADD      ? rs_add(p, edit->nodes, edit->n, NULL)
           : edit->kind == RS_EDIT_REMOVE ? rs_remove(p, edit->ids, edit->n, NULL)
                                          : rs_update(p, edit->nodes, edit->n, NULL);
}

/* All or nothing, by the slow way: on a clone. */
static enum rs_status session_play(struct rs_placement **p, const struct turn *turn)
{
    struct rs_placement *next;
    enum rs_status status = rs_clone(*p, NULL, &next);
    for (size_t i = 0; !status && i < turn->n; i++)
        status = session_step(next, &turn->edits[i]);
    if (!status) {
        rs_close(*p);
        *p = next;
    } else {
        rs_close(next);
    }
    return status;
}

static void session_open(struct session *s, const char *spec, size_t n_turns)
{
    *s = (struct session){.spec = spec, .n_turns = n_turns};
    s->turns = calloc(n_turns, sizeof *s->turns);
    s->answers = calloc(n_turns + 1, sizeof *s->answers);
    assert_true(s->turns && s->answers);
    for (size_t i = 0; i < N_DIGESTS; i++)
        s->digests[i] = rs_draw(3, i + 1);
    struct rs_placement *p = test_open(spec), *first = test_open(spec);
    test_add_numbered(p, 0, N_START);
    test_add_numbered(first, 0, N_START);
    assert_int_equal(rs_live_open(first, &s->live, NULL), RS_OK);
    rs_locate_many(p, s->digests, N_DIGESTS, s->answers[0]);
    for (size_t t = 0; t < n_turns; t++) {
        session_make_turn(&s->turns[t], p, t + 1, N_START + (uint32_t)t);
        s->turns[t].status = session_play(&p, &s->turns[t]);
        rs_locate_many(p, s->digests, N_DIGESTS, s->answers[t + 1]);
    }
    rs_close(p);
}

static void session_close(struct session *s)
{
    rs_live_close(s->live);
    free(s->turns);
    free(s->answers);
}

/* ---- playing it */

static bool session_is_known(const struct session *s, const uint32_t *ids, size_t from, size_t to)
{
    for (size_t g = from; g <= to; g++)
        if (!memcmp(ids, s->answers[g], sizeof s->answers[g]))
            return true;
    return false;
}

/* Asks one by one, lets others run in the middle, and asks again. */
static bool session_bracket(struct session *s, struct rs_reader *reader, bool pauses)
{
    uint32_t one[N_DIGESTS], many[N_DIGESTS];
    size_t from = __atomic_load_n(&s->done, __ATOMIC_SEQ_CST);
    const struct rs_placement *p = rs_live_enter(reader);
    for (size_t i = 0; i < N_DIGESTS; i++) {
        one[i] = rs_locate(p, s->digests[i]);
        if (pauses && i % 16 == 0)
            sched_yield();
    }
    rs_locate_many(p, s->digests, N_DIGESTS, many);
    rs_live_leave(reader);
    size_t to = __atomic_load_n(&s->begun, __ATOMIC_SEQ_CST);
    return !memcmp(one, many, sizeof one) && session_is_known(s, one, from, to);
}

/* Comes and goes, so that changes meet readers that join and part. */
static void *session_read(void *ctx)
{
    struct session *s = ctx;
    struct rs_reader reader;
    uint64_t n = 0, n_wrong = 0;
    for (bool over = false; !over; n++) {
        if (n % 64 == 0)
            rs_live_join(s->live, &reader);
        over = __atomic_load_n(&s->over, __ATOMIC_SEQ_CST) && n % 64 == 63;
        n_wrong += !session_bracket(s, &reader, n % 8 == 0);
        sched_yield();
        if (n % 64 == 63)
            rs_live_part(&reader);
    }
    __atomic_add_fetch(&s->n_brackets, n, __ATOMIC_RELAXED);
    __atomic_add_fetch(&s->n_wrong, n_wrong, __ATOMIC_RELAXED);
    return NULL;
}

static size_t session_write(struct session *s)
{
    size_t n_wrong = 0;
    for (size_t t = 0; t < s->n_turns; t++) {
        __atomic_add_fetch(&s->begun, 1, __ATOMIC_SEQ_CST);
        enum rs_status status = rs_live_change(s->live, s->turns[t].edits, s->turns[t].n, NULL);
        n_wrong += status != s->turns[t].status;
        __atomic_add_fetch(&s->done, 1, __ATOMIC_SEQ_CST);
    }
    __atomic_store_n(&s->over, true, __ATOMIC_SEQ_CST);
    return n_wrong;
}

static void session_run(const char *spec, size_t n_turns)
{
    struct session s;
    pthread_t threads[N_READERS];
    session_open(&s, spec, n_turns);
    for (size_t i = 0; i < N_READERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, session_read, &s), 0);
    size_t n_other_status = session_write(&s);
    for (size_t i = 0; i < N_READERS; i++)
        pthread_join(threads[i], NULL);
    if (s.n_wrong || n_other_status || s.n_brackets < 64 * N_READERS)
        fail_msg("%s: %llu of %llu brackets have answers of no generation, %zu changes ended "
                 "otherwise than on a plain placement",
                 spec, (unsigned long long)s.n_wrong, (unsigned long long)s.n_brackets,
                 n_other_status);
    session_close(&s);
}

static void test_thousands_of_changes(void **state)
{
    (void)state;
    session_run("ring:vnodes=40", 2000);
    session_run("rendezvous", 500);
    session_run("jump", 500);
}

static void test_every_strategy(void **state)
{
    (void)state;
    const struct rs_strategy *strategy;
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++)
        if (!(strategy->traits & RS_LOAD))
            session_run(strategy->name, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_thousands_of_changes),
        cmocka_unit_test(test_every_strategy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
