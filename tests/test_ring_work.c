/* test_ring_work.c - the order of points is one, and changes compare no more than they must
 *
 * ring_points.c is compiled once more, into this program, with its look at the node of a point
 * counted: with a hash that sends every label to one place each comparison of two points looks at
 * both nodes. How often a removal passes over the owners of the points is seen by their memory: two
 * pages of it are open at a time, and each that is asked for besides is counted. No clock is asked.
 */
#include "support.h"

#include "core/ring_arrays.h"
#include "core/ring_labels.h"
#include "core/ring_points.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static uint64_t n_looked_at;

static uint32_t counted_slot_of(const struct rs_placement *p, uint32_t id)
{
    n_looked_at++;
    return rs_slot_of(p, id);
}

#define rs_slot_of counted_slot_of
#include "core/ring_points.c"
#undef rs_slot_of

static enum rs_status one_place_digest(struct rs_bytes key, uint64_t seed, uint64_t *digest)
{
    (void)key, (void)seed;
    *digest = 7;
    return RS_OK;
}

static const struct rs_hash one_place = {
    .abi = RS_ABI,
    .name = "one_place",
    .summary = "always 7",
    .origin = "test_ring_work.c",
    .n_bits = 64,
    .any_bytes = true,
    .test_only = true,
    .digest = one_place_digest,
};

static int register_one_place(void **state)
{
    (void)state;
    return rs_hash_register(&one_place, NULL) != RS_OK;
}

#define SPEC "ring:label_hash=one_place:vnodes=1"

/* Names and ids in an order that is neither theirs nor its reverse; every eighth name comes again.
 */
static void add_shuffled(struct rs_placement *p, uint32_t first, uint32_t n)
{
    struct rs_node nodes[1024];
    char names[1024][16];
    assert_true(n <= N_OF(nodes));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t number = first + i * 389 % n;
        snprintf(names[i], sizeof names[i], "n%u", number % 8 ? number : number / 16);
        nodes[i] = test_node(number, names[i]);
    }
    test_add(p, nodes, n);
}

static unsigned bits_of(uint64_t n)
{
    unsigned n_bits = 0;
    while (n >> n_bits)
        n_bits++;
    return n_bits;
}

/* n nodes at once are sorted once, n log n, and merged by n searches; one by one would look at some
 * n^2 / 4 of them again. */
static void test_adding_many_sorts_once(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1, 2, 10, 100, 509, 1000};
    for (size_t s = 0; s < N_OF(sizes); s++) {
        const uint32_t n = sizes[s];
        struct rs_placement *p = test_open(SPEC);
        n_looked_at = 0;
        add_shuffled(p, 0, n);
        assert_in_range(n_looked_at, 0, 2 * n * bits_of(n - 1));
        n_looked_at = 0;
        add_shuffled(p, 10000, n);
        assert_in_range(n_looked_at, n > 1, 2 * n * (bits_of(n - 1) + bits_of(n)));
        rs_close(p);
    }
}

/* ---- pages that are counted */

enum { PAGES_OPEN = 2 }; /* where it reads, and where it writes when that is the same array */

static struct {
    char *begin, *end, *open[PAGES_OPEN]; /* the oldest first */
    size_t page_bytes, n_asked;
} pages;

static void pages_protect(char *at, size_t n_bytes, int protection)
{
    if (n_bytes && mprotect(at, n_bytes, protection))
        abort();
}

static void pages_asked(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    char *at = info->si_addr;
    if (at < pages.begin || at >= pages.end) {
        signal(signal_number, SIG_DFL); /* a fault of another kind comes again, and ends it */
        return;
    }
    at -= (size_t)(at - pages.begin) % pages.page_bytes;
    if (pages.open[0])
        pages_protect(pages.open[0], pages.page_bytes, PROT_NONE);
    pages.open[0] = pages.open[1], pages.open[1] = at;
    pages_protect(at, pages.page_bytes, PROT_READ | PROT_WRITE);
    pages.n_asked++;
}

static size_t pages_of(size_t n_bytes)
{
    return (n_bytes + pages.page_bytes - 1) / pages.page_bytes;
}

