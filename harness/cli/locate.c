/* locate.c - ringside locate: the owner of every key, in the order of the keys
 */
#include "cli.h"

#include "keyfile.h"

#include <stdlib.h>
#include <string.h>

static const char *locate_strategy, *locate_nodes, *locate_keys;
#define LOCATE_UNSAID UINT64_MAX /* greater than any number of the command line */
static uint64_t locate_n_replicas = LOCATE_UNSAID, locate_hash_seed;
static bool locate_explain;
static enum table_format locate_format = TABLE_CSV;

struct locate {
    struct rs_placement *p;
    struct keyfile *keys;
    struct table *table;
    size_t n_owners;  /* columns of owners: 1, or the replicas */
    uint32_t *owners; /* of one key */
    uint64_t digests[KEYFILE_BLOCK];
    uint32_t ids[KEYFILE_BLOCK];
};

static void locate_print_node(struct locate *locate, uint32_t id)
{
    struct rs_node node;
    if (rs_node(locate->p, id, &node))
        table_empty(locate->table); /* RS_NO_NODE: the key decides nothing */
    else
        table_bytes(locate->table, node.name);
}

static int locate_print_explained(struct locate *locate, uint64_t digest)
{
    char text[24], label[RS_NAME_MAX + RS_VALUE_MAX + 24];
    uint64_t point;
    snprintf(text, sizeof text, "0x%llx", (unsigned long long)digest);
    table_string(locate->table, text);
    enum rs_status status = rs_explain(locate->p, digest, &point, label, sizeof label);
    if (status == RS_EUNSUPPORTED || status == RS_ENOENT) {
        table_empty(locate->table);
        table_empty(locate->table);
        return 0;
    }
    if (status)
        return cli_fail(CLI_ERROR, "%s: %s", locate_strategy, rs_status_text(status));
    snprintf(text, sizeof text, "0x%llx", (unsigned long long)point);
    table_string(locate->table, text);
    table_string(locate->table, label);
    return 0;
}

static int locate_print_key(struct locate *locate, struct rs_bytes key, size_t i)
{
    table_bytes(locate->table, key);
    if (!locate_n_replicas) {
        locate_print_node(locate, locate->ids[i]);
    } else {
        size_t n = rs_replicas(locate->p, locate->digests[i], locate->n_owners, locate->owners);
        for (size_t k = 0; k < locate->n_owners; k++)
            locate_print_node(locate, k < n ? locate->owners[k] : RS_NO_NODE);
    }
    int code = locate_explain ? locate_print_explained(locate, locate->digests[i]) : 0;
    table_end_row(locate->table);
    return code;
}

static int locate_all(struct locate *locate)
{
    const struct rs_bytes *keys;
    struct rs_why why;
    size_t n;
    for (;;) {
        if (!keyfile_next(locate->keys, &keys, &n, &why))
            return cli_fail(CLI_ERROR, "%s", why.text);
        if (!n)
            return 0;
        size_t n_digested = rs_digest_many(locate->p, keys, n, locate->digests);
        if (!locate_n_replicas)
            rs_locate_many(locate->p, locate->digests, n_digested, locate->ids);
        for (size_t i = 0; i < n_digested; i++) {
            int code = locate_print_key(locate, keys[i], i);
            if (code)
                return code;
        }
        if (ferror(stdout))
            return 0; /* cli_end_output says it */
        if (n_digested < n)
            return cli_key_refused(locate->p, locate_keys, keyfile_line(locate->keys) + n_digested);
    }
}

/* key,node or key,node_1,...,node_K, then what --explain adds. */
static int locate_print(struct locate *locate)
{
    size_t n_columns = 1 + locate->n_owners + (locate_explain ? 3 : 0), n = 0;
    const char **columns = calloc(n_columns, sizeof *columns);
    char(*names)[28] = calloc(locate->n_owners, sizeof *names);
    int code = columns && names ? 0 : cli_fail(CLI_ERROR, "out of memory");
    if (!code) {
        columns[n++] = "key";
        for (size_t k = 0; k < locate->n_owners; k++) {
            snprintf(names[k], sizeof names[k], "node_%zu", k + 1);
            columns[n++] = locate_n_replicas ? names[k] : "node";
        }
        if (locate_explain) {
            columns[n++] = "digest";
            columns[n++] = "point";
            columns[n++] = "label";
        }
        locate->table = table_open(stdout, locate_format, columns, n_columns);
        code = locate->table ? locate_all(locate) : cli_fail(CLI_ERROR, "out of memory");
        if (locate->table && !table_close(locate->table) && !code && !ferror(stdout))
            code = cli_fail(CLI_ERROR, "out of memory");
    }
    free(columns);
    free(names);
    return code;
}

