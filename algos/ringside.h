/* ringside.h - place keys on nodes
 *
 * A strategy answers one question: which node owns this key? A placement is one strategy with
 * parameters and a set of nodes. All goes through the functions here; a strategy has no header.
 *
 *     struct rs_placement *p;
 *     struct rs_node nodes[] = {RS_NODE(0, "cache-a"), RS_NODE(1, "cache-b")};
 *     uint32_t id;
 *     rs_open("ring:hash=md5:vnodes=100", NULL, &p, NULL);
 *     rs_add(p, nodes, 2, NULL);
 *     rs_locate_key(p, RS_TEXT_BYTES("user:1"), &id);
 *     rs_close(p);
 *
 * Three readers: one who uses placements (part 1), one who writes a strategy or a hash (part 2),
 * one who lists, measures and checks them (part 3).
 *
 * Threads: calls on a const placement may run at the same time as each other. Every other call on a
 * placement excludes all calls on it; ringside_live.h lifts that. Registration excludes everything.
 *
 * A call that does not return RS_OK has changed nothing that a caller can observe, the output
 * arguments included; only `why` is written. Nothing here prints, exits, or reads a clock, a file
 * or the environment.
 */
#ifndef RINGSIDE_H
#define RINGSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RS_ABI 2              /* of everything below; rows built for another one are refused */
#define RS_NO_NODE UINT32_MAX /* "the key decides nothing": no node, or none that answers */
#define RS_NAME_MAX 255       /* bytes of a node's name */

/* ------------------------------------------------------------------- part 1: placements */

#define RS_STATUS_MAP(X)                                                                           \
    X(OK, "done")                                                                                  \
    X(ENOMEM, "out of memory")                                                                     \
    X(EEXIST, "a node with this id is there already")                                              \
    X(ENOENT, "no node has this id")                                                               \
    X(EFULL, "the fixed capacity is reached")                                                      \
    X(EINVAL, "a value is not legal here")                                                         \
    X(EUNSUPPORTED, "this strategy cannot do this")

enum rs_status {
#define X(name, text) RS_##name,
    RS_STATUS_MAP(X)
#undef X
};
const char *rs_status_text(enum rs_status status);

/* Why a call failed, in words for a person: names the place and the remedy. Set only together with
 * a status other than RS_OK. Every `why` argument may be NULL. */
struct rs_why {
    char text[512];
};

/* A string of any bytes, NUL included; not owned. */
struct rs_bytes {
    const char *at;
    size_t n_bytes;
};
#define RS_TEXT_BYTES(literal) ((struct rs_bytes){(literal), sizeof(literal) - 1})

/* RS_DOWN: keeps its place but answers nothing. RS_BACKUP: answers only while no other node does.
 * Both need RS_HEALTH. */
enum rs_flag { RS_DOWN = 1, RS_BACKUP = 2 };

/* One node, in the caller's words. The id is what comes back; the name decides where a ring puts
 * it. An id may be used again after its node was removed. Two nodes may bear one name. */
struct rs_node {
    uint32_t id;            /* unique among the nodes present; not RS_NO_NODE */
    uint32_t flags;         /* enum rs_flag */
    double weight;          /* 0: drained, answers nothing; other than 1 needs RS_WEIGHTED */
    struct rs_bytes name;   /* copied; at most RS_NAME_MAX bytes */
    struct rs_bytes detail; /* copied; what a real system's configuration says besides (tokens, slot
                               ranges); needs RS_DETAIL unless empty */
};
#define RS_NODE(id_, literal)                                                                      \
    {                                                                                              \
        (id_), 0, 1.0, {(literal), sizeof(literal) - 1},                                           \
        {                                                                                          \
            NULL, 0                                                                                \
        }                                                                                          \
    }

/* All memory of a placement comes from here, its own struct included. align is a power of two, at
 * most that of max_align_t. free is told the size that alloc was. rs_shares and rs_clone, calls on
 * a const placement, allocate as well: where they run at the same time, both must be thread-safe.
 */
struct rs_allocator {
    void *(*alloc)(void *ctx, size_t n_bytes, size_t align);
    void (*free)(void *ctx, void *ptr, size_t n_bytes);
    void *ctx;
};

