/* vectors_print.c - writes results/vectors: the answers of every strategy on few nodes and keys
 *
 *     vectors_print FOLDER           a FOLDER/<strategy>.csv each, and FOLDER/images.csv
 *     vectors_print FOLDER IMAGES    and every placement as rs_save has it, IMAGES/<strategy>-<n>
 *
 * images.csv has the length and a digest of each of those placements, so that the bytes of one
 * machine are held against another's without keeping them all.
 * What decides an answer stands in its row: spec, seed, nodes in the order of their coming, key. So
 * another program, or the same one on another machine, can be held against it row by row. A
 * strategy of the registry is found by itself; specs that compute in another way are listed here.
 * Needs libringside alone, so that it runs where little else does.
 */
#include "vectors_set.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct vectors {
    const char *folder, *images;
    FILE *out;     /* of this strategy */
    FILE *digests; /* of images, all strategies' */
    unsigned n_at; /* placements of this strategy so far */
};

_Noreturn static void vectors_fail(const char *place, const char *reason)
{
    fprintf(stderr, "vectors_print: %s: %s\n", place, reason);
    exit(1);
}

static FILE *vectors_create(const char *folder, const char *name, const char *suffix)
{
    char path[4096];
    int n = snprintf(path, sizeof path, "%s/%s%s", folder, name, suffix);
    FILE *out = n > 0 && (size_t)n < sizeof path ? fopen(path, "wb") : NULL;
    if (!out)
        vectors_fail(path, "cannot be written; is the folder there?");
    return out;
}

static void vectors_close(FILE *out, const char *name)
{
    bool failed = ferror(out);
    if (fclose(out) || failed)
        vectors_fail(name, "writing failed; is the disk full?");
}

static void vectors_write_image(const struct vectors *vectors, const char *name,
                                struct rs_bytes image)
{
    if (!vectors->images)
        return;
    FILE *out = vectors_create(vectors->images, name, "");
    fwrite(image.at, 1, image.n_bytes, out);
    vectors_close(out, name);
}

/* start: spec and nodes. */
static void vectors_save_image(struct vectors *vectors, const struct rs_placement *p,
                               const char *start)
{
    char name[64];
    snprintf(name, sizeof name, "%s-%u", p->strategy->name, ++vectors->n_at);
    size_t n_bytes = rs_save(p, NULL, 0);
    void *image = malloc(n_bytes);
    uint64_t digest;
    if (!image || rs_save(p, image, n_bytes) != n_bytes ||
        rs_hash_find("xxh3")->digest((struct rs_bytes){image, n_bytes}, 0, &digest))
        vectors_fail(name, "cannot be saved");
    fprintf(vectors->digests, "%s,%zu,0x%" PRIx64 "\n", start, n_bytes, digest);
    vectors_write_image(vectors, name, (struct rs_bytes){image, n_bytes});
    free(image);
}

static void vectors_print_node(FILE *out, const struct rs_placement *p, uint32_t id)
{
    struct rs_node node;
    if (!rs_node(p, id, &node)) /* else RS_NO_NODE: an empty cell */
        fwrite(node.name.at, 1, node.name.n_bytes, out);
}

static void vectors_print_row(struct vectors *vectors, struct rs_placement *p, const char *start,
                              size_t i)
{
    enum { N_REPLICAS = 3 };
    char storage[VECTORS_KEY_MAX];
    struct rs_bytes key = vectors_key(i, storage);
    uint32_t owner, replicas[N_REPLICAS];
    uint64_t digest;
    enum rs_status status = rs_digest(p, key, &digest);
    size_t n = rs_replicas(p, digest, N_REPLICAS, replicas);
    if (!status && rs_traits(p) & RS_LOAD)
        status = rs_assign(p, digest, &owner);
    else
        owner = rs_locate(p, digest);
    if (status)
        vectors_fail(start, rs_status_text(status));
    fprintf(vectors->out, "%s,", start);
    vectors_print_key(vectors->out, i);
    fprintf(vectors->out, ",0x%" PRIx64 ",", digest);
    vectors_print_node(vectors->out, p, owner);
    fputc(',', vectors->out);
    for (size_t k = 0; k < n; k++) {
        if (k)
            fputc(' ', vectors->out);
        vectors_print_node(vectors->out, p, replicas[k]);
    }
    fputc('\n', vectors->out);
}

static void vectors_print_set(struct vectors *vectors, const char *spec, uint64_t seed,
                              enum vectors_nodes nodes)
{
    const struct rs_config config = {.seed = seed};
    struct rs_placement *p;
    struct rs_why why;
    char text[VECTORS_NODES_MAX], start[RS_SPEC_MAX + 24 + VECTORS_NODES_MAX];
    if (rs_open(spec, &config, &p, &why))
        vectors_fail(spec, why.text);
    if (nodes != VECTORS_WEIGHTED || rs_traits(p) & RS_WEIGHTED) {
        if (vectors_place(p, nodes, text, &why))
            vectors_fail(spec, why.text);
        snprintf(start, sizeof start, "%s,0x%" PRIx64 ",%s", spec, seed, text);
        vectors_save_image(vectors, p, start);
        for (size_t i = 0; i < vectors_n_keys(); i++)
            vectors_print_row(vectors, p, start, i);
    }
    rs_close(p);
}

static void vectors_print_strategy(struct vectors *vectors, const struct rs_strategy *strategy)
{
    char spec[RS_SPEC_MAX];
    vectors->out = vectors_create(vectors->folder, strategy->name, ".csv");
    vectors->n_at = 0;
    fputs("spec,seed,nodes,key,digest,owner,replicas\n", vectors->out);
    for (size_t i = 0; vectors_spec(strategy, i, spec); i++)
        for (enum vectors_nodes nodes = 0; nodes < VECTORS_N_NODES; nodes++)
            vectors_print_set(vectors, spec, 0, nodes);
    vectors_spec(strategy, 0, spec);
    vectors_print_set(vectors, spec, VECTORS_SEED, VECTORS_LESS_ONE);
    vectors_close(vectors->out, strategy->name);
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fputs("usage: vectors_print FOLDER [IMAGES]; both folders must be there\n", stderr);
        return 2;
    }
    struct vectors vectors = {.folder = argv[1], .images = argc > 2 ? argv[2] : NULL};
    const struct rs_strategy *strategy;
    vectors.digests = vectors_create(vectors.folder, "images", ".csv");
    fputs("spec,seed,nodes,bytes,xxh3\n", vectors.digests);
    for (size_t i = 0; (strategy = rs_strategy_at(i)); i++)
        vectors_print_strategy(&vectors, strategy);
    vectors_close(vectors.digests, "images.csv");
    return 0;
}
