/* diff_count.c - the keys of a diff: of a file, or made up
 */
#include "diff_count.h"

#include "cli.h"
#include "keyfile.h"
#include "workload.h"

enum { DIFF_SYNTHETIC_KEYS = 1000000 };

static int diff_count_block(struct diff *diff, const char *name, const struct rs_bytes *keys,
                            size_t n, uint64_t line)
{
    if (diff->lists_moves && n && !diff->moves)
        diff->moves = diff_open_moves(diff->format);
    if (diff->lists_moves && n && !diff->moves)
        return cli_fail(CLI_ERROR, "out of memory");
    for (size_t i = 0; i < diff->n; i++) {
        struct transition *transition = &diff->transitions[i];
        const struct listener listener = {transition->outcomes[HOW_LIVE].p ? HOW_LIVE : HOW_REBUILD,
                                          diff->lists_moves ? diff_print_move : NULL, diff};
        size_t n_done = transition_count(transition, keys, n, &listener);
        if (n_done < n)
            return cli_key_refused(transition->refused, name, line + n_done);
    }
    return 0;
}

static int diff_count_file(struct diff *diff, const char *path)
{
    struct rs_why why;
    const struct rs_bytes *keys;
    size_t n = 1;
    int code = 0;
    struct keyfile *file = keyfile_open(path, &why);
    bool good = file;
    while (good && !code && n) {
        good = keyfile_next(file, &keys, &n, &why);
        if (good && n)
            code = diff_count_block(diff, path, keys, n, keyfile_line(file));
    }
    keyfile_close(file);
    return good ? code : cli_fail(CLI_ERROR, "%s", why.text);
}

static int diff_count_generated(struct diff *diff)
{
    struct rs_why why;
    struct key_stream stream;
    const struct rs_bytes *keys;
    const struct workload_args args = {DIFF_SYNTHETIC_KEYS, 1, NULL};
    size_t n = 1;
    uint64_t line = 1;
    int code = 0;
    if (!key_stream_open(&stream, workload_find("uniform"), &args, &why))
        return cli_fail(CLI_ERROR, "%s", why.text);
    bool good = true;
    while (good && !code && n) {
        good = key_stream_next(&stream, &keys, &n, &why);
        if (good && n)
            code = diff_count_block(diff, "generated keys", keys, n, line);
        line += n;
    }
    key_stream_close(&stream);
    return good ? code : cli_fail(CLI_ERROR, "%s", why.text);
}

int diff_count(struct diff *diff, const char *path)
{
    int code = path ? diff_count_file(diff, path) : diff_count_generated(diff);
    if (!code && !diff->transitions->n_keys)
        code = cli_no_keys(path);
    return code;
}
