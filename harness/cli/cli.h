/* cli.h - what the subcommands share: exit codes, errors, options, nodes from files
 */
#ifndef RINGSIDE_CLI_H
#define RINGSIDE_CLI_H

#include "nodefile.h"
#include "ringside.h"
#include "table.h"

enum cli_exit {
    CLI_DONE = 0,
    CLI_ERROR = 1, /* a wrong result, or something failed */
    CLI_USAGE = 2,
    CLI_LIMIT = 3,   /* a regression, or a limit passed */
    CLI_NOTHING = 4, /* nothing to run, or not comparable */
};

/* A subcommand: one file each, listed in commands.def. */
struct command {
    const char *name, *summary, *usage; /* usage: what follows the name */
    const struct cli_option *options;   /* ends with a NULL name */
    /* Options are parsed; argv[0..argc) is what is left. Returns the exit code. */
    int (*run)(int argc, char **argv);
};

#define COMMAND(name) extern const struct command command_##name;
#include "commands.def"
#undef COMMAND

/* One table drives parsing and --help. */
enum cli_kind { CLI_FLAG, CLI_TEXT, CLI_U64, CLI_SEED, CLI_REAL, CLI_FORMAT };
struct cli_option {
    const char *name; /* without the dashes */
    enum cli_kind kind;
    void *target; /* bool, const char *, uint64_t, double, enum table_format */
    const char *value, *help;
};

/* Prints "ringside: ..." as one line to standard error and returns the code. */
int cli_fail(enum cli_exit code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Parses options in any order. Returns how many words are left in argv from 0, or -1: an error or
 * --help has been printed, *code is what to exit with. */
int cli_parse(const struct command *command, int argc, char **argv, int *code);

/* Splits a list at commas; the items live in one block that free(items) gives back. NULL: out of
 * memory. An empty text has no items. */
char **cli_split(const char *text, size_t *n);

/* Opens a placement and fills it with the nodes of a list. 0, or the exit code after an error that
 * names spec, or file and line. hash_seed: of the hashes of keys and labels. */
int cli_place(const char *spec, uint64_t hash_seed, const struct node_list *list,
              struct rs_placement **out);
/* The placement takes every node of the list; else why names file and line. */
enum rs_status cli_check_nodes(const struct rs_placement *p, const struct node_list *list,
                               struct rs_why *why);

/* The error for a spec that rs_open refuses: of usage when it is wrong in itself. */
int cli_spec_refused(const char *spec, enum rs_status status, const struct rs_why *why);

/* The error for a key that has no digest by the placement's hash. */
int cli_key_refused(const struct rs_placement *p, const char *file, uint64_t line);

/* The error for a file of keys that has none. */
int cli_no_keys(const char *file);

/* An option that names a file to read, and the file; NULL: none is read. */
struct cli_input {
    const char *option, *file;
};
/* Standard input can be read once. 0, or the exit code after an error that names the options which
 * both want it. */
int cli_check_inputs(const struct cli_input *inputs, size_t n);

/* The command line as it was typed, for the record of a run. */
void cli_remember(int argc, char **argv);
char **cli_words(int *argc);

/* Ends a command that printed to standard output: code, or the error when all was well but the
 * output. */
int cli_end_output(int code);

#endif
