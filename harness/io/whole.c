/* whole.c - whole numbers as people write them
 */
#include "whole.h"

bool whole_parse(struct rs_bytes text, uint64_t max, uint64_t *value)
{
    uint64_t number = 0;
    for (size_t i = 0; i < text.n_bytes; i++) {
        unsigned digit = (unsigned char)text.at[i] - (unsigned)'0';
        if (digit > 9 || number > max / 10 || digit > max - 10 * number)
            return false;
        number = 10 * number + digit;
    }
    if (text.n_bytes)
        *value = number;
    return text.n_bytes > 0;
}
