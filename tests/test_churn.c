/* test_churn.c - 100,000 random changes of the node table against a list
 */
#include "support.h"

#include "heap.h"

enum { N_IDS = 512, N_CHANGES = 100000 };

/* The list: ids in the order of age, which is the order of modulo. */
struct model {
    uint32_t ids[N_IDS];
    size_t n;
};

static size_t model_find(const struct model *model, uint32_t id)
{
    size_t i = 0;
    while (i < model->n && model->ids[i] != id)
        i++;
    return i;
}

static void model_remove(struct model *model, size_t i)
{
    memmove(&model->ids[i], &model->ids[i + 1], (--model->n - i) * sizeof *model->ids);
}

/* Ids far apart and ids in a row, so that the map sees both. */
static uint32_t churn_id(uint64_t draw)
{
    uint32_t i = (uint32_t)(draw % N_IDS);
    return i % 2 ? i : (uint32_t)rs_mix(i) & 0x7fffffff;
}

static void churn_name(uint32_t id, char name[16])
{
    snprintf(name, 16, "%x", id);
}

static void check_all(const struct rs_placement *p, const struct model *model)
{
    uint32_t ids[N_IDS];
    char name[16];
    assert_int_equal(rs_nodes(p, ids, N_IDS), model->n);
    assert_memory_equal(ids, model->ids, model->n * sizeof *ids);
    for (uint64_t digest = 0; digest < model->n; digest++) {
        struct rs_node node;
        assert_int_equal(rs_locate(p, digest), model->ids[digest]);
        assert_int_equal(rs_node(p, model->ids[digest], &node), RS_OK);
        churn_name(node.id, name);
        assert_int_equal(node.name.n_bytes, strlen(name));
        assert_memory_equal(node.name.at, name, node.name.n_bytes);
    }
}

static void churn_once(struct rs_placement *p, struct model *model, uint64_t draw, bool growing)
{
    const uint32_t id = churn_id(draw);
    const size_t at = model_find(model, id);
    const bool adds = (draw >> 32) % 8 < (growing ? 5 : 3);
    char name[16];
    churn_name(id, name);
    struct rs_node node = test_node(id, name);
    if (adds) {
        assert_int_equal(rs_add(p, &node, 1, NULL), at < model->n ? RS_EEXIST : RS_OK);
        if (at == model->n)
            model->ids[model->n++] = id;
    } else {
        assert_int_equal(rs_remove(p, &id, 1, NULL), at < model->n ? RS_OK : RS_ENOENT);
        if (at < model->n)
            model_remove(model, at);
    }
    assert_int_equal(rs_nodes(p, NULL, 0), model->n);
    assert_int_equal(rs_locate(p, draw), model->n ? model->ids[draw % model->n] : RS_NO_NODE);
}

static void test_churn(void **state)
{
    (void)state;
    struct heap heap = {0};
    struct rs_config config = {.allocator = heap_allocator(&heap)};
    struct rs_placement *p = test_open_config("modulo", &config);
    const size_t empty = heap.now_bytes;
    struct model model = {{0}, 0};
    for (uint64_t i = 0; i < N_CHANGES; i++) {
        churn_once(p, &model, rs_draw(1, i + 1), i / 2000 % 2 == 0);
        if (i % 500 == 0)
            check_all(p, &model);
    }
    check_all(p, &model);
    while (model.n) {
        test_remove_one(p, model.ids[model.n / 2]);
        model_remove(&model, model.n / 2);
    }
    check_all(p, &model);
    assert_int_equal(heap.now_bytes, empty);
    rs_close(p);
    assert_true(heap.now_bytes == 0 && !heap.fault);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_churn)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
