/* claim_groups.h - the tables of claims; each ends with a NULL name
 */
#ifndef RINGSIDE_CLAIM_GROUPS_H
#define RINGSIDE_CLAIM_GROUPS_H

#include "claims.h"

#define CLAIM_GROUP(name) extern const struct claim claims_##name[];
#include "claim_groups.def"
#undef CLAIM_GROUP

#endif
