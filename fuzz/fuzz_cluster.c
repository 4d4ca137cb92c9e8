/* fuzz_cluster.c - any bytes as the life of a cluster, held against a dictionary
 */
#include "check.h"

#include "cluster_session.h"
#include "narrow.h"

void fuzz_one(const uint8_t *data, size_t n_bytes)
{
    CHECK(!narrow_register(NULL));
    uint64_t outcome;
    const char *reason = cluster_session_run(data, n_bytes, &outcome);
    if (reason)
        fprintf(stderr, "%s\n", reason);
    CHECK(!reason);
    check_note_number(outcome);
}
