/* noise.c - what a difference of two times must be to be one
 */
#include "noise.h"

#include <math.h>
#include <string.h>

struct noise noise_of(const struct bench_options *options, const struct results *results,
                      const char *workload, uint64_t n_nodes)
{
    struct noise noise = {1, 1, 0};
    for (size_t i = 0; i < options->n_specs; i++) {
        const char *spec = options->specs[i];
        double once, again;
        if (!results_median(results, spec, workload, n_nodes, "", "lookup_ns", &once) ||
            !results_median(results, spec, workload, n_nodes, "", "lookup_again_ns", &again))
            continue;
        double ratio = again / once;
        noise.least = noise.n ? fmin(noise.least, ratio) : ratio;
        noise.greatest = noise.n ? fmax(noise.greatest, ratio) : ratio;
        noise.n++;
    }
    return noise;
}

double noise_factor(const struct noise *noise)
{
    return noise->n ? fmax(1, fmax(noise->greatest, 1 / noise->least)) : 1;
}

static size_t noise_count(const struct results *results, const char *status, const char *message)
{
    size_t n = 0;
    for (size_t i = 0; i < results->n; i++)
        n += !strcmp(results->rows[i].status, status) &&
             !strncmp(results->rows[i].message, message, strlen(message));
    return n;
}

/* Of a ratio's fraction: those of a ratio near 1 are what tells. */
static int noise_digits(double ratio)
{
    return ratio < 10 ? 3 : 0;
}

void noise_print(FILE *out, const struct noise *noise, const struct results *results)
{
    size_t n_invalid = noise_count(results, "invalid", "");
    size_t n_suspicious = noise_count(results, "ok", "suspicious");
    double factor = noise_factor(noise);
    if (noise->n)
        fprintf(out,
                "One lookup timed twice (A/A), medians of %zu %s: ratios %.3f to %.*f.\n"
                "Times of which one is less than %.*f times the other are not told apart.\n",
                noise->n, noise->n == 1 ? "strategy" : "strategies", noise->least,
                noise_digits(noise->greatest), noise->greatest, noise_digits(factor), factor);
    if (n_invalid)
        fprintf(out, "Of the times %zu cannot be and have no value: see status invalid.\n",
                n_invalid);
    if (n_suspicious)
        fprintf(out, "One may doubt %zu times: faster than null; see the column message.\n",
                n_suspicious);
}