/* Instruction sets for the batch calls; answers never depend on it. Those of this library have one
 * code path for all so far. */
enum rs_isa { RS_ISA_BEST, RS_ISA_PORTABLE, RS_ISA_AVX2, RS_ISA_AVX512 };

/* All zero, or NULL in its place, is the default. */
struct rs_config {
    struct rs_allocator allocator; /* alloc NULL: malloc */
    uint64_t seed;   /* of the hashes of keys and labels; other than 0 needs seeded ones */
    enum rs_isa isa; /* RS_EUNSUPPORTED where the processor lacks it */
};

struct rs_placement;

/* An empty placement. Errors: EINVAL (the spec), EUNSUPPORTED (hash not available here, seed, isa),
 * ENOMEM. Closing NULL is fine. */
enum rs_status rs_open(const char *spec, const struct rs_config *config, struct rs_placement **out,
                       struct rs_why *why);
void rs_close(struct rs_placement *p);

/* Arrays change all or nothing, give the same mapping as one by one in the order given, and are no
 * dearer, for most strategies far cheaper. Errors: EEXIST, ENOENT (also one id twice), EINVAL,
 * EUNSUPPORTED (a weight, flag or detail that the strategy does not take; a removal that it cannot
 * do), EFULL, ENOMEM. */
enum rs_status rs_add(struct rs_placement *p, const struct rs_node *nodes, size_t n,
                      struct rs_why *why);
enum rs_status rs_remove(struct rs_placement *p, const uint32_t *ids, size_t n, struct rs_why *why);
/* Gives the nodes with these ids a new weight, flags and detail; their names must stay (EINVAL). */
enum rs_status rs_update(struct rs_placement *p, const struct rs_node *nodes, size_t n,
                         struct rs_why *why);

/* What rs_add would refuse of this node, whatever other nodes there are. */
enum rs_status rs_node_check(const struct rs_placement *p, const struct rs_node *node,
                             struct rs_why *why);

/* Key bytes -> digest, by the placement's key hash. EINVAL: no legal key for this hash
 * (`identity`); ENOMEM, EUNSUPPORTED: from the hash's own library. */
enum rs_status rs_digest(const struct rs_placement *p, struct rs_bytes key, uint64_t *digest);
/* Returns how many keys have their digest now: n, or the index of the first that has none. */
size_t rs_digest_many(const struct rs_placement *p, const struct rs_bytes *keys, size_t n,
                      uint64_t *digests);

/* The owner of a digest, or of any other 64-bit number: total. Pure, allocates nothing. */
static inline uint32_t rs_locate(const struct rs_placement *p, uint64_t digest);
/* ids[i] = rs_locate(p, digests[i]), cheaper. */
void rs_locate_many(const struct rs_placement *p, const uint64_t *digests, size_t n, uint32_t *ids);
/* rs_digest, then rs_locate. */
enum rs_status rs_locate_key(const struct rs_placement *p, struct rs_bytes key, uint32_t *id);

/* Up to k distinct owners, best first. Returns how many: min(k, nodes that answer), and 0 where the
 * strategy lacks RS_REPLICAS. */
size_t rs_replicas(const struct rs_placement *p, uint64_t digest, size_t k, uint32_t *ids);

/* The exact part of all digests that each node owns: shares[i] belongs to the i-th of rs_nodes().
 * EUNSUPPORTED without RS_EXACT_SHARE; ENOMEM. */
enum rs_status rs_shares(const struct rs_placement *p, double *shares);

/* Strategies that look at the load of nodes (RS_LOAD). assign says where a key goes given what the
 * nodes carry now, and counts it there; locate is a preview of the next assign. release takes one
 * key off a node. A node that is removed takes its load with it: its keys are the caller's to
 * assign again. Errors: EUNSUPPORTED without RS_LOAD; assign: EFULL (no node answers, or
 * 2^40 keys are counted); release:
 * ENOENT, EINVAL (the node carries nothing). */
enum rs_status rs_assign(struct rs_placement *p, uint64_t digest, uint32_t *id);
enum rs_status rs_release(struct rs_placement *p, uint32_t id);
/* What a node carries, and what it may carry at most while the next key is assigned. ENOENT,
 * EUNSUPPORTED. */
