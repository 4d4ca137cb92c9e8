/* sample.h - the first keys of a workload, kept for timed loops
 */
#ifndef RINGSIDE_SAMPLE_H
#define RINGSIDE_SAMPLE_H

#include "workload.h"

struct sample {
    struct rs_bytes *keys;
    size_t n;
    uint64_t n_all; /* keys of the whole workload */
    char *text;     /* of the keys */
    size_t n_text, cap_text;
};

/* Reads the stream to its end. false: why says it; close all the same. */
bool sample_open(struct sample *sample, struct key_stream *stream, struct rs_why *why);
void sample_close(struct sample *sample);

#endif
