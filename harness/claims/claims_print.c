/* claims_print.c - claims as a table, and as a page with a table for each source
 */
#include "claims.h"

#include "wrapped.h"

#include <stdlib.h>
#include <string.h>

/* Six digits: what is past them may differ between C libraries. */
static double claims_rounded(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    return strtod(text, NULL);
}

static void claims_number(char text[REAL_MAX], double value)
{
    if (value - value != 0)
        snprintf(text, REAL_MAX, "infinite");
    else
        real_print(claims_rounded(value), text);
}

struct claims_words {
    char published[REAL_MAX], measured[REAL_MAX], standard_error[REAL_MAX], tolerance[REAL_MAX];
    char note[1024];
};

/* The note: which cell is shown, why the claim could not be run, what to know. */
static void claims_note(const struct claim_run *run, char *note, size_t n_bytes)
{
    const struct claim *claim = run->claim;
    size_t at = 0;
    note[0] = '\0';
    if (run->n_cells && *run->cell)
        at += (size_t)snprintf(note, n_bytes, "%s%s", run->n_cells > 1 ? "worst cell: " : "",
                               run->cell);
    if (run->refused)
        at += (size_t)snprintf(note + at, n_bytes - at, "%s%s", at ? "; " : "", run->note);
    if (claim->kind == CLAIM_HW)
        at += (size_t)snprintf(note + at, n_bytes - at, "%s", "listed for its shape, not run");
    if (claim->caveat)
        snprintf(note + at, n_bytes - at, "%s%s", at ? "; " : "", claim->caveat);
}

static void claims_words_of(const struct claim_run *run, struct claims_words *words)
{
    *words = (struct claims_words){0};
    if (run->n_cells) {
        claims_number(words->published, run->published);
        claims_number(words->measured, run->measured);
        claims_number(words->standard_error, run->standard_error);
        claims_number(words->tolerance, run->tolerance);
    }
    claims_note(run, words->note, sizeof words->note);
}

static const char *claims_published(const struct claim_run *run, const struct claims_words *words)
{
    return run->claim->published ? run->claim->published : words->published;
}

/* ---- the table */

/* What is long comes below the table; the tolerance says what the standard error does. */
static bool claims_text(FILE *out, const struct claim_run *runs, size_t n)
{
    static const char *const columns[] = {"claim", "published", "measured", "tolerance", "verdict"};
    struct table *table = table_open(out, TABLE_TEXT, columns, 5);
    struct claims_words words;
    for (size_t i = 0; table && i < n; i++) {
        claims_words_of(&runs[i], &words);
        table_string(table, runs[i].claim->name);
        table_string(table, words.published);
        table_string(table, words.measured);
        table_string(table, words.tolerance);
        table_string(table, claim_verdict_text(claim_verdict(&runs[i])));
        table_end_row(table);
    }
    if (!table || !table_close(table))
        return false;
    fputc('\n', out);
    for (size_t i = 0; i < n; i++) {
        const struct claim *claim = runs[i].claim;
        claims_words_of(&runs[i], &words);
        wrapped_printf(out, 2, "%s: %s; %s%s%s%s%s", claim->name, claim->source, claim->parameters,
                       claim->published ? "; published: " : "",
                       claim->published ? claim->published : "", *words.note ? "; " : "",
                       words.note);
    }
    return !ferror(out);
}

static bool claims_data(FILE *out, enum table_format format, const struct claim_run *runs, size_t n)
{
    static const char *const columns[] = {"claim",     "source",   "parameters",
                                          "published", "measured", "standard_error",
                                          "tolerance", "verdict",  "note"};
    struct table *table = table_open(out, format, columns, 9);
    for (size_t i = 0; table && i < n; i++) {
        struct claims_words words;
        claims_words_of(&runs[i], &words);
        table_string(table, runs[i].claim->name);
        table_string(table, runs[i].claim->source);
        table_string(table, runs[i].claim->parameters);
        table_string(table, claims_published(&runs[i], &words));
        table_string(table, words.measured);
        table_string(table, words.standard_error);
        table_string(table, words.tolerance);
        table_string(table, claim_verdict_text(claim_verdict(&runs[i])));
        table_string(table, words.note);
        table_end_row(table);
    }
    return table && table_close(table);
}

bool claims_print(FILE *out, enum table_format format, const struct claim_run *runs, size_t n)
{
    return format == TABLE_TEXT ? claims_text(out, runs, n) : claims_data(out, format, runs, n);
}

/* ---- the page */

/* A bar would end the cell. */
static void claims_page_cell(FILE *out, const char *text)
{
    fputs("| ", out);
    for (; *text; text++)
        fputs(*text == '|' ? "\\|" : (char[]){*text, '\0'}, out);
    fputc(' ', out);
}

static void claims_page_row(FILE *out, const struct claim_run *run)
{
    struct claims_words words;
    claims_words_of(run, &words);
    claims_page_cell(out, run->claim->statement);
    claims_page_cell(out, run->claim->parameters);
    claims_page_cell(out, claims_published(run, &words));
    claims_page_cell(out, words.measured);
    claims_page_cell(out, words.tolerance);
    enum claim_verdict verdict = claim_verdict(run);
    claims_page_cell(out, verdict == CLAIM_NOT_REPRODUCED ? "**not reproduced**"
                                                          : claim_verdict_text(verdict));
    claims_page_cell(out, words.note);
    fputs("|\n", out);
}

static bool claims_is_first_of_source(const struct claim_run *runs, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (!strcmp(runs[j].claim->source, runs[i].claim->source))
            return false;
    return true;
}

static void claims_page_source(FILE *out, const struct claim_run *runs, size_t first, size_t n)
{
    fprintf(
        out,
        "\n## %s\n\n| claim | parameters | published | measured | tolerance | verdict | note |\n"
        "|---|---|---|---|---|---|---|\n",
        runs[first].claim->source);
    for (size_t i = first; i < n; i++)
        if (!strcmp(runs[i].claim->source, runs[first].claim->source))
            claims_page_row(out, &runs[i]);
}

static size_t claims_n_with(const struct claim_run *runs, size_t n, enum claim_verdict verdict)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        found += claim_verdict(&runs[i]) == verdict;
    return found;
}

bool claims_page(FILE *out, const struct claim_run *runs, size_t n)
{
    fprintf(
        out,
        "# Published claims, run again\n\n"
        "Made by `make claims` (`ringside claims --out DIR`); do not edit. The same rows are in "
        "`results/claims.csv`.\n\n"
        "%zu claims: %zu reproduced, %zu not reproduced, %zu bound to their hardware and listed "
        "for their shape.\n\n"
        "A claim is a statement or a table with its source. A table runs all its cells, and the "
        "row shows the one that is furthest off. Tolerance is 0 for what is exact, 1e-9 for a "
        "closed form, and three standard errors of the trials run here for a sample; where the "
        "published number is itself one trial, the standard error is that of one trial. "
        "Published numbers are never adjusted to what comes out.\n",
        n, claims_n_with(runs, n, CLAIM_REPRODUCED), claims_n_with(runs, n, CLAIM_NOT_REPRODUCED),
        claims_n_with(runs, n, CLAIM_HARDWARE));
    for (size_t i = 0; i < n; i++)
        if (claims_is_first_of_source(runs, i))
            claims_page_source(out, runs, i, n);
    return !ferror(out);
}