enum rs_status rs_load(const struct rs_placement *p, uint32_t id, uint64_t *load, uint64_t *cap);

/* Where the answer comes from, for strategies that have points: the point that owns the digest, as
 * a position on the strategy's circle, and, where label is not NULL, the text it was hashed from
 * (NUL-terminated, cut to label_bytes; a NUL in the node's name ends it early).
 * EUNSUPPORTED: the strategy has no points; ENOENT: no node answers. */
enum rs_status rs_explain(const struct rs_placement *p, uint64_t digest, uint64_t *point,
                          char *label, size_t label_bytes);

/* Ids, oldest first: the order of a configuration file. Writes at most n, returns how many nodes
 * there are. */
size_t rs_nodes(const struct rs_placement *p, uint32_t *ids, size_t n);
/* name and detail belong to the placement and live until the node changes. ENOENT. */
enum rs_status rs_node(const struct rs_placement *p, uint32_t id, struct rs_node *node);

/* A second placement with the same answers, now and after the same changes. config NULL: that of p;
 * otherwise its allocator (alloc NULL: that of p) and isa count, the seed stays that of p. Errors:
 * ENOMEM; EUNSUPPORTED (isa). */
enum rs_status rs_clone(const struct rs_placement *p, const struct rs_config *config,
                        struct rs_placement **out);

/* The spec, the seed, the nodes and what cannot be computed from them, as bytes that any machine
 * reads (little-endian, versioned). save returns the size and writes when that fits. restore takes
 * allocator and isa from config. Errors, whatever the bytes: EINVAL; EUNSUPPORTED (a hash, seed or
 * isa that is not to be had here); ENOMEM. */
size_t rs_save(const struct rs_placement *p, void *buf, size_t buf_bytes);
enum rs_status rs_restore(const void *buf, size_t n_bytes, const struct rs_config *config,
                          struct rs_placement **out, struct rs_why *why);

/* ------------------------------------------------------- part 2: writing a strategy or a hash */

/* Promises. A strategy names the most it can promise; init clears from p->traits those that these
 * parameters cannot keep. Each is a property that tests and fuzzers hold the strategy to. */
#define RS_TRAIT_MAP(X)                                                                            \
    X(REMOVE_ANY, 0, "any node may be removed, not only the last added")                           \
    X(MINIMAL, 1,                                                                                  \
      "a change to one node changes an answer only by that node entering or leaving it")           \
    X(HISTORY_FREE, 2, "answers depend on the nodes alone, not on how they came to be")            \
    X(WEIGHTED, 3, "weights other than 1 are accepted; more weight gets more, 0 gets nothing")     \
    X(HEALTH, 4, "a node can be down and come back, with every answer as before")                  \
    X(REPLICAS, 5, "k distinct nodes, the first is locate, shorter lists are prefixes")            \
    X(EXACT_SHARE, 6, "shares are exact and sum to 1")                                             \
    X(DETAIL, 7, "reads the detail of a node")                                                     \
    X(LOAD, 8, "assign never puts a node above its cap; locate previews the next assign")

enum rs_trait {
#define X(name, bit, text) RS_##name = 1u << bit,
    RS_TRAIT_MAP(X)
#undef X
};

struct rs_hash {
    uint32_t abi; /* RS_ABI */
    const char *name, *summary, *origin;
    unsigned n_bits; /* 1 to 64: a digest is a number below 2^n_bits, evenly spread */
    bool seeded;     /* reads seed */
    bool any_bytes;  /* every string has a digest; false: digest may say EINVAL */
    bool test_only;  /* not listed */
    /* optional: NULL while it works here, else the reason (MD5 refused by the FIPS provider) */
    const char *(*unavailable)(void);
    enum rs_status (*digest)(struct rs_bytes key, uint64_t seed, uint64_t *digest);
    /* optional: as rs_digest_many */
    size_t (*digest_many)(enum rs_isa isa, const struct rs_bytes *keys, size_t n, uint64_t seed,
                          uint64_t *digests);
};

