/* specs.c - the specs that tests and fuzzers hold to the properties
 */
#include "specs.h"

#include <stdio.h>
#include <string.h>

static const char *const specs_hashes[] = {"xxh3", "narrow4", "narrow8"};

static const char *const specs_variants[] = {
    "ring:vnodes=40",
    "ring:vnodes=1",
    "ring:vnodes=3",
    "ring:hash=narrow12:vnodes=7",
    "ring:hash=narrow4:vnodes=1:owner=after",
    "ring:hash=narrow8:vnodes=3:bits=32",
    "ring:bits=32:vnodes=20",
    "ring:owner=after:vnodes=20",
    "ring:bits=32:owner=after:vnodes=2",
    "ring:hash=crc32:vnodes=20",
    "ring:hash=crc32:bits=32:owner=after:vnodes=20",
    "ring:hash=narrow8:label_hash=narrow12:vnodes=5:owner=after",
    "ring:label_hash=narrow4:vnodes=5:label={node}{i}",
    "ring:hash=identity:label_hash=xxh3:vnodes=10",
    "ring:hash=md5:vnodes=3",
    "ring:hash=md5low:vnodes=3",
    "ring:hash=xxh64:vnodes=3",
    "jump:hash=fnv1a",
    "jump:hash=identity",
    "anchor:capacity=32",
    "anchor:hash=narrow12:capacity=40",
    "dx:capacity=32",
    "dx:hash=narrow12:capacity=1000",
    "rendezvous:label_hash=narrow4",
    "rendezvous:hash=identity:label_hash=xxh3",
    "weighted_rendezvous:label_hash=narrow4",
    "weighted_rendezvous:hash=narrow4:label_hash=narrow8",
    "binomial:attempts=1",
    "binomial:hash=narrow8:attempts=2",
    "flip:hash=identity",
    "maglev:table=67",
    "maglev:hash=narrow12:table=257",
    "maglev:hash=crc32:label_hash=narrow4:table=251",
    "multiprobe:probes=1",
    "multiprobe:hash=narrow12:probes=2:vnodes=3",
    "multiprobe:label_hash=narrow4:probes=5:vnodes=2",
    "multiprobe:hash=crc32:probes=8",
    "slots:slots=32",
    "slots:hash=narrow4:slots=37",
    "slots:slots=1000",
    "bounded:load=1:over=ring:vnodes=3",
    "bounded:load=1.1:over=rendezvous",
    "bounded:load=1:over=slots:slots=40",
    "bounded:hash=narrow8:over=jump",
    "bounded:over=modulo",
    "bounded:load=1:over=anchor:capacity=32",
    "bounded:hash=narrow8:load=1:over=memento",
    "bounded:over=ring:vnodes=1:owner=after",
    "slots:slots=9",
};

enum {
    SPECS_N_HASHES = sizeof specs_hashes / sizeof *specs_hashes,
    SPECS_N_VARIANTS = sizeof specs_variants / sizeof *specs_variants
};

/* Few virtual nodes and small tables are as good as many here, and many times as fast. */
static const char *specs_small(const struct rs_strategy *strategy)
{
    const struct rs_param *params = rs_params(strategy);
    for (size_t i = 0; params[i].name; i++) {
        if (!strcmp(params[i].name, "vnodes") && strcmp(params[i].fallback, "1") != 0)
            return ":vnodes=20";
        if (!strcmp(params[i].name, "over"))
            return ":over=ring:vnodes=20";
        if (!strcmp(params[i].name, "table"))
            return ":table=251";
        if (!strcmp(params[i].name, "slots"))
            return ":slots=251";
    }
    return "";
}

bool specs_at(size_t i, char text[RS_SPEC_MAX])
{
    const struct rs_strategy *strategy;
    for (size_t at = 0; (strategy = rs_strategy_at(at)); at++, i -= SPECS_N_HASHES)
        if (i < SPECS_N_HASHES) {
            snprintf(text, RS_SPEC_MAX, "%s:hash=%s%s", strategy->name, specs_hashes[i],
                     specs_small(strategy));
            return true;
        }
    if (i < SPECS_N_VARIANTS)
        snprintf(text, RS_SPEC_MAX, "%s", specs_variants[i]);
    return i < SPECS_N_VARIANTS;
}

void specs_choose(uint16_t bytes, char text[RS_SPEC_MAX])
{
    const struct rs_hash *hash = rs_hash_find("fnv1a");
    char each[RS_SPEC_MAX];
    uint64_t best = 0, name = 0;
    for (size_t i = 0; specs_at(i, each); i++) {
        hash->digest((struct rs_bytes){each, strlen(each)}, 0, &name);
        uint64_t weight = rs_draw(rs_mix(name) ^ bytes, 1);
        if (i == 0 || weight > best) {
            best = weight;
            strcpy(text, each);
        }
    }
}

void specs_with(const char *spec, const struct specs_value *values, char text[RS_SPEC_MAX])
{
    struct rs_spec other;
    snprintf(text, RS_SPEC_MAX, "%s", spec);
    if (rs_spec_parse(spec, &other, NULL))
        return; /* who opens it says why */
    const struct rs_param *params = rs_params(other.strategy);
    for (size_t i = 0; params[i].name; i++)
        for (const struct specs_value *v = values; v->name; v++)
            if (!strcmp(params[i].name, v->name))
                strcpy(other.values[i], v->value);
    rs_spec_print(&other, false, text, RS_SPEC_MAX);
}
