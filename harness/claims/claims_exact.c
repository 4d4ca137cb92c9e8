/* claims_exact.c - published answers, bit for bit
 */
#include "claim_groups.h"
#include "claim_lab.h"

struct exact_answer {
    uint64_t digest;
    uint32_t n, bucket;
};

static void exact_answers(struct claim_run *run, const struct exact_answer *answers, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct rs_placement *p = lab_open(run, run->claim->spec, 0, answers[i].n);
        if (!p)
            return;
        claim_cell(run, answers[i].bucket, rs_locate(p, answers[i].digest), 0, "key 0x%llx, n = %u",
                   (unsigned long long)answers[i].digest, answers[i].n);
        rs_close(p);
    }
}

/* The buckets of a key for n = 1 .. 19. */
static void exact_1_to_19(struct claim_run *run, uint64_t digest, const uint32_t buckets[19])
{
    struct exact_answer answers[19];
    for (uint32_t i = 0; i < 19; i++)
        answers[i] = (struct exact_answer){digest, i + 1, buckets[i]};
    exact_answers(run, answers, 19);
}

static void exact_jump_0(struct claim_run *run)
{
    exact_1_to_19(run, 0, (const uint32_t[19]){0});
}

static void exact_jump_1(struct claim_run *run)
{
    exact_1_to_19(run, 1,
                  (const uint32_t[]){0, 0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 17, 17});
}

static void exact_jump_beef(struct claim_run *run)
{
    exact_1_to_19(run, 0xdeadbeef,
                  (const uint32_t[]){0, 1, 2, 3, 3, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 16, 16, 16});
}

static void exact_jump_coffee(struct claim_run *run)
{
    exact_1_to_19(run, 0x0ddc0ffeebadf00d,
                  (const uint32_t[]){0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 15, 15, 15, 15});
}

static void exact_jump_100(struct claim_run *run)
{
    static const uint32_t buckets[] = {0,  55, 62, 8,  45, 59, 86, 97, 82, 59,
                                       73, 37, 17, 56, 86, 21, 90, 37, 38, 83};
    struct rs_placement *p = lab_open(run, run->claim->spec, 0, 100);
    for (uint32_t key = 0; p && key < LAB_N_OF(buckets); key++)
        claim_cell(run, buckets[key], rs_locate(p, key), 0, "key %u", key);
    rs_close(p);
}

static void exact_jump_misc(struct claim_run *run)
{
    static const struct exact_answer answers[] = {
        {10863919174838991u, 11, 6}, {2016238256797177309u, 11, 3}, {1673758223894951030u, 11, 5},
        {2, 100001, 80343},          {2201, 100001, 22152},         {2202, 100001, 15018},
    };
    exact_answers(run, answers, LAB_N_OF(answers));
}

static void exact_jumpback(struct claim_run *run)
{
    static const struct exact_answer answers[] = {
        {0x7f7487ee708c8a96, 2, 1}, {0x6265648fbc797f25, 2, 0}, {0x85ef23a0b545d53b, 2, 0},
        {0x7f7487ee708c8a96, 3, 1}, {0x6265648fbc797f25, 3, 0}, {0x85ef23a0b545d53b, 3, 2},
    };
    exact_answers(run, answers, LAB_N_OF(answers));
}

/* ---- Maglev's table, turn by turn as in the paper; alive: a bit for each node */

static void exact_maglev_fill(const uint32_t *offsets, const uint32_t *skips, uint32_t n,
                              unsigned alive, uint32_t table[7])
{
    uint32_t turns[3] = {0}, n_filled = 0;
    for (uint32_t j = 0; j < 7; j++)
        table[j] = RS_NO_NODE;
    for (uint32_t i = 0; n_filled < 7; i = (i + 1) % n) {
        uint32_t at = 0;
        if (!(alive >> i & 1))
            continue;
        do
            at = (offsets[i] + turns[i]++ * skips[i]) % 7;
        while (table[at] != RS_NO_NODE);
        table[at] = i;
        n_filled++;
    }
}

static void exact_maglev(struct claim_run *run)
{
    static const uint32_t offsets[] = {3, 0, 3}, skips[] = {4, 2, 1};
    static const uint32_t published[2][7] = {{1, 0, 1, 0, 2, 2, 0}, {0, 0, 0, 0, 2, 2, 2}};
    static const unsigned alive[] = {7, 5};
    for (int t = 0; t < 2; t++) {
        uint32_t table[7];
        exact_maglev_fill(offsets, skips, 3, alive[t], table);
        for (int j = 0; j < 7; j++)
            claim_cell(run, published[t][j], table[j], 0, "%s B1, entry %d", t ? "without" : "with",
                       j);
    }
}

/* ---- slots of Redis: CRC-16 of XMODEM, the part in braces where there is one */

