/* bench_nodes.c - the nodes of one size: given or made, and the one that comes
 *
 * A newcomer that had the name of another node would have its points too, lose every tie and move
 * nothing: a change that flatters. Of n + 1 names or ids, n nodes leave one free.
 */
#include "bench_nodes.h"

#include "whole.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void bench_nodes_name(struct bench_nodes *nodes, size_t i, size_t number)
{
    int n = snprintf(nodes->names[i], sizeof *nodes->names, "node-%zu", number);
    nodes->nodes[i].name = (struct rs_bytes){nodes->names[i], (size_t)n};
}

/* k of the name node-<k>; UINT64_MAX: it is no such name. */
static uint64_t bench_nodes_number(struct rs_bytes name)
{
    static const char prefix[] = "node-";
    const size_t n = sizeof prefix - 1;
    uint64_t number = UINT64_MAX;
    if (name.n_bytes > n && !memcmp(name.at, prefix, n) && name.at[n] != '0')
        whole_parse((struct rs_bytes){name.at + n, name.n_bytes - n}, UINT64_MAX, &number);
    return number;
}

static size_t bench_nodes_first_free(const bool *is_taken)
{
    size_t i = 0;
    while (is_taken[i])
        i++;
    return i;
}

static bool bench_nodes_add_newcomer(struct bench_nodes *nodes, size_t n)
{
    bool *is_name = calloc(n + 1, sizeof *is_name), *is_id = calloc(n + 1, sizeof *is_id);
    bool good = is_name && is_id;
    for (size_t i = 0; good && i < n; i++) {
        uint64_t number = bench_nodes_number(nodes->nodes[i].name);
        if (number >= n && number - n <= n)
            is_name[number - n] = true;
        if (nodes->nodes[i].id <= n)
            is_id[nodes->nodes[i].id] = true;
    }
    if (good) {
        nodes->nodes[n] = (struct rs_node){.weight = 1};
        nodes->nodes[n].id = (uint32_t)bench_nodes_first_free(is_id);
        bench_nodes_name(nodes, n, n + bench_nodes_first_free(is_name));
    }
    free(is_name);
    free(is_id);
    return good;
}

bool bench_nodes_make(struct bench_nodes *nodes, const struct rs_node *given, size_t n)
{
    nodes->nodes = calloc(n + 1, sizeof *nodes->nodes);
    nodes->names = calloc(n + 1, sizeof *nodes->names);
    if (!nodes->nodes || !nodes->names)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (given) {
            nodes->nodes[i] = given[i];
            continue;
        }
        nodes->nodes[i] = (struct rs_node){.id = (uint32_t)i, .weight = 1};
        bench_nodes_name(nodes, i, i);
    }
    return bench_nodes_add_newcomer(nodes, n);
}

void bench_nodes_free(struct bench_nodes *nodes)
{
    free(nodes->nodes);
    free(nodes->names);
    *nodes = (struct bench_nodes){0};
}
