/* test_placement_identity.c - a name is its bytes: nothing in it means anything
 *
 * No port is cut off, no tag in braces is looked for, no label of one node is a label of another.
 */
#include "support.h"

/* Nodes that differ in what others cut off are as many nodes, and each gets keys. */
static void check_apart(const char *spec, const char *const *names, uint32_t n)
{
    struct rs_placement *p = test_open(spec);
    unsigned counts[8] = {0};
    struct rs_node node;
    for (uint32_t id = 0; id < n; id++)
        test_add_one(p, id, names[id], 1);
    for (uint64_t i = 0; i < 5000; i++)
        counts[rs_locate(p, rs_mix(i) >> (64 - p->hash->n_bits))]++;
    for (uint32_t id = 0; id < n; id++) {
        assert_int_equal(rs_node(p, id, &node), RS_OK);
        assert_int_equal(node.name.n_bytes, strlen(names[id]));
        assert_memory_equal(node.name.at, names[id], node.name.n_bytes);
        if (!counts[id] && strcmp(p->strategy->name, "null"))
            fail_msg("%s: node %s has no keys", spec, names[id]);
    }
    rs_close(p);
}

static void test_names_are_their_bytes(void **state)
{
    (void)state;
    static const char *const ports[] = {"h", "h:1", "h:2", "h:1:2"};
    static const char *const tags[] = {"{a}1", "{a}2", "{a}", "a"};
    static const char *const alike[] = {"A", "a", " a", "a ", "a.", "a#1", "a#10"};
    const struct rs_strategy *strategy;
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++) {
        check_apart(strategy->name, ports, N_OF(ports));
        check_apart(strategy->name, tags, N_OF(tags));
        check_apart(strategy->name, alike, N_OF(alike));
    }
}

/* There is no tag: what stands in braces counts as any other byte. */
static void test_keys_are_their_bytes(void **state)
{
    (void)state;
    static const char *const keys[] = {"user",       "{user}",  "{user}:1", "{user}:2", "{}",
                                       "{}user",     "{{user}", "{user}}",  "}user{",   "user{}",
                                       "a{user}{b}", "{user",   "USER",     "user ",    "h:1",
                                       "h:2",        "h"};
    const struct rs_hash *hash;
    for (size_t h = 0; (hash = rs_hash_at(h)); h++) {
        uint64_t digests[N_OF(keys)];
        if (!hash->any_bytes || (hash->unavailable && hash->unavailable()))
            continue;
        for (size_t i = 0; i < N_OF(keys); i++) {
            assert_int_equal(hash->digest(test_bytes(keys[i]), 0, &digests[i]), RS_OK);
            for (size_t j = 0; j < i; j++)
                assert_true(digests[i] != digests[j]);
        }
    }
}

/* ---- labels */

enum { N_VNODES = 200, LABEL_BYTES = 40, MAX_LABELS = 16 * N_VNODES };

static struct {
    char text[MAX_LABELS][LABEL_BYTES];
    size_t n;
} seen;

/* Notes what it is asked for. */
static enum rs_status noting_digest(struct rs_bytes key, uint64_t seed, uint64_t *digest)
{
    assert_true(seen.n < MAX_LABELS && key.n_bytes < LABEL_BYTES - 1);
    memset(seen.text[seen.n], 0, LABEL_BYTES);
    memcpy(seen.text[seen.n], key.at, key.n_bytes);
    seen.text[seen.n++][LABEL_BYTES - 1] =
        (char)key.n_bytes; /* a NUL at the end is one more byte */
    return rs_hash_find("xxh3")->digest(key, seed, digest);
}

static const struct rs_hash noting = {
    .abi = RS_ABI,
    .name = "noting",
    .summary = "xxh3 that notes its keys",
    .origin = "test_placement_identity.c",
    .n_bits = 64,
    .seeded = true,
    .any_bytes = true,
    .test_only = true,
    .digest = noting_digest,
};

static int register_noting(void **state)
{
    (void)state;
    return rs_hash_register(&noting, NULL) != RS_OK;
}

