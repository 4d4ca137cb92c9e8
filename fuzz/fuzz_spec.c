/* fuzz_spec.c - any text as a spec
 *
 * Either a reason, and nothing written; or a spec that reads the same after it was printed, short
 * and in full, as a bare word, and that opens or says why it does not. A table that opens is prime.
 */
#include "check.h"

#include "heap.h"
#include "narrow.h"

#include <string.h>

static bool fuzz_spec_same(const struct rs_spec *a, const struct rs_spec *b)
{
    for (size_t i = 0; i < RS_MAX_PARAMS; i++)
        if (strcmp(a->values[i], b->values[i]) != 0)
            return false;
    return a->strategy == b->strategy;
}

static void fuzz_spec_check_print(const struct rs_spec *spec, bool full)
{
    char text[RS_SPEC_MAX], shorter[8];
    struct rs_spec again;
    size_t n = rs_spec_print(spec, full, text, sizeof text);
    CHECK(n < sizeof text && n == strlen(text));
    CHECK(!strpbrk(text, " ,\"'`$&;|<>()*?[\\!~"));
    CHECK(!rs_spec_parse(text, &again, NULL));
    CHECK(fuzz_spec_same(spec, &again));
    check_note(text, n);
    CHECK(rs_spec_print(spec, full, shorter, sizeof shorter) == n);
    CHECK(strncmp(shorter, text, sizeof shorter - 1) == 0 && strlen(shorter) < sizeof shorter);
    CHECK(rs_spec_print(spec, full, NULL, 0) == n);
}

static bool fuzz_spec_is_prime(unsigned long x)
{
    for (unsigned long i = 2; i * i <= x; i++)
        if (x % i == 0)
            return false;
    return x > 1;
}

/* Of others the turns of some nodes never come by a free entry, and the first add has no end. */
static void fuzz_spec_check_table(const struct rs_spec *spec)
{
    const struct rs_param *params = rs_params(spec->strategy);
    for (size_t i = 0; params[i].name; i++)
        if (!strcmp(params[i].name, "table"))
            CHECK(fuzz_spec_is_prime(strtoul(spec->values[i], NULL, 10)));
}

static void fuzz_spec_check_open(const char *text)
{
    struct heap heap = {.limit_bytes = 1 << 20};
    struct rs_config config = {.allocator = heap_allocator(&heap)};
    struct rs_placement *p = NULL;
    struct rs_why why = {""};
    enum rs_status status = rs_open(text, &config, &p, &why);
    CHECK(status ? !p && why.text[0] : p && rs_locate(p, 0) == RS_NO_NODE);
    if (p)
        fuzz_spec_check_table(p->spec);
    rs_close(p);
    CHECK(heap.now_bytes == 0 && !heap.fault);
}

static void fuzz_spec_check(const char *text)
{
    struct rs_spec spec, before;
    struct rs_why why = {""};
    memset(&before, 0x5a, sizeof before);
    spec = before;
    if (rs_spec_parse(text, &spec, &why)) {
        CHECK(memcmp(&spec, &before, sizeof spec) == 0);
        CHECK(why.text[0] && !strchr(why.text, '\n'));
        check_note(why.text, strlen(why.text));
        return;
    }
    fuzz_spec_check_print(&spec, false);
    fuzz_spec_check_print(&spec, true);
    fuzz_spec_check_open(text);
}

void fuzz_one(const uint8_t *data, size_t n_bytes)
{
    char *text = malloc(n_bytes + 1);
    CHECK(text && !narrow_register(NULL));
    if (n_bytes)
        memcpy(text, data, n_bytes);
    text[n_bytes] = '\0';
    fuzz_spec_check(text);
    free(text);
}
