/* check.h - what must be true while fuzzing, in every build
 */
#ifndef RINGSIDE_CHECK_H
#define RINGSIDE_CHECK_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Unlike assert, NDEBUG does not silence it. */
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Every fuzz target defines it: one input. */
void fuzz_one(const uint8_t *data, size_t n_bytes);

/* Notes what came of the input: the same input must come to the same (twice.c). */
void check_note(const void *bytes, size_t n_bytes);
static inline void check_note_number(uint64_t number)
{
    check_note(&number, sizeof number);
}

#endif
