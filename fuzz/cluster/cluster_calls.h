/* cluster_calls.h - the calls of a cluster's life, each held against what it should do
 */
#ifndef RINGSIDE_CLUSTER_CALLS_H
#define RINGSIDE_CLUSTER_CALLS_H

#include "cluster_model.h"
#include "heap.h"

struct cluster_session {
    const uint8_t *at;
    size_t n;
    char spec[RS_SPEC_MAX];
    unsigned factor;
    struct heap heap;
    struct rc_cluster *cluster;
    struct cluster_model model;
    uint32_t crashed; /* in this call; RS_NO_NODE: none */
    unsigned n_expected_lost;
    bool exactly; /* as many as expected, else as many as the cluster counts */
    size_t n_moved;
    const char *reason;
};

/* The next byte; 0 past the end. */
unsigned cluster_calls_byte(struct cluster_session *s);
/* The first reason stays; NULL is none. */
void cluster_calls_fail(struct cluster_session *s, const char *reason);

/* Reads a call and makes it. */
void cluster_calls_next(struct cluster_session *s);
/* Makes steps until all is where it shall be. */
void cluster_calls_settle(struct cluster_session *s);

#endif
