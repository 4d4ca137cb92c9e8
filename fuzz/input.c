/* input.c - any bytes as a spec and a script
 */
#include "input.h"

#include "check.h"
#include "narrow.h"
#include "specs.h"

#include <string.h>

bool input_open(struct input *input, const uint8_t *data, size_t n_bytes)
{
    static const uint8_t none[2];
    if (n_bytes < sizeof none)
        data = none, n_bytes = sizeof none;
    CHECK(!narrow_register(NULL));
    specs_choose((uint16_t)(data[0] << 8 | data[1]), input->spec);
    enum rs_status status = rs_open(input->spec, NULL, &input->p, NULL);
    if (status == RS_EUNSUPPORTED)
        return false;
    CHECK(!status);
    script_decode(data + sizeof none, n_bytes - sizeof none, input->p, &input->script);
    return true;
}

void input_close(struct input *input)
{
    rs_close(input->p);
}

void input_hold(const struct input *input, const struct property *property)
{
    if (!property_applies(property, input->p))
        return;
    const char *reason = property->run(input->spec, &input->script);
    if (reason)
        fprintf(stderr, "%s of %s: %s\n", property->name, input->spec, reason);
    CHECK(!reason);
}

void input_note(struct input *input)
{
    const struct script *script = &input->script;
    check_note(input->spec, strlen(input->spec));
    for (size_t i = 0; i < script->n_ops; i++)
        CHECK(!script_apply(&script->ops[i], input->p, NULL));
    for (size_t i = 0; i < script->n_digests; i++)
        check_note_number(rs_locate(input->p, script->digests[i]));
    size_t n_bytes = rs_save(input->p, NULL, 0);
    unsigned char *saved = malloc(n_bytes);
    CHECK(saved && rs_save(input->p, saved, n_bytes) == n_bytes);
    check_note(saved, n_bytes);
    free(saved);
}
