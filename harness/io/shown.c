/* shown.c - bytes of any kind, made fit for one line on a terminal
 *
 * Keys and names may hold any bytes. Escapes of a terminal must not get through, and neither may
 * half a character, which would shift every column after it.
 */
#include "shown.h"

#include <string.h>

/* Length of the character of UTF-8 that text starts with; 0: it starts with none. */
static size_t shown_utf8(const unsigned char *text, size_t n_bytes)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* shorter would do: not legal */
    size_t length = text[0] < 0x80 ? 1 : text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
    if (length == 1)
        return 1;
    if (text[0] < 0xc2 || text[0] > 0xf4 || length > n_bytes)
        return 0;
    uint32_t point = text[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        point = point << 6 | (text[i] & 0x3f);
    }
    bool surrogate = point >= 0xd800 && point <= 0xdfff;
    return point < least[length] || surrogate || point > 0x10ffff ? 0 : length;
}

/* C0 and DEL are one byte, C1 is two of UTF-8. */
static bool shown_is_control(const unsigned char *text, size_t length)
{
    return length == 1 ? text[0] < 0x20 || text[0] == 0x7f : text[0] == 0xc2 && text[1] < 0xa0;
}

/* Takes no column, or turns the order of what follows: one name could look like another. U+200B to
 * 200F, U+2028 to 202E, U+2060 to 206F, U+FEFF. */
static bool shown_is_unseen(const unsigned char *text, size_t length)
{
    static const struct {
        unsigned char head[2], first, last;
    } unseen[] = {{{0xe2, 0x80}, 0x8b, 0x8f},
                  {{0xe2, 0x80}, 0xa8, 0xae},
                  {{0xe2, 0x81}, 0xa0, 0xaf},
                  {{0xef, 0xbb}, 0xbf, 0xbf}};
    for (size_t i = 0; length == 3 && i < sizeof unseen / sizeof *unseen; i++)
        if (!memcmp(text, unseen[i].head, 2) && text[2] >= unseen[i].first &&
            text[2] <= unseen[i].last)
            return true;
    return false;
}

struct shown shown_first(struct rs_bytes rest)
{
    static const char hex[] = "0123456789abcdef";
    const unsigned char *text = (const unsigned char *)rest.at;
    size_t length = shown_utf8(text, rest.n_bytes);
    if (length == 0 || shown_is_control(text, length) || shown_is_unseen(text, length))
        return (struct shown){{'\\', 'x', hex[text[0] >> 4], hex[text[0] & 15]}, 4, 4, 1};
    struct shown shown = {{0}, length, 1, length};
    memcpy(shown.text, text, length);
    return shown;
}
