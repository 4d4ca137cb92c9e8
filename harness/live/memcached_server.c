/* memcached_server.c - a memcached process on 127.0.0.1 that holds a given number of items
 *
 * memcached takes its memory in pages of 1 MiB and cuts each into chunks. With -n the smallest
 * chunk is as large as our largest item, so there is one kind of chunk, and
 *
 *     items = pages * floor(1 MiB / chunk)
 *
 * A chunk a little larger than needed makes that product meet almost any number.
 *
 * The order in which memcached evicts is as near to least recently used as it gets: its lists for
 * what is hot and warm are made as short as it allows, so that nearly all items are in one list, to
 * whose head a hit brings them. (Its old single list, -o no_modern, moves an item once a minute at
 * most: played fast, that is first in, first out.)
 */
#include "memcached_server.h"

#include "child.h"
#include "reason.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* ---- room */

enum {
    MEMCACHED_PAGE = 1 << 20,
    MEMCACHED_HEADER = 48,                    /* of an item */
    MEMCACHED_EXTRA = 8 + 1 + 4 + 2,          /* its cas, the end of the key, flags, \r\n */
    MEMCACHED_CHUNK_MAX = MEMCACHED_PAGE / 2, /* larger items are cut in pieces */
    MEMCACHED_ALIGN = 8,
    MEMCACHED_PAGES_MIN = 2, /* it refuses less */
};

bool memcached_room_for(uint64_t n_items, uint64_t value_bytes, struct memcached_room *room,
                        struct rs_why *why)
{
    const uint64_t needed = MEMCACHED_HEADER + MEMCACHED_EXTRA + MEMCACHED_KEY_MAX + value_bytes;
    uint64_t least = UINT64_MAX;
    *room = (struct memcached_room){0};
    for (uint64_t chunk = (needed + MEMCACHED_ALIGN - 1) / MEMCACHED_ALIGN * MEMCACHED_ALIGN;
         chunk <= MEMCACHED_CHUNK_MAX; chunk += MEMCACHED_ALIGN) {
        uint64_t in_page = MEMCACHED_PAGE / chunk, pages = (n_items + in_page / 2) / in_page;
        uint64_t held = pages * in_page;
        uint64_t off = held > n_items ? held - n_items : n_items - held;
        if (pages >= MEMCACHED_PAGES_MIN && pages <= UINT32_MAX && off < least) {
            least = off;
            *room = (struct memcached_room){held, (uint32_t)pages, (uint32_t)chunk};
        }
    }
    return least <= n_items / 100 ||
           reason_set(why,
                      "memcached cannot be made to hold %" PRIu64 " items of %" PRIu64
                      " bytes; choose another cache size",
                      n_items, value_bytes);
}

/* ---- starting and ending */

void memcached_server_kill(struct memcached_server *server)
{
    if (server->pid)
        child_kill(server->pid);
    server->pid = 0;
}

static struct sockaddr_in memcached_server_address(uint16_t port)
{
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

/* A port that nobody has now; somebody may take it before the server does. 0: there is none. */
static uint16_t memcached_server_free_port(void)
{
    struct sockaddr_in address = memcached_server_address(0);
    socklen_t n = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool good = fd >= 0 && !bind(fd, (struct sockaddr *)&address, n) &&
                !getsockname(fd, (struct sockaddr *)&address, &n);
    if (fd >= 0)
        close(fd);
    return good ? ntohs(address.sin_port) : 0;
}

static int memcached_server_spawn(struct memcached_server *server,
                                  const struct memcached_room *room)
{
    char port[16], megabytes[16], smallest[16];
    snprintf(port, sizeof port, "%u", server->port);
    snprintf(megabytes, sizeof megabytes, "%" PRIu32, room->megabytes);
    snprintf(smallest, sizeof smallest, "%" PRIu32, room->chunk_bytes - MEMCACHED_HEADER);
    const char *const words[] = {"memcached", "-l",
                                 "127.0.0.1", "-p",
                                 port,        "-U",
                                 "0",         "-t",
                                 "1",         "-m",
                                 megabytes,   "-n",
                                 smallest,    "-u",
                                 "nobody", /* asked for when the user is root */
                                 "-o",        "hot_lru_pct=2,warm_lru_pct=2,slab_automove=0",
                                 NULL};
    char *argv[sizeof words / sizeof *words];
    memcpy(argv, words, sizeof words); /* which are left as they are */
    return child_start(argv, &server->pid);
}

static bool memcached_server_answers(uint16_t port)
{
    static const char question[] = "version\r\n", answer[] = "VERSION ";
    struct sockaddr_in address = memcached_server_address(port);
    struct timeval patience = {.tv_sec = 1};
    char got[sizeof answer - 1];
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool good = fd >= 0 && !setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) &&
                !connect(fd, (struct sockaddr *)&address, sizeof address) &&
                send(fd, question, sizeof question - 1, MSG_NOSIGNAL) > 0 &&
                recv(fd, got, sizeof got, MSG_WAITALL) == sizeof got &&
                !memcmp(got, answer, sizeof got);
    if (fd >= 0)
        close(fd);
    return good;
}

/* false: it has ended, or says nothing for five seconds. */
static bool memcached_server_wait(struct memcached_server *server)
{
    enum { TRIES = 500 };
    const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    for (int i = 0; i < TRIES; i++) {
        bool answers = memcached_server_answers(server->port);
        if (child_has_ended(server->pid)) {
            server->pid = 0;
            return false; /* the answer, if any, was another process's */
        }
        if (answers)
            return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

bool memcached_server_start(struct memcached_server *server, const struct memcached_room *room,
                            struct rs_why *why)
{
    enum { TRIES = 3 };
    for (int i = 0; i < TRIES; i++) {
        *server = (struct memcached_server){.port = memcached_server_free_port()};
        int error = memcached_server_spawn(server, room);
        if (error == CHILDREN_ARE_MANY)
            return reason_set(why, "more than %d servers; use fewer nodes", CHILDREN_MAX);
        if (error) {
            server->pid = 0;
            return reason_set(why, "memcached: %s; scripts/setup.sh --with-peers installs it",
                              strerror(error));
        }
        if (memcached_server_wait(server))
            return true;
        memcached_server_kill(server);
    }
    return reason_set(why,
                      "memcached does not answer on 127.0.0.1; see what it says: memcached -vv "
                      "-l 127.0.0.1 -p %u -m %" PRIu32,
                      server->port, room->megabytes);
}
