/* cluster_fail.h - a failure in one line
 */
#ifndef RINGSIDE_CLUSTER_FAIL_H
#define RINGSIDE_CLUSTER_FAIL_H

#include "ringside.h"

/* Fills why, if there is one, and returns status. */
enum rs_status cluster_fail(struct rs_why *why, enum rs_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
