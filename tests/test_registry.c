/* test_registry.c - the lists of strategies and hashes, and what is asked of a row
 */
#include "support.h"

#include <stdint.h>

/* A whole strategy: the answering node with the greatest id gets everything. */
static enum rs_status last_build(struct rs_placement *p)
{
    (void)p;
    return RS_OK;
}

static uint32_t last_locate(const struct rs_placement *p, uint64_t digest)
{
    (void)digest;
    uint32_t best = RS_NO_NODE;
    for (uint32_t slot = 0; slot < p->n_slots; slot++)
        if (rs_effective(p, slot) > 0 && (best == RS_NO_NODE || p->slots[slot].id > best))
            best = p->slots[slot].id;
    return best;
}

static const struct rs_strategy last = {
    .abi = RS_ABI,
    .name = "last",
    .summary = "the greatest id gets everything",
    .origin = "test_registry.c",
    .traits = RS_REMOVE_ANY | RS_MINIMAL | RS_HISTORY_FREE | RS_HEALTH,
    .state_bytes = sizeof(struct rs_placement),
    .build = last_build,
    .locate = last_locate,
};

static void test_built_in_strategies(void **state)
{
    (void)state;
    const struct rs_strategy *strategy;
    struct rs_why why;
    size_t n = 0;
    for (; (strategy = rs_strategy_at(n)); n++) {
        if (rs_strategy_check(strategy, &why))
            fail_msg("%s", why.text);
        assert_ptr_equal(rs_strategy_find(strategy->name), strategy); /* names are unique */
        assert_int_equal(rs_strategy_register(strategy, &why), RS_EEXIST);
        assert_non_null(strstr(why.text, strategy->name));
    }
    assert_true(n >= 5);
    assert_string_equal(rs_strategy_at(0)->name, "null");
    assert_null(rs_strategy_at(n + 1));
    assert_null(rs_strategy_at(SIZE_MAX));
    assert_null(rs_strategy_find(""));
    assert_null(rs_strategy_find("no_such_thing"));
}

static void test_built_in_hashes(void **state)
{
    (void)state;
    const struct rs_hash *hash;
    struct rs_why why;
    size_t n = 0;
    for (; (hash = rs_hash_at(n)); n++) {
        if (rs_hash_check(hash, &why))
            fail_msg("%s", why.text);
        assert_ptr_equal(rs_hash_find(hash->name), hash);
        assert_int_equal(rs_hash_register(hash, &why), RS_EEXIST);
        assert_non_null(strstr(why.text, hash->name));
    }
    assert_true(n >= 7);
    assert_null(rs_hash_at(SIZE_MAX));
    assert_null(rs_hash_find("no_such_thing"));
}

static void test_toy_works(void **state)
{
    (void)state;
    assert_int_equal(rs_strategy_register(&last, NULL), RS_OK);
    assert_int_equal(rs_strategy_register(&last, NULL), RS_EEXIST);
    assert_ptr_equal(rs_strategy_find("last"), &last);
    struct rs_placement *p = test_placement("last:hash=fnv1a", "a b c"), *copy;
    assert_int_equal(test_locate(p, "key"), 2);
    test_remove_one(p, 2);
    assert_int_equal(test_locate(p, "key"), 1);
    assert_int_equal(rs_clone(p, NULL, &copy), RS_OK);
    assert_int_equal(test_fingerprint(p), test_fingerprint(copy));
    rs_close(copy);
    uint32_t id;
    double shares[2];
    struct rs_steps steps = {0, 0, 0};
    assert_int_equal(rs_replicas(p, 1, 2, &id), 0);
    assert_int_equal(rs_shares(p, shares), RS_EUNSUPPORTED);
    assert_int_equal(rs_count(p, 1, &id, &steps), RS_EUNSUPPORTED);
    assert_int_equal(rs_explain(p, 1, NULL, NULL, 0), RS_EUNSUPPORTED);
    assert_true(rs_theory(p, RS_DRAWS).mean < 0);
    rs_close(p);
}

static size_t some_replicas(const struct rs_placement *p, uint64_t digest, size_t k, uint32_t *ids)
{
    (void)p, (void)digest, (void)k, (void)ids;
    return 0;
}

static enum rs_status some_shares(const struct rs_placement *p, double *by_slot)
{
    (void)p, (void)by_slot;
    return RS_OK;
}

static size_t some_save(const struct rs_placement *p, void *buf, size_t buf_bytes)
{
    (void)p, (void)buf, (void)buf_bytes;
    return 0;
}

static enum rs_status some_assign(struct rs_placement *p, uint64_t digest, uint32_t *id)
{
    (void)p, (void)digest, (void)id;
    return RS_OK;
}

static enum rs_status some_release(struct rs_placement *p, uint32_t slot)
{
    (void)p, (void)slot;
    return RS_OK;
}

static void some_load(const struct rs_placement *p, uint32_t slot, uint64_t *load, uint64_t *cap)
{
    (void)p, (void)slot, (void)load, (void)cap;
}

