/* demo.c - ringside demo: what a change of nodes does, to look at
 *
 * 20,000 keys on five nodes, then a sixth node, three keys with their replicas, and a node lost:
 * the demo that articles on hash rings show, with the numbers counted. A key has moved when another
 * node answers for it than before; beside that stands what modulo would move, and the least that
 * gives the new node its part.
 */
#include "cli.h"

#include <inttypes.h>
#include <string.h>

enum {
    DEMO_KEYS = 20000, /* user:0, user:1, ... */
    DEMO_FEW = 20,     /* the keys of the articles' demo */
    DEMO_NODES = 5,    /* node-1 to node-5; the id is the number */
    DEMO_JOINS = 6,
    DEMO_LOST = 2,
    DEMO_REPLICAS = 3,
    DEMO_BAR = 40,
};

static const char *demo_strategy = "ring";

/* One strategy, and where it has the keys before and after a node joins. */
struct demo_side {
    struct rs_placement *p;
    uint32_t before[DEMO_KEYS], after[DEMO_KEYS];
};

struct demo {
    uint64_t digests[DEMO_KEYS];
    struct demo_side shown, modulo;
};

/* Of the first n keys. */
static unsigned demo_moved(const struct demo_side *side, size_t n)
{
    unsigned n_moved = 0;
    for (size_t i = 0; i < n; i++)
        n_moved += side->before[i] != side->after[i];
    return n_moved;
}

static void demo_bar(const char *name, unsigned count, unsigned longest)
{
    static const char bar[] = "########################################";
    int n = (int)((count * (uint64_t)DEMO_BAR + longest / 2) / longest);
    printf("  %-12s %-*.*s %6u  %5.1f %%\n", name, DEMO_BAR, n, bar, count,
           100.0 * count / DEMO_KEYS);
}

static size_t demo_index(uint32_t id)
{
    return id <= DEMO_JOINS ? id : 0;
}

/* A bar for each node, counts[id], and one for the keys that no node answers for, counts[0]. */
static void demo_bars(const struct rs_placement *p, const unsigned counts[DEMO_JOINS + 1])
{
    uint32_t ids[DEMO_JOINS];
    size_t n = rs_nodes(p, ids, DEMO_JOINS);
    unsigned longest = counts[0] ? counts[0] : 1;
    for (size_t i = 0; i < n; i++)
        longest = counts[ids[i]] > longest ? counts[ids[i]] : longest;
    for (size_t i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "node-%" PRIu32, ids[i]);
        demo_bar(name, counts[ids[i]], longest);
    }
    if (counts[0])
        demo_bar("no node", counts[0], longest);
}

static void demo_distribution(const struct rs_placement *p, const uint32_t *ids)
{
    unsigned counts[DEMO_JOINS + 1] = {0}, busiest = 0;
    for (size_t i = 0; i < DEMO_KEYS; i++)
        counts[demo_index(ids[i])]++;
    demo_bars(p, counts);
    for (size_t id = 1; id <= DEMO_JOINS; id++)
        busiest = counts[id] > busiest ? counts[id] : busiest;
    printf("  The busiest node has %.2f times the mean.\n",
           busiest * (double)rs_nodes(p, NULL, 0) / DEMO_KEYS);
}

/* The reason on a line, the remedy on the next. */
static void demo_cannot(const struct rs_why *why)
{
    int n_reason = (int)strcspn(why->text, ";");
    const char *remedy = why->text + n_reason;
    printf("  Not possible: %.*s\n", n_reason + 1, why->text);
    if (*remedy)
        printf(" %s\n", remedy + 1);
}

/* The nodes from first to last, numbered. */
static enum rs_status demo_add(struct rs_placement *p, uint32_t first, uint32_t last,
                               struct rs_why *why)
{
    struct rs_node nodes[DEMO_NODES];
    char names[DEMO_NODES][16];
    size_t n = 0;
    for (uint32_t id = first; id <= last; id++, n++) {
        int n_bytes = snprintf(names[n], sizeof names[n], "node-%" PRIu32, id);
        nodes[n] = (struct rs_node){.id = id, .weight = 1, .name = {names[n], (size_t)n_bytes}};
    }
    return rs_add(p, nodes, n, why);
}

static int demo_open(struct demo_side *side, const char *spec)
{
    struct rs_why why;
    enum rs_status status = rs_open(spec, NULL, &side->p, &why);
    if (status)
        return cli_spec_refused(spec, status, &why);
    return demo_add(side->p, 1, DEMO_NODES, &why) ? cli_fail(CLI_ERROR, "%s: %s", spec, why.text)
                                                  : 0;
}

static int demo_place(struct demo *demo)
{
    const struct rs_placement *p = demo->shown.p;
    for (size_t i = 0; i < DEMO_KEYS; i++) {
        char key[24];
        int n_bytes = snprintf(key, sizeof key, "user:%zu", i);
        if (rs_digest(p, (struct rs_bytes){key, (size_t)n_bytes}, &demo->digests[i]))
            return cli_fail(CLI_ERROR, "%s: hash %s has no digest for %s; choose another hash",
                            demo_strategy, p->hash->name, key);
    }
    rs_locate_many(p, demo->digests, DEMO_KEYS, demo->shown.before);
    rs_locate_many(demo->modulo.p, demo->digests, DEMO_KEYS, demo->modulo.before);
    return 0;
}

