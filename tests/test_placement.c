/* test_placement.c - who may join, leave and change, for every strategy; a refusal changes nothing
 */
#include "support.h"

#include <float.h>
#include <math.h>

static void for_every_strategy(void (*check)(const char *spec))
{
    const struct rs_strategy *strategy;
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++)
        check(strategy->name);
}

static struct rs_placement *open_five(const char *spec)
{
    struct rs_placement *p = test_open(spec);
    test_add_numbered(p, 0, 5);
    return p;
}

/* The node in the middle of three honest ones is refused, and the three with it. */
static void check_add_refused(struct rs_placement *p, struct rs_node bad, enum rs_status expected,
                              const char *place, const char *remedy)
{
    struct rs_node nodes[] = {test_node(100, "new-a"), bad, test_node(101, "new-b")};
    struct rs_why why = {"none"};
    uint64_t before = test_fingerprint(p);
    test_refused(rs_add(p, nodes, 3, &why), expected, &why, place, remedy);
    assert_int_equal(rs_add(p, nodes, 3, NULL), expected);
    assert_int_equal(test_fingerprint(p), before);
    struct rs_node node;
    assert_int_equal(rs_node(p, 100, &node), RS_ENOENT);
    struct rs_placement *empty = test_open(p->strategy->name);
    if (expected != RS_EEXIST) {
        assert_int_equal(rs_node_check(p, &bad, &why), expected);
        assert_int_equal(rs_add(empty, nodes, 3, NULL), expected);
    }
    assert_int_equal(rs_nodes(empty, NULL, 0), 0);
    assert_int_equal(rs_locate(empty, 1), RS_NO_NODE);
    rs_close(empty);
}

static void check_membership(const char *spec)
{
    struct rs_placement *p = open_five(spec);
    struct rs_why why = {"none"};
    check_add_refused(p, test_node(3, "other"), RS_EEXIST, "other", "another id");
    check_add_refused(p, test_node(100, "new-c"), RS_EEXIST, "new-c", "id 100");
    check_add_refused(p, test_node(RS_NO_NODE, "x"), RS_EINVAL, "x", "use a smaller one");
    uint64_t before = test_fingerprint(p);
    const uint32_t unknown[] = {4, 9, 3}, twice[] = {4, 4}, many[] = {0, 1, 2, 3, 4, 5};
    test_refused(rs_remove(p, unknown, 3, &why), RS_ENOENT, &why, "id 9", "");
    test_refused(rs_remove(p, twice, 2, &why), RS_ENOENT, &why, "id 4", "once");
    test_refused(rs_remove(p, many, 6, &why), RS_ENOENT, &why, "id 5", "");
    assert_int_equal(test_fingerprint(p), before);
    assert_int_equal(rs_add(p, NULL, 0, NULL), RS_OK);
    assert_int_equal(rs_remove(p, NULL, 0, NULL), RS_OK);
    assert_int_equal(rs_update(p, NULL, 0, NULL), RS_OK);
    assert_int_equal(test_fingerprint(p), before);
    rs_close(p);
}

static void test_membership(void **state)
{
    (void)state;
    for_every_strategy(check_membership);
}

static void check_update_refused(struct rs_placement *p, struct rs_node bad,
                                 enum rs_status expected, const char *place, const char *remedy)
{
    struct rs_node nodes[] = {test_node(0, "node-0"), bad, test_node(2, "node-2")};
    struct rs_why why = {"none"};
    uint64_t before = test_fingerprint(p);
    test_refused(rs_update(p, nodes, 3, &why), expected, &why, place, remedy);
    assert_int_equal(test_fingerprint(p), before);
}

static void check_update(const char *spec)
{
    struct rs_placement *p = open_five(spec);
    check_update_refused(p, test_node(9, "node-9"), RS_ENOENT, "id 9", "");
    check_update_refused(p, test_node(0, "node-0"), RS_ENOENT, "node-0", "once");
    check_update_refused(p, test_node(1, "node-10"), RS_EINVAL, "node-1", "add node-10 instead");
    check_update_refused(p, test_node(1, "node-2"), RS_EINVAL, "node-1", "add node-2 instead");
    check_update_refused(p, test_node(1, ""), RS_EINVAL, "node-1", "remove it");
    struct rs_node many[6] = {test_node(0, "node-0")};
    for (uint32_t i = 1; i < 6; i++)
        many[i] = test_node(
            i + 1,
            i == 5 ? "node-6" : (const char *[]){"", "node-2", "node-3", "node-4", "node-5"}[i]);
    struct rs_why why;
    test_refused(rs_update(p, many, 6, &why), RS_ENOENT, &why, "id 5", "");
    uint64_t before = test_fingerprint(p);
    struct rs_node same = test_node(1, "node-1");
    assert_int_equal(rs_update(p, &same, 1, NULL), RS_OK);
    assert_int_equal(test_fingerprint(p), before);
    rs_close(p);
}

static void test_update(void **state)
{
    (void)state;
    for_every_strategy(check_update);
}

