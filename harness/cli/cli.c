/* cli.c - what the subcommands share
 */
#include "cli.h"

#include "infile.h"
#include "outfile.h"
#include "real.h"
#include "reason.h"
#include "shown.h"
#include "spec_scale.h"
#include "whole.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A word of the command line may hold anything, a newline too: the error stays one line. */
int cli_fail(enum cli_exit code, const char *format, ...)
{
    va_list args;
    char *text;
    va_start(args, format);
    int n = vasprintf(&text, format, args);
    va_end(args);
    struct rs_bytes rest = {n < 0 ? "out of memory" : text, n < 0 ? 13 : (size_t)n};
    fputs("ringside: ", stderr);
    while (rest.n_bytes) {
        struct shown shown = shown_first(rest);
        fwrite(shown.text, 1, shown.n_text, stderr);
        rest.at += shown.n_taken, rest.n_bytes -= shown.n_taken;
    }
    fputc('\n', stderr);
    if (n >= 0)
        free(text);
    return code;
}

static void cli_help(const struct command *command)
{
    printf("ringside %s %s\n%s\n\n", command->name, command->usage, command->summary);
    for (const struct cli_option *option = command->options; option->name; option++) {
        int n = printf("  --%s%s%s", option->name, option->value ? " " : "",
                       option->value ? option->value : "");
        printf("%*s%s\n", n < 26 ? 26 - n : 1, "", option->help);
    }
}

static bool cli_take(const struct cli_option *option, const char *text)
{
    struct rs_bytes bytes = {text, text ? strlen(text) : 0};
    switch (option->kind) {
    case CLI_FLAG:
        *(bool *)option->target = true;
        return true;
    case CLI_TEXT:
        *(const char **)option->target = text;
        return true;
    case CLI_U64:
        return whole_parse(bytes, INT64_MAX, option->target); /* JSON knows no greater one */
    case CLI_SEED:
        return whole_parse(bytes, UINT64_MAX, option->target);
    case CLI_REAL:
        return real_parse(bytes, option->target);
    case CLI_FORMAT:
        return table_format_parse(text, option->target);
    }
    return false;
}

static const char *cli_wanted(const struct cli_option *option)
{
    return option->kind == CLI_U64    ? "a whole number below 2^63"
           : option->kind == CLI_SEED ? "a whole number below 2^64"
           : option->kind == CLI_REAL ? "a number from 0 on, such as 0.3"
                                      : option->value;
}

/* What getopt_long stumbled over: got is ':' or '?'. */
static int cli_refuse(const struct command *command, int got, const char *word)
{
    char letter[3] = {'-', (char)optopt, '\0'}; /* of a word with several */
    if (got == ':')
        return cli_fail(CLI_USAGE, "%s needs a value; see ringside %s --help", word, command->name);
    return cli_fail(CLI_USAGE, "there is no option %s; see ringside %s --help",
                    optopt > 0 && optopt < 256 ? letter : word, command->name);
}

enum { CLI_MAX_OPTIONS = 32 };

int cli_parse(const struct command *command, int argc, char **argv, int *code)
{
    struct option longs[CLI_MAX_OPTIONS + 2] = {0};
    bool is_given[CLI_MAX_OPTIONS] = {false};
    int n_longs = 0, got;
    for (; n_longs < CLI_MAX_OPTIONS && command->options[n_longs].name; n_longs++) {
        const struct cli_option *option = &command->options[n_longs];
        int takes = option->kind == CLI_FLAG ? no_argument : required_argument;
        longs[n_longs] = (struct option){option->name, takes, NULL, n_longs + 256};
    }
    longs[n_longs] = (struct option){"help", no_argument, NULL, 'h'};
    optind = 0, opterr = 0;
    while ((got = getopt_long(argc, argv, ":h", longs, NULL)) != -1) {
        if (got == 'h') {
            cli_help(command);
            *code = cli_end_output(CLI_DONE);
            return -1;
        }
        if (got < 256) {
            *code = cli_refuse(command, got, argv[optind - 1]);
            return -1;
        }
        const struct cli_option *option = &command->options[got - 256];
        if (is_given[got - 256] && option->kind != CLI_FLAG) {
            *code =
                cli_fail(CLI_USAGE, "--%s is given twice; leave one of the two out", option->name);
            return -1;
        }
        is_given[got - 256] = true;
        if (!cli_take(option, optarg)) {
            *code =
                cli_fail(CLI_USAGE, "--%s %s: give %s", option->name, optarg, cli_wanted(option));
            return -1;
        }
    }
    int n_left = argc - optind;
    memmove(argv, argv + optind, (size_t)n_left * sizeof *argv);
    return n_left;
}

