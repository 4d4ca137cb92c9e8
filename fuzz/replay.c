/* replay.c - runs a fuzz target over files, where libFuzzer is not there
 *
 *     fuzz_nodes corpus/fuzz_nodes crash-1
 *
 * The empty input first, then every file named and every file in each folder named, by name.
 */
#include "check.h"

#include "infile.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_bytes);

/* In memory of its own size, so that a sanitizer sees a read past its end. */
static void replay_bytes(const char *text, size_t n_bytes)
{
    uint8_t *data = calloc(n_bytes ? n_bytes : 1, 1);
    CHECK(data);
    memcpy(data, text, n_bytes);
    LLVMFuzzerTestOneInput(data, n_bytes);
    free(data);
}

/* Returns how many inputs were run; a file that cannot be read ends the program. */
static size_t replay_file(const char *path)
{
    size_t n_bytes;
    struct rs_why why;
    char *text = infile_read_all(path, &n_bytes, &why);
    if (!text) {
        fprintf(stderr, "%s\n", why.text);
        exit(1);
    }
    replay_bytes(text, n_bytes);
    free(text);
    return 1;
}

static int replay_is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static size_t replay_folder(const char *path)
{
    struct dirent **entries;
    int n = scandir(path, &entries, replay_is_visible, alphasort);
    if (n < 0) {
        perror(path);
        exit(1);
    }
    for (int i = 0; i < n; i++) {
        char *file;
        CHECK(asprintf(&file, "%s/%s", path, entries[i]->d_name) > 0);
        replay_file(file);
        free(file);
        free(entries[i]);
    }
    free(entries);
    return (size_t)n;
}

int main(int argc, char **argv)
{
    replay_bytes("", 0);
    size_t n_inputs = 1;
    for (int i = 1; i < argc; i++) {
        struct stat status;
        bool folder = stat(argv[i], &status) == 0 && S_ISDIR(status.st_mode);
        n_inputs += folder ? replay_folder(argv[i]) : replay_file(argv[i]);
    }
    printf("%zu inputs were run\n", n_inputs);
    return 0;
}
