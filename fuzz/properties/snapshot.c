/* snapshot.c - all that a caller can observe of a placement
 */
#include "snapshot.h"

#include "property.h"

#include <stdlib.h>
#include <string.h>

/* Running out of memory here is no finding: there is nothing to go on with. */
static unsigned char *snapshot_save(const struct rs_placement *p, size_t *n_bytes)
{
    *n_bytes = rs_save(p, NULL, 0);
    unsigned char *saved = malloc(*n_bytes);
    if (!saved)
        abort();
    rs_save(p, saved, *n_bytes);
    return saved;
}

void snapshot_take(struct snapshot *snapshot, const struct rs_placement *p,
                   const struct script *script)
{
    probes_take(&snapshot->probes, p, script);
    snapshot->saved = snapshot_save(p, &snapshot->n_saved);
}

void snapshot_free(struct snapshot *snapshot)
{
    free(snapshot->saved);
    snapshot->saved = NULL;
}

const char *snapshot_differ(const struct snapshot *snapshot, const struct rs_placement *p,
                            const char *what)
{
    size_t n_saved;
    unsigned char *saved = snapshot_save(p, &n_saved);
    bool same = n_saved == snapshot->n_saved && !memcmp(saved, snapshot->saved, n_saved);
    free(saved);
    return same ? probes_differ(&snapshot->probes, p, what)
                : property_fail("the nodes or the state are others %s", what);
}