/* A node joins, unless it is refused. */
static enum rs_status demo_grow(struct demo_side *side, const uint64_t *digests, struct rs_why *why)
{
    enum rs_status status = demo_add(side->p, DEMO_JOINS, DEMO_JOINS, why);
    rs_locate_many(side->p, digests, DEMO_KEYS, side->after);
    return status;
}

static void demo_join(const struct demo *demo)
{
    const char *name = demo->shown.p->strategy->name;
    demo_bar(name, demo_moved(&demo->shown, DEMO_KEYS), DEMO_KEYS);
    if (strcmp(name, "modulo") != 0)
        demo_bar("modulo", demo_moved(&demo->modulo, DEMO_KEYS), DEMO_KEYS);
    demo_bar("the minimum", DEMO_KEYS / DEMO_JOINS, DEMO_KEYS);
}

static void demo_replicas(const struct rs_placement *p, const uint64_t *digests)
{
    printf("\nReplicas: the first %d nodes of three keys\n", DEMO_REPLICAS);
    if (!(rs_traits(p) & RS_REPLICAS)) {
        printf("  Not possible: %s names one node for a key.\n", p->strategy->name);
        return;
    }
    for (size_t i = 1001; i <= 1003; i++) {
        uint32_t ids[DEMO_REPLICAS];
        size_t n = rs_replicas(p, digests[i], DEMO_REPLICAS, ids);
        printf("  user:%-7zu", i);
        for (size_t k = 0; k < n; k++)
            printf("%s node-%" PRIu32, k ? "," : "", ids[k]);
        printf("\n");
    }
}

static void demo_lose(struct rs_placement *p, const uint64_t *digests, const uint32_t *from)
{
    static uint32_t to[DEMO_KEYS];
    unsigned counts[DEMO_JOINS + 1] = {0}, n_lost = 0, n_others = 0;
    struct rs_why why;
    printf("\nA node lost: node-%d goes\n", DEMO_LOST);
    if (rs_remove(p, &(const uint32_t){DEMO_LOST}, 1, &why)) {
        demo_cannot(&why);
        return;
    }
    rs_locate_many(p, digests, DEMO_KEYS, to);
    for (size_t i = 0; i < DEMO_KEYS; i++) {
        bool was_there = from[i] == DEMO_LOST;
        n_lost += was_there;
        n_others += !was_there && from[i] != to[i];
        counts[demo_index(to[i])] += was_there;
    }
    printf("  Its %u keys go to\n", n_lost);
    demo_bars(p, counts);
    printf("  Keys of other nodes that move as well: %u\n", n_others);
    printf("\nThe distribution after it\n");
    demo_distribution(p, to);
}

static void demo_show(struct demo *demo)
{
    struct rs_why why;
    printf("%d keys on %d nodes by %s\n", DEMO_KEYS, DEMO_NODES, demo_strategy);
    demo_distribution(demo->shown.p, demo->shown.before);
    printf("\nA node more: node-%d joins; the minimum to move is its even part\n", DEMO_JOINS);
    demo_grow(&demo->modulo, demo->digests, NULL);
    enum rs_status refused = demo_grow(&demo->shown, demo->digests, &why);
    if (refused)
        demo_cannot(&why);
    else
        demo_join(demo);
    demo_replicas(demo->shown.p, demo->digests);
    demo_lose(demo->shown.p, demo->digests, demo->shown.after);
    if (!refused)
        printf("\nThe articles' demo reports that all of its %d keys move when a node joins, and\n"
               "says that modulo would move all; of the first %d keys here %u moved, and\n"
               "modulo would move %u.\n",
               DEMO_FEW, DEMO_FEW, demo_moved(&demo->shown, DEMO_FEW),
               demo_moved(&demo->modulo, DEMO_FEW));
}

static int demo_run(int argc, char **argv)
{
    static struct demo demo;
    if (argc)
        return cli_fail(CLI_USAGE, "demo: what is %s? see ringside demo --help", argv[0]);
    int code = demo_open(&demo.shown, demo_strategy);
    if (!code)
        code = demo_open(&demo.modulo, "modulo");
    if (!code)
        code = demo_place(&demo);
    if (!code)
        demo_show(&demo);
    rs_close(demo.shown.p);
    rs_close(demo.modulo.p);
    return cli_end_output(code);
}

static const struct cli_option demo_options[] = {
    {"strategy", CLI_TEXT, &demo_strategy, "SPEC", "such as ring:hash=md5:vnodes=100 (ring)"},
    {.name = NULL},
};

const struct command command_demo = {
    .name = "demo",
    .summary = "a node more, a node lost: what moves, to look at",
    .usage = "[--strategy SPEC]",
    .options = demo_options,
    .run = demo_run,
};
