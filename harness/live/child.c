/* child.c - processes are noted where a signal's handler finds them
 *
 * Between the birth of a process, or its death, and the note of it no signal may come: it would
 * leave one alive, or kill what has its number by now.
 */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

static volatile sig_atomic_t child_pids[CHILDREN_MAX]; /* 0: free */
static const int child_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
enum { N_CHILD_SIGNALS = sizeof child_signals / sizeof *child_signals };

static void child_on_signal(int number)
{
    for (int i = 0; i < CHILDREN_MAX; i++)
        if (child_pids[i])
            kill(child_pids[i], SIGKILL);
    for (int i = 0; i < CHILDREN_MAX; i++)
        if (child_pids[i])
            waitpid(child_pids[i], NULL, 0);
    raise(number); /* by default now: SA_RESETHAND */
}

static void child_watch_signals(void)
{
    struct sigaction action = {.sa_handler = child_on_signal, .sa_flags = SA_RESETHAND};
    struct sigaction before;
    for (int i = 0; i < N_CHILD_SIGNALS; i++)
        if (!sigaction(child_signals[i], NULL, &before) && before.sa_handler == SIG_DFL)
            sigaction(child_signals[i], &action, NULL);
}

static void child_hold_signals(sigset_t *before)
{
    sigset_t held;
    sigemptyset(&held);
    for (int i = 0; i < N_CHILD_SIGNALS; i++)
        sigaddset(&held, child_signals[i]);
    sigprocmask(SIG_BLOCK, &held, before);
}

static void child_release_signals(const sigset_t *before)
{
    sigprocmask(SIG_SETMASK, before, NULL);
}

/* The note of a pid, or (0) a free one; NULL: there is none. */
static volatile sig_atomic_t *child_note(pid_t pid)
{
    for (int i = 0; i < CHILDREN_MAX; i++)
        if (child_pids[i] == pid)
            return &child_pids[i];
    return NULL;
}

static int child_spawn(char *const *argv, const sigset_t *mask, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    for (int fd = 0; !error && fd <= 2; fd++)
        error = posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
    if (!error)
        error = posix_spawnattr_init(&attributes);
    if (!error) {
        error = posix_spawnattr_setsigmask(&attributes, mask);
        if (!error)
            error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
        if (!error)
            error = posix_spawnp(pid, argv[0], &actions, &attributes, argv, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int child_start(char *const *argv, pid_t *pid)
{
    volatile sig_atomic_t *note = child_note(0);
    sigset_t before;
    if (!note)
        return CHILDREN_ARE_MANY;
    child_watch_signals();
    child_hold_signals(&before);
    int error = child_spawn(argv, &before, pid);
    if (!error)
        *note = *pid;
    child_release_signals(&before);
    return error;
}

/* 0 or WNOHANG. */
static bool child_reap(pid_t pid, int options)
{
    volatile sig_atomic_t *note = child_note(pid);
    pid_t ended;
    do
        ended = waitpid(pid, NULL, options);
    while (ended < 0 && errno == EINTR);
    if (ended == pid && note)
        *note = 0;
    return ended == pid;
}

bool child_has_ended(pid_t pid)
{
    sigset_t before;
    child_hold_signals(&before);
    bool has_ended = child_reap(pid, WNOHANG);
    child_release_signals(&before);
    return has_ended;
}

void child_kill(pid_t pid)
{
    sigset_t before;
    child_hold_signals(&before);
    kill(pid, SIGKILL);
    child_reap(pid, 0);
    child_release_signals(&before);
}
