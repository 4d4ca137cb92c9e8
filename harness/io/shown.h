/* shown.h - bytes of any kind, made fit for one line on a terminal
 */
#ifndef RINGSIDE_SHOWN_H
#define RINGSIDE_SHOWN_H

#include "ringside.h"

/* A piece of text as a person may see it: a character of valid UTF-8 as it is, a control character
 * or any other byte as \xNN. */
struct shown {
    char text[5];
    size_t n_text;  /* bytes in text */
    size_t width;   /* columns on a terminal; a character counts one */
    size_t n_taken; /* bytes of the source that it stands for */
};

/* The first piece of rest, which is not empty. */
struct shown shown_first(struct rs_bytes rest);

#endif
