/* outfile_sweep.c - what a killed run left behind
 *
 * No handler runs on SIGKILL or when the machine stops, so a temporary file stays. Its name cannot
 * tell whether its writer still lives: who sweeps must hold what keeps other writers out.
 */
#include "outfile.h"

#include <ctype.h>
#include <dirent.h>
#include <string.h>
#include <unistd.h>

enum { OUTFILE_SUFFIX = 6 }; /* of mkostemp */

/* .x.csv.Ab3dE5 is one of x.csv. */
static bool outfile_sweep_is_of(const char *name, const char *base)
{
    size_t n = strlen(base);
    if (name[0] != '.' || strncmp(name + 1, base, n) != 0 || name[n + 1] != '.')
        return false;
    const char *suffix = name + n + 2;
    size_t n_suffix = 0;
    while (isalnum((unsigned char)suffix[n_suffix]))
        n_suffix++;
    return n_suffix == OUTFILE_SUFFIX && !suffix[n_suffix];
}

void outfile_sweep(const char *folder, const char *base)
{
    DIR *open = opendir(folder);
    for (struct dirent *entry; open && (entry = readdir(open));)
        if (outfile_sweep_is_of(entry->d_name, base))
            unlinkat(dirfd(open), entry->d_name, 0);
    if (open)
        closedir(open);
}
