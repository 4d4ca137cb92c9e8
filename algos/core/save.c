/* save.c - a placement as bytes, and back
 *
 *     "RSPL" version seed  spec_bytes spec  n_nodes { id flags weight name detail }...  state
 *
 * All numbers are little-endian; strings are preceded by their length. Nodes stand in the order of
 * age, so what depends on it alone needs no state. A clone is a save and a restore: one way, tested
 * as one.
 */
#include "core/bytes.h"
#include "core/core.h"

#include <string.h>

enum { SAVE_VERSION = 1, SAVE_NODE_MIN = 4 + 4 + 8 + 2 + 2 };

/* A cursor that only counts where there is no buffer. */
struct save_writer {
    unsigned char *buf;
    size_t n;
};

static void save_bytes(struct save_writer *w, const void *bytes, size_t n)
{
    if (w->buf && n)
        memcpy(w->buf + w->n, bytes, n);
    w->n += n;
}

static void save_number(struct save_writer *w, uint64_t number, size_t n_bytes)
{
    unsigned char bytes[8];
    bytes_put(bytes, number, n_bytes);
    save_bytes(w, bytes, n_bytes);
}

static void save_string(struct save_writer *w, struct rs_bytes string)
{
    save_number(w, string.n_bytes, 2);
    save_bytes(w, string.at, string.n_bytes);
}

static void save_slot(struct save_writer *w, const struct rs_slot *row)
{
    uint64_t weight;
    memcpy(&weight, &row->weight, sizeof weight);
    save_number(w, row->id, 4);
    save_number(w, row->flags, 4);
    save_number(w, weight, 8);
    save_string(w, (struct rs_bytes){row->text, row->name_bytes});
    save_string(w, (struct rs_bytes){row->text + row->name_bytes, row->detail_bytes});
}

/* Everything but the strategy's own state. */
static size_t save_head(const struct rs_placement *p, void *buf)
{
    char spec[RS_SPEC_MAX];
    struct save_writer w = {buf, 0};
    save_bytes(&w, "RSPL", 4);
    save_number(&w, SAVE_VERSION, 4);
    save_number(&w, p->config.seed, 8);
    save_string(&w, (struct rs_bytes){spec, rs_spec_print(p->spec, false, spec, sizeof spec)});
    save_number(&w, p->n_nodes, 4);
    for (uint32_t slot = p->oldest; slot != RS_NO_NODE; slot = p->slots[slot].younger)
        save_slot(&w, &p->slots[slot]);
    return w.n;
}

size_t rs_save(const struct rs_placement *p, void *buf, size_t buf_bytes)
{
    size_t n_head = save_head(p, NULL);
    size_t n_state = p->strategy->save ? p->strategy->save(p, NULL, 0) : 0;
    if (!buf || buf_bytes < n_head + n_state)
        return n_head + n_state;
    save_head(p, buf);
    if (n_state)
        p->strategy->save(p, (unsigned char *)buf + n_head, n_state);
    return n_head + n_state;
}

/* A cursor that stays put, and says so, where the bytes end. */
struct save_reader {
    const unsigned char *at;
    size_t n;
    bool ended;
};

static const unsigned char *save_take(struct save_reader *r, size_t n)
{
    if (r->ended || n > r->n) {
        r->ended = true;
        return NULL;
    }
    const unsigned char *at = r->at;
    r->at += n, r->n -= n;
    return at;
}

static uint64_t save_take_number(struct save_reader *r, size_t n_bytes)
{
    const unsigned char *bytes = save_take(r, n_bytes);
    return bytes ? bytes_get(bytes, n_bytes) : 0;
}

static struct rs_bytes save_take_string(struct save_reader *r)
{
    size_t n = (size_t)save_take_number(r, 2);
    const char *at = (const char *)save_take(r, n);
    return (struct rs_bytes){at, at ? n : 0};
}

