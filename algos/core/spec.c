/* spec.c - name[:param=value]... and back
 *
 * Values stay text, canonical since value.c has seen them: the same text is parsed into the state,
 * printed, listed and saved.
 */
#include "core/core.h"

#include <stdio.h>
#include <string.h>

static bool spec_is_plain(unsigned char byte)
{
    return byte > ' ' && byte < 0x7f && !strchr(":,\"'%`", byte);
}

/* Inside a word a POSIX shell takes it as it stands. */
static bool spec_is_bare(unsigned char byte)
{
    return spec_is_plain(byte) && !strchr("$&;|<>()*?[\\!~", byte);
}

static int spec_hex(char digit)
{
    const char *digits = "0123456789ABCDEFabcdef", *at = digit ? strchr(digits, digit) : NULL;
    return !at ? -1 : at - digits < 16 ? (int)(at - digits) : (int)(at - digits) - 6;
}

/* Decodes up to the next colon. Returns where it stopped; NULL: why says it. */
static const char *spec_decode(const char *text, const char *name, char value[RS_VALUE_MAX],
                               struct rs_why *why)
{
    size_t n = 0;
    while (*text && *text != ':') {
        int byte = (unsigned char)*text++;
        if (byte == '%') {
            int high = spec_hex(text[0]), low = high < 0 ? -1 : spec_hex(text[1]);
            byte = high * 16 + low;
            if (low < 0 || !byte) {
                core_fail(why, RS_EINVAL, "%s: %% takes two hexadecimal digits, and not 00", name);
                return NULL;
            }
            text += 2;
        } else if (!spec_is_plain((unsigned char)byte)) {
            core_fail(why, RS_EINVAL, "%s: byte 0x%02X has no place in a value; write it %%%02X",
                      name, (unsigned)byte, (unsigned)byte);
            return NULL;
        }
        if (n + 1 == RS_VALUE_MAX) {
            core_fail(why, RS_EINVAL, "%s: a value has at most %d bytes", name, RS_VALUE_MAX - 1);
            return NULL;
        }
        value[n++] = (char)byte;
    }
    value[n] = '\0';
    return text;
}

/* Takes all that is left, as it stands: a spec decodes its own values. */
static const char *spec_rest(const char *text, const char *name, char value[RS_VALUE_MAX],
                             struct rs_why *why)
{
    size_t n = strlen(text);
    if (n >= RS_VALUE_MAX) {
        core_fail(why, RS_EINVAL, "%s: a spec has at most %d bytes here", name, RS_VALUE_MAX - 1);
        return NULL;
    }
    memcpy(value, text, n + 1);
    return text + n;
}

static const struct rs_strategy *spec_strategy(const char *text, size_t n, struct rs_why *why)
{
    char name[32] = "";
    if (n < sizeof name)
        memcpy(name, text, n);
    const struct rs_strategy *strategy = rs_strategy_find(name);
    if (!strategy)
        core_fail(why, RS_EINVAL, "there is no strategy '%s'; ringside list names all",
                  core_show((struct rs_bytes){text, n}).text);
    return strategy;
}

/* Where the parameter stands in the table, or -1. */
static int spec_find_param(const struct rs_strategy *strategy, const char *text, size_t n,
                           struct rs_why *why)
{
    const struct rs_param *params = rs_params(strategy);
    char known[256] = "";
    for (int i = 0; params[i].name; i++) {
        if (strlen(params[i].name) == n && !memcmp(params[i].name, text, n))
            return i;
        if (strlen(known) + strlen(params[i].name) + 3 < sizeof known)
            strcat(strcat(known, i ? ", " : ""), params[i].name);
    }
    core_fail(why, RS_EINVAL, "%s has no parameter '%s'; it has %s", strategy->name,
              core_show((struct rs_bytes){text, n}).text, known);
    return -1;
}

/* The default, or the value that it refers to. */
static const char *spec_fallback(const struct rs_param *param, const struct rs_param *params,
                                 const char (*values)[RS_VALUE_MAX])
{
    if (param->kind == RS_HASH && !strcmp(param->fallback, "{hash}"))
        for (const struct rs_param *other = params; other < param; other++)
            if (!strcmp(other->name, "hash"))
                return values[other - params];
    return param->fallback;
}

enum rs_status rs_spec_parse(const char *text, struct rs_spec *spec, struct rs_why *why)
{
    struct rs_spec parsed = {0};
    bool given[RS_MAX_PARAMS] = {false};
    size_t n = strcspn(text, ":");
    parsed.strategy = spec_strategy(text, n, why);
    if (!parsed.strategy)
        return RS_EINVAL;
    const struct rs_param *params = rs_params(parsed.strategy);
    for (text += n; *text == ':';) {
        n = strcspn(++text, "=:");
        int i = spec_find_param(parsed.strategy, text, n, why);
        if (i < 0)
            return RS_EINVAL;
        if (given[i] || text[n] != '=')
            return core_fail(why, RS_EINVAL, "spec: give %s=VALUE once", params[i].name);
        given[i] = true;
        const bool nested = params[i].kind == RS_NESTED;
        text =
            (nested ? spec_rest : spec_decode)(text + n + 1, params[i].name, parsed.values[i], why);
        if (!text || core_value(&params[i], parsed.values[i], why))
            return RS_EINVAL;
    }
    for (size_t i = 0; params[i].name; i++)
        if (!given[i])
            strcpy(parsed.values[i],
                   spec_fallback(&params[i], params, (const char(*)[RS_VALUE_MAX])parsed.values));
    *spec = parsed;
    return RS_OK;
}

static void spec_put(char *buf, size_t buf_bytes, size_t *n, const char *text)
{
    for (; *text; text++, ++*n)
        if (*n + 1 < buf_bytes)
            buf[*n] = *text;
}

static void spec_put_value(char *buf, size_t buf_bytes, size_t *n, const char *value)
{
    for (; *value; value++) {
        char text[4] = {*value, '\0'};
        if (!spec_is_bare((unsigned char)*value))
            snprintf(text, sizeof text, "%%%02X", (unsigned)(unsigned char)*value);
        spec_put(buf, buf_bytes, n, text);
    }
}

/* The value is canonical: only the defaults of the inner spec may be missing. Where they would make
 * it too long for a value they stay away, since what is printed must be a spec. */
static void spec_put_nested(char *buf, size_t buf_bytes, size_t *n, const char *value, bool full)
{
    struct rs_spec spec;
    char text[RS_SPEC_MAX];
    if (full && !rs_spec_parse(value, &spec, NULL) &&
        rs_spec_print(&spec, true, text, sizeof text) < RS_VALUE_MAX)
        value = text;
    spec_put(buf, buf_bytes, n, value);
}

size_t rs_spec_print(const struct rs_spec *spec, bool full, char *buf, size_t buf_bytes)
{
    const struct rs_param *params = rs_params(spec->strategy);
    size_t n = 0;
    spec_put(buf, buf_bytes, &n, spec->strategy->name);
    for (size_t i = 0; params[i].name; i++) {
        if (!full && !strcmp(spec->values[i], spec_fallback(&params[i], params, spec->values)))
            continue;
        spec_put(buf, buf_bytes, &n, ":");
        spec_put(buf, buf_bytes, &n, params[i].name);
        spec_put(buf, buf_bytes, &n, "=");
        if (params[i].kind == RS_NESTED)
            spec_put_nested(buf, buf_bytes, &n, spec->values[i], full);
        else
            spec_put_value(buf, buf_bytes, &n, spec->values[i]);
    }
    if (buf_bytes)
        buf[n < buf_bytes ? n : buf_bytes - 1] = '\0';
    return n;
}
