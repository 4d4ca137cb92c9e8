/* diff_load.c - what the shards of a cluster hold, by the keys of a file
 */
#include "diff_load.h"

#include "cli.h"
#include "infile.h"
#include "keyfile.h"

#include <stdlib.h>

/* Returns how many keys have a shard: n, or the index of the first that has none. */
static size_t diff_load_count(struct diff_load *load, const struct rc_cluster *cluster,
                              const struct rs_bytes *keys, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t shard;
        if (rc_shard_of(cluster, keys[i], &shard))
            return i;
        load->n_keys[shard]++;
        load->n_bytes[shard] += keys[i].n_bytes;
    }
    return n;
}

static int diff_load_read(struct diff_load *load, const struct rc_cluster *cluster,
                          const char *path)
{
    struct rs_why why;
    const struct rs_bytes *keys;
    size_t n = 1, n_all = 0, n_done = 1;
    struct keyfile *file = keyfile_open(path, &why);
    bool good = file;
    int code = 0;
    while (good && n && n_done == n) {
        good = keyfile_next(file, &keys, &n, &why);
        n_done = good ? diff_load_count(load, cluster, keys, n) : 0;
        n_all += n_done;
    }
    if (good && n_done < n)
        code = cli_fail(CLI_ERROR, "%s:%llu: its hash has no digest for this key; choose another",
                        infile_name(path), (unsigned long long)(keyfile_line(file) + n_done));
    else if (good && !n_all)
        code = cli_no_keys(path);
    keyfile_close(file);
    return good ? code : cli_fail(CLI_ERROR, "%s", why.text);
}

int diff_load_open(struct diff_load *load, const struct rc_cluster *cluster, uint64_t n_shards,
                   const char *path)
{
    load->n_keys = calloc(n_shards, sizeof *load->n_keys);
    load->n_bytes = calloc(n_shards, sizeof *load->n_bytes);
    if (!load->n_keys || !load->n_bytes)
        return cli_fail(CLI_ERROR, "out of memory");
    return diff_load_read(load, cluster, path);
}

void diff_load_close(struct diff_load *load)
{
    free(load->n_keys);
    free(load->n_bytes);
}
