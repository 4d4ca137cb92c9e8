/* value.c - one value of one parameter: checked, made canonical, put in its place
 */
#include "core/core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct rs_param only_hash[] = {RS_PARAM_HASH, {.name = NULL}};

const struct rs_param *rs_params(const struct rs_strategy *strategy)
{
    return strategy->params ? strategy->params : only_hash;
}

static enum rs_status value_uint(const struct rs_param *param, char value[RS_VALUE_MAX],
                                 struct rs_why *why)
{
    size_t n = strlen(value);
    uint64_t number = 0;
    bool legal = n > 0 && n <= 16 && strspn(value, "0123456789") == n;
    if (legal)
        number = strtoull(value, NULL, 10);
    if (!legal || (double)number < param->min || (double)number > param->max)
        return core_fail(why, RS_EINVAL, "%s=%s: give a whole number from %.0f to %.0f",
                         param->name, core_show((struct rs_bytes){value, n}).text, param->min,
                         param->max);
    snprintf(value, RS_VALUE_MAX, "%llu", (unsigned long long)number);
    return RS_OK;
}

/* digits[.digits], at most 15 in all: the quotient of two exact integers, so no library and no
 * locale decides what is read. */
static double value_real_value(const char *text)
{
    double digits = 0, scale = 1;
    for (bool fraction = false; *text; text++) {
        if (*text == '.')
            fraction = true;
        else
            digits = digits * 10 + (*text - '0'), scale *= fraction ? 10 : 1;
    }
    return digits / scale;
}

static enum rs_status value_real(const struct rs_param *param, char value[RS_VALUE_MAX],
                                 struct rs_why *why)
{
    size_t whole = strspn(value, "0123456789"), n = whole;
    if (whole && value[whole] == '.')
        n += 1 + strspn(value + whole + 1, "0123456789");
    bool legal = whole && !value[n] && value[n - 1] != '.' && n <= 15 + (n > whole);
    double number = legal ? value_real_value(value) : 0;
    if (!legal || number < param->min || number > param->max)
        return core_fail(why, RS_EINVAL, "%s=%s: give a number from %g to %g, such as 1.25",
                         param->name, core_show((struct rs_bytes){value, strlen(value)}).text,
                         param->min, param->max);
    while (n > whole && (value[n - 1] == '0' || value[n - 1] == '.'))
        value[--n] = '\0';
    size_t zeros = strspn(value, "0");
    if (zeros && (!value[zeros] || value[zeros] == '.'))
        zeros--;
    memmove(value, value + zeros, strlen(value + zeros) + 1);
    return RS_OK;
}

/* Index into "a|b|c", or -1. */
static int value_choice(const char *choices, const char *value)
{
    size_t n = strlen(value);
    for (int i = 0;; i++) {
        size_t n_choice = strcspn(choices, "|");
        if (n == n_choice && !memcmp(choices, value, n))
            return i;
        if (!choices[n_choice])
            return -1;
        choices += n_choice + 1;
    }
}

/* A spec in a spec: kept in its own canonical text. */
static enum rs_status value_nested(const struct rs_param *param, char value[RS_VALUE_MAX],
                                   struct rs_why *why)
{
    struct rs_spec spec;
    char text[RS_SPEC_MAX];
    enum rs_status status = rs_spec_parse(value, &spec, why);
    if (status)
        return status;
    if (rs_spec_print(&spec, false, text, sizeof text) >= RS_VALUE_MAX)
        return core_fail(why, RS_EINVAL, "%s: a spec has at most %d bytes here", param->name,
                         RS_VALUE_MAX - 1);
    memcpy(value, text, strlen(text) + 1);
    return RS_OK;
}

enum rs_status core_value(const struct rs_param *param, char value[RS_VALUE_MAX],
                          struct rs_why *why)
{
    struct core_shown shown = core_show((struct rs_bytes){value, strlen(value)});
    switch (param->kind) {
    case RS_UINT:
        return value_uint(param, value, why);
    case RS_REAL:
        return value_real(param, value, why);
    case RS_CHOICE:
        if (value_choice(param->choices, value) < 0)
            return core_fail(
                why, RS_EINVAL, "%s=%s: choose one of %s", param->name, shown.text,
                core_show((struct rs_bytes){param->choices, strlen(param->choices)}).text);
        return RS_OK;
    case RS_HASH:
        if (!rs_hash_find(value))
            return core_fail(why, RS_EINVAL, "%s=%s: there is no such hash; xxh3 and md5 are two",
                             param->name, shown.text);
        return RS_OK;
    case RS_NESTED:
        return value_nested(param, value, why);
    case RS_TEXT:
        return RS_OK;
    }
    return core_fail(why, RS_EINVAL, "%s: unknown kind of parameter", param->name);
}

void core_apply_spec(struct rs_placement *p)
{
    const struct rs_param *params = rs_params(p->strategy);
    for (size_t i = 0; params[i].name; i++) {
        const char *value = p->spec->values[i];
        void *at = (char *)p + params[i].offset;
        switch (params[i].kind) {
        case RS_UINT:
            *(uint64_t *)at = strtoull(value, NULL, 10);
            break;
        case RS_REAL:
            *(double *)at = value_real_value(value);
            break;
        case RS_CHOICE:
            *(unsigned *)at = (unsigned)value_choice(params[i].choices, value);
            break;
        case RS_TEXT:
        case RS_NESTED:
            *(const char **)at = value;
            break;
        case RS_HASH:
            *(const struct rs_hash **)at = rs_hash_find(value);
            break;
        }
    }
}
