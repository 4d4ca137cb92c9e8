/* verify.c - ringside verify: is a strategy what it promises to be?
 *
 * The properties that the fuzzers hunt with, on seeded scripts: a minute's check of a strategy or
 * of parameters that nobody tried before.
 */
#include "cli.h"

#include "narrow.h"
#include "property.h"
#include "spec_list.h"
#include "wrapped.h"

#include <stdlib.h>
#include <string.h>

static const char *verify_strategies, *verify_properties;
static uint64_t verify_seed = 1, verify_n_scripts = 200;
static enum table_format verify_format = TABLE_TEXT;

struct verify {
    struct table *table;
    FILE *reasons; /* for a person they come below the table; NULL: in it */
    size_t n_run, n_failed;
};

static void verify_row(struct verify *verify, const char *spec, const char *property,
                       const char *verdict, const char *reason)
{
    table_string(verify->table, spec);
    table_string(verify->table, property);
    table_string(verify->table, verdict);
    if (!verify->reasons)
        table_string(verify->table, reason);
    else if (*reason)
        wrapped_printf(verify->reasons, 2, "%s, %s: %s", spec, property, reason);
    table_end_row(verify->table);
}

static bool verify_is_asked_for(const struct property *property, char **names, size_t n)
{
    bool found = !n;
    for (size_t i = 0; i < n; i++)
        found |= !strcmp(names[i], property->name);
    return found;
}

static int verify_spec(struct verify *verify, const char *spec, char **names, size_t n_names)
{
    struct rs_placement *p;
    struct rs_why why;
    const struct property *property;
    enum rs_status status = rs_open(spec, NULL, &p, &why);
    if (status)
        return cli_spec_refused(spec, status, &why);
    for (size_t i = 0; (property = property_at(i)); i++) {
        if (!verify_is_asked_for(property, names, n_names))
            continue;
        if (!property_applies(property, p)) {
            verify_row(verify, spec, property->name, "not promised", "");
            continue;
        }
        const char *reason =
            property_check(property, spec, verify_seed, (unsigned)verify_n_scripts);
        verify_row(verify, spec, property->name, reason ? "broken" : "holds", reason ? reason : "");
        verify->n_run++;
        verify->n_failed += reason != NULL;
    }
    rs_close(p);
    return 0;
}

/* All strategies, each with a wide and a narrow hash, when none is named. */
static int verify_all(struct verify *verify, char **names, size_t n_names)
{
    static const char *const hashes[] = {"", ":hash=narrow4", ":hash=narrow8"};
    const struct rs_strategy *strategy;
    int code = 0;
    for (size_t i = 0; !code && (strategy = rs_strategy_at(i)); i++)
        for (size_t h = 0; !code && h < sizeof hashes / sizeof *hashes; h++) {
            char spec[64];
            snprintf(spec, sizeof spec, "%s%s", strategy->name, hashes[h]);
            code = verify_spec(verify, spec, names, n_names);
        }
    return code;
}

static int verify_check_names(char **names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!property_find(names[i]))
            return cli_fail(CLI_USAGE,
                            "--properties: there is no property %s; leave the option out "
                            "to see all",
                            names[i]);
    return 0;
}

/* Before the first row: a table is not begun for a spec that is none. */
static int verify_open_specs(struct spec_list *list)
{
    int code =
        verify_strategies ? spec_list_open(list, "--strategies", verify_strategies, NULL) : 0;
    return code ? code : spec_list_check(list);
}

/* As text the reasons, which are long, come as lines below the table. false: out of memory. */
static bool verify_open(struct verify *verify, char **reasons, size_t *n_bytes)
{
    static const char *const columns[] = {"strategy", "property", "verdict", "reason"};
    bool is_text = verify_format == TABLE_TEXT;
    *reasons = NULL;
    *verify = (struct verify){.table = table_open(stdout, verify_format, columns, is_text ? 3 : 4),
                              .reasons = is_text ? open_memstream(reasons, n_bytes) : NULL};
    return verify->table && (!is_text || verify->reasons);
}

static bool verify_close(struct verify *verify, char **reasons)
{
    bool whole = verify->table && table_close(verify->table);
    if (verify->reasons && fclose(verify->reasons))
        whole = false;
    else if (*reasons && **reasons)
        printf("\n%s", *reasons);
    free(*reasons);
    return whole;
}

static int verify_run(int argc, char **argv)
{
    size_t n_names = 0, n_bytes;
    struct spec_list specs = {0};
    char *reasons = NULL;
    struct rs_why why;
    if (argc)
        return cli_fail(CLI_USAGE, "verify: what is %s? see ringside verify --help", argv[0]);
    if (!verify_n_scripts || verify_n_scripts > UINT32_MAX)
        return cli_fail(CLI_USAGE, "--scripts: give a number from 1 to %u", UINT32_MAX);
    if (narrow_register(&why))
        return cli_fail(CLI_ERROR, "%s", why.text);
    if (verify_strategies && !*verify_strategies)
        return cli_fail(CLI_USAGE, "--strategies: give at least one, or leave the option out");
    char **names = cli_split(verify_properties ? verify_properties : "", &n_names);
    struct verify verify = {0};
    int code = names ? verify_check_names(names, n_names) : cli_fail(CLI_ERROR, "out of memory");
    if (!code)
        code = verify_open_specs(&specs);
    if (!code && !verify_open(&verify, &reasons, &n_bytes))
        code = cli_fail(CLI_ERROR, "out of memory");
    if (!code && !verify_strategies)
        code = verify_all(&verify, names, n_names);
    for (size_t i = 0; !code && i < specs.n; i++)
        code = verify_spec(&verify, specs.texts[i], names, n_names);
    if (!verify_close(&verify, &reasons) && !code && !ferror(stdout))
        code = cli_fail(CLI_ERROR, "out of memory");
    if (!code && verify.n_failed)
        code = cli_fail(CLI_ERROR, "%zu promise%s broken", verify.n_failed,
                        verify.n_failed == 1 ? " is" : "s are");
    if (!code && !verify.n_run)
        code = cli_fail(CLI_NOTHING, "none of these properties is promised");
    spec_list_close(&specs);
    free(names);
    return cli_end_output(code);
}

static const struct cli_option verify_options[] = {
    {"strategies", CLI_TEXT, &verify_strategies, "LIST",
     "specs (all, with wide and narrow hashes)"},
    {"properties", CLI_TEXT, &verify_properties, "LIST", "some of the properties (all)"},
    {"scripts", CLI_U64, &verify_n_scripts, "N", "seeded scripts for each property (200)"},
    {"seed", CLI_U64, &verify_seed, "N", "of the first script (1)"},
    {"format", CLI_FORMAT, &verify_format, "text|csv|json", "how to print (text)"},
    {.name = NULL},
};

const struct command command_verify = {
    .name = "verify",
    .summary = "hold strategies to what they promise",
    .usage = "[--strategies LIST] [--properties LIST] [--scripts N] [--seed N]",
    .options = verify_options,
    .run = verify_run,
};
