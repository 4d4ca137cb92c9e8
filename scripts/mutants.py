#!/usr/bin/env python3
"""mutants.py - breaks the code on purpose, and counts the breaks that no test sees

    scripts/mutants.py --set chosen           every tests/mutants/*.mutant: slips that were seen
    scripts/mutants.py --set mechanical       a sample of small edits of algos/ and harness/metrics/
    scripts/mutants.py --oracle               how soon fuzzing finds the chosen ones, from nothing

A mutant is built in a copy, asked by every test until one fails, then by a short fuzz. Those that
compile to the same code are no mutants and not counted; survivors that are argued to be equivalent
stand in tests/mutants/equivalent.txt. Rows go to results/mutants.csv as they are known. Status 1: a
chosen one survived, or fewer than 95 % of the mechanical ones were killed; 2: it could not be told.
"""
import argparse
import collections
import concurrent.futures
import csv
import pathlib
import queue
import random
import re
import sys
import threading
import time

import mutant_bench
import mutant_sources
from mutant_sources import Problem

COLUMNS = ("mutant", "set", "place", "change", "outcome", "killed_by", "seconds")
NOT_COUNTED = ("same_code", "not_compiled")
ENOUGH = 0.95
ORACLE_SECONDS = 60


class Hunt:
    def __init__(self, root, options):
        self.root, self.options = root, options
        self.lock = threading.Lock()
        self.kills = collections.Counter()
        self.baseline, self.texts, self.rows = {}, {}, []
        self.equivalents = mutant_sources.read_equivalents(root / "tests/mutants/equivalent.txt",
                                                           self.text)
        self.benches = queue.Queue()

    def text(self, path):
        if path not in self.texts:
            try:
                self.texts[path] = (self.root / path).read_text(encoding="utf-8")
            except OSError as error:
                raise Problem(f"{path}: {error.strerror}; is it a path from the top?") from error
        return self.texts[path]

    def chosen(self):
        found = [mutant_sources.read_mutant(place, self.text)
                 for place in sorted((self.root / "tests/mutants").glob("*.mutant"))]
        if not found:
            raise Problem("tests/mutants/*.mutant: there is none")
        return found

    def mechanical(self):
        """{path: its mutants in the order of drawing}. The order hangs on seed and file alone."""
        drawn = {}
        for path in [*sorted((self.root / "algos").rglob("*.[ch]")),
                     *sorted((self.root / "harness/metrics").glob("*.[ch]"))]:
            path = str(path.relative_to(self.root))
            mutants = mutant_sources.mechanical(path, self.text(path))
            random.Random(f"{self.options.seed} {path}").shuffle(mutants)
            if mutants:
                drawn[path] = mutants
        return drawn

    # ------------------------------------------------------------------------- the table

    def open_table(self, mutants):
        """Starts it anew, or keeps what is still so: rows of another text of a file go."""
        current = {(mutant.name, mutant.change) for mutant in mutants}
        asked = ("chosen", "mechanical") if self.options.set == "all" else (self.options.set,)
        place = self.options.out
        place.parent.mkdir(parents=True, exist_ok=True)
        if self.options.resume and place.exists():
            with open(place, encoding="utf-8", newline="") as file:
                self.rows = [row for row in csv.DictReader(file)
                             if (row["set"] not in asked
                                 or (row["mutant"], row["change"]) in current)
                             and not (self.options.retry and row["outcome"] == "survived")]
        with open(place, "w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            table.writeheader()
            table.writerows(self.rows)
        self.known = {(row["mutant"], row["change"]): row["outcome"] for row in self.rows}
        self.kills.update(row["killed_by"] for row in self.rows if row["outcome"] == "killed")

    def record(self, mutant, outcome, killed_by, seconds):
        row = dict(zip(COLUMNS, (mutant.name, mutant.set, f"{mutant.path}:{mutant.line}",
                                 mutant.change, outcome, killed_by, f"{seconds:.1f}")))
        with self.lock:
            self.rows.append(row)
            self.kills[killed_by] += bool(killed_by)
            with open(self.options.out, "a", encoding="utf-8", newline="") as file:
                csv.DictWriter(file, COLUMNS, lineterminator="\n").writerow(row)
            print(f"{outcome:12} {row['place']} ({mutant.name}) {killed_by} {row['seconds']} s",
                  flush=True)

    # ------------------------------------------------------------------------- one mutant

    def order(self, path):
        """Tests that name the file first, then by kills a second so far, then the quickest."""
        stem = pathlib.Path(path).stem
        return sorted(self.baseline, key=lambda test: (
            not test.startswith(f"test_{stem}"),
            -self.kills[test] / max(self.baseline[test], 0.05), self.baseline[test]))

    def ask_tests(self, bench, mutant):
        for test in self.order(mutant.path):
            outcome, _ = bench.ask(test, max(10, 8 * self.baseline[test]))
            if outcome != "passed":
                return test
        return ""

    def ask_fuzzers(self, bench, mutant):
        targets = next((targets for room, targets in mutant_bench.TARGETS.items()
                        if mutant.path.startswith(room)), ())
        if not targets or not self.options.fuzz_seconds:
            return ""
        if "fuzz" not in bench.built:
            bench.build("fuzz")  # with the mutant in it: the next rebuild takes it out
        elif not bench.rebuild("fuzz", mutant.path):
            return "the fuzzing build"
        for target in targets:
            seeds = self.root / "fuzz/corpus" / target
            if bench.fuzz(target, self.options.fuzz_seconds, seeds)[0]:
                return target
        return ""

    def judge(self, bench, mutant):
        """(outcome, killed_by) of a mutant that is in the copy."""
        outcome = bench.effect(mutant.path)
        if outcome:
            return outcome, ""
        if not bench.rebuild("tests", mutant.path):
            return "not_compiled", ""
        killer = self.ask_tests(bench, mutant) or self.ask_fuzzers(bench, mutant)
        if killer:
            return "killed", killer
        excused = (mutant.path, mutant.change) in self.equivalents
        return "excused" if excused else "survived", ""

    def hunt(self, mutant):
        """The outcome, found now or known from before."""
        known = self.known.get((mutant.name, mutant.change))
        if known:
            return known
        bench, start = self.benches.get(), time.monotonic()
        text = self.text(mutant.path)
        try:
            bench.remember(mutant.path)
            bench.put(mutant.path, mutant_sources.apply(text, mutant.edits))
            outcome, killer = self.judge(bench, mutant)
        finally:
            bench.put(mutant.path, text)
            self.restore(bench, mutant.path)
            self.benches.put(bench)
        self.record(mutant, outcome, killer, time.monotonic() - start)
        return outcome

    @staticmethod
    def restore(bench, path):
        """Both builds are as the sources again, so that nothing of a mutant reaches the next."""
        for kind in bench.built:
            if not bench.rebuild(kind, path):
                raise mutant_bench.Failed(f"{path}: the restored copy does not build")

    # ------------------------------------------------------------------------- many

    def draw(self, drawn, path):
        """Hunts mutants of a file until one counts; False when there is none left."""
        while True:
            with self.lock:
                if not drawn[path]:
                    return False
                mutant = drawn[path].pop(0)
            if self.hunt(mutant) not in NOT_COUNTED:
                return True

    def prepare(self, kinds):
        for number in range(self.options.jobs):
            bench = mutant_bench.Bench(self.root, self.root / f"build/mutants/{number}")
            bench.copy()
            for kind in kinds:
                bench.build(kind)
            self.benches.put(bench)
        return bench

    def measure(self, bench):
        """Every test once on the unchanged copy; those that are skipped are not asked again."""
        failed = []
        for name in filter(re.compile(self.options.tests).search, bench.tests):
            outcome, seconds = bench.ask(name, None)
            if outcome == "passed":
                self.baseline[name] = seconds
            elif outcome != "skipped":
                failed.append(f"{name}:\n{bench.said[-1500:]}")
        if failed:
            raise Problem("no mutant is judged: without any, these tests fail\n"
                          + "\n".join(failed))
        print(f"{len(self.baseline)} tests pass in {sum(self.baseline.values()):.0f} s", flush=True)

    def run(self):
        chosen = self.chosen() if self.options.set in ("chosen", "all") else []
        drawn = self.mechanical() if self.options.set in ("mechanical", "all") else {}
        chosen = [one for one in chosen if not self.options.only or one.name in self.options.only]
        shares = share_out({path: len(all_of) for path, all_of in drawn.items()},
                           self.options.sample)
        if drawn:
            print(f"seed {self.options.seed}: {sum(shares.values())} of"
                  f" {sum(map(len, drawn.values()))} mechanical mutants of {len(drawn)} files")
        self.open_table([*chosen, *sum(drawn.values(), [])])
        self.measure(self.prepare(["tests"]))
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            waits = [pool.submit(self.hunt, mutant) for mutant in chosen]
            waits += [pool.submit(self.draw, drawn, path)
                      for path, share in shares.items() for _ in range(share)]
            short = sum(wait.result() is False for wait in waits)
        if short:
            print(f"{short} fewer than asked for: their files have no more mutants")
        return self.summary()

    def summary(self):
        good = True
        for name in ("chosen", "mechanical"):
            rows = [row for row in self.rows if row["set"] == name]
            count = collections.Counter(row["outcome"] for row in rows)
            counted = count["killed"] + count["survived"]
            if not rows:
                continue
            part = count["killed"] / counted if counted else 1
            good &= part >= ENOUGH if name == "mechanical" \
                else count["killed"] + count["excused"] == len(rows)
            print(f"{name}: {count['killed']} of {counted} killed, {100 * part:.1f} %"
                  f" ({count['excused']} excused, {count['same_code']} same code,"
                  f" {count['not_compiled']} do not compile)")
            shown = ("survived", *(NOT_COUNTED if name == "chosen" else ()))
            for row in rows:
                if row["outcome"] in shown:
                    old, _, new = row["change"].partition(" => ")
                    print(f"{row['outcome']}: {row['place']} ({row['mutant']})\n- {old}\n+ {new}")
        return 0 if good else 1

    def oracle(self):
        """Each target first finds nothing in the honest code, then every slip that is its own."""
        mutants, missed = [one for one in self.chosen() if one.fuzz], 0
        bench = self.prepare(["tests", "fuzz"])
        for target in sorted({mutant.fuzz for mutant in mutants}):
            if bench.fuzz(target, self.options.fuzz_seconds or 10)[0]:
                raise Problem(f"{target} finds a fault without a mutant:\n{bench.said[-3000:]}")
        for mutant in mutants:
            text = self.text(mutant.path)
            try:
                bench.put(mutant.path, mutant_sources.apply(text, mutant.edits))
                if not bench.rebuild("fuzz", mutant.path):
                    raise Problem(f"{mutant.name}: does not compile")
                found, seconds = bench.fuzz(mutant.fuzz, ORACLE_SECONDS)
            finally:
                bench.put(mutant.path, text)
                bench.rebuild("fuzz", mutant.path)
            missed += not found
            print(f"{mutant.name}: {mutant.fuzz} "
                  + (f"found it in {seconds:.1f} s" if found else "MISSED it"), flush=True)
        return 1 if missed else 0


def share_out(sizes, n):
    """{path: how many to draw}: in proportion, one each at least, n in all where that goes."""
    total = sum(sizes.values())
    shares = {path: min(size, max(1, n * size // total)) for path, size in sizes.items()}
    order = sorted(sizes, key=lambda path: (shares[path] - n * sizes[path] / total, path))
    while sum(shares.values()) < min(n, total):
        for path in order[:n - sum(shares.values())]:
            shares[path] += shares[path] < sizes[path]
    if n < sum(shares.values()):  # fewer than files: the largest ones
        largest = sorted(sizes, key=lambda path: (-sizes[path], path))
        while sum(shares.values()) > n:
            path = max(largest, key=lambda path: (shares[path] > 1, shares[path],
                                                  -sizes[path], path))
            shares[path] -= 1
    return {path: share for path, share in shares.items() if share}


def parse(arguments):
    parser = argparse.ArgumentParser(description="breaks the code on purpose; see the file's head")
    parser.add_argument("--set", choices=("chosen", "mechanical", "all"), default="all")
    parser.add_argument("--sample", type=int, default=300, help="how many mechanical ones")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--fuzz-seconds", type=int, default=10, help="a target; 0: no fuzzing")
    parser.add_argument("--resume", action="store_true", help="keep rows that are there")
    parser.add_argument("--retry", action="store_true", help="with --resume: not the survivors'")
    parser.add_argument("--tests", default="", help="ask those only that match this expression")
    parser.add_argument("--only", nargs="*", help="names of chosen ones")
    parser.add_argument("--list", action="store_true", help="show the mutants and build nothing")
    parser.add_argument("--oracle", action="store_true")
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--out", type=pathlib.Path, help="default: results/mutants.csv")
    options = parser.parse_args(arguments)
    options.root = options.root.resolve()
    options.out = options.out or options.root / "results/mutants.csv"
    if options.jobs < 1 or options.sample < 1:
        parser.error("--jobs and --sample are 1 at least")
    return options


def main():
    options = parse(sys.argv[1:])
    try:
        hunt = Hunt(options.root, options)
        if options.list:
            every = hunt.chosen() if options.set != "mechanical" else []
            every += sum(hunt.mechanical().values(), []) if options.set != "chosen" else []
            for mutant in every:
                print(f"{mutant.name} {mutant.path}:{mutant.line} {mutant.change}")
            return 0
        return hunt.oracle() if options.oracle else hunt.run()
    except (Problem, mutant_bench.Failed) as problem:
        print(f"mutants.py: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
