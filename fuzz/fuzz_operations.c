/* fuzz_operations.c - any bytes as a spec and a script: after every call the naive twin agrees
 *
 * The quick one of the two targets that run scripts: what is computed, by batches as well as one by
 * one, and what nodes carry. fuzz_properties has the rest.
 */
#include "check.h"

#include "input.h"

void fuzz_one(const uint8_t *data, size_t n_bytes)
{
    static const char *const quick[] = {"naive_twin", "batch", "load"};
    struct input input;
    if (!input_open(&input, data, n_bytes))
        return;
    for (size_t i = 0; i < sizeof quick / sizeof *quick; i++)
        input_hold(&input, property_find(quick[i]));
    input_note(&input);
    input_close(&input);
}
