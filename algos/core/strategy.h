/* strategy.h - what a strategy or a hash includes: the contract, and the declaration of every row
 *
 * The declarations come from strategies.def and hashes.def: a row without its line there does not
 * compile under clang (-Wmissing-variable-declarations), a line without its row does not link.
 */
#ifndef RINGSIDE_STRATEGY_H
#define RINGSIDE_STRATEGY_H

#include "ringside.h"

#define STRATEGY(name) extern const struct rs_strategy rs_strategy_##name;
#include "strategies.def"
#undef STRATEGY
#define HASH(name) extern const struct rs_hash rs_hash_##name;
#include "hash/hashes.def"
#undef HASH

#endif
