/* twice.c - what a fuzzer calls: the target, and for some inputs the target again
 *
 * What an input comes to may not depend on what ran before it. Which inputs run twice depends on
 * their bytes alone, so that a finding stays one when it is replayed.
 */
#include "check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_bytes);

enum { TWICE_ONE_IN = 16 };

static uint64_t twice_noted;

static uint64_t twice_fold(uint64_t digest, const uint8_t *bytes, size_t n_bytes)
{
    for (size_t i = 0; i < n_bytes; i++)
        digest = (digest ^ bytes[i]) * UINT64_C(0x100000001b3);
    return digest;
}

void check_note(const void *bytes, size_t n_bytes)
{
    twice_noted = twice_fold(twice_noted, bytes, n_bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_bytes)
{
    twice_noted = 0;
    fuzz_one(data, n_bytes);
    if (twice_fold(n_bytes, data, n_bytes) % TWICE_ONE_IN == 0) {
        uint64_t noted = twice_noted;
        twice_noted = 0;
        fuzz_one(data, n_bytes);
        CHECK(twice_noted == noted);
    }
    return 0;
}
