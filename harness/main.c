/* main.c - ringside: which strategy should place my keys, and what does it cost me
 */
#include "build_info.h"
#include "cli.h"
#include "shim.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const struct command *const commands[] = {
#define COMMAND(name) &command_##name,
#include "commands.def"
#undef COMMAND
};
#define N_COMMANDS (sizeof commands / sizeof *commands)

static int main_help(void)
{
    puts("ringside - how should keys be placed on nodes, and what does a change cost?\n");
    for (size_t i = 0; i < N_COMMANDS; i++)
        printf("  ringside %-8s %s\n", commands[i]->name, commands[i]->summary);
    puts("\nringside COMMAND --help says more.\n"
         "Exit: 0 done, 1 error, 2 usage, 3 limit passed, 4 nothing to run.");
    return cli_end_output(CLI_DONE);
}

static int main_run(const struct command *command, int argc, char **argv)
{
    int code, n_left = cli_parse(command, argc, argv, &code);
    return n_left < 0 ? code : command->run(n_left, argv);
}

/* A stream that the caller has closed stays closed: no file of ours may take its number. Reading or
 * writing such a descriptor fails, and says so. */
static void main_keep_closed(void)
{
    static const int unusable[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", unusable[fd]) < 0)
            _exit(CLI_ERROR);
}

int main(int argc, char **argv)
{
    main_keep_closed();
    signal(SIGXFSZ, SIG_IGN); /* a file too large is an error that is reported, not a sudden end */
    if (argc < 2)
        return cli_fail(CLI_USAGE, "what shall I do? see ringside --help");
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
        return main_help();
    if (!strcmp(argv[1], "--version")) {
        puts("ringside " RINGSIDE_VERSION);
        return cli_end_output(CLI_DONE);
    }
    cli_remember(argc, argv);
    if (!gbench_init(&argc, argv))
        return CLI_USAGE;
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (!strcmp(argv[1], commands[i]->name))
            return main_run(commands[i], argc - 1, argv + 1);
    return cli_fail(CLI_USAGE, "there is no command %s; see ringside --help", argv[1]);
}
