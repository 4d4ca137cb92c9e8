/* input.h - any bytes as a spec and a script
 */
#ifndef RINGSIDE_INPUT_H
#define RINGSIDE_INPUT_H

#include "property.h"

struct input {
    char spec[RS_SPEC_MAX];
    struct script script;
    struct rs_placement *p; /* as the spec opens, without nodes */
};

/* The first two bytes choose one of the specs, so a new strategy is fuzzed without a line here. The
 * rest is the script. false: the spec's hash is not to be had on this machine. */
bool input_open(struct input *input, const uint8_t *data, size_t n_bytes);
void input_close(struct input *input);

/* Ends the program where the property is broken. */
void input_hold(const struct input *input, const struct property *property);

/* Makes the calls, once, and notes the answers and the bytes that are saved. */
void input_note(struct input *input);

#endif
