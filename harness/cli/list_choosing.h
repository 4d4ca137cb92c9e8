/* list_choosing.h - docs/choosing.md, from the rows of the strategies
 */
#ifndef RINGSIDE_LIST_CHOOSING_H
#define RINGSIDE_LIST_CHOOSING_H

#include "ringside.h"

#include <stdio.h>

/* Markdown: what each strategy promises and costs, when to take it and when not. */
void list_choosing(FILE *out);

#endif