static void check_broken(struct rs_strategy row, const char *reason)
{
    struct rs_why why = {"none"};
    test_refused(rs_strategy_check(&row, &why), RS_EINVAL, &why, reason, "");
    test_refused(rs_strategy_register(&row, &why), RS_EINVAL, &why, reason, "");
}

/* The toy with one member changed. */
#define CHECK_BROKEN(reason, ...)                                                                  \
    do {                                                                                           \
        struct rs_strategy row = last;                                                             \
        row.name = "broken";                                                                       \
        __VA_ARGS__;                                                                               \
        check_broken(row, reason);                                                                 \
    } while (0)

static void test_broken_strategies(void **state)
{
    (void)state;
    CHECK_BROKEN("ABI 3, this library has 2", row.abi = RS_ABI + 1);
    CHECK_BROKEN("a name", row.name = NULL);
    CHECK_BROKEN("a name", row.name = "");
    CHECK_BROKEN("a name", row.name = "Upper");
    CHECK_BROKEN("a name", row.name = "with-dash");
    CHECK_BROKEN("a name", row.name = "0digit");
    CHECK_BROKEN("a name", row.name = "n12345678901234567890123456789012");
    CHECK_BROKEN("is missing", row.summary = NULL);
    CHECK_BROKEN("shorten the summary",
                 row.summary =
                     "a summary that goes on and on and on, far past what a terminal of 80 "
                     "columns can show in a line");
    CHECK_BROKEN("is missing", row.summary = "");
    CHECK_BROKEN("is missing", row.summary = "two\nlines");
    CHECK_BROKEN("is missing", row.summary = "\x1b[2J");
    CHECK_BROKEN("is missing", row.origin = NULL);
    CHECK_BROKEN("is missing", row.build = NULL);
    CHECK_BROKEN("is missing", row.locate = NULL);
    CHECK_BROKEN("is missing", row.state_bytes = sizeof(struct rs_placement) - 1);
    CHECK_BROKEN("come together", row.traits |= RS_REPLICAS);
    CHECK_BROKEN("come together", row.traits |= RS_EXACT_SHARE);
    CHECK_BROKEN("come together", row.replicas = some_replicas);
    CHECK_BROKEN("come together", row.shares = some_shares);
    CHECK_BROKEN("come together", row.save = some_save);
    CHECK_BROKEN("come together", row.traits |= RS_LOAD);
    CHECK_BROKEN("come together", row.traits |= RS_LOAD, row.assign = some_assign);
    CHECK_BROKEN("come together", row.traits |= RS_LOAD, row.assign = some_assign,
                 row.release = some_release);
    CHECK_BROKEN("come together", row.assign = some_assign, row.release = some_release,
                 row.load = some_load);
    CHECK_BROKEN("span 1", row.traits |= RS_WEIGHTED);
    CHECK_BROKEN("span 1", row.traits |= RS_WEIGHTED, row.weight.min = 2, row.weight.max = 3);
    CHECK_BROKEN("span 1", row.traits |= RS_WEIGHTED, row.weight.min = 0, row.weight.max = 3);
}

/* The whole of it is taken: what is refused above is refused for what it lacks. */
static void test_load_row(void **state)
{
    (void)state;
    struct rs_strategy row = last;
    row.name = "loaded", row.traits |= RS_LOAD;
    row.assign = some_assign, row.release = some_release, row.load = some_load;
    assert_int_equal(rs_strategy_check(&row, NULL), RS_OK);
}

static void check_broken_param(struct rs_param param, const char *reason)
{
    const struct rs_param params[] = {RS_PARAM_HASH, param, {.name = NULL}};
    CHECK_BROKEN(reason, row.params = params, row.state_bytes += 64);
}

