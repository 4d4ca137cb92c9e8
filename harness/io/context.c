/* context.c - what a reader of results must know to believe them
 */
#include "context.h"

#include "build_info.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

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
    string = json_string(plain ? plain : "");
    free(plain);
    return string;
}

/* The value of a line "key : value" of /proc/cpuinfo; "unknown" where there is none. */
static json_t *context_processor(void)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        char *value = strchr(line, ':');
        if (!value || strncmp(line, "model name", 10))
            continue;
        line[strcspn(line, "\n")] = '\0';
        fclose(file);
        return context_string(value + 2);
    }
    if (file)
        fclose(file);
    return json_string("unknown");
}

static json_t *context_machine(void)
{
    struct utsname name;
    double load[3] = {-1, -1, -1};
    int n_loads = getloadavg(load, 3);
    json_t *machine = json_object();
    json_object_set_new(machine, "processor", context_processor());
    json_object_set_new(machine, "n_processors", json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
    json_object_set_new(machine, "load_1m_5m_15m",
                        n_loads == 3 ? json_pack("[f,f,f]", load[0], load[1], load[2]) : json_null());
    if (uname(&name) == 0) {
        json_object_set_new(machine, "system", json_string(name.sysname));
        json_object_set_new(machine, "release", json_string(name.release));
        json_object_set_new(machine, "architecture", json_string(name.machine));
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

static json_t *context_specs(const struct context *context)
{
    char text[RS_SPEC_MAX];
    json_t *specs = json_object();
    for (size_t i = 0; i < context->n_specs; i++) {
        char full[RS_SPEC_MAX];
        rs_spec_print(&context->specs[i], false, text, sizeof text);
        rs_spec_print(&context->specs[i], true, full, sizeof full);
        json_object_set_new(specs, text, json_string(full));
    }
    return specs;
}

bool context_write(const struct context *context, FILE *out)
{
    json_t *root = json_object(), *words = json_array();
    for (int i = 0; i < context->argc; i++)
        json_array_append_new(words, context_string(context->argv[i]));
    json_object_set_new(root, "run", json_string(context->run));
    json_object_set_new(root, "command", words);
    json_object_set_new(root, "seed", json_integer((json_int_t)context->seed));
    json_object_set_new(root, "versions", context_versions(context->benchmark_version));
    json_object_set_new(root, "compiler", json_string(RINGSIDE_COMPILER));
    json_object_set_new(root, "flags", json_string(RINGSIDE_FLAGS));
    json_object_set_new(root, "machine", context_machine());
    json_object_set_new(root, "strategies", context_specs(context));
    bool good = root && json_dumpf(root, out, JSON_INDENT(2)) == 0 && fputc('\n', out) != EOF;
    json_decref(root);
    return good;
}
