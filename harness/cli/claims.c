/* claims.c - ringside claims: published numbers, run again
 */
#include "claims.h"

#include "cli.h"
#include "outfile.h"

#include <stdlib.h>
#include <string.h>

static const char *claims_out, *claims_only;
static bool claims_force;
static enum table_format claims_format = TABLE_TEXT;

struct claims_all {
    struct claim_run *runs;
    size_t n, n_broken, n_with[3];
};

static bool claims_is_asked_for(const struct claim *claim)
{
    return !claims_only || strstr(claim->name, claims_only) || strstr(claim->source, claims_only);
}

static int claims_measure(struct claims_all *all)
{
    const struct claim *claim;
    size_t n = 0;
    while (claim_at(n))
        n++;
    all->runs = calloc(n, sizeof *all->runs);
    if (!all->runs)
        return cli_fail(CLI_ERROR, "out of memory");
    for (size_t i = 0; (claim = claim_at(i)); i++) {
        struct claim_run *run = &all->runs[all->n];
        if (!claims_is_asked_for(claim))
            continue;
        claim_run(claim, run);
        if (run->no_memory)
            return cli_fail(CLI_ERROR, "%s: out of memory", claim->name);
        all->n++;
        all->n_broken += claim_is_broken(run);
        all->n_with[claim_verdict(run)]++;
    }
    return all->n ? 0
                  : cli_fail(CLI_NOTHING, "--only %s: no claim has this in its name or source",
                             claims_only);
}

static bool claims_open_file(struct outfile *file, const char *name, struct rs_why *why)
{
    char *path;
    if (asprintf(&path, "%s/%s", claims_out, name) < 0)
        return false;
    bool good = outfile_open(file, path, claims_force, why);
    free(path);
    return good;
}

/* Both files are opened before anything is measured, and named when both are whole. */
static int claims_to_files(struct claims_all *all)
{
    struct outfile csv = {0}, page = {0};
    struct rs_why why = {"out of memory"};
    int code = 0;
    if (!claims_open_file(&csv, "claims.csv", &why) || !claims_open_file(&page, "claims.md", &why))
        code = cli_fail(CLI_ERROR, "%s", why.text);
    if (!code)
        code = claims_measure(all);
    if (!code && !((claims_print(csv.out, TABLE_CSV, all->runs, all->n) || ferror(csv.out)) &&
                   (claims_page(page.out, all->runs, all->n) || ferror(page.out)) &&
                   outfile_commit_both(&csv, &page, &why)))
        code = cli_fail(CLI_ERROR, "%s", why.text);
    outfile_abandon(&csv);
    outfile_abandon(&page);
    if (!code)
        printf("%zu claims: %zu reproduced, %zu not reproduced, %zu hardware\n"
               "All rows: %s/claims.csv and %s/claims.md\n",
               all->n, all->n_with[CLAIM_REPRODUCED], all->n_with[CLAIM_NOT_REPRODUCED],
               all->n_with[CLAIM_HARDWARE], claims_out, claims_out);
    return code;
}

static int claims_to_output(struct claims_all *all)
{
    int code = claims_measure(all);
    if (!code && !claims_print(stdout, claims_format, all->runs, all->n) && !ferror(stdout))
        code = cli_fail(CLI_ERROR, "out of memory");
    return code;
}

static int claims_run(int argc, char **argv)
{
    struct claims_all all = {0};
    if (argc)
        return cli_fail(CLI_USAGE, "claims: what is %s? see ringside claims --help", argv[0]);
    if (claims_out && !*claims_out)
        return cli_fail(CLI_USAGE, "--out: the folder has no name; give one, such as results/mine");
    int code = claims_out ? claims_to_files(&all) : claims_to_output(&all);
    if (!code && all.n_broken)
        code = cli_fail(CLI_ERROR, "%zu exact values or closed forms do not come out: see the rows",
                        all.n_broken);
    free(all.runs);
    return cli_end_output(code);
}

static const struct cli_option claims_options[] = {
    {"out", CLI_TEXT, &claims_out, "DIR", "write DIR/claims.csv and DIR/claims.md"},
    {"force", CLI_FLAG, &claims_force, NULL, "replace what is there"},
    {"only", CLI_TEXT, &claims_only, "TEXT", "claims with TEXT in their name or source"},
    {"format", CLI_FORMAT, &claims_format, "text|csv|json", "without --out: how to print (text)"},
    {.name = NULL},
};

const struct command command_claims = {
    .name = "claims",
    .summary = "run published numbers again: which are so, which are not",
    .usage = "[--only TEXT] [--out DIR [--force]] [--format text|csv|json]",
    .options = claims_options,
    .run = claims_run,
};