static void test_broken_params(void **state)
{
    (void)state;
    const size_t at = sizeof(struct rs_placement);
    static const struct rs_param none[] = {{.name = NULL}};
    CHECK_BROKEN("hash of the keys", row.params = none);
    static const char letters[RS_MAX_PARAMS + 1][2] = {"a", "b", "c", "d", "e", "f", "g",
                                                       "i", "j", "k", "l", "m", "n"};
    struct rs_param many[RS_MAX_PARAMS + 2] = {{.name = NULL}};
    for (size_t i = 0; i <= RS_MAX_PARAMS; i++)
        many[i] = (struct rs_param){letters[i], RS_UINT, at, "1", 0, 9, NULL, "help"};
    CHECK_BROKEN("more than 12", row.params = many, row.state_bytes += 64);
    static const struct {
        struct rs_param param;
        const char *reason;
    } cases[] = {
        {{"N", RS_UINT, 0, "1", 0, 9, NULL, "help"}, "parameter 1 lacks name"},
        {{"n", RS_UINT, 0, NULL, 0, 9, NULL, "help"}, "parameter 1 lacks name, default"},
        {{"n", RS_UINT, 0, "1", 0, 9, NULL, NULL}, "parameter 1 lacks name, default, help"},
        {{"n", RS_UINT, 64, "1", 0, 9, NULL, "help"}, "help or place"},
        {{"n", RS_UINT, 60, "1", 0, 9, NULL, "help"}, "help or place"},
        {{"n", RS_UINT, 1, "1", 0, 9, NULL, "help"}, "help or place"},
        {{"n", RS_TEXT, 2, "1", 0, 9, NULL, "help"}, "help or place"},
        {{"n", RS_CHOICE, 63, "a", 0, 0, "a|b", "help"}, "help or place"},
        {{"n", RS_UINT, SIZE_MAX, "1", 0, 9, NULL, "help"}, "help or place"},
        {{"n", RS_UINT, 0 - sizeof(struct rs_placement), "1", 0, 9, NULL, "help"}, "help or place"},
        {{"hash", RS_HASH, 0, "xxh3", 0, 0, NULL, "help"}, "two parameters hash"},
        {{"n", RS_UINT, 0, "10", 0, 9, NULL, "help"}, "n=10: give a whole number from 0 to 9"},
        {{"n", RS_UINT, 0, "01", 0, 9, NULL, "help"}, "not canonical: write 1"},
        {{"n", RS_REAL, 0, "1.0", 0, 9, NULL, "help"}, "not canonical: write 1"},
        {{"n", RS_REAL, 0, "9.5", 0, 9, NULL, "help"}, "n=9.5: give a number from 0 to 9"},
        {{"n", RS_CHOICE, 0, "c", 0, 0, "a|b", "help"}, "choose one of a|b"},
        {{"n", RS_CHOICE, 0, "c", 0, 0, NULL, "help"}, "choices"},
        {{"n", RS_HASH, 0, "sha1", 0, 0, NULL, "help"}, "no such hash"},
        {{"n", RS_HASH, 0, "{nowhere}", 0, 0, NULL, "help"}, "{nowhere}"},
        {{"n", RS_HASH, 0, "{n}", 0, 0, NULL, "help"}, "{n}"},
        {{"n", (enum rs_kind)99, 0, "1", 0, 0, NULL, "help"}, "unknown kind"},
    };
    const struct rs_param nested[] = {RS_PARAM_HASH,
                                      {"o", RS_NESTED, at, "ring", 0, 0, NULL, "help"},
                                      {"n", RS_UINT, at + 8, "1", 0, 9, NULL, "help"},
                                      {.name = NULL}};
    CHECK_BROKEN("o is a spec and takes the rest: list it last", row.params = nested,
                 row.state_bytes += 64);
    struct rs_param elsewhere[] = {RS_PARAM_HASH, {.name = NULL}};
    elsewhere->offset = at;
    CHECK_BROKEN("hash of the keys", row.params = elsewhere, row.state_bytes += 64);
    struct rs_param unnamed[] = {RS_PARAM_HASH, {.name = NULL}};
    unnamed->name = "hashing";
    CHECK_BROKEN("hash of the keys", row.params = unnamed);
    for (size_t i = 0; i < N_OF(cases); i++) {
        struct rs_param param = cases[i].param;
        param.offset += at;
        check_broken_param(param, cases[i].reason);
    }
}

static void test_broken_hashes(void **state)
{
    (void)state;
    const struct rs_hash good = *rs_hash_find("crc32");
    struct rs_why why;
    struct rs_hash rows[8];
    for (size_t i = 0; i < N_OF(rows); i++) {
        rows[i] = good;
        rows[i].name = "broken";
    }
    rows[0].abi = 0, rows[1].name = NULL, rows[2].name = "a:b", rows[3].summary = NULL;
    rows[4].origin = NULL, rows[5].digest = NULL, rows[6].n_bits = 0, rows[7].n_bits = 65;
    static const char *const reasons[] = {"ABI 0",      "a name",     "a name",     "is missing",
                                          "is missing", "is missing", "is missing", "is missing"};
    for (size_t i = 0; i < N_OF(rows); i++)
        test_refused(rs_hash_register(&rows[i], &why), RS_EINVAL, &why, reasons[i], "");
}

static void test_full(void **state)
{
    (void)state;
    static struct rs_hash rows[65];
    static char names[N_OF(rows)][16];
    struct rs_why why;
    for (size_t i = 0; i < N_OF(rows); i++) {
        rows[i] = *rs_hash_find("crc32");
        snprintf(names[i], sizeof names[i], "crc32_%zu", i);
        rows[i].name = names[i];
        assert_int_equal(rs_hash_register(&rows[i], &why), i < 64 ? RS_OK : RS_EFULL);
    }
    assert_null(rs_hash_find("crc32_64"));
    struct rs_placement *p = test_placement("modulo:hash=crc32_63", "a b c");
    assert_int_equal(test_locate(p, "123456789"), 0xcbf43926u % 3);
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_built_in_strategies),
        cmocka_unit_test(test_built_in_hashes),
        cmocka_unit_test(test_toy_works),
        cmocka_unit_test(test_broken_strategies),
        cmocka_unit_test(test_load_row),
        cmocka_unit_test(test_broken_params),
        cmocka_unit_test(test_broken_hashes),
        cmocka_unit_test(test_full),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
