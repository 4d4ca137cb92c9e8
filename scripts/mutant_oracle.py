"""mutant_oracle.py - how soon fuzzing finds the chosen slips, from an empty corpus

Each target first finds nothing in the honest code, then every slip that names it.
"""
import concurrent.futures

from mutant_files import Problem
from mutant_table import results

SECONDS = 60  # for each
HONEST_SECONDS = 10


def check_honest(bench, targets, seconds):
    for target in sorted(targets):
        if bench.fuzz(target, seconds)[0]:
            raise Problem(f"{target} finds a fault without a mutant:\n{bench.said[-3000:]}")


def _ask(hunt, mutant):
    with hunt.mutated(mutant) as bench:
        if not bench.rebuild("fuzz", mutant.path):
            raise Problem(f"{mutant.name}: does not compile")
        found, seconds = bench.fuzz(mutant.fuzz, SECONDS)
    print(f"{mutant.name}: {mutant.fuzz} "
          + (f"found it in {seconds:.1f} s" if found else "MISSED it"), flush=True)
    return found


def run(hunt):
    """0: every one was found; 1: one was not."""
    mutants = [one for one in hunt.chosen() if one.fuzz]
    if not mutants:
        raise Problem("none of these mutants names a fuzz target")
    bench = hunt.prepare(["tests", "fuzz"])
    check_honest(bench, {one.fuzz for one in mutants},
                  hunt.options.fuzz_seconds or HONEST_SECONDS)
    with concurrent.futures.ThreadPoolExecutor(hunt.options.jobs) as pool:
        found = results(pool, [pool.submit(_ask, hunt, one) for one in mutants])
    missed = [mutant.name for mutant, is_found in zip(mutants, found) if not is_found]
    print(f"oracle: {len(mutants) - len(missed)} of {len(mutants)} found from nothing in"
          f" {SECONDS} s each; missed: {' '.join(missed) or 'none'}")
    return 1 if missed else 0
