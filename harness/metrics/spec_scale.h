/* spec_scale.h - specs whose numbers grow with the nodes
 *
 *     anchor:capacity=10n     ten times the nodes
 *     maglev:table=128p       the smallest prime not below 128 times the nodes
 *
 * So that strategies with a fixed capacity are compared alike at every size. Only a run over sizes
 * knows such numbers; for a placement they are wrong like any other text.
 */
#ifndef RINGSIDE_SPEC_SCALE_H
#define RINGSIDE_SPEC_SCALE_H

#include "ringside.h"

/* The spec for so many nodes; a text without such a number stays as it is. false: a number is 0
 * or beyond 2^53, or the text too long. */
bool spec_scale(const char *text, uint64_t n_nodes, char spec[RS_SPEC_MAX]);
/* Whether it has such a number. */
bool spec_scale_has(const char *text);
/* What to say behind a refusal of the text by a command that knows no sizes: "; ..." when it has
 * such a number, else "". */
const char *spec_scale_hint(const char *text);

#endif
