/* context.c - what a reader of results must know to believe them
 */
#include "context.h"

#include "build_info.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Takes value over, which is NULL when memory was short. */
static void context_put(json_t *object, const char *key, json_t *value, bool *whole)
{
    *whole = json_object_set_new(object, key, value) == 0 && *whole;
}

/* Bytes that are not UTF-8 have no place in JSON: they become ?. */
static json_t *context_string(const char *text)
{
    json_t *string = json_string(text);
    if (string)
        return string;
    char *plain = strdup(text);
    for (char *at = plain; at && *at; at++)
        if ((unsigned char)*at >= 0x80)
            *at = '?';
    string = plain ? json_string(plain) : NULL;
    free(plain);
    return string;
}

/* The value of a line "key : value" of /proc/cpuinfo. */
void context_processor(char *text, size_t n)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(text, n, "unknown");
    while (file && fgets(line, sizeof line, file)) {
        char *value = strchr(line, ':');
        if (!value || strncmp(line, "model name", 10))
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(text, n, "%s", value + 2);
        break;
    }
    if (file)
        fclose(file);
}

static json_t *context_loads(void)
{
    double load[3];
    bool known = getloadavg(load, 3) == 3;
    return known ? json_pack("[f,f,f]", load[0], load[1], load[2]) : json_null();
}

static json_t *context_machine(bool *whole)
{
    struct utsname name;
    char processor[CONTEXT_PROCESSOR_MAX];
    json_t *machine = json_object();
    context_processor(processor, sizeof processor);
    context_put(machine, "processor", context_string(processor), whole);
    context_put(machine, "n_processors", json_integer(sysconf(_SC_NPROCESSORS_ONLN)), whole);
    context_put(machine, "load_1m_5m_15m", context_loads(), whole);
    if (uname(&name) == 0) {
        context_put(machine, "system", json_string(name.sysname), whole);
        context_put(machine, "release", json_string(name.release), whole);
        context_put(machine, "architecture", json_string(name.machine), whole);
    }
    return machine;
}

static json_t *context_versions(const char *benchmark_version)
{
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:s}", "ringside", RINGSIDE_VERSION, "commit",
                     RINGSIDE_COMMIT, "openssl", RINGSIDE_OPENSSL_VERSION, "xxhash",
                     RINGSIDE_XXHASH_VERSION, "zlib", RINGSIDE_ZLIB_VERSION, "jansson",
                     RINGSIDE_JANSSON_VERSION, "benchmark", benchmark_version);
}

static json_t *context_specs(const struct context *context, bool *whole)
{
    json_t *specs = json_object();
    for (size_t i = 0; i < context->n_specs; i++) {
        char full[RS_SPEC_MAX];
        rs_spec_print(&context->specs[i], true, full, sizeof full);
        context_put(specs, context->labels[i], json_string(full), whole);
    }
    return specs;
}

static json_t *context_checks(const struct context *context, bool *whole)
{
    json_t *checks = json_object();
    for (size_t i = 0; i < context->n_checks; i++) {
        const struct context_check *check = &context->checks[i];
        context_put(checks, check->name,
                    json_pack("{s:s,s:s,s:s}", "outcome", check->outcome, "expected",
                              check->expected, "found", check->found),
                    whole);
    }
    return checks;
}

static json_t *context_words(const struct context *context, bool *whole)
{
    json_t *words = json_array();
    for (int i = 0; i < context->argc; i++)
        *whole = json_array_append_new(words, context_string(context->argv[i])) == 0 && *whole;
    return words;
}

bool context_write(const struct context *context, FILE *out)
{
    bool whole = true;
    json_t *root = json_object();
    context_put(root, "run", json_string(context->run), &whole);
    context_put(root, "command", context_words(context, &whole), &whole);
    context_put(root, "seed", json_integer((json_int_t)context->seed), &whole);
    context_put(root, "versions", context_versions(context->benchmark_version), &whole);
    context_put(root, "compiler", json_string(RINGSIDE_COMPILER), &whole);
    context_put(root, "flags", json_string(RINGSIDE_FLAGS), &whole);
    context_put(root, "machine", context_machine(&whole), &whole);
    context_put(root, "strategies", context_specs(context, &whole), &whole);
    if (context->n_checks)
        context_put(root, "self_check", context_checks(context, &whole), &whole);
    whole = whole && (json_dumpf(root, out, JSON_INDENT(2)) == 0 || ferror(out));
    fputc('\n', out);
    json_decref(root);
    return whole;
}
