/* registry.c - the lists of strategies and hashes, built-in rows first
 *
 * Tables, not constructors: a static library drops an object file that nobody names. Every row,
 * built-in or registered, passes the same check; for built-in rows a unit test calls it.
 */
#include "core/core.h"

#include <stdio.h>
#include <string.h>

#define MAX_REGISTERED 64
#define MAX_LINE 80 /* of a terminal: "name - summary" */

static const struct rs_strategy *const built_in_strategies[] = {
#define STRATEGY(name) &rs_strategy_##name,
#include "strategies.def"
#undef STRATEGY
};
static const struct rs_hash *const built_in_hashes[] = {
#define HASH(name) &rs_hash_##name,
#include "hash/hashes.def"
#undef HASH
};
#define N_STRATEGIES (sizeof built_in_strategies / sizeof *built_in_strategies)
#define N_HASHES (sizeof built_in_hashes / sizeof *built_in_hashes)

static const struct rs_strategy *more_strategies[MAX_REGISTERED];
static const struct rs_hash *more_hashes[MAX_REGISTERED];
static size_t n_more_strategies, n_more_hashes;

const struct rs_strategy *rs_strategy_at(size_t i)
{
    if (i < N_STRATEGIES)
        return built_in_strategies[i];
    i -= N_STRATEGIES;
    return i < n_more_strategies ? more_strategies[i] : NULL;
}

const struct rs_hash *rs_hash_at(size_t i)
{
    if (i < N_HASHES)
        return built_in_hashes[i];
    i -= N_HASHES;
    return i < n_more_hashes ? more_hashes[i] : NULL;
}

const struct rs_strategy *rs_strategy_find(const char *name)
{
    const struct rs_strategy *strategy;
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++)
        if (!strcmp(strategy->name, name))
            return strategy;
    return NULL;
}

const struct rs_hash *rs_hash_find(const char *name)
{
    const struct rs_hash *hash;
    for (size_t i = 0; (hash = rs_hash_at(i)); i++)
        if (!strcmp(hash->name, name))
            return hash;
    return NULL;
}

/* A name is a bare word in a spec, a shell and a file system. */
static bool registry_is_name(const char *name)
{
    const char *letters = "abcdefghijklmnopqrstuvwxyz0123456789_";
    return name && *name >= 'a' && *name <= 'z' && strspn(name, letters) == strlen(name) &&
           strlen(name) <= 31;
}

/* Printed as it stands. */
static bool registry_is_line(const char *text)
{
    const char *at = text;
    while (at && *at && (unsigned char)*at >= ' ' && *at != 0x7f)
        at++;
    return text && *text && !*at;
}

/* What a value takes in the state; on i386 it is aligned to less than its size. */
static const struct registry_place {
    size_t n_bytes, alignment;
} registry_places[] = {
    [RS_UINT] = {sizeof(uint64_t), _Alignof(uint64_t)},
    [RS_REAL] = {sizeof(double), _Alignof(double)},
    [RS_CHOICE] = {sizeof(unsigned), _Alignof(unsigned)},
    [RS_HASH] = {sizeof(void *), _Alignof(void *)},
    [RS_TEXT] = {sizeof(void *), _Alignof(void *)},
    [RS_NESTED] = {sizeof(void *), _Alignof(void *)},
};
enum { REGISTRY_N_KINDS = sizeof registry_places / sizeof *registry_places };

/* Behind the head of the state, inside it and aligned; the hash of the keys lies in the head. */
static bool registry_has_place(const struct rs_strategy *strategy, const struct rs_param *param)
{
    if ((unsigned)param->kind >= REGISTRY_N_KINDS)
        return true; /* it is refused as unknown */
    if (param->kind == RS_HASH && param->offset == offsetof(struct rs_placement, hash))
        return true;
    const struct registry_place *needs = &registry_places[param->kind];
    return param->offset >= sizeof(struct rs_placement) && param->offset % needs->alignment == 0 &&
           param->offset <= strategy->state_bytes &&
           needs->n_bytes <= strategy->state_bytes - param->offset;
}

static bool registry_is_named_before(const struct rs_param *params, size_t i)
{
    bool found = false;
    for (size_t before = 0; before < i; before++)
        found |= !strcmp(params[before].name, params[i].name);
    return found;
}

