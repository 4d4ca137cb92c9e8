/* z_groups.c - the z of many samples, apart by measure and change
 */
#include "z_groups.h"

#include <string.h>

/* excess_fraction is moved_fraction less a constant. */
bool z_is_drawn(const struct result *row)
{
    return !isnan(row->expected.z) && !row->expected.is_exact &&
           strcmp(row->measure->name, "excess_fraction") != 0;
}

static struct z_group *z_groups_find(struct z_groups *groups, const struct result *row)
{
    for (size_t i = 0; i < groups->n; i++)
        if (!strcmp(groups->groups[i].measure, row->measure->name) &&
            !strcmp(groups->groups[i].change, row->change))
            return &groups->groups[i];
    if (groups->n == Z_GROUPS_MOST)
        return NULL;
    struct z_group *group = &groups->groups[groups->n++];
    *group = (struct z_group){.measure = row->measure->name, .change = row->change};
    return group;
}

bool z_groups_add(struct z_groups *groups, const struct result *row)
{
    if (!z_is_drawn(row))
        return true;
    double z = row->expected.z;
    struct z_group *group = z_groups_find(groups, row);
    if (!group)
        return false;
    group->most = fmax(group->most, fabs(z));
    group->sum += z;
    group->squares += z * z;
    group->n++;
    return true;
}

double z_group_rms(const struct z_group *group)
{
    return sqrt(group->squares / (double)group->n);
}

bool z_group_is_good(const struct z_group *group)
{
    return group->n >= Z_GROUP_LEAST && group->most <= Z_MOST &&
           fabs(z_group_rms(group) - 1) <= Z_RMS_WIDTH;
}
