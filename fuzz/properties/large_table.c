/* large_table.c - a table of Maglev so large that a multiple of a skip passes 2^32
 *
 * The nodes that the script leaves behind, four to eight of them, all up and of weight 1, fill such
 * a table at once; each entry is looked at and held against the naive twin, which works offset +
 * j * skip out in 64 bits. With fewer nodes, or one that outweighs the others, few walks are long.
 * A table takes as long as hundreds of small ones: one script in two is asked.
 */
#include "naive.h"
#include "session.h"
#include "specs.h"

#include <string.h>

#define LARGE_TABLE "131101"
enum { LARGE_TABLE_M = 131101, LARGE_TABLE_RARE = 2, LARGE_TABLE_NODES = 4 };

static const char *large_table_entries(const struct session *s, const struct naive *twin)
{
    const uint64_t width = UINT64_MAX / LARGE_TABLE_M;
    for (uint64_t i = 0; i < LARGE_TABLE_M; i++) {
        uint64_t digest = i * width + width / 2;
        uint32_t id = rs_locate(s->p, digest), expected = twin->row->locate(twin, digest);
        if (id != expected)
            return property_fail("entry %llu of " LARGE_TABLE
                                 " is node %u's, its naive twin says %u",
                                 (unsigned long long)i, id, expected);
    }
    return NULL;
}

static const char *large_table_fill(const char *spec, const struct script *script,
                                    const struct script_op *add)
{
    struct session s;
    struct naive twin = {.row = NULL};
    const char *reason = session_open(&s, spec, script);
    if (!reason && naive_open(&twin, s.p)) {
        reason = session_apply(&s, add);
        naive_apply(&twin, add);
        reason = reason ? reason : large_table_entries(&s, &twin);
    }
    naive_close(&twin);
    session_close(&s);
    return reason;
}

const char *property_large_table(const char *spec, const struct script *script)
{
    struct model model = {.n = 0};
    struct script_op add = {.verb = SCRIPT_ADD};
    char text[RS_SPEC_MAX];
    for (size_t i = 0; i < script->n_ops; i++)
        model_apply(&model, &script->ops[i]);
    if (model.n < LARGE_TABLE_NODES || script_sum(script) % LARGE_TABLE_RARE)
        return NULL;
    for (; add.n < model.n && add.n < SCRIPT_MAX_BULK; add.n++) {
        add.nodes[add.n] = model.nodes[add.n];
        add.nodes[add.n].weight = 1, add.nodes[add.n].flags = 0;
    }
    /* A hash whose digests reach every entry. */
    const struct specs_value values[] = {{"table", LARGE_TABLE}, {"hash", "xxh3"}, {NULL, NULL}};
    specs_with(spec, values, text);
    return large_table_fill(text, script, &add);
}
