/* reason.c - reasons that name a file, fit and can be printed
 *
 * A reason has 511 bytes. A path takes at most 200 of them and any other text at most 67, so what
 * is wrong and what to do about it always fit behind.
 */
#include "reason.h"

#include "shown.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define REASON_PATH_BYTES 200
#define REASON_TEXT_BYTES 64

bool reason_set(struct rs_why *why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (why)
        vsnprintf(why->text, sizeof why->text, format, args);
    va_end(args);
    return false;
}

bool reason_at(struct rs_why *why, const char *file, uint64_t line, const char *format, ...)
{
    if (!why)
        return false;
    char number[24] = "";
    if (line)
        snprintf(number, sizeof number, ":%llu", (unsigned long long)line);
    reason_set(why, "%s%s: ", reason_path(file).text, number);
    size_t n = strlen(why->text);
    va_list args;
    va_start(args, format);
    vsnprintf(why->text + n, sizeof why->text - n, format, args);
    va_end(args);
    return false;
}

struct reason_part reason_path(const char *path)
{
    struct reason_part part = {""};
    size_t n = strlen(path);
    if (n > REASON_PATH_BYTES) {
        path += n - (REASON_PATH_BYTES - 3);
        while ((*path & 0xc0) == 0x80) /* not from the middle of a character */
            path++;
        strcpy(part.text, "...");
    }
    strcat(part.text, path);
    for (char *c = part.text; *c; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    }
    return part;
}

struct reason_part reason_text(struct rs_bytes text)
{
    struct reason_part part = {""};
    size_t n = 0;
    for (size_t i = 0; i < text.n_bytes;) {
        struct shown shown = shown_first((struct rs_bytes){text.at + i, text.n_bytes - i});
        if (n + shown.n_text > REASON_TEXT_BYTES) {
            memcpy(part.text + n, "...", 3);
            break;
        }
        memcpy(part.text + n, shown.text, shown.n_text);
        n += shown.n_text;
        i += shown.n_taken;
    }
    return part;
}
