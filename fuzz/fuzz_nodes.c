/* fuzz_nodes.c - any bytes as a node file
 *
 * Either a reason that names the file and an empty list, or a list in which names and ids are
 * unique and which, printed as CSV, reads as the same list again. A name with a byte behind it is
 * another name.
 */
#include "check.h"

#include "csv.h"
#include "nodefile.h"
#include "real.h"

#include <math.h>
#include <string.h>

#define FUZZ_NODES_PAIRS 200 /* so many nodes are compared with each other */

static bool fuzz_nodes_same(struct rs_bytes a, struct rs_bytes b)
{
    return a.n_bytes == b.n_bytes && memcmp(a.at, b.at, a.n_bytes) == 0;
}

static void fuzz_nodes_check_refused(const struct node_list *list, const struct rs_why *why)
{
    CHECK(list->n == 0 && !list->nodes && !list->text && !list->file);
    CHECK(strncmp(why->text, "any.csv:", 8) == 0);
    CHECK(strstr(why->text, "; "));
    CHECK(strlen(why->text) < sizeof why->text - 1); /* nothing was cut off */
    CHECK(!strchr(why->text, '\n'));
    check_note(why->text, strlen(why->text));
}

static void fuzz_nodes_check_read(const struct node_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        const struct rs_node *node = &list->nodes[i];
        CHECK(node->name.n_bytes > 0 && node->name.n_bytes <= RS_NAME_MAX);
        CHECK(isfinite(node->weight) && node->weight >= 0);
        CHECK(node->id != RS_NO_NODE);
        CHECK(list->has_id[i] || node->id == i);
        CHECK(list->lines[i] > (i ? list->lines[i - 1] : 0));
        for (size_t j = 0; j < i && i < FUZZ_NODES_PAIRS; j++) {
            CHECK(node->id != list->nodes[j].id);
            CHECK(!fuzz_nodes_same(node->name, list->nodes[j].name));
        }
    }
}

/* Always in quotes: bare, a name may be a comment or a blank line. */
static void fuzz_nodes_print(FILE *out, const struct rs_node *node)
{
    char weight[REAL_MAX];
    real_print(node->weight, weight);
    putc('"', out);
    for (size_t i = 0; i < node->name.n_bytes; i++) {
        if (node->name.at[i] == '"')
            putc('"', out);
        putc(node->name.at[i], out);
    }
    fprintf(out, "\",%s,%lu\n", weight, (unsigned long)node->id);
}

static void fuzz_nodes_check_same(const struct rs_node *nodes, size_t n)
{
    char *text;
    size_t n_bytes;
    FILE *out = open_memstream(&text, &n_bytes);
    for (size_t i = 0; i < n; i++)
        fuzz_nodes_print(out, &nodes[i]);
    CHECK(fclose(out) == 0);
    struct node_list again;
    check_note(text, n_bytes);
    CHECK(nodefile_parse("again.csv", text, n_bytes, &again, NULL));
    CHECK(again.n == n);
    for (size_t i = 0; i < n; i++) {
        CHECK(fuzz_nodes_same(again.nodes[i].name, nodes[i].name));
        CHECK(again.nodes[i].id == nodes[i].id);
        CHECK(again.nodes[i].weight == nodes[i].weight);
    }
    node_list_free(&again);
    free(text);
}

static void fuzz_nodes_check_longer(const struct rs_node *node)
{
    char name[RS_NAME_MAX + 1];
    if (node->name.n_bytes == RS_NAME_MAX)
        return;
    memcpy(name, node->name.at, node->name.n_bytes);
    name[node->name.n_bytes] = '1';
    struct rs_node pair[] = {*node, *node};
    pair[1].name = (struct rs_bytes){name, node->name.n_bytes + 1};
    pair[1].id = node->id ? node->id - 1 : 1;
    fuzz_nodes_check_same(pair, 2);
}

/* What csv_write writes, csv_split reads. */
static void fuzz_nodes_check_csv(const struct node_list *list)
{
    char *text;
    size_t n_bytes;
    FILE *out = open_memstream(&text, &n_bytes);
    for (size_t i = 0; i < list->n; i++) {
        if (i > 0)
            putc(',', out);
        csv_write(out, list->nodes[i].name);
    }
    CHECK(fclose(out) == 0);
    struct rs_bytes fields[FUZZ_NODES_PAIRS];
    const char *bad;
    size_t n = csv_split(text, n_bytes, fields, FUZZ_NODES_PAIRS, &bad);
    CHECK(n == (list->n ? list->n : 1));
    for (size_t i = 0; i < list->n && i < FUZZ_NODES_PAIRS; i++)
        CHECK(fuzz_nodes_same(fields[i], list->nodes[i].name));
    free(text);
}

void fuzz_one(const uint8_t *data, size_t n_bytes)
{
    struct node_list list;
    struct rs_why why = {""};
    if (nodefile_parse("any.csv", (const char *)data, n_bytes, &list, &why)) {
        fuzz_nodes_check_read(&list);
        fuzz_nodes_check_same(list.nodes, list.n);
        if (list.n > 0)
            fuzz_nodes_check_longer(&list.nodes[0]);
        fuzz_nodes_check_csv(&list);
    } else {
        fuzz_nodes_check_refused(&list, &why);
    }
    node_list_free(&list);
}
