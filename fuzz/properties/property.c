/* property.c - the list of properties, and the loop over seeds
 */
#include "property.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct property properties[] = {
#define PROPERTY(name, summary, needs, strategy) {#name, summary, needs, strategy, property_##name},
#include "properties.def"
#undef PROPERTY
};

const struct property *property_at(size_t i)
{
    return i < sizeof properties / sizeof *properties ? &properties[i] : NULL;
}

const struct property *property_find(const char *name)
{
    const struct property *property;
    for (size_t i = 0; (property = property_at(i)); i++)
        if (!strcmp(property->name, name))
            break;
    return property;
}

bool property_applies(const struct property *property, const struct rs_placement *p)
{
    return (rs_traits(p) & property->needs) == property->needs &&
           (!property->strategy || !strcmp(property->strategy, p->strategy->name));
}

const char *property_check(const struct property *property, const char *spec, uint64_t seed,
                           unsigned n_scripts)
{
    uint8_t data[SCRIPT_MAX_BYTES];
    struct script script;
    struct rs_placement *p;
    struct rs_why why;
    if (rs_open(spec, NULL, &p, &why))
        return property_fail("it does not open: %s", why.text);
    const char *reason = NULL;
    const size_t room = script_room(p);
    for (uint64_t end = seed + n_scripts; !reason && seed != end; seed++) {
        script_decode_within(data, script_random(seed, data), p, room, &script);
        reason = property->run(spec, &script);
    }
    rs_close(p);
    if (!reason)
        return NULL;
    snprintf(why.text, sizeof why.text, "%s", reason);
    return property_fail("%s (seed %llu)", why.text, (unsigned long long)(seed - 1));
}

const char *property_fail(const char *format, ...)
{
    static _Thread_local char reason[640];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    return reason;
}