/* Parameters are parsed into the strategy's state at `offset`, as: uint64_t (RS_UINT), double
 * (RS_REAL), unsigned, an index into choices (RS_CHOICE), const char * that lives as long as the
 * placement (RS_TEXT), const struct rs_hash * (RS_HASH). RS_NESTED is a spec, as const char * that
 * rs_open takes; it is the last of its table and takes the rest of the text it is written in. */
enum rs_kind { RS_UINT, RS_REAL, RS_CHOICE, RS_TEXT, RS_HASH, RS_NESTED };

struct rs_param {
    const char *name;
    enum rs_kind kind;
    size_t offset;
    const char *fallback; /* the default, as text; "{hash}": the value of the earlier `hash` */
    double min, max;      /* RS_UINT (up to 2^53), RS_REAL */
    const char *choices;  /* RS_CHOICE: "at|after" */
    const char *help;
};
#define RS_MAX_PARAMS 12
#define RS_VALUE_MAX 128 /* bytes of a value, the NUL included */

/* The row that every table starts with, and the table of a strategy that has no other. */
#define RS_PARAM_HASH                                                                              \
    {                                                                                              \
        "hash", RS_HASH, offsetof(struct rs_placement, hash), "xxh3", 0, 0, NULL,                  \
            "hash of the keys"                                                                     \
    }

/* Work of one lookup, added up. */
struct rs_steps {
    uint64_t draws;  /* pseudo-random numbers or hash calls after the key's own */
    uint64_t probes; /* entries of an index that were looked at */
    uint64_t inner;  /* steps of an inner loop that is not bounded by the other two */
};

/* Quantities for which theory may have a closed form. */
enum rs_quantity {
    RS_SHARE_CV,     /* root mean square of share / target - 1 over the nodes, random labels */
    RS_DRAWS,        /* draws of a lookup, random keys */
    RS_PROBES,       /* probes of a lookup, random keys */
    RS_MOVED_ADD,    /* part of the keys that move when one node of weight 1 is added */
    RS_MOVED_LAST,   /* ... when the node added last is removed */
    RS_MOVED_MIDDLE, /* ... when one node that was not added last is removed */
};

/* What theory says of a quantity: mean and standard deviation of one drawing (one placement of
 * random labels; one lookup), sd 0: it does not vary. mean negative: no closed form is known; sd
 * negative: only the mean is. */
struct rs_moments {
    double mean, sd;
};
#define RS_NO_MOMENTS ((struct rs_moments){-1, -1})
#define RS_EXACTLY(mean_) ((struct rs_moments){(mean_), 0})

/* A slot whose effective weight changes (with RS_DETAIL: or whose detail may have). from 0: it
 * joins; to 0: it leaves. */
struct rs_change {
    uint32_t slot;
    double from, to;
};

struct rs_strategy {
    uint32_t abi;                        /* RS_ABI */
    const char *name, *summary, *origin; /* "name - summary" fits a line of 80 */
    /* Optional, in words: costs in big-O and bytes (n nodes); when to take it, and when not. */
    const char *lookup_cost, *memory_cost, *choose, *avoid;
    uint32_t traits; /* enum rs_trait */
    struct {
        double min, max;
    } weight;                      /* legal weights besides 0; read with RS_WEIGHTED */
    const struct rs_param *params; /* ends with a NULL name; NULL: only `hash` */
    size_t state_bytes;            /* of the struct whose first member is a struct rs_placement */

    /* Required. build makes the index from the slots, whose rs_effective() is the set as it shall
     * be, and puts it in the place of the old one only when it succeeds. */
    enum rs_status (*build)(struct rs_placement *p);
    uint32_t (*locate)(const struct rs_placement *p, uint64_t digest);

    /* Optional: cheaper than build, with the same answers unless the strategy has save: then they
     * may depend on history. The n slots have their new effective weight, those that leave are
     * still readable, and no slot is named twice. Without it every change builds. */
    enum rs_status (*change)(struct rs_placement *p, const struct rs_change *changes, size_t n);

    /* Optional: init checks parameters together and may clear bits of p->traits; the state is zero
     * but for head and parameters. fini frees the index, also one never built or half restored. */
    enum rs_status (*init)(struct rs_placement *p, struct rs_why *why);
    void (*fini)(struct rs_placement *p);

