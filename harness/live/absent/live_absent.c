/* live_absent.c - what stands in for the live run where libmemcached was not found
 */
#include "live_run.h"

#include "reason.h"

bool live_run(const struct simulation_options *options, struct results *results, struct rs_why *why)
{
    (void)options;
    (void)results;
    return reason_set(why, "this build has no libmemcached, so --live cannot be; run "
                           "scripts/setup.sh --with-peers, then make clean and make");
}
