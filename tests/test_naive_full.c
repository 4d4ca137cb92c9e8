/* test_naive_full.c - tables as full as they may be, against the naive twins
 *
 * Scripts keep as many nodes as a placement takes. Here there are more, most of them of weight 0 or
 * down, and a call wakes some and silences others: in its middle more would answer than there is
 * room for, at its end never.
 */
#include "naive.h"
#include "property.h"
#include "support.h"

enum { N_NODES = 7, N_SESSIONS = 60, N_CALLS = 12 };

static const char *const names[N_NODES] = {"a", "b", "c", "d", "e", "f", "g"};

static bool by_weight; /* else a node that shall not answer is down */

static struct rs_node full_node(uint32_t id, double weight)
{
    struct rs_node node = test_node(id, names[id]);
    node.weight = by_weight ? weight : 1;
    node.flags = by_weight || weight > 0 ? 0 : RS_DOWN;
    return node;
}

static bool full_is_in(const struct script_op *op, uint32_t id)
{
    for (size_t i = 0; i < op->n; i++)
        if (op->nodes[i].id == id)
            return true;
    return false;
}

/* Some nodes in any order; where too many would answer, those at the end leave. */
static void full_call(struct script_op *op, double *weights, size_t room, uint64_t seed)
{
    size_t n = 1 + rs_below(rs_draw(seed, 1), N_NODES), n_answer = 0;
    *op = (struct script_op){SCRIPT_UPDATE, 0, {{.id = 0}}};
    for (uint64_t i = 2; op->n < n; i++) {
        uint32_t id = (uint32_t)rs_below(rs_draw(seed, 2 * i), N_NODES);
        if (full_is_in(op, id))
            continue;
        weights[id] = (double)rs_below(rs_draw(seed, 2 * i + 1), 3);
        op->nodes[op->n++] = full_node(id, weights[id]);
    }
    for (size_t i = 0; i < N_NODES; i++)
        n_answer += weights[i] > 0;
    for (size_t i = op->n; i-- > 0 && n_answer > room;) {
        double *weight = &weights[op->nodes[i].id];
        n_answer -= *weight > 0;
        *weight = 0;
        op->nodes[i] = full_node(op->nodes[i].id, 0);
    }
}

static void full_session(const char *spec, size_t room, uint64_t seed)
{
    static struct script script;
    double weights[N_NODES] = {0};
    script = (struct script){.n_ops = N_NODES};
    for (uint32_t id = 0; id < N_NODES; id++)
        script.ops[id] = (struct script_op){SCRIPT_ADD, 1, {full_node(id, 0)}};
    for (uint64_t i = 0; i < N_CALLS; i++)
        full_call(&script.ops[script.n_ops++], weights, room, rs_draw(seed, i));
    static const char *const properties[] = {"naive_twin", "failed", "clone", "save_restore"};
    for (size_t i = 0; i < N_OF(properties); i++) {
        const char *reason = property_find(properties[i])->run(spec, &script);
        if (reason)
            fail_msg("%s, session %llu, %s: %s", spec, (unsigned long long)seed, properties[i],
                     reason);
    }
}

static void test_full(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        size_t room;
        bool by_weight;
    } rows[] = {{"slots:slots=2", 2, true},
                {"slots:slots=5", 5, true},
                {"bounded:over=slots:slots=2", 2, true},
                {"bounded:load=1:over=slots:slots=4", 4, true},
                {"maglev:table=3", 3, false},
                {"bounded:over=maglev:table=3", 3, false}};
    for (size_t i = 0; i < N_OF(rows); i++) {
        by_weight = rows[i].by_weight;
        for (uint64_t seed = 1; seed <= N_SESSIONS; seed++)
            full_session(rows[i].spec, rows[i].room, seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_full)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
