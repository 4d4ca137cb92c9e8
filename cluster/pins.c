/* pins.c - shards placed by hand
 */
#include "cluster_state.h"

static enum rs_status pins_check(const struct rc_cluster *cluster, const struct rc_pin *pin,
                                 struct rs_why *why)
{
    uint32_t row = aim_row(&cluster->aim, pin->id);
    if (pin->shard >= cluster->n_shards)
        return cluster_fail(why, RS_EINVAL, "shard %u: give one below %u", pin->shard,
                            cluster->n_shards);
    if (pin->id != RS_NO_NODE && (row == NO_ROW || cluster->aim.members[row].health != RC_UP))
        return cluster_fail(why, RS_ENOENT, "shard %u: no node with id %u is up", pin->shard,
                            pin->id);
    return RS_OK;
}

enum rs_status rc_pin(struct rc_cluster *cluster, const struct rc_pin *pins, size_t n,
                      struct rs_why *why)
{
    struct aim aim;
    enum rs_status status = RS_OK;
    for (size_t i = 0; !status && i < n; i++)
        status = pins_check(cluster, &pins[i], why);
    if (status)
        return status;
    status = aim_copy(cluster, 0, &aim);
    if (status) {
        aim_free(cluster, &aim);
        return cluster_fail(why, status, "%s", rs_status_text(status));
    }
    for (size_t i = 0; i < n; i++)
        aim.pins[pins[i].shard] = aim_row(&aim, pins[i].id);
    aim_place(cluster, &aim);
    return commit_aim(cluster, &aim, NO_ROW, why);
}