    /* Optional: the rest. REPLICAS and replicas come together, as do EXACT_SHARE and shares, LOAD
     * and its three operations, save and restore. */
    void (*locate_many)(const struct rs_placement *p, const uint64_t *digests, size_t n,
                        uint32_t *ids);
    uint32_t (*count)(const struct rs_placement *p, uint64_t digest, struct rs_steps *steps);
    size_t (*replicas)(const struct rs_placement *p, uint64_t digest, size_t k, uint32_t *ids);
    enum rs_status (*shares)(const struct rs_placement *p, double *by_slot); /* zeroed before */
    enum rs_status (*explain)(const struct rs_placement *p, uint64_t digest, uint64_t *point,
                              char *label, size_t label_bytes);
    /* The closed form for this placement as it stands; RS_NO_MOMENTS where there is none. */
    struct rs_moments (*theory)(const struct rs_placement *p, enum rs_quantity quantity);

    /* With RS_LOAD all three, else none: as rs_assign, rs_release, rs_load; the slot's node is
     * there. */
    enum rs_status (*assign)(struct rs_placement *p, uint64_t digest, uint32_t *id);
    enum rs_status (*release)(struct rs_placement *p, uint32_t slot);
    void (*load)(const struct rs_placement *p, uint32_t slot, uint64_t *load, uint64_t *cap);

    /* Optional: what build cannot compute from the slots, whose order of age is there again before
     * restore is called in place of build. save returns the size and writes when that fits. */
    size_t (*save)(const struct rs_placement *p, void *buf, size_t buf_bytes);
    enum rs_status (*restore)(struct rs_placement *p, const void *buf, size_t n_bytes);
};

/* One row of the node table. A node keeps its slot as long as it lives. */
struct rs_slot {
    uint32_t id, flags;
    double weight;
    double effective; /* the weight while the node answers, else 0 */
    uint64_t age;     /* grows with every add */
    char *text;       /* name, then detail; NULL: the slot is free */
    uint32_t name_bytes, detail_bytes;
    uint32_t older, younger; /* neighbours in the order of age; RS_NO_NODE: none */
};

/* The head of every strategy's state. Read it; only the library and init write it. */
struct rs_placement {
    const struct rs_strategy *strategy;
    const struct rs_hash *hash; /* of the keys */
    uint32_t traits;            /* what this placement promises */
    struct rs_config config;
    struct rs_spec *spec;
    struct rs_slot *slots;
    uint32_t n_slots, cap_slots; /* rows in use, free ones among them included; rows allocated */
    uint32_t n_nodes;
    uint32_t n_regular;        /* nodes that answer and are not RS_BACKUP */
    uint32_t oldest, youngest; /* slots; RS_NO_NODE: none */
    uint32_t free_slot;        /* head of the list of free slots, which `older` links */
    uint32_t *map;             /* id -> slot: open addressing, 2^map_bits entries */
    uint32_t map_bits;
    uint64_t next_age;
};

static inline uint32_t rs_locate(const struct rs_placement *p, uint64_t digest)
{
    return p->strategy->locate(p, digest);
}

/* What a strategy goes by: the weight of a slot while its node answers, else 0; 0 for a free slot
 * too, so a loop over n_slots needs no other test. */
static inline double rs_effective(const struct rs_placement *p, uint32_t slot)
{
    return p->slots[slot].effective;
}

static inline struct rs_bytes rs_name(const struct rs_placement *p, uint32_t slot)
{
    return (struct rs_bytes){p->slots[slot].text, p->slots[slot].name_bytes};
}

/* The slot of a node that is there or leaving; RS_NO_NODE: none. */
uint32_t rs_slot_of(const struct rs_placement *p, uint32_t id);

static inline void *rs_alloc(const struct rs_placement *p, size_t n_bytes, size_t align)
{
    return p->config.allocator.alloc(p->config.allocator.ctx, n_bytes, align);
}
static inline void rs_free(const struct rs_placement *p, void *ptr, size_t n_bytes)
{
    if (ptr)
        p->config.allocator.free(p->config.allocator.ctx, ptr, n_bytes);
}

