/* memcached_server.h - a memcached process on 127.0.0.1 that holds a given number of items
 *
 * Servers that are still there when the program is ended by a signal end with it.
 */
#ifndef RINGSIDE_MEMCACHED_SERVER_H
#define RINGSIDE_MEMCACHED_SERVER_H

#include "ringside.h"

#include <sys/types.h>

/* What makes memcached hold n_items items of one size: all fall into its first slab class. */
struct memcached_room {
    uint64_t n_items; /* as near to what was asked for as pages and chunks allow */
    uint32_t megabytes;
    uint32_t chunk_bytes;
};
#define MEMCACHED_KEY_MAX 16 /* bytes that room is made for */
#define MEMCACHED_VALUE_MAX 400000

/* value_bytes up to MEMCACHED_VALUE_MAX. false: memcached cannot be made to hold so many, or so
 * few; why says it. */
bool memcached_room_for(uint64_t n_items, uint64_t value_bytes, struct memcached_room *room,
                        struct rs_why *why);

struct memcached_server {
    pid_t pid; /* 0: it does not run */
    uint16_t port;
};

/* Returns when it answers; CHILDREN_MAX at a time. false: it does not run, why says it. */
bool memcached_server_start(struct memcached_server *server, const struct memcached_room *room,
                            struct rs_why *why);
/* At once, with its data; it has gone on return. One that does not run: nothing happens. */
void memcached_server_kill(struct memcached_server *server);

#endif
