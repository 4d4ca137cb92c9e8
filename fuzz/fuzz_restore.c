/* fuzz_restore.c - any bytes as a saved placement
 *
 * Either they are refused, and nothing is written or left behind; or there is a placement whose own
 * bytes bring back the same one.
 */
#include "check.h"

#include "heap.h"
#include "narrow.h"
#include "snapshot.h"

#include <string.h>

/* A few bytes may ask for more points than there is memory. */
enum { FUZZ_RESTORE_BYTES = 1 << 20 };

static void fuzz_restore_check(const struct rs_placement *p)
{
    static const struct script none;
    struct snapshot saved;
    struct heap heap = {0};
    struct rs_config config = {.allocator = heap_allocator(&heap)};
    struct rs_placement *again = NULL;
    snapshot_take(&saved, p, &none);
    CHECK(!rs_restore(saved.saved, saved.n_saved, &config, &again, NULL));
    const char *reason = snapshot_differ(&saved, again, "after save and restore");
    if (reason)
        fprintf(stderr, "%s\n", reason);
    CHECK(!reason);
    check_note(saved.saved, saved.n_saved);
    snapshot_free(&saved);
    rs_close(again);
    CHECK(heap.now_bytes == 0 && !heap.fault);
}

void fuzz_one(const uint8_t *data, size_t n_bytes)
{
    struct heap heap = {.limit_bytes = FUZZ_RESTORE_BYTES};
    struct rs_config config = {.allocator = heap_allocator(&heap)};
    struct rs_placement *p = NULL;
    struct rs_why why = {""};
    CHECK(!narrow_register(NULL));
    enum rs_status status = rs_restore(data, n_bytes, &config, &p, &why);
    CHECK(status == RS_OK || status == RS_EINVAL || status == RS_ENOMEM ||
          status == RS_EUNSUPPORTED);
    CHECK(status ? !p && why.text[0] : p != NULL);
    check_note(why.text, strlen(why.text));
    if (p)
        fuzz_restore_check(p);
    rs_close(p);
    CHECK(heap.now_bytes == 0 && !heap.fault);
}