/* Integer draws, the same on every machine. rs_mix is a bijection (the finaliser of SplitMix64). */
static inline uint64_t rs_mix(uint64_t x)
{
    x ^= x >> 30, x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27, x *= 0x94d049bb133111ebu;
    return x ^ x >> 31;
}
/* The i-th further draw from a digest, i >= 1. */
static inline uint64_t rs_draw(uint64_t digest, uint64_t i)
{
    return rs_mix(digest + i * 0x9e3779b97f4a7c15u);
}
/* floor(x * n / 2^64): x evenly spread over 64 bits gives a number below n. */
static inline uint64_t rs_below(uint64_t x, uint64_t n)
{
#ifdef __SIZEOF_INT128__
    return (uint64_t)((unsigned __int128)x * n >> 64);
#else
    uint64_t low = (x & UINT32_MAX) * (n & UINT32_MAX), m1 = (x >> 32) * (n & UINT32_MAX);
    uint64_t m2 = (x & UINT32_MAX) * (n >> 32);
    uint64_t middle = (low >> 32) + (m1 & UINT32_MAX) + (m2 & UINT32_MAX);
    return (x >> 32) * (n >> 32) + (m1 >> 32) + (m2 >> 32) + (middle >> 32);
#endif
}
/* A digest of n_bits spread over 64, as rs_below and a ring of 64 bits want it. A narrow digest in
 * the low bits would put every key on one node. */
static inline uint64_t rs_wide(const struct rs_hash *hash, uint64_t digest)
{
    return digest << (64 - hash->n_bits);
}

/* ------------------------------------------------------- part 3: lists, specs, counting */

/* name[:param=value]...; in a value %XX stands for a byte that has no place in a spec: space,
 * colon, comma, quotes, percent, and what is not printable ASCII. So specs are bare words in lists
 * and CSV cells; those that are printed are so in a POSIX shell as well. */
struct rs_spec {
    const struct rs_strategy *strategy;
    char values[RS_MAX_PARAMS][RS_VALUE_MAX]; /* decoded, defaults filled in */
};
enum rs_status rs_spec_parse(const char *text, struct rs_spec *spec, struct rs_why *why);
/* Canonical: table order, defaults left out unless `full`, %XX also for what a shell would not take
 * as it stands. In a spec in a spec defaults stay out, too, where they would make it too long.
 * Returns the length, as snprintf. parse(print(s)) gives s again. */
size_t rs_spec_print(const struct rs_spec *spec, bool full, char *buf, size_t buf_bytes);
#define RS_SPEC_MAX (32 + RS_MAX_PARAMS * (32 + 3 * RS_VALUE_MAX))

const struct rs_strategy *rs_strategy_at(size_t i); /* NULL past the end */
const struct rs_strategy *rs_strategy_find(const char *name);
const struct rs_hash *rs_hash_at(size_t i);
const struct rs_hash *rs_hash_find(const char *name);

/* The parameters of a strategy, `hash` alone included; ends with a NULL name. */
const struct rs_param *rs_params(const struct rs_strategy *strategy);

/* What is asked of every row, built-in or registered: required operations there, traits and
 * operations paired, legal names, defaults in range. */
enum rs_status rs_strategy_check(const struct rs_strategy *strategy, struct rs_why *why);
enum rs_status rs_hash_check(const struct rs_hash *hash, struct rs_why *why);
/* Adds a row, which must outlive every use: a plugin, a liar of the tests, a narrow hash. EEXIST:
 * the name is taken; EFULL: 64 rows are registered already. */
enum rs_status rs_strategy_register(const struct rs_strategy *strategy, struct rs_why *why);
enum rs_status rs_hash_register(const struct rs_hash *hash, struct rs_why *why);

/* rs_locate, counting what it does. EUNSUPPORTED: the strategy does not count. */
enum rs_status rs_count(const struct rs_placement *p, uint64_t digest, uint32_t *id,
                        struct rs_steps *steps);
/* The strategy's closed form for this placement; mean negative: none is known. */
struct rs_moments rs_theory(const struct rs_placement *p, enum rs_quantity quantity);
static inline uint32_t rs_traits(const struct rs_placement *p)
{
    return p->traits;
}

#ifdef __cplusplus
}
#endif
#endif
