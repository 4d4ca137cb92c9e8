/* script.c - any bytes as a short legal session
 *
 * The first byte of a call says what it does (low three bits) and to how many nodes (next three);
 * a byte that names an index is taken modulo what there is, and a call that would not be legal
 * becomes an add or a removal, as there is room: where no node can be down it goes, where none can
 * come back up one joins. Bytes past the end are zeros. Where a placement takes few nodes
 * (anchor:capacity=8), the script keeps to as many. A seed is of the whole script; the last counts.
 *
 * Ids are few, so they are used again; names are few, so nodes share them, and they are chosen to
 * run into each other as labels: prefixes, digits at the end, separators, NUL, nothing at all.
 */
#include "model.h"

#define NAME(literal) RS_TEXT_BYTES(literal)
#define NAME_51 "a-name-as-long-as-a-name-may-be-so-255-bytes-of-it-"

static const struct rs_bytes script_names[] = {
    NAME("a"),           NAME("b"),
    NAME("a1"),          NAME("a10"),
    NAME("a1#0"),        NAME("a#1"),
    NAME("member"),      NAME("member1"),
    NAME("n-0"),         NAME("n-0-0"),
    NAME("h:1"),         NAME("1.2.3.4:55"),
    NAME("1.2.3.4:555"), NAME("a\0b"),
    NAME("a\0c"),        NAME("a\0"),
    NAME("\0"),          NAME(""),
    NAME("#"),           NAME("a,b"),
    NAME("\"q\",c"),     NAME("\xff\x80\x01"),
    NAME("{node}#{i}"),  NAME(NAME_51 NAME_51 NAME_51 NAME_51 NAME_51),
};
enum {
    SCRIPT_N_NAMES = sizeof script_names / sizeof *script_names,
    SCRIPT_N_IDS = 48,
    SCRIPT_N_WEIGHTS = 8
};

struct script_reader {
    const uint8_t *at;
    size_t n;
    const struct rs_placement *p; /* for what is legal */
    size_t room;                  /* as many nodes may be there at one time */
    struct model model;           /* the nodes after the calls so far */
};

static uint8_t script_byte(struct script_reader *r)
{
    return r->n ? (r->n--, *r->at++) : 0;
}

static uint64_t script_number(struct script_reader *r)
{
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number = number << 8 | script_byte(r);
    return number;
}

static uint32_t script_id(unsigned i)
{
    i %= SCRIPT_N_IDS;
    return i == SCRIPT_N_IDS - 1 ? RS_NO_NODE - 1 : i == SCRIPT_N_IDS - 2 ? 1u << 31 : i;
}

static double script_weight(const struct script_reader *r, unsigned i)
{
    const struct rs_strategy *strategy = r->p->strategy;
    const double weights[SCRIPT_N_WEIGHTS] = {1, 0, 2, 0.5, 1.5, 0.25, 3, strategy->weight.min};
    double weight = weights[i % SCRIPT_N_WEIGHTS];
    bool legal = weight == 0 || (weight >= strategy->weight.min && weight <= strategy->weight.max);
    return (rs_traits(r->p) & RS_WEIGHTED) && legal ? weight : 1;
}

static void script_read_add(struct script_reader *r, struct script_op *op, size_t n)
{
    unsigned id = script_byte(r);
    op->verb = SCRIPT_ADD;
    for (op->n = 0; op->n < n && r->model.n < r->room;) {
        while (model_find(&r->model, script_id(id)))
            id++;
        unsigned name = script_byte(r), more = script_byte(r);
        struct rs_node node = {.id = script_id(id), .weight = script_weight(r, more)};
        node.name = script_names[(name + id) % SCRIPT_N_NAMES];
        if (rs_traits(r->p) & RS_HEALTH)
            node.flags = more >> 3 & more >> 5 & (RS_DOWN | RS_BACKUP);
        op->nodes[op->n] = node;
        model_apply(&r->model, &(struct script_op){SCRIPT_ADD, 1, {node}});
        op->n++;
    }
}

/* Neighbours in age, none twice; the youngest where only those can go. */
static void script_read_nodes(struct script_reader *r, struct script_op *op, size_t n)
{
    const struct model *model = &r->model;
    size_t first = script_byte(r);
    if (op->verb == SCRIPT_REMOVE && !(rs_traits(r->p) & RS_REMOVE_ANY))
        first = 0;
    op->n = n < model->n ? n : model->n;
    for (size_t i = 0; i < op->n; i++)
        op->nodes[i] = model->nodes[model->n - 1 - (first + i) % model->n];
}

/* Byte 0: one add. 7 is no call but a digest, or, where it names eight nodes, a seed. */
enum {
    SCRIPT_VERB_REMOVE = 2,
    SCRIPT_VERB_WEIGHT,
    SCRIPT_VERB_DOWN,
    SCRIPT_VERB_UP,
    SCRIPT_VERB_BACKUP,
    SCRIPT_VERB_DIGEST,
    SCRIPT_VERB_SEED = SCRIPT_VERB_DIGEST | 7 << 3
};

