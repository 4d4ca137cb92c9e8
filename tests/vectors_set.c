/* vectors_set.c - the specs, nodes and keys of results/vectors
 *
 * Keys are chosen for the places where hashes differ between machines: no bytes at all, bytes that
 * are negative as a signed char, and a length on each side of every branch of xxHash and of the
 * blocks of MD5.
 */
#include "vectors_set.h"

#include <ctype.h>
#include <string.h>

static const char *const vectors_hashes[] = {"xxh3", "md5", "crc32"};

/* Parameters that compute in another way. */
static const char *const vectors_variants[] = {
    "modulo:hash=xxh64",
    "modulo:hash=md5low",
    "modulo:hash=fnv1a",
    "ring:hash=md5low:vnodes=40:label={node}-{i}:bits=32",
    "ring:hash=fnv1a:vnodes=3:owner=after",
    "ring:hash=crc32:label_hash=xxh64:vnodes=20",
    "multiprobe:probes=3:vnodes=5",
    "maglev:table=251",
    "binomial:attempts=1",
    "anchor:capacity=9",
    "dx:capacity=50",
    "slots:slots=100",
    "bounded:load=1",
    "bounded:over=jump",
};

enum {
    VECTORS_N_HASHES = sizeof vectors_hashes / sizeof *vectors_hashes,
    VECTORS_N_VARIANTS = sizeof vectors_variants / sizeof *vectors_variants
};

bool vectors_spec(const struct rs_strategy *strategy, size_t i, char spec[RS_SPEC_MAX])
{
    if (i < VECTORS_N_HASHES) {
        snprintf(spec, RS_SPEC_MAX, "%s:hash=%s", strategy->name, vectors_hashes[i]);
        return true;
    }
    i -= VECTORS_N_HASHES;
    size_t name_bytes = strlen(strategy->name);
    for (size_t at = 0; at < VECTORS_N_VARIANTS; at++) {
        const char *variant = vectors_variants[at];
        bool is_ours = !strncmp(variant, strategy->name, name_bytes) && variant[name_bytes] == ':';
        if (is_ours && !i--) {
            snprintf(spec, RS_SPEC_MAX, "%s", variant);
            return true;
        }
    }
    return false;
}

struct vectors_node {
    const char *name, *weight_text;
    double weight;
};

/* Text beside the number: printing a fraction is one more thing that libraries could do otherwise.
 * A third is no sum of powers of two; a node may weigh nothing. */
static const struct vectors_node vectors_nodes[] = {
    {"a", "1", 1}, {"b", "2", 2}, {"c", "0.5", 0.5},   {"d", "0.333", 0.333},
    {"e", "0", 0}, {"f", "7", 7}, {"g", "1.25", 1.25},
};
enum { VECTORS_COUNT = sizeof vectors_nodes / sizeof *vectors_nodes, VECTORS_MIDDLE = 3 };

enum rs_status vectors_place(struct rs_placement *p, enum vectors_nodes nodes,
                             char text[VECTORS_NODES_MAX], struct rs_why *why)
{
    struct rs_node list[VECTORS_COUNT];
    int at = 0;
    for (uint32_t i = 0; i < VECTORS_COUNT; i++) {
        const struct vectors_node *node = &vectors_nodes[i];
        bool weighted = nodes == VECTORS_WEIGHTED;
        list[i] = (struct rs_node){
            .id = i, .weight = weighted ? node->weight : 1, .name = {node->name, 1}};
        at += snprintf(text + at, (size_t)(VECTORS_NODES_MAX - at), "%s%s%s%s", i ? " " : "",
                       node->name, weighted ? "=" : "", weighted ? node->weight_text : "");
    }
    enum rs_status status = rs_add(p, list, VECTORS_COUNT, why);
    if (status || nodes != VECTORS_LESS_ONE)
        return status;
    uint32_t gone = rs_traits(p) & RS_REMOVE_ANY ? VECTORS_MIDDLE : VECTORS_COUNT - 1;
    snprintf(text + at, (size_t)(VECTORS_NODES_MAX - at), " -%s", vectors_nodes[gone].name);
    return rs_remove(p, &gone, 1, why);
}

struct vectors_key {
    const char *at;
    size_t n_bytes, n_times;
};
#define KEY(literal)                                                                               \
    {                                                                                              \
        literal, sizeof(literal) - 1, 1                                                            \
    }
#define REPEATED(literal, n_times)                                                                 \
    {                                                                                              \
        literal, sizeof(literal) - 1, n_times                                                      \
    }

static const struct vectors_key vectors_keys[] = {
    KEY(""),
    KEY("0"),
    KEY("a"),
    KEY("\0"),
    KEY("\x80"),
    KEY("\xff"),
    KEY("\0\0\0"),
    KEY("a\0b"),
    KEY("key"),
    KEY("\x80\xff\x7f"),
    KEY("1234"),
    KEY("\xff\xff\xff\xff"),
    KEY("user:1"),
    KEY("user:2"),
    KEY("user:3"),
    KEY("user:10"),
    KEY("12345678"),
    KEY("\x80\x81\x82\x83\x84\x85\x86\x87"),
    KEY("123456789"),
    KEY("caf\xc3\xa9"),
    KEY("\xe9\x8d\xb5 \xf0\x9f\x94\x91"),
    KEY("two words"),
    KEY("comma,quote\"line\n"),
    KEY("100%"),
    KEY("session:7f3a"),
    KEY("0123456789abcdef"),
    KEY("0123456789abcdefg"),
    KEY("/index.html"),
    KEY("product:X-200#details"),
    KEY("18446744073709551615"),
    REPEATED("0123456789a", 3),       /* 33 */
    REPEATED("01234567890", 5),       /* 55: one block of MD5 */
    REPEATED("0123456", 8),           /* 56: two */
    REPEATED("01234567", 8),          /* 64 */
    REPEATED("01234567", 16),         /* 128 */
    REPEATED("0123456789ab\xff", 10), /* 130 */
    REPEATED("0123456789", 24),       /* 240 */
    REPEATED("0123456789", 25),       /* 250 */
    REPEATED("\x80\x9a\xff#z", 205),  /* 1025: a second block of XXH3 */
    REPEATED("0123456789", 200),      /* 2000 */
};

size_t vectors_n_keys(void)
{
    return sizeof vectors_keys / sizeof *vectors_keys;
}

struct rs_bytes vectors_key(size_t i, char storage[VECTORS_KEY_MAX])
{
    const struct vectors_key *key = &vectors_keys[i];
    for (size_t n = 0; n < key->n_times; n++)
        memcpy(storage + n * key->n_bytes, key->at, key->n_bytes);
    return (struct rs_bytes){storage, key->n_times * key->n_bytes};
}

void vectors_print_key(FILE *out, size_t i)
{
    const struct vectors_key *key = &vectors_keys[i];
    for (size_t at = 0; at < key->n_bytes; at++) {
        unsigned char byte = (unsigned char)key->at[at];
        bool is_bare = byte && byte < 0x80 && (isalnum(byte) || strchr("-_./:#", byte));
        fprintf(out, is_bare ? "%c" : "%%%02X", byte);
    }
    if (key->n_times > 1)
        fprintf(out, "*%zu", key->n_times);
}
