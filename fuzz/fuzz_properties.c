/* fuzz_properties.c - any bytes as a spec and a script, held to every property
 */
#include "check.h"

#include "input.h"

void fuzz_one(const uint8_t *data, size_t n_bytes)
{
    const struct property *property;
    struct input input;
    if (!input_open(&input, data, n_bytes))
        return;
    for (size_t i = 0; (property = property_at(i)); i++)
        input_hold(&input, property);
    input_note(&input);
    input_close(&input);
}