static struct rs_node save_take_node(struct save_reader *r)
{
    struct rs_node node;
    node.id = (uint32_t)save_take_number(r, 4);
    node.flags = (uint32_t)save_take_number(r, 4);
    uint64_t weight = save_take_number(r, 8);
    memcpy(&node.weight, &weight, sizeof weight);
    node.name = save_take_string(r);
    node.detail = save_take_string(r);
    return node;
}

static enum rs_status save_take_nodes(struct save_reader *r, struct rs_placement *p,
                                      struct rs_why *why)
{
    size_t n = (size_t)save_take_number(r, 4);
    if (r->ended || n > r->n / SAVE_NODE_MIN)
        return core_fail(why, RS_EINVAL, "saved placement: it ends too early");
    size_t n_bytes = (n + 1) * sizeof(struct rs_node);
    struct rs_node *nodes = rs_alloc(p, n_bytes, _Alignof(struct rs_node));
    if (!nodes)
        return core_fail(why, RS_ENOMEM, "out of memory");
    for (size_t i = 0; i < n; i++)
        nodes[i] = save_take_node(r);
    enum rs_status status;
    if (r->ended)
        status = core_fail(why, RS_EINVAL, "saved placement: it ends too early");
    else if (p->strategy->restore)
        status = core_add_restored(p, nodes, n, (struct rs_bytes){(const char *)r->at, r->n}, why);
    else if (r->n)
        status = core_fail(why, RS_EINVAL, "saved placement: bytes after its end");
    else
        status = rs_add(p, nodes, n, why);
    rs_free(p, nodes, n_bytes);
    /* What rs_add refuses of honest nodes is unlawful in a saved placement. */
    return status == RS_OK || status == RS_ENOMEM ? status : RS_EINVAL;
}

enum rs_status rs_restore(const void *buf, size_t n_bytes, const struct rs_config *config,
                          struct rs_placement **out, struct rs_why *why)
{
    struct save_reader r = {buf, n_bytes, false};
    const unsigned char *magic = save_take(&r, 4);
    if (!magic || memcmp(magic, "RSPL", 4))
        return core_fail(why, RS_EINVAL, "saved placement: these bytes are something else");
    uint64_t version = save_take_number(&r, 4);
    if (!r.ended && version != SAVE_VERSION)
        return core_fail(why, RS_EINVAL, "saved placement: version %u, this library reads %d",
                         (unsigned)version, SAVE_VERSION);
    struct rs_config full = config ? *config : (struct rs_config){0};
    full.seed = save_take_number(&r, 8);
    struct rs_bytes text = save_take_string(&r);
    char spec[RS_SPEC_MAX];
    if (r.ended)
        return core_fail(why, RS_EINVAL, "saved placement: it ends too early");
    if (text.n_bytes >= sizeof spec || memchr(text.at, 0, text.n_bytes))
        return core_fail(why, RS_EINVAL, "saved placement: its spec is too long or has a NUL byte");
    memcpy(spec, text.at, text.n_bytes);
    spec[text.n_bytes] = '\0';
    struct rs_placement *p;
    enum rs_status status = rs_open(spec, &full, &p, why);
    if (status)
        return status;
    status = save_take_nodes(&r, p, why);
    if (status)
        rs_close(p);
    else
        *out = p;
    return status;
}

enum rs_status rs_clone(const struct rs_placement *p, const struct rs_config *config,
                        struct rs_placement **out)
{
    struct rs_config full = config ? *config : p->config;
    if (!full.allocator.alloc)
        full.allocator = p->config.allocator;
    size_t n_bytes = rs_save(p, NULL, 0);
    void *buf = full.allocator.alloc(full.allocator.ctx, n_bytes, 1);
    if (!buf)
        return RS_ENOMEM;
    rs_save(p, buf, n_bytes);
    enum rs_status status = rs_restore(buf, n_bytes, &full, out, NULL);
    full.allocator.free(full.allocator.ctx, buf, n_bytes);
    return status;
}
