/* grow.h - how much an array that grows takes
 */
#ifndef RINGSIDE_GROW_H
#define RINGSIDE_GROW_H

#include <stddef.h>

/* n and at most an eighth more, so that growing by a few copies rarely. */
static inline size_t grow_cap(size_t n)
{
    size_t step = 1;
    while (n / step >= 16)
        step *= 2;
    return (n + step - 1) / step * step;
}

#endif
