/* route.c - a client's keys over memcached servers, two copies of each, with failover
 *
 *     printf 'set user:1 Ada\nget user:1\n' | route 11211 11212 11213        ports on this machine
 *
 * A server that does not answer is marked down, and its keys go to their next owner. No other key
 * moves, and all is as it was when the server is marked up again.
 */
#include "ringside.h"

#include <libmemcached/memcached.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SERVERS = 64, COPIES = 2 };
static memcached_st *servers[MAX_SERVERS]; /* by node id */
static struct rs_placement *p;

/* value NULL: get. Returns whether the server answered. */
static bool ask(uint32_t id, const char *key, const char *value)
{
    memcached_return_t status;
    char *found = NULL;
    if (value)
        status = memcached_set(servers[id], key, strlen(key), value, strlen(value), 0, 0);
    else
        found = memcached_get(servers[id], key, strlen(key), &(size_t){0}, NULL, &status);
    printf("server %u: %s\n", id, found ? found : memcached_strerror(servers[id], status));
    free(found);
    return status == MEMCACHED_SUCCESS || status == MEMCACHED_NOTFOUND;
}

/* Asks the first n_copies owners that answer; one that does not makes room for the next. */
static void route(const char *key, const char *value, size_t n_copies)
{
    uint32_t ids[COPIES];
    uint64_t digest;
    struct rs_node node;
    rs_digest(p, (struct rs_bytes){key, strlen(key)}, &digest);
    for (size_t i = 0; i < rs_replicas(p, digest, n_copies, ids);) {
        bool answered = ask(ids[i], key, value) || rs_node(p, ids[i], &node);
        node.flags = RS_DOWN;
        i += answered || rs_update(p, &node, 1, NULL);
    }
}

int main(int argc, char **argv)
{
    char command[8], key[128], value[512];
    if (argc > MAX_SERVERS || rs_open("ring", NULL, &p, NULL))
        return 1;
    for (uint32_t id = 1; id < (uint32_t)argc; id++) {
        servers[id] = memcached_create(NULL);
        memcached_server_add(servers[id], "127.0.0.1", (in_port_t)atoi(argv[id]));
        rs_add(p, &(struct rs_node){.id = id, .weight = 1, .name = {argv[id], strlen(argv[id])}}, 1,
               NULL);
    }
    while (scanf("%7s %127s", command, key) == 2) {
        bool is_set = !strcmp(command, "set") && scanf("%511s", value) == 1;
        route(key, is_set ? value : NULL, is_set ? COPIES : 1);
    }
    rs_close(p); /* and memcached_free(servers[id]) where the program goes on */
}
