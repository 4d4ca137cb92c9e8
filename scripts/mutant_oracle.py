"""mutant_oracle.py - how soon fuzzing finds the chosen slips, from an empty corpus

Each target first finds nothing in the honest code, then every slip that names it. Rows go to
results/oracle.csv as they are known; those of slips that are not asked this time stay.
"""
import concurrent.futures
import csv
import threading

from mutant_files import Problem
from mutant_table import results

SECONDS = 60  # for each
HONEST_SECONDS = 10
COLUMNS = ("mutant", "target", "found_s", "seed")  # found_s is empty where it was missed


class Rows:
    """A row a slip and seed, by name. Begins with the rows that are there, but for those of the
    slips that are asked and of those that no longer name the target."""

    def __init__(self, place, every, asked, seed):
        self.place, self.lock, self.rows = place, threading.Lock(), {}
        targets = {one.name: one.fuzz for one in every if one.fuzz}
        asked = {(one.name, seed) for one in asked}
        if place.exists():
            with open(place, encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    key = (row["mutant"], int(row["seed"]))
                    if targets.get(row["mutant"]) == row["target"] and key not in asked:
                        self.rows[key] = row
        self._write()

    def _write(self):
        self.place.parent.mkdir(parents=True, exist_ok=True)
        with open(self.place, "w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            table.writeheader()
            table.writerows(row for _, row in sorted(self.rows.items()))

    def record(self, mutant, seed, found, seconds):
        row = (mutant.name, mutant.fuzz, f"{seconds:.1f}" if found else "", seed)
        with self.lock:
            self.rows[mutant.name, seed] = dict(zip(COLUMNS, row))
            self._write()


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
    bench = hunt.prepare(["tests", "fuzz"])
    check_honest(bench, {one.fuzz for one in mutants},
                  hunt.options.fuzz_seconds or HONEST_SECONDS)
    rows = Rows(hunt.options.out, every, mutants, hunt.options.seed)
    with concurrent.futures.ThreadPoolExecutor(hunt.options.jobs) as pool:
        found = results(pool, [pool.submit(_ask, hunt, one, rows) for one in mutants])
    missed = [mutant.name for mutant, is_found in zip(mutants, found) if not is_found]
    n_unfuzzed = sum(not one.fuzz for one in every)
    print(f"oracle: {len(mutants) - len(missed)} of {len(mutants)} found from nothing in"
          f" {SECONDS} s each; missed: {' '.join(missed) or 'none'}; of {len(every)} chosen ones"
          f" {n_unfuzzed} are asked of no target: 'unfuzzed:' in their files says why")
    return 1 if missed else 0
