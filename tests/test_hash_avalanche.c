/* test_hash_avalanche.c - which hashes spread labels that differ in a digit, and which do not
 *
 * Every bit of a label `node{n}-{v}` is flipped in turn: each bit of a good digest flips for half
 * of the labels. crc32 and fnv1a are kept although they fail: real systems use them, and a ring of
 * such labels is as uneven as it is here, by however many virtual nodes.
 */
#include "support.h"

#include <math.h>

enum { N_LABELS = 2000, MAX_BITS = 16 * 8 };

static uint64_t digest_of(const struct rs_hash *hash, struct rs_bytes key)
{
    uint64_t digest = 0;
    assert_int_equal(hash->digest(key, 0, &digest), RS_OK);
    return digest;
}

/* How far from a half the flips of any bit of the digest are, by any bit of the label, in standard
 * deviations of fair coins. */
static double worst_flip(const struct rs_hash *hash)
{
    static unsigned flips[MAX_BITS][64], n_labels[MAX_BITS];
    memset(flips, 0, sizeof flips), memset(n_labels, 0, sizeof n_labels);
    for (unsigned i = 0; i < N_LABELS; i++) {
        char label[16];
        size_t n = (size_t)snprintf(label, sizeof label, "node%u-%u", i / 40 % 10, 100 + i % 900);
        uint64_t digest = digest_of(hash, (struct rs_bytes){label, n});
        for (size_t bit = 0; bit < 8 * n; bit++) {
            label[bit / 8] ^= (char)(1 << bit % 8);
            uint64_t flipped = digest ^ digest_of(hash, (struct rs_bytes){label, n});
            label[bit / 8] ^= (char)(1 << bit % 8);
            n_labels[bit]++;
            for (unsigned out = 0; out < hash->n_bits; out++)
                flips[bit][out] += flipped >> out & 1;
        }
    }
    double worst = 0;
    for (size_t bit = 0; bit < MAX_BITS && n_labels[bit]; bit++)
        for (unsigned out = 0; out < hash->n_bits; out++)
            worst = fmax(worst,
                         fabs(flips[bit][out] - n_labels[bit] / 2.0) / sqrt(n_labels[bit] / 4.0));
    return worst;
}

/* Of 5000 honest coins or so, one is beyond 6 deviations in 10^5 runs; a bit that never flips, or
 * always, is beyond 40. */
static void test_avalanche(void **state)
{
    (void)state;
    const struct rs_hash *hash;
    unsigned n_good = 0, n_bad = 0;
    for (size_t i = 0; (hash = rs_hash_at(i)); i++) {
        if (!hash->any_bytes || (hash->unavailable && hash->unavailable()))
            continue;
        bool bad = !strcmp(hash->name, "crc32") || !strcmp(hash->name, "fnv1a");
        double worst = worst_flip(hash);
        if (bad ? worst < 40 : worst > 6)
            fail_msg("%s: a bit flips %g deviations from half of the time", hash->name, worst);
        n_good += !bad, n_bad += bad;
    }
    assert_true(n_good >= 2 && n_bad == 2);
}

/* The greatest share over the mean, of ten nodes with 1000 points each. */
static double ring_skew(const char *hash)
{
    char spec[80];
    double shares[10], most = 0;
    snprintf(spec, sizeof spec, "ring:label_hash=%s:vnodes=1000:label={node}-{i}", hash);
    struct rs_placement *p = test_open(spec);
    for (uint32_t id = 0; id < 10; id++) {
        char name[16];
        snprintf(name, sizeof name, "node%u", id);
        test_add_one(p, id, name, 1);
    }
    assert_int_equal(rs_shares(p, shares), RS_OK);
    for (size_t i = 0; i < 10; i++)
        most = fmax(most, 10 * shares[i]);
    rs_close(p);
    return most;
}

/* The deviation of an even ring is 1/sqrt(1000), 3 %: nobody of ten lies beyond 4 of them. */
static void test_rings_of_poor_hashes_are_uneven(void **state)
{
    (void)state;
    static const char *const good[] = {"xxh3", "xxh64"};
    static const char *const poor[] = {"crc32", "fnv1a"};
    for (size_t i = 0; i < 2; i++) {
        assert_true(ring_skew(good[i]) < 1.13);
        if (ring_skew(poor[i]) < 1.2)
            fail_msg("%s: %g", poor[i], ring_skew(poor[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_avalanche),
        cmocka_unit_test(test_rings_of_poor_hashes_are_uneven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