static int label_order(const void *a, const void *b)
{
    return memcmp(a, b, LABEL_BYTES);
}

static size_t count_twice(void)
{
    size_t n = 0;
    qsort(seen.text, seen.n, sizeof *seen.text, label_order);
    for (size_t i = 1; i < seen.n; i++)
        n += !label_order(seen.text[i - 1], seen.text[i]);
    return n;
}

/* Names that are prefixes of each other and end in digits, marks and NULs: by default no two labels
 * are one. */
static void test_labels_are_all_different(void **state)
{
    (void)state;
    static const struct rs_bytes names[] = {
        RS_TEXT_BYTES("n"),          RS_TEXT_BYTES("n1"),    RS_TEXT_BYTES("n10"),
        RS_TEXT_BYTES("n#1"),        RS_TEXT_BYTES("n#"),    RS_TEXT_BYTES("n#1#1"),
        RS_TEXT_BYTES("1"),          RS_TEXT_BYTES("11"),    RS_TEXT_BYTES("#1"),
        RS_TEXT_BYTES("n\0"),        RS_TEXT_BYTES("n\0#1"), RS_TEXT_BYTES("1.2.3.4:55"),
        RS_TEXT_BYTES("1.2.3.4:555")};
    static const char *const specs[] = {"ring:label_hash=noting:vnodes=200",
                                        "multiprobe:label_hash=noting:vnodes=200"};
    for (size_t s = 0; s < N_OF(specs); s++) {
        struct rs_placement *p = test_open(specs[s]);
        seen.n = 0;
        for (uint32_t id = 0; id < N_OF(names); id++) {
            struct rs_node node = {.id = id, .weight = 1, .name = names[id]};
            test_add(p, &node, 1);
        }
        assert_int_equal(seen.n, N_OF(names) * N_VNODES);
        assert_int_equal(count_twice(), 0);
        rs_close(p);
    }
}

/* A label without a mark runs together, (member, 10) with (member1, 0): such points are there
 * twice, and whoever leaves takes his own. */
static void test_labels_that_run_together(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"member", "member1"}, {"1.2.3.4:55", "1.2.3.4:555"}};
    for (size_t i = 0; i < N_OF(pairs); i++) {
        const char *spec = "ring:label_hash=noting:vnodes=200:label={node}{i}";
        struct rs_placement *alone = test_placement(spec, pairs[i][0]), *p = test_open(spec);
        test_add_one(alone, 2, "other", 1);
        seen.n = 0;
        test_add_one(p, 1, pairs[i][1], 1);
        test_add_one(p, 0, pairs[i][0], 1);
        assert_true(count_twice() >= 10);
        test_add_one(p, 2, "other", 1);
        test_remove_one(p, 1);
        test_same_answers(p, alone);
        rs_close(p);
        rs_close(alone);
    }
}

/* Weights that a rule of thirds rounds to nothing leave everybody something. */
static void test_a_small_weight_is_not_none(void **state)
{
    (void)state;
    static const char *const specs[] = {"ring:vnodes=1", "maglev:table=251", "slots:slots=64",
                                        "multiprobe", "weighted_rendezvous"};
    static const double weights[] = {1, 1, 0.005};
    for (size_t s = 0; s < N_OF(specs); s++) {
        struct rs_placement *p = test_open(specs[s]);
        double shares[N_OF(weights)];
        for (uint32_t id = 0; id < N_OF(weights); id++)
            test_add_one(p, id, (const char[]){(char)('a' + (int)id), 0}, weights[id]);
        assert_int_equal(rs_shares(p, shares), RS_OK);
        for (size_t i = 0; i < N_OF(weights); i++)
            if (!(shares[i] > 0))
                fail_msg("%s: weight %g gets nothing", specs[s], weights[i]);
        rs_close(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_are_their_bytes),
        cmocka_unit_test(test_keys_are_their_bytes),
        cmocka_unit_test(test_labels_are_all_different),
        cmocka_unit_test(test_labels_that_run_together),
        cmocka_unit_test(test_a_small_weight_is_not_none),
    };
    return cmocka_run_group_tests(tests, register_noting, NULL);
}
