/* liars_load.c - lies about what nodes carry
 */
#include "liars.h"

/* Room is what is asked for. */
static enum rs_status crammed_assign(struct rs_placement *p, uint64_t digest, uint32_t *id)
{
    enum rs_status status = rs_strategy_find("bounded")->assign(p, digest, id);
    uint32_t other;
    if (!status)
        (void)rs_strategy_find("bounded")->assign(p, digest, &other);
    return status;
}
void lie_crammed(struct rs_strategy *row)
{
    row->assign = crammed_assign;
}

static void blind_load(const struct rs_placement *p, uint32_t slot, uint64_t *load, uint64_t *cap)
{
    rs_strategy_find("bounded")->load(p, slot, load, cap);
    *cap = *cap > 1 ? *cap - 1 : *cap;
}
void lie_above_cap(struct rs_strategy *row)
{
    row->load = blind_load;
}

/* The preview forgets that others have keys already. */
static uint32_t forgetful_locate(const struct rs_placement *p, uint64_t digest)
{
    return rs_strategy_find("bounded")->locate(p, digest ^ UINT64_MAX);
}
void lie_forgetful(struct rs_strategy *row)
{
    row->locate = forgetful_locate;
    row->locate_many = NULL;
    row->count = NULL;
}
