/* child.h - programs that this one starts, and that end with it
 *
 * Those that still run when this program is ended by SIGINT, SIGTERM, SIGHUP, SIGQUIT or SIGPIPE
 * are killed first. One thread at a time.
 */
#ifndef RINGSIDE_CHILD_H
#define RINGSIDE_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#define CHILDREN_MAX 64      /* at a time */
#define CHILDREN_ARE_MANY -1 /* no errno */

/* argv as for execvp: a name is looked for on PATH, NULL is last. Its standard streams are
 * /dev/null. Returns 0 and *pid; or an errno or CHILDREN_ARE_MANY, and nothing runs. */
int child_start(char *const *argv, pid_t *pid);
/* Whether it has ended by itself; its pid is another's from then on. */
bool child_has_ended(pid_t pid);
/* At once; it has gone on return. */
void child_kill(pid_t pid);

#endif