char **cli_split(const char *text, size_t *n)
{
    size_t n_bytes = strlen(text) + 1, n_items = n_bytes > 1;
    for (const char *at = text; *at; at++)
        n_items += *at == ',';
    char **items = malloc((n_items + 1) * sizeof *items + n_bytes);
    if (!items)
        return NULL;
    char *at = memcpy((char *)(items + n_items + 1), text, n_bytes);
    for (size_t i = 0; i < n_items; i++)
        items[i] = strsep(&at, ",");
    *n = n_items;
    return items;
}

enum rs_status cli_check_nodes(const struct rs_placement *p, const struct node_list *list,
                               struct rs_why *why)
{
    struct rs_why reason;
    enum rs_status status = RS_OK;
    for (size_t i = 0; !status && i < list->n; i++) {
        status = rs_node_check(p, &list->nodes[i], &reason);
        if (status)
            reason_at(why, list->file, list->lines[i], "%s", reason.text);
    }
    return status;
}

int cli_spec_refused(const char *spec, enum rs_status status, const struct rs_why *why)
{
    if (status == RS_EUNSUPPORTED)
        return cli_fail(CLI_ERROR, "%s: %s; see ringside list hashes for others", spec, why->text);
    return cli_fail(status == RS_EINVAL ? CLI_USAGE : CLI_ERROR, "%s: %s%s", spec, why->text,
                    spec_scale_hint(spec));
}

int cli_place(const char *spec, uint64_t hash_seed, const struct node_list *list,
              struct rs_placement **out)
{
    const struct rs_config config = {.seed = hash_seed};
    struct rs_why why;
    struct rs_placement *p;
    enum rs_status status = rs_open(spec, &config, &p, &why);
    if (status)
        return cli_spec_refused(spec, status, &why);
    int code = 0;
    if (cli_check_nodes(p, list, &why))
        code = cli_fail(CLI_ERROR, "%s", why.text);
    else if (rs_add(p, list->nodes, list->n, &why))
        code = cli_fail(CLI_ERROR, "%s: %s", list->file, why.text);
    if (code)
        rs_close(p);
    else
        *out = p;
    return code;
}

int cli_key_refused(const struct rs_placement *p, const char *file, uint64_t line)
{
    return cli_fail(CLI_ERROR,
                    "%s:%llu: hash %s has no digest for this key (%s); mend the key or "
                    "choose another hash",
                    infile_name(file), (unsigned long long)line, p->hash->name, p->hash->summary);
}

int cli_no_keys(const char *file)
{
    return cli_fail(CLI_NOTHING, "%s: there are no keys; give a file that has some",
                    infile_name(file));
}

int cli_check_inputs(const struct cli_input *inputs, size_t n)
{
    const char *first = NULL;
    for (size_t i = 0; i < n; i++) {
        if (!inputs[i].file || strcmp(inputs[i].file, "-"))
            continue;
        if (first)
            return cli_fail(CLI_USAGE,
                            "standard input can be read once, but both %s and %s are to come from "
                            "it; give one of them a file",
                            first, inputs[i].option);
        first = inputs[i].option;
    }
    return 0;
}

static char **cli_typed;
static int cli_n_typed;

/* A copy of the pointers: parsing moves the words of argv about. */
void cli_remember(int argc, char **argv)
{
    cli_typed = calloc((size_t)argc + 1, sizeof *cli_typed);
    cli_n_typed = cli_typed ? argc : 0;
    for (int i = 0; i < cli_n_typed; i++)
        cli_typed[i] = argv[i];
}

char **cli_words(int *argc)
{
    *argc = cli_n_typed;
    return cli_typed;
}

int cli_end_output(int code)
{
    struct rs_why why;
    bool whole = outfile_flush(stdout, "standard output", &why);
    return whole || code ? code : cli_fail(CLI_ERROR, "%s", why.text);
}
