/* claim_lab.c - placements to measure, through the public interface only
 */
#include "claim_lab.h"

#include <stdarg.h>
#include <stdlib.h>

static void lab_out_of_memory(struct claim_run *run)
{
    run->no_memory = true;
    claim_refuse(run, "out of memory");
}

bool lab_add(struct claim_run *run, struct rs_placement *p, int trial, uint32_t first, uint32_t n)
{
    enum { LAB_NAME = 32 };
    struct rs_node *nodes = calloc(n + 1, sizeof *nodes);
    char *names = malloc((size_t)(n + 1) * LAB_NAME);
    struct rs_why why = {""};
    for (uint32_t i = 0; nodes && names && i < n; i++) {
        char *name = names + (size_t)i * LAB_NAME;
        int n_bytes = snprintf(name, LAB_NAME, "t%d-%u", trial, first + i);
        nodes[i] = (struct rs_node){.id = first + i, .weight = 1, .name = {name, (size_t)n_bytes}};
    }
    enum rs_status status = nodes && names ? rs_add(p, nodes, n, &why) : RS_ENOMEM;
    free(names);
    free(nodes);
    if (status == RS_ENOMEM)
        lab_out_of_memory(run);
    else if (status)
        claim_refuse(run, "%s", why.text);
    return !status;
}

bool lab_add_named(struct claim_run *run, struct rs_placement *p, uint32_t id, const char *name,
                   double weight)
{
    struct rs_why why = {""};
    const struct rs_node node = {.id = id, .weight = weight, .name = {name, strlen(name)}};
    if (!rs_add(p, &node, 1, &why))
        return true;
    claim_refuse(run, "%s", why.text);
    return false;
}

bool lab_remove(struct claim_run *run, struct rs_placement *p, uint32_t id)
{
    struct rs_why why = {""};
    if (!rs_remove(p, &id, 1, &why))
        return true;
    claim_refuse(run, "%s", why.text);
    return false;
}

struct rs_placement *lab_open(struct claim_run *run, const char *spec, int trial, uint32_t n)
{
    struct rs_placement *p;
    struct rs_why why = {""};
    if (rs_open(spec, NULL, &p, &why)) {
        claim_refuse(run, "%s: %s", spec, why.text);
        return NULL;
    }
    if (n && !lab_add(run, p, trial, 0, n)) {
        rs_close(p);
        return NULL;
    }
    return p;
}

struct rs_placement *lab_openf(struct claim_run *run, int trial, uint32_t n, const char *format,
                               ...)
{
    char spec[128];
    va_list args;
    va_start(args, format);
    vsnprintf(spec, sizeof spec, format, args);
    va_end(args);
    return lab_open(run, spec, trial, n);
}

struct rs_placement *lab_clone(struct claim_run *run, const struct rs_placement *p)
{
    struct rs_placement *copy;
    if (!rs_clone(p, NULL, &copy))
        return copy;
    lab_out_of_memory(run);
    return NULL;
}

bool lab_count(struct claim_run *run, const struct rs_placement *p, int trial, uint64_t n_keys,
               struct lab_steps *steps)
{
    for (uint64_t i = 0; i < n_keys; i++) {
        struct rs_steps one = {0};
        uint32_t id;
        if (rs_count(p, lab_key(trial, i), &id, &one)) {
            claim_refuse(run, "%s does not count its steps", p->strategy->name);
            return false;
        }
        lab_take(&steps->draws, (double)one.draws);
        lab_take(&steps->probes, (double)one.probes);
        lab_take(&steps->inner, (double)one.inner);
    }
    return true;
}

double *lab_loads(struct claim_run *run, const struct rs_placement *p, size_t *n)
{
    *n = rs_nodes(p, NULL, 0);
    double *loads = malloc((*n + 1) * sizeof *loads);
    enum rs_status status = loads ? rs_shares(p, loads) : RS_ENOMEM;
    if (status == RS_ENOMEM)
        lab_out_of_memory(run);
    else if (status)
        claim_refuse(run, "%s does not know its shares", p->strategy->name);
    if (status) {
        free(loads);
        return NULL;
    }
    for (size_t i = 0; i < *n; i++)
        loads[i] *= (double)*n;
    return loads;
}

static void lab_spread_of(const double *loads, size_t n, double *cv, double *max)
{
    double squares = 0;
    *max = 0;
    for (size_t i = 0; i < n; i++) {
        squares += (loads[i] - 1) * (loads[i] - 1);
        *max = loads[i] > *max ? loads[i] : *max;
    }
    *cv = sqrt(squares / (double)n);
}

bool lab_spread(struct claim_run *run, const struct rs_placement *p, double *cv, double *max)
{
    size_t n;
    double *loads = lab_loads(run, p, &n);
    if (!loads)
        return false;
    lab_spread_of(loads, n, cv, max);
    free(loads);
    return true;
}

bool lab_sampled(struct claim_run *run, const struct rs_placement *p, int trial, uint64_t n_keys,
                 uint32_t n, double *cv, double *max)
{
    double *loads = calloc(n, sizeof *loads);
    if (!loads) {
        lab_out_of_memory(run);
        return false;
    }
    for (uint64_t i = 0; i < n_keys; i++)
        loads[rs_locate(p, lab_key(trial, i))] += (double)n / (double)n_keys;
    lab_spread_of(loads, n, cv, max);
    free(loads);
    return true;
}

double lab_moved(const struct rs_placement *a, const struct rs_placement *b, int trial,
                 uint64_t n_keys)
{
    uint64_t n_moved = 0;
    for (uint64_t i = 0; i < n_keys; i++)
        n_moved += rs_locate(a, lab_key(trial, i)) != rs_locate(b, lab_key(trial, i));
    return (double)n_moved / (double)n_keys;
}

double lab_harmonic(uint64_t n)
{
    double sum = 0;
    for (uint64_t i = n; i; i--)
        sum += 1 / (double)i;
    return sum;
}

uint64_t lab_enclosing(uint64_t n)
{
    uint64_t power = 1;
    while (power < n)
        power *= 2;
    return power;
}

void lab_shuffle(uint32_t *ids, uint32_t n, int trial)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = (uint32_t)rs_below(rs_draw(rs_mix((uint64_t)trial + 77), i + 1), i + 1);
        ids[i] = ids[j];
        ids[j] = i;
    }
}