static enum rs_status registry_check_params(const struct rs_strategy *strategy, struct rs_why *why)
{
    const struct rs_param *params = rs_params(strategy);
    bool has_hash = false;
    for (size_t i = 0; params[i].name; i++) {
        if (i == RS_MAX_PARAMS)
            return core_fail(why, RS_EINVAL, "%s: more than %d parameters", strategy->name,
                             RS_MAX_PARAMS);
        if (!registry_is_name(params[i].name) || !params[i].fallback || !params[i].help ||
            !registry_has_place(strategy, &params[i]))
            return core_fail(why, RS_EINVAL, "%s: parameter %zu lacks name, default, help or place",
                             strategy->name, i);
        if (registry_is_named_before(params, i))
            return core_fail(why, RS_EINVAL, "%s: there are two parameters %s", strategy->name,
                             params[i].name);
        if (params[i].kind == RS_NESTED && params[i + 1].name)
            return core_fail(why, RS_EINVAL, "%s: %s is a spec and takes the rest: list it last",
                             strategy->name, params[i].name);
        if (params[i].kind == RS_CHOICE && !params[i].choices)
            return core_fail(why, RS_EINVAL, "%s: %s lacks its choices", strategy->name,
                             params[i].name);
        char value[RS_VALUE_MAX];
        bool refers =
            has_hash && params[i].kind == RS_HASH && !strcmp(params[i].fallback, "{hash}");
        has_hash |= params[i].kind == RS_HASH && !strcmp(params[i].name, "hash") &&
                    params[i].offset == offsetof(struct rs_placement, hash);
        snprintf(value, sizeof value, "%s", params[i].fallback);
        enum rs_status status = refers ? RS_OK : core_value(&params[i], value, why);
        if (status)
            return status;
        if (!refers && strcmp(value, params[i].fallback))
            return core_fail(why, RS_EINVAL, "%s: the default of %s is not canonical: write %s",
                             strategy->name, params[i].name,
                             core_show((struct rs_bytes){value, strlen(value)}).text);
    }
    return has_hash ? RS_OK
                    : core_fail(why, RS_EINVAL, "%s: no parameter for the hash of the keys",
                                strategy->name);
}

enum rs_status rs_strategy_check(const struct rs_strategy *strategy, struct rs_why *why)
{
    if (strategy->abi != RS_ABI)
        return core_fail(why, RS_EINVAL, "row built for ABI %u, this library has %d; rebuild it",
                         strategy->abi, RS_ABI);
    if (!registry_is_name(strategy->name))
        return core_fail(why, RS_EINVAL, "a strategy needs a name of a-z, 0-9 and _");
    if (!registry_is_line(strategy->summary) || !strategy->origin || !strategy->build ||
        !strategy->locate || strategy->state_bytes < sizeof(struct rs_placement))
        return core_fail(
            why, RS_EINVAL,
            "%s: a summary of one plain line, origin, build, locate or state is missing",
            strategy->name);
    if (strlen(strategy->name) + strlen(" - ") + strlen(strategy->summary) > MAX_LINE)
        return core_fail(why, RS_EINVAL,
                         "%s: name and summary pass a line of %d; shorten the summary",
                         strategy->name, MAX_LINE);
    if (!(strategy->traits & RS_REPLICAS) != !strategy->replicas ||
        !(strategy->traits & RS_EXACT_SHARE) != !strategy->shares ||
        !(strategy->traits & RS_LOAD) !=
            !(strategy->assign && strategy->release && strategy->load) ||
        !strategy->save != !strategy->restore)
        return core_fail(why, RS_EINVAL, "%s: a trait and its operation come together",
                         strategy->name);
    if ((strategy->traits & RS_WEIGHTED) &&
        !(strategy->weight.min > 0 && strategy->weight.min <= 1 && strategy->weight.max >= 1))
        return core_fail(why, RS_EINVAL, "%s: the legal weights must span 1", strategy->name);
    return registry_check_params(strategy, why);
}

enum rs_status rs_hash_check(const struct rs_hash *hash, struct rs_why *why)
{
    if (hash->abi != RS_ABI)
        return core_fail(why, RS_EINVAL, "row built for ABI %u, this library has %d; rebuild it",
                         hash->abi, RS_ABI);
    if (!registry_is_name(hash->name))
        return core_fail(why, RS_EINVAL, "a hash needs a name of a-z, 0-9 and _");
    if (!registry_is_line(hash->summary) || !hash->origin || !hash->digest || hash->n_bits < 1 ||
        hash->n_bits > 64)
        return core_fail(why, RS_EINVAL,
                         "%s: a summary of one plain line, origin, digest or width is missing",
                         hash->name);
    return RS_OK;
}

enum rs_status rs_strategy_register(const struct rs_strategy *strategy, struct rs_why *why)
{
    enum rs_status status = rs_strategy_check(strategy, why);
    if (status)
        return status;
    if (rs_strategy_find(strategy->name))
        return core_fail(why, RS_EEXIST, "there is a strategy %s already", strategy->name);
    if (n_more_strategies == MAX_REGISTERED)
        return core_fail(why, RS_EFULL, "%d strategies are registered already", MAX_REGISTERED);
    more_strategies[n_more_strategies++] = strategy;
    return RS_OK;
}

enum rs_status rs_hash_register(const struct rs_hash *hash, struct rs_why *why)
{
    enum rs_status status = rs_hash_check(hash, why);
    if (status)
        return status;
    if (rs_hash_find(hash->name))
        return core_fail(why, RS_EEXIST, "there is a hash %s already", hash->name);
    if (n_more_hashes == MAX_REGISTERED)
        return core_fail(why, RS_EFULL, "%d hashes are registered already", MAX_REGISTERED);
    more_hashes[n_more_hashes++] = hash;
    return RS_OK;
}
