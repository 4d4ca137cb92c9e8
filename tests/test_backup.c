/* test_backup.c - nodes that are down, drained or backup, and who answers in their stead
 *
 * Whoever answers, the answers are those of a placement of just these nodes, in the order of age.
 */
#include "support.h"

static const char *const health[] = {"null", "modulo", "ring", "ring:bits=32:owner=after:vnodes=7"};

static void name_of(uint32_t id, char name[16])
{
    snprintf(name, 16, "n%u", id);
}

static void add_flagged(struct rs_placement *p, uint32_t id, uint32_t flags)
{
    char name[16];
    name_of(id, name);
    struct rs_node node = test_node(id, name);
    node.flags = flags;
    test_add(p, &node, 1);
}

static struct rs_node updated(uint32_t id, uint32_t flags, char name[16])
{
    name_of(id, name);
    struct rs_node node = test_node(id, name);
    node.flags = flags;
    return node;
}

static void set_flags(struct rs_placement *p, uint32_t id, uint32_t flags)
{
    char name[16];
    struct rs_node node = updated(id, flags, name);
    assert_int_equal(rs_update(p, &node, 1, NULL), RS_OK);
    assert_int_equal(rs_node(p, id, &node), RS_OK);
    assert_int_equal(node.flags, flags);
}

/* ids: one digit a node, in the order of age. */
static void check_answering(const struct rs_placement *p, const char *ids)
{
    char spec[RS_SPEC_MAX];
    rs_spec_print(p->spec, false, spec, sizeof spec);
    struct rs_placement *model = test_open(spec), *copy;
    for (; *ids; ids++)
        add_flagged(model, (uint32_t)(*ids - '0'), 0);
    test_same_answers(p, model);
    assert_int_equal(rs_clone(p, NULL, &copy), RS_OK);
    test_same_answers(copy, model);
    rs_close(copy);
    rs_close(model);
}

/* 0, 1 and 2 are regular, 3 and 4 backups. */
static struct rs_placement *open_with_backups(const char *spec)
{
    struct rs_placement *p = test_open(spec);
    for (uint32_t id = 0; id < 5; id++)
        add_flagged(p, id, id < 3 ? 0 : RS_BACKUP);
    check_answering(p, "012");
    return p;
}

static void check_down(const char *spec)
{
    struct rs_placement *p = open_with_backups(spec);
    set_flags(p, 1, RS_DOWN);
    check_answering(p, "02");
    set_flags(p, 0, RS_DOWN);
    check_answering(p, "2");
    set_flags(p, 2, RS_DOWN);
    check_answering(p, "34");
    set_flags(p, 3, RS_BACKUP | RS_DOWN);
    check_answering(p, "4");
    set_flags(p, 4, RS_BACKUP | RS_DOWN);
    check_answering(p, "");
    set_flags(p, 3, RS_BACKUP);
    check_answering(p, "3");
    set_flags(p, 1, 0);
    check_answering(p, "1");
    set_flags(p, 0, 0), set_flags(p, 2, 0), set_flags(p, 4, RS_BACKUP);
    check_answering(p, "012");
    rs_close(p);
}

static void check_remove_and_add(const char *spec)
{
    struct rs_placement *p = open_with_backups(spec);
    const uint32_t first[] = {0, 2}, rest[] = {1, 3}, last[] = {4};
    assert_int_equal(rs_remove(p, first, 2, NULL), RS_OK);
    check_answering(p, "1");
    assert_int_equal(rs_remove(p, rest, 2, NULL), RS_OK);
    check_answering(p, "4");
    add_flagged(p, 5, RS_BACKUP);
    check_answering(p, "45");
    add_flagged(p, 6, RS_DOWN);
    check_answering(p, "45");
    add_flagged(p, 7, 0);
    check_answering(p, "7");
    test_remove_one(p, 7);
    check_answering(p, "45");
    assert_int_equal(rs_remove(p, last, 1, NULL), RS_OK);
    check_answering(p, "5");
    set_flags(p, 6, 0);
    check_answering(p, "6");
    set_flags(p, 5, 0); /* a backup no more */
    check_answering(p, "56");
    set_flags(p, 6, RS_BACKUP);
    check_answering(p, "5");
    rs_close(p);
}

/* Several in one call: only what holds after it counts. */
static void check_one_call(const char *spec)
{
    struct rs_placement *p = open_with_backups(spec);
    char names[3][16];
    struct rs_node down[] = {updated(0, RS_DOWN, names[0]), updated(1, RS_DOWN, names[1]),
                             updated(2, RS_DOWN, names[2])};
    assert_int_equal(rs_update(p, down, 3, NULL), RS_OK);
    check_answering(p, "34");
    struct rs_node swap[] = {updated(3, RS_DOWN, names[0]), updated(1, 0, names[1])};
    assert_int_equal(rs_update(p, swap, 2, NULL), RS_OK);
    check_answering(p, "1");
    struct rs_node back[] = {updated(1, RS_DOWN, names[0]), updated(3, RS_BACKUP, names[1])};
    assert_int_equal(rs_update(p, back, 2, NULL), RS_OK);
    check_answering(p, "34");
    rs_close(p);
}

/* A change that is refused leaves backups as they were. */
static void check_refused(const char *spec)
{
    struct rs_placement *p = open_with_backups(spec);
    char names[4][16];
    struct rs_node bad[] = {updated(0, RS_DOWN, names[0]), updated(1, RS_DOWN, names[1]),
                            updated(2, RS_DOWN, names[2]), updated(9, 0, names[3])};
    uint64_t before = test_fingerprint(p);
    assert_int_equal(rs_update(p, bad, 4, NULL), RS_ENOENT);
    const uint32_t ids[] = {0, 1, 2, 9};
    assert_int_equal(rs_remove(p, ids, 4, NULL), RS_ENOENT);
    assert_int_equal(test_fingerprint(p), before);
    assert_int_equal(rs_update(p, bad, 3, NULL), RS_OK);
    check_answering(p, "34");
    struct rs_node nodes[] = {test_node(7, "n7"), test_node(4, "n4")};
    before = test_fingerprint(p);
    assert_int_equal(rs_add(p, nodes, 2, NULL), RS_EEXIST);
    assert_int_equal(test_fingerprint(p), before);
    add_flagged(p, 7, 0);
    check_answering(p, "7");
    rs_close(p);
}

static void test_health(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_OF(health); i++) {
        check_down(health[i]);
        check_remove_and_add(health[i]);
        check_one_call(health[i]);
        check_refused(health[i]);
    }
}

static void test_drained(void **state)
{
    (void)state;
    struct rs_placement *p = open_with_backups("ring");
    char name[16];
    for (uint32_t id = 0; id < 3; id++) {
        struct rs_node node = updated(id, 0, name);
        node.weight = 0;
        assert_int_equal(rs_update(p, &node, 1, NULL), RS_OK);
        check_answering(p, id == 0 ? "12" : id == 1 ? "2" : "34");
    }
    struct rs_node node = updated(3, RS_BACKUP, name);
    node.weight = 0;
    assert_int_equal(rs_update(p, &node, 1, NULL), RS_OK);
    check_answering(p, "4");
    set_flags(p, 2, 0);
    check_answering(p, "2");
    uint32_t ids[5];
    assert_int_equal(rs_replicas(p, 1, 5, ids), 1);
    assert_int_equal(ids[0], 2);
    double shares[5];
    assert_int_equal(rs_shares(p, shares), RS_OK);
    for (size_t i = 0; i < 5; i++)
        assert_true(shares[i] == (i == 2 ? 1 : 0));
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_health),
        cmocka_unit_test(test_drained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