static bool script_is_legal(const struct script_reader *r, unsigned verb)
{
    return rs_traits(r->p) & (verb == SCRIPT_VERB_WEIGHT ? RS_WEIGHTED : RS_HEALTH);
}

static void script_read_update(struct script_reader *r, struct script_op *op, unsigned verb)
{
    for (size_t i = 0; i < op->n; i++) {
        struct rs_node *node = &op->nodes[i];
        if (verb == SCRIPT_VERB_WEIGHT)
            node->weight = script_weight(r, script_byte(r));
        else if (verb == SCRIPT_VERB_DOWN)
            node->flags |= RS_DOWN;
        else if (verb == SCRIPT_VERB_UP)
            node->flags = 0;
        else
            node->flags ^= RS_BACKUP;
    }
    model_apply(&r->model, op);
}

static void script_read_op(struct script_reader *r, struct script_op *op, uint8_t byte)
{
    unsigned verb = byte & 7;
    size_t n = 1 + (byte >> 3 & 7);
    bool full = r->model.n == r->room;
    if (verb > SCRIPT_VERB_REMOVE && !script_is_legal(r, verb))
        verb = verb % 2 ? 0 : SCRIPT_VERB_REMOVE; /* weight and up: 0; down and backup: it goes */
    if (r->model.n == 0 || (verb < SCRIPT_VERB_REMOVE && !full)) {
        script_read_add(r, op, n);
        return;
    }
    bool remove = verb <= SCRIPT_VERB_REMOVE;
    op->verb = remove ? SCRIPT_REMOVE : SCRIPT_UPDATE;
    script_read_nodes(r, op, n);
    if (remove)
        model_apply(&r->model, op);
    else
        script_read_update(r, op, verb);
}

static enum rs_status script_try(const struct rs_placement *p, const struct rs_node *nodes,
                                 size_t n)
{
    struct rs_placement *full;
    enum rs_status status = rs_clone(p, NULL, &full);
    if (status)
        return status;
    status = rs_add(full, nodes, n, NULL);
    rs_close(full);
    return status;
}

/* Tried and not read off a parameter: a capacity has other names, and one may stand in a nested
 * spec. */
size_t script_room(const struct rs_placement *p)
{
    struct rs_node nodes[SCRIPT_MAX_NODES];
    size_t n = SCRIPT_MAX_NODES;
    for (size_t i = 0; i < n; i++)
        nodes[i] = (struct rs_node){.id = (uint32_t)i, .weight = 1, .name = script_names[0]};
    while (n > 1 && script_try(p, nodes, n) == RS_EFULL)
        n--;
    return n;
}

void script_decode(const uint8_t *data, size_t n_bytes, const struct rs_placement *p,
                   struct script *script)
{
    script_decode_within(data, n_bytes, p, script_room(p), script);
}

void script_decode_within(const uint8_t *data, size_t n_bytes, const struct rs_placement *p,
                          size_t room, struct script *script)
{
    struct script_reader r = {
        data, n_bytes < SCRIPT_MAX_BYTES ? n_bytes : SCRIPT_MAX_BYTES, p, room, {.n = 0}};
    script->n_ops = script->n_digests = 0;
    script->seed = 0;
    while (r.n && script->n_ops < SCRIPT_MAX_OPS) {
        uint8_t byte = script_byte(&r);
        if ((byte & 7) != SCRIPT_VERB_DIGEST)
            script_read_op(&r, &script->ops[script->n_ops++], byte);
        else if ((byte & SCRIPT_VERB_SEED) == SCRIPT_VERB_SEED)
            script->seed = script_number(&r);
        else if (script->n_digests < SCRIPT_MAX_DIGESTS)
            script->digests[script->n_digests++] = script_number(&r);
    }
}

uint64_t script_sum(const struct script *script)
{
    uint64_t sum = script->seed;
    for (size_t i = 0; i < script->n_ops; i++)
        for (size_t node = 0; node < script->ops[i].n; node++)
            sum = rs_mix(sum ^ script->ops[i].nodes[node].id) + script->ops[i].verb;
    for (size_t i = 0; i < script->n_digests; i++)
        sum = rs_mix(sum ^ script->digests[i]);
    return sum;
}

size_t script_random(uint64_t seed, uint8_t data[SCRIPT_MAX_BYTES])
{
    uint64_t first = rs_mix(seed), n = rs_below(rs_draw(first, 1), first % 8 ? 48 : 320);
    for (size_t i = 0; i < n; i++)
        data[i] = (uint8_t)rs_draw(first, i + 2);
    return (size_t)n;
}

enum rs_status script_apply(const struct script_op *op, struct rs_placement *p, struct rs_why *why)
{
    uint32_t ids[SCRIPT_MAX_BULK];
    for (size_t i = 0; i < op->n; i++)
        ids[i] = op->nodes[i].id;
    switch (op->verb) {
    case SCRIPT_ADD:
        return rs_add(p, op->nodes, op->n, why);
    case SCRIPT_REMOVE:
        return rs_remove(p, ids, op->n, why);
    case SCRIPT_UPDATE:
        break;
    }
    return rs_update(p, op->nodes, op->n, why);
}