static void *pages_alloc(void *ctx, size_t n_bytes, size_t align)
{
    (void)ctx, (void)align;
    void *at = mmap(NULL, pages_of(n_bytes) * pages.page_bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? NULL : at;
}

static void pages_free(void *ctx, void *at, size_t n_bytes)
{
    (void)ctx;
    if (at == pages.begin)
        pages.begin = pages.end = NULL;
    munmap(at, pages_of(n_bytes) * pages.page_bytes);
}

/* Removes nodes, and returns by how many pages the owners were asked for. */
static size_t pages_of_removal(struct rs_placement *p, const uint32_t *ids, size_t n)
{
    const struct ring *ring = ring_of(p);
    struct sigaction counting = {.sa_sigaction = pages_asked, .sa_flags = SA_SIGINFO}, before;
    sigemptyset(&counting.sa_mask);
    pages.begin = (char *)ring->owners;
    pages.end = pages.begin + pages_of(ring->cap * sizeof *ring->owners) * pages.page_bytes;
    pages.open[0] = pages.open[1] = NULL, pages.n_asked = 0;
    assert_int_equal(sigaction(SIGSEGV, &counting, &before), 0);
    pages_protect(pages.begin, (size_t)(pages.end - pages.begin), PROT_NONE);
    enum rs_status status = rs_remove(p, ids, n, NULL);
    pages_protect(pages.begin, (size_t)(pages.end - pages.begin), PROT_READ | PROT_WRITE);
    sigaction(SIGSEGV, &before, NULL);
    assert_int_equal(status, RS_OK);
    return pages.n_asked;
}

/* One pass over the owners, of a removal in place and of one that takes smaller arrays. */
static void check_passes(void)
{
    enum { N = 256, N_GONE = 100 };
    pages.page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    const struct rs_config config = {.allocator = {pages_alloc, pages_free, NULL}};
    struct rs_placement *p = test_open_config("ring:vnodes=1000", &config);
    uint32_t gone[N_GONE];
    add_shuffled(p, 0, N);
    for (uint32_t i = 0; i < N_GONE; i++)
        gone[i] = 1 + i * 2;
    size_t n_bytes = ring_of(p)->n * sizeof(uint32_t);
    const uint32_t *owners = ring_of(p)->owners;
    assert_int_equal(pages_of_removal(p, gone, 1), pages_of(n_bytes));
    assert_ptr_equal(ring_of(p)->owners, owners);
    n_bytes = ring_of(p)->n * sizeof(uint32_t);
    assert_int_equal(pages_of_removal(p, gone + 1, N_GONE - 1), pages_of(n_bytes));
    assert_ptr_not_equal(ring_of(p)->owners, owners);
    rs_close(p);
}

/* One that leaves is known by its id; of several, each point is asked for once. */
static void test_removing_looks_at_a_point_once(void **state)
{
    (void)state;
    check_passes();
    enum { N = 1000, N_GONE = 300 };
    struct rs_placement *p = test_open(SPEC);
    uint32_t gone[N_GONE];
    add_shuffled(p, 0, N);
    n_looked_at = 0;
    test_remove_one(p, 17);
    assert_int_equal(n_looked_at, 0);
    for (uint32_t i = 0; i < N_GONE; i++)
        gone[i] = 18 + i * 3;
    assert_int_equal(rs_remove(p, gone, N_GONE, NULL), RS_OK);
    assert_in_range(n_looked_at, 1, N - 1);
    rs_close(p);
}

/* Every sign, every pair and every triple of points and nodes at the ends of what they can be. */
static void test_order_is_total(void **state)
{
    (void)state;
    static const uint64_t places[] = {0,          1,         INT32_MAX,         UINT64_C(1) << 31,
                                      UINT32_MAX, INT64_MAX, UINT64_C(1) << 63, UINT64_MAX};
    static const struct {
        uint32_t id;
        struct rs_bytes name;
    } nodes[] = {{0, RS_TEXT_BYTES("a")},          {1, RS_TEXT_BYTES("")},
                 {0x7fffffff, RS_TEXT_BYTES("a")}, {0x80000000, RS_TEXT_BYTES("a")},
                 {0xfffffffe, RS_TEXT_BYTES("")},  {2, RS_TEXT_BYTES("a\0")},
                 {3, RS_TEXT_BYTES("a\0b")},       {4, RS_TEXT_BYTES("\x7f")},
                 {5, RS_TEXT_BYTES("\x80")},       {6, RS_TEXT_BYTES("\xff")}};
    enum { N = N_OF(places) * N_OF(nodes) };
    struct rs_placement *p = test_open(SPEC);
    struct ring_point points[N];
    static bool before[N][N];
    for (size_t i = 0; i < N_OF(nodes); i++) {
        struct rs_node node = {.id = nodes[i].id, .weight = 1, .name = nodes[i].name};
        test_add(p, &node, 1);
    }
    for (size_t i = 0; i < N; i++)
        points[i] = (struct ring_point){places[i / N_OF(nodes)], nodes[i % N_OF(nodes)].id};
    for (size_t a = 0; a < N; a++)
        for (size_t b = 0; b < N; b++)
            before[a][b] = ring_before((struct ring *)p, points[a], points[b]);
    for (size_t a = 0; a < N; a++)
        for (size_t b = 0; b < N; b++) {
            assert_int_equal(before[a][b] + before[b][a], a != b);
            for (size_t c = 0; c < N; c++)
                assert_true(!before[a][b] || !before[b][c] || before[a][c]);
        }
    rs_close(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_adding_many_sorts_once),
        cmocka_unit_test(test_removing_looks_at_a_point_once),
        cmocka_unit_test(test_order_is_total),
    };
    return cmocka_run_group_tests(tests, register_one_place, NULL);
}