static uint32_t exact_crc16(const char *text, size_t n)
{
    uint32_t crc = 0;
    for (size_t i = 0; i < n; i++) {
        crc ^= (uint32_t)(unsigned char)text[i] << 8;
        for (int bit = 0; bit < 8; bit++)
            crc = (crc << 1 ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
    }
    return crc;
}

static uint32_t exact_redis_slot(const char *key)
{
    const char *open = strchr(key, '{'), *close = open ? strchr(open, '}') : NULL;
    if (close && close > open + 1)
        return exact_crc16(open + 1, (size_t)(close - open - 1)) % 16384;
    return exact_crc16(key, strlen(key)) % 16384;
}

static void exact_redis(struct claim_run *run)
{
    claim_cell(run, 0x31C3, exact_crc16("123456789", 9), 0, "crc16 of 123456789");
    claim_cell(run, 12739, exact_redis_slot("123456789"), 0, "123456789");
    claim_cell(run, 11058, exact_redis_slot("somekey"), 0, "somekey");
    claim_cell(run, 12182, exact_redis_slot("foo"), 0, "foo");
    claim_cell(run, 2515, exact_redis_slot("foo{hash_tag}"), 0, "foo{hash_tag}");
}

/* ---- what must hold for every key */

static unsigned exact_breaks(const struct rs_placement *p, uint32_t *owners, unsigned n_keys)
{
    uint32_t newest = (uint32_t)rs_nodes(p, NULL, 0) - 1;
    unsigned n_breaks = 0;
    for (unsigned i = 0; i < n_keys; i++) {
        uint32_t id = rs_locate(p, lab_key(3, i));
        n_breaks += id != owners[i] && id != newest;
        owners[i] = id;
    }
    return n_breaks;
}

static void exact_monotone(struct claim_run *run)
{
    enum { KEYS = 20000 };
    static uint32_t owners[KEYS];
    struct rs_placement *p = lab_open(run, run->claim->spec, 4, 1);
    unsigned n_breaks = 0;
    memset(owners, 0, sizeof owners);
    for (uint32_t n = 1; p && n < 200; n++) {
        if (!lab_add(run, p, 4, n, 1)) {
            rs_close(p);
            return;
        }
        n_breaks += exact_breaks(p, owners, KEYS);
    }
    if (p)
        claim_cell(run, 0, n_breaks, 0, "keys that moved between old nodes");
    rs_close(p);
}

static void exact_bounded_cap(struct claim_run *run)
{
    static const double loads[] = {1.05, 1.25, 2};
    for (size_t c = 0; c < LAB_N_OF(loads); c++) {
        struct rs_placement *p = lab_openf(run, 0, 100, "bounded:load=%g", loads[c]);
        uint64_t max = 0, load, cap;
        uint32_t id;
        for (uint64_t i = 0; p && i < 10000; i++)
            if (rs_assign(p, lab_key(5, i), &id)) {
                claim_refuse(run, "a key found no node");
                break;
            }
        for (id = 0; p && id < 100; id++)
            if (!rs_load(p, id, &load, &cap))
                max = load > max ? load : max;
        if (p)
            claim_at_most(run, ceil(loads[c] * 100), (double)max, 0, "c = %g, at most", loads[c]);
        rs_close(p);
    }
}

#define EXACT(name_, source_, spec_, parameters_, run_, statement_, caveat_)                       \
    LAB_CLAIM(EXACT, name_, source_, spec_, parameters_, run_, statement_, caveat_)
#define MONOTONE(name_, source_)                                                                   \
    EXACT("monotone_" #name_, source_, #name_, #name_ "; n = 2 .. 200; 20,000 random keys",        \
          exact_monotone, #name_ ": a node that joins at the end takes keys, no other key moves",  \
          NULL)
#define OWN_MODEL "run on a model of its own: the library's strategy hashes otherwise"

const struct claim claims_exact[] = {
    EXACT("jump_key_0", "go-jump, tests", "jump", "jump; key 0; n = 1 .. 19", exact_jump_0,
          "key 0 is in bucket 0 for every n", NULL),
    EXACT("jump_key_1", "go-jump, tests", "jump", "jump; key 1; n = 1 .. 19", exact_jump_1,
          "the buckets of key 1", NULL),
    EXACT("jump_key_deadbeef", "go-jump, tests", "jump", "jump; key 0xdeadbeef; n = 1 .. 19",
          exact_jump_beef, "the buckets of key 0xdeadbeef", NULL),
    EXACT("jump_key_0ddc0ffeebadf00d", "go-jump, tests", "jump",
          "jump; key 0x0ddc0ffeebadf00d; n = 1 .. 19", exact_jump_coffee,
          "the buckets of key 0x0ddc0ffeebadf00d", NULL),
    EXACT("jump_guava_100", "Guava, Hashing tests", "jump", "jump; n = 100; keys 0 .. 19",
          exact_jump_100, "the buckets of the keys 0 to 19", NULL),
    EXACT("jump_guava_misc", "Guava, Hashing tests", "jump", "jump; n = 11 and 100,001",
          exact_jump_misc, "the buckets of six keys", NULL),
    EXACT("jumpback_demo", "hash4j, demo", "jumpback", "jumpback; SplitMix64; n = 2 and 3",
          exact_jumpback, "the buckets of three keys", NULL),
    EXACT("maglev_table_1", "Maglev, NSDI 2016", NULL, "M = 7; (3,4) (0,2) (3,1)", exact_maglev,
          "table 1, with and without B1 (the second backend)", OWN_MODEL),
    EXACT("redis_slots", "Redis, cluster tests", NULL, "CRC-16, 16384 slots", exact_redis,
          "the slots of four keys", OWN_MODEL),
    MONOTONE(jump, "Jump, arXiv 1406.2294"),
    MONOTONE(jumpback, "JumpBack, arXiv 2403.18682"),
    MONOTONE(power, "Power, arXiv 2307.12448"),
    MONOTONE(flip, "FlipHash, arXiv 2402.17549"),
    MONOTONE(binomial, "BinomialHash, arXiv 2406.19836"),
    EXACT("bounded_cap", "Bounded loads, arXiv 1608.01350", NULL,
          "bounded; c = 1.05, 1.25, 2; 100 nodes, 10,000 keys", exact_bounded_cap,
          "no node carries more than ceil(c m / n)", NULL),
    {.name = NULL},
};
