/* cluster_fail.c - a failure in one line
 */
#include "cluster_fail.h"

#include <stdarg.h>
#include <stdio.h>

enum rs_status cluster_fail(struct rs_why *why, enum rs_status status, const char *format, ...)
{
    if (why) {
        va_list args;
        va_start(args, format);
        vsnprintf(why->text, sizeof why->text, format, args);
        va_end(args);
    }
    return status;
}