static void check_values(const char *spec)
{
    struct rs_placement *p = open_five(spec);
    bool weighted = rs_traits(p) & RS_WEIGHTED, health = rs_traits(p) & RS_HEALTH;
    struct rs_node node = test_node(7, "bad");
    const double never[] = {NAN, INFINITY, -INFINITY, -1, -DBL_MIN, -4.9e-324};
    for (size_t i = 0; i < N_OF(never); i++) {
        node.weight = never[i];
        check_add_refused(p, node, RS_EINVAL, "node bad", "finite number");
    }
    const double far[] = {4.9e-324, DBL_MIN, 1e-7, 1e7, DBL_MAX};
    for (size_t i = 0; i < N_OF(far); i++) {
        node.weight = far[i];
        check_add_refused(p, node, weighted ? RS_EINVAL : RS_EUNSUPPORTED, "node bad",
                          weighted ? "takes weights from" : "leave it at 1");
    }
    node.weight = 1, node.flags = 4;
    check_add_refused(p, node, RS_EINVAL, "node bad", "flags");
    node.flags = UINT32_MAX;
    check_add_refused(p, node, RS_EINVAL, "node bad", "flags");
    for (node.flags = 1; !health && node.flags < 4; node.flags++)
        check_add_refused(p, node, RS_EUNSUPPORTED, "node bad", "remove it instead");
    node.flags = 0, node.detail = test_bytes("token=1");
    if (!(rs_traits(p) & RS_DETAIL))
        check_add_refused(p, node, RS_EUNSUPPORTED, "node bad", "leave it empty");
    rs_close(p);
}

static void test_values(void **state)
{
    (void)state;
    for_every_strategy(check_values);
}

/* Any bytes, any length to 255; names that are the same up to a NUL are two. */
static void check_names(const char *spec)
{
    struct rs_placement *p = test_open(spec);
    char longest[RS_NAME_MAX + 1];
    memset(longest, 'n', sizeof longest);
    struct rs_node nodes[] = {RS_NODE(0, "a\0b"),
                              RS_NODE(1, "a\0c"),
                              RS_NODE(2, "\xff\x80\n\""),
                              RS_NODE(3, ""),
                              RS_NODE(4, "\0"),
                              RS_NODE(5, "twin"),
                              RS_NODE(6, "twin"),
                              {7, 0, 1, {NULL, 0}, {NULL, 0}},
                              {8, 0, 1, {longest, RS_NAME_MAX}, {NULL, 0}}};
    test_add(p, nodes, N_OF(nodes));
    memset(longest, 'm', sizeof longest); /* the names were copied */
    for (uint32_t id = 0; id < N_OF(nodes); id++) {
        struct rs_node node;
        assert_int_equal(rs_node(p, id, &node), RS_OK);
        assert_int_equal(node.id, id);
        assert_true(node.weight == 1 && node.flags == 0 && node.detail.n_bytes == 0);
        assert_int_equal(node.name.n_bytes, nodes[id].name.n_bytes);
        if (id != 8 && node.name.n_bytes)
            assert_memory_equal(node.name.at, nodes[id].name.at, node.name.n_bytes);
    }
    struct rs_node node;
    assert_int_equal(rs_node(p, 8, &node), RS_OK);
    assert_int_equal(node.name.at[0], 'n');
    assert_int_equal(node.name.at[254], 'n');
    node.id = 9, node.name = (struct rs_bytes){longest, RS_NAME_MAX + 1};
    check_add_refused(p, node, RS_EINVAL, "256 bytes", "at most 255");
    rs_close(p);
}

static void test_names(void **state)
{
    (void)state;
    for_every_strategy(check_names);
}

static void check_bulk(const char *spec)
{
    struct rs_placement *bulk = test_open(spec), *single = test_open(spec);
    struct rs_node nodes[40];
    char names[N_OF(nodes)][16];
    uint32_t ids[N_OF(nodes)];
    for (uint32_t i = 0; i < N_OF(nodes); i++) {
        snprintf(names[i], sizeof names[i], "n%u", i);
        nodes[i] = test_node(ids[i] = i * 0x9e3779b1u, names[i]);
    }
    test_add(bulk, nodes, N_OF(nodes));
    for (size_t i = 0; i < N_OF(nodes); i++)
        test_add(single, &nodes[i], 1);
    assert_int_equal(test_fingerprint(bulk), test_fingerprint(single));
    uint32_t order[N_OF(nodes)];
    assert_int_equal(rs_nodes(bulk, order, N_OF(nodes)), N_OF(nodes));
    assert_memory_equal(order, ids, sizeof ids);
    assert_int_equal(rs_nodes(bulk, order, 0), N_OF(nodes));
    uint32_t gone[20];
    for (uint32_t i = 0; i < N_OF(gone); i++)
        gone[i] = ids[rs_traits(bulk) & RS_REMOVE_ANY ? i * 7 % N_OF(nodes) : 39 - i];
    assert_int_equal(rs_remove(bulk, gone, N_OF(gone), NULL), RS_OK);
    for (size_t i = 0; i < N_OF(gone); i++)
        test_remove_one(single, gone[i]);
    assert_int_equal(test_fingerprint(bulk), test_fingerprint(single));
    for (uint32_t i = 0; i < N_OF(gone); i++) /* the ids may be used again, with other names */
        test_add_one(bulk, gone[i], names[i], 1), test_add_one(single, gone[i], names[i], 1);
    assert_int_equal(test_fingerprint(bulk), test_fingerprint(single));
    rs_close(bulk);
    rs_close(single);
}

static void test_bulk(void **state)
{
    (void)state;
    for_every_strategy(check_bulk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_membership), cmocka_unit_test(test_update),
        cmocka_unit_test(test_values),     cmocka_unit_test(test_names),
        cmocka_unit_test(test_bulk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
