/* reason.h - reasons that name a file, fit and can be printed
 *
 * All return false, so that a caller can `return reason_at(...)`. why may be NULL.
 */
#ifndef RINGSIDE_REASON_H
#define RINGSIDE_REASON_H

#include "ringside.h"

bool reason_set(struct rs_why *why, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "FILE:LINE: ..."; without the line when it is 0. */
bool reason_at(struct rs_why *why, const char *file, uint64_t line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Parts of a reason that are as long as people make them: what is too long loses the part that says
 * least, of a path the front, of other text the end. */
struct reason_part {
    char text[208];
};
struct reason_part reason_path(const char *path);
struct reason_part reason_text(struct rs_bytes text);

#endif
