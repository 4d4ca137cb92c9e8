/* fail.c - failures in words
 */
#include "core/core.h"

#include <stdarg.h>
#include <stdio.h>

const char *rs_status_text(enum rs_status status)
{
    switch (status) {
#define X(name, text)                                                                              \
    case RS_##name:                                                                                \
        return text;
        RS_STATUS_MAP(X)
#undef X
    }
    return "unknown status";
}

enum rs_status core_fail(struct rs_why *why, enum rs_status status, const char *format, ...)
{
    if (why) {
        va_list args;
        va_start(args, format);
        vsnprintf(why->text, sizeof why->text, format, args);
        va_end(args);
    }
    return status;
}

/* Control bytes could drive a terminal; what does not fit ends in dots. */
struct core_shown core_show(struct rs_bytes bytes)
{
    struct core_shown shown;
    size_t room = sizeof shown.text - 1, n = bytes.n_bytes < room ? bytes.n_bytes : room;
    for (size_t i = 0; i < n; i++) {
        unsigned char byte = (unsigned char)bytes.at[i];
        shown.text[i] = byte < 0x20 || byte == 0x7f ? '?' : (char)byte;
    }
    shown.text[n] = '\0';
    if (n < bytes.n_bytes)
        for (size_t i = n - 3; i < n; i++)
            shown.text[i] = '.';
    return shown;
}
