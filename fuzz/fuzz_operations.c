/* fuzz_operations.c - any bytes as a spec and a script, held to every property
 *
 * The first byte chooses among all strategies and hashes, so a new strategy is fuzzed without a
 * line here; the rest is the script.
 */
#include "check.h"

#include "narrow.h"
#include "property.h"
#include "specs.h"

#include <stdio.h>

static void fuzz_operations_choose(uint8_t byte, char spec[RS_SPEC_MAX])
{
    size_t n = 0;
    while (specs_at(n, spec))
        n++;
    CHECK(specs_at(byte % n, spec));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n_bytes)
{
    char spec[RS_SPEC_MAX];
    struct script script;
    struct rs_placement *p;
    const struct property *property;
    CHECK(!narrow_register(NULL));
    fuzz_operations_choose(n_bytes ? *data : 0, spec);
    enum rs_status status = rs_open(spec, NULL, &p, NULL);
    if (status == RS_EUNSUPPORTED)
        return 0;
    CHECK(!status);
    script_decode(data + (n_bytes > 0), n_bytes - (n_bytes > 0), p, &script);
    for (size_t i = 0; (property = property_at(i)); i++) {
        const char *reason = property_applies(property, p) ? property->run(spec, &script) : NULL;
        if (reason)
            fprintf(stderr, "%s of %s: %s\n", property->name, spec, reason);
        CHECK(!reason);
    }
    rs_close(p);
    return 0;
}
