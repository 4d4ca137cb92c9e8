"""mutant_oracle.py - how soon fuzzing finds the chosen slips, from an empty corpus

Each target first finds nothing in the honest code, then every slip that names it. Rows go to
results/oracle.csv as they are known; those of slips that are not asked this time stay.
"""
import concurrent.futures
import threading

from mutant_files import Problem
from mutant_table import read_rows, results, write_rows

SECONDS = 60  # for each
HONEST_SECONDS = 10
COLUMNS = ("mutant", "target", "found_s", "seed")  # found_s is empty where it was missed


class Rows:
    """A row a slip and seed, by name. Begins with the rows that are there, but for those of slips
    that name the target no longer."""

    def __init__(self, place, every):
        targets = {one.name: one.fuzz for one in every if one.fuzz}
        self.place, self.lock = place, threading.Lock()
        self.rows = {(row["mutant"], row["seed"]): row for row in read_rows(place, COLUMNS)
                     if targets.get(row["mutant"]) == row["target"]}

    def record(self, mutant, seed, found, seconds):
        row = (mutant.name, mutant.fuzz, f"{seconds:.1f}" if found else "", str(seed))
        with self.lock:
            self.rows[mutant.name, str(seed)] = dict(zip(COLUMNS, row))
            write_rows(self.place, COLUMNS, [row for _, row in sorted(self.rows.items())])


def check_honest(bench, targets, seconds):
    for target in sorted(targets):
        if bench.fuzz(target, seconds)[0]:
            raise Problem(f"{target} finds a fault without a mutant:\n{bench.said[-3000:]}")


def _ask(hunt, mutant, rows):
    with hunt.mutated(mutant) as bench:
        if not bench.rebuild("fuzz", mutant.path):
            raise Problem(f"{mutant.name}: does not compile")
        found, seconds = bench.fuzz(mutant.fuzz, SECONDS, seed=hunt.options.seed)
    rows.record(mutant, hunt.options.seed, found, seconds)
    print(f"{mutant.name}: {mutant.fuzz} "
          + (f"found it in {seconds:.1f} s" if found else "MISSED it"), flush=True)
    return found


def run(hunt):
    """0: every one was found; 1: one was not."""
    every = hunt.chosen(everyone=True)
    mutants = [one for one in hunt.chosen() if one.fuzz]
    if not mutants:
        raise Problem("none of these mutants names a fuzz target")
    rows = Rows(hunt.options.out, every)
    bench = hunt.prepare(["tests", "fuzz"])
    check_honest(bench, {one.fuzz for one in mutants},
                  hunt.options.fuzz_seconds or HONEST_SECONDS)
    with concurrent.futures.ThreadPoolExecutor(hunt.options.jobs) as pool:
        found = results(pool, [pool.submit(_ask, hunt, one, rows) for one in mutants])
    missed = [mutant.name for mutant, is_found in zip(mutants, found) if not is_found]
    n_unfuzzed = sum(not one.fuzz for one in every)
    print(f"oracle: {len(mutants) - len(missed)} of {len(mutants)} found from nothing in"
          f" {SECONDS} s each; missed: {' '.join(missed) or 'none'}; of {len(every)} chosen ones"
          f" {n_unfuzzed} are asked of no target: 'unfuzzed:' in their files says why")
    return 1 if missed else 0