enum { LOCATE_MAX_REPLICAS = 1000000 };

static int locate_open(struct locate *locate, const struct node_list *list)
{
    struct rs_why why;
    int code = cli_place(locate_strategy, locate_hash_seed, list, &locate->p);
    if (code)
        return code;
    if (locate_n_replicas && !(rs_traits(locate->p) & RS_REPLICAS))
        return cli_fail(CLI_ERROR,
                        "%s has no replicas; choose a strategy that promises them (see "
                        "ringside list)",
                        locate_strategy);
    locate->n_owners = locate_n_replicas ? locate_n_replicas : 1;
    locate->owners = calloc(locate->n_owners, sizeof *locate->owners);
    if (!locate->owners)
        return cli_fail(CLI_ERROR, "out of memory");
    locate->keys = keyfile_open(locate_keys, &why);
    return locate->keys ? 0 : cli_fail(CLI_ERROR, "%s", why.text);
}

static int locate_run(int argc, char **argv)
{
    if (argc)
        return cli_fail(CLI_USAGE, "locate: what is %s? see ringside locate --help", argv[0]);
    if (!locate_strategy || !locate_nodes)
        return cli_fail(CLI_USAGE, "locate needs --strategy SPEC and --nodes FILE");
    const struct cli_input inputs[] = {
        {"--nodes", locate_nodes},
        {locate_keys ? "--keys" : "--keys, which is not given,", locate_keys ? locate_keys : "-"}};
    int code = cli_check_inputs(inputs, sizeof inputs / sizeof *inputs);
    if (code)
        return code;
    locate_keys = inputs[1].file;
    if (locate_n_replicas == LOCATE_UNSAID)
        locate_n_replicas = 0;
    else if (!locate_n_replicas || locate_n_replicas > LOCATE_MAX_REPLICAS)
        return cli_fail(CLI_USAGE, "--replicas: give 1 to %d", LOCATE_MAX_REPLICAS);
    struct node_list list;
    struct rs_why why;
    if (!nodefile_read(locate_nodes, &list, &why))
        return cli_fail(CLI_ERROR, "%s", why.text);
    static struct locate locate;
    code = locate_open(&locate, &list);
    if (!code)
        code = locate_print(&locate);
    if (locate.keys)
        keyfile_close(locate.keys);
    free(locate.owners);
    rs_close(locate.p);
    node_list_free(&list);
    return cli_end_output(code);
}

static const struct cli_option locate_options[] = {
    {"strategy", CLI_TEXT, &locate_strategy, "SPEC", "such as ring:hash=md5:vnodes=100"},
    {"nodes", CLI_TEXT, &locate_nodes, "FILE",
     "a node a line: name, name,weight or name,weight,id"},
    {"keys", CLI_TEXT, &locate_keys, "FILE", "a key a line (standard input)"},
    {"replicas", CLI_U64, &locate_n_replicas, "K", "the first K owners of every key"},
    {"hash-seed", CLI_SEED, &locate_hash_seed, "N",
     "of xxh3 and xxh64, for keys and labels (0); a secret"},
    {"explain", CLI_FLAG, &locate_explain, NULL,
     "add the digest, and the point and label that answer"},
    {"format", CLI_FORMAT, &locate_format, "text|csv|json", "how to print (csv)"},
    {.name = NULL},
};

const struct command command_locate = {
    .name = "locate",
    .summary = "the owner of every key",
    .usage = "--strategy SPEC --nodes FILE [--keys FILE] [--replicas K] ...",
    .options = locate_options,
    .run = locate_run,
};
