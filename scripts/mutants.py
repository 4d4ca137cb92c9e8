#!/usr/bin/env python3
"""mutants.py - breaks the code on purpose, and counts the breaks that no test sees

    scripts/mutants.py --set chosen           every tests/mutants/*.mutant: slips that were seen
    scripts/mutants.py --set mechanical       a sample of small edits of algos/ and harness/metrics/
    scripts/mutants.py --oracle               how soon fuzzing finds the chosen ones, from nothing

A mutant is built in a copy, asked by every test until one fails, then by every test under
sanitizers, then by a short fuzz. Those that compile to the same code are no mutants and not
counted; survivors that are argued to be equivalent stand in tests/mutants/equivalent.txt. Rows go
to results/mutants.csv as they are known, the oracle's to results/oracle.csv. Status 1: a chosen one
survived (or was not found), or fewer than 95 % of the mechanical ones were killed; 2: it could not
be told.
"""
import argparse
import concurrent.futures
import contextlib
import os
import pathlib
import queue
import random
import re
import signal
import sys
import threading
import time

import mutant_bench
import mutant_files
import mutant_oracle
import mutant_sources
from mutant_files import Problem
from mutant_table import NOT_COUNTED, Table, results


class Hunt:
    def __init__(self, root, options):
        self.root, self.options = root, options
        self.lock = threading.Lock()
        self.table = Table(options.out)
        self.baseline = {}
        self.text = mutant_files.Texts(root)
        self.equivalents = mutant_files.read_equivalents(root / "tests/mutants/equivalent.txt",
                                                         self.text)
        self.benches = queue.Queue()

    def chosen(self, everyone=False):
        """Those that --only names, or all."""
        return mutant_files.chosen(self.root, self.text, None if everyone else self.options.only)

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

    # ------------------------------------------------------------------------- one mutant

    def order(self, path):
        """Tests that name the file first, then by kills a second so far, then the quickest."""
        stem = pathlib.Path(path).stem
        return sorted(self.baseline, key=lambda test: (
            not test.startswith(f"test_{stem}"),
            -self.table.kills[test] / max(self.baseline[test], 0.05), self.baseline[test]))

    def ask_tests(self, bench, mutant, kind="tests"):
        slower = 8 if kind == "tests" else 30
        for test in self.order(mutant.path):
            outcome, _ = bench.ask(test, max(10, slower * self.baseline[test]), kind)
            if outcome not in ("passed", "skipped"):
                return " ".join([test, *(["(sanitized)"] if kind != "tests" else []),
                                 *(["(time)"] if outcome == "time" else [])])
        return ""

    def ask_fuzzers(self, bench, path):
        for target in mutant_bench.targets_of(path):
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
        killer = self.ask_tests(bench, mutant)
        if not killer and self.options.fuzz_seconds:
            if not all(bench.rebuild(kind, mutant.path) for kind in ("asan", "fuzz")):
                return "not_compiled", ""
            killer = self.ask_tests(bench, mutant, "asan") or self.ask_fuzzers(bench, mutant.path)
        if killer:
            return "killed", killer
        excused = (mutant.path, mutant.change) in self.equivalents
        return "excused" if excused else "survived", ""

    @contextlib.contextmanager
    def mutated(self, mutant):
        """A bench with the mutant in its copy; afterwards the builds that it reached are as the
        sources again, so that nothing of a mutant reaches the next."""
        bench, text = self.benches.get(), self.text(mutant.path)
        try:
            bench.remember(mutant.path)
            bench.touched.clear()
            bench.put(mutant.path, mutant_files.apply(text, mutant.edits))
            yield bench
        finally:
            bench.put(mutant.path, text)
            good = all([bench.rebuild(kind, mutant.path) for kind in sorted(bench.touched)])
            self.benches.put(bench)
            if not good:
                raise mutant_bench.Failed(f"{mutant.path}: the restored copy does not build")

    def hunt(self, mutant):
        """The outcome, found now or known from before."""
        known = self.table.known_outcome(mutant)
        if known:
            return known
        start = time.monotonic()
        with self.mutated(mutant) as bench:
            outcome, killer = self.judge(bench, mutant)
        self.table.record(mutant, outcome, killer, time.monotonic() - start)
        return outcome

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

    def measure(self, bench, kind="tests"):
        """Every test once on the unchanged copy; those that are skipped are not asked again."""
        failed = []
        for name in filter(re.compile(self.options.tests).search, bench.tests):
            outcome, seconds = bench.ask(name, None, kind)
            if outcome not in ("passed", "skipped"):
                failed.append(f"{name}:\n{bench.said[-1500:]}")
            elif outcome == "passed" and kind == "tests":
                self.baseline[name] = seconds
        if failed:
            raise Problem("no mutant is judged: without any, these tests fail\n"
                          + "\n".join(failed))
        if kind == "tests":
            print(f"{len(self.baseline)} tests pass in {sum(self.baseline.values()):.0f} s",
                  flush=True)

    def run(self):
        chosen = self.chosen() if self.options.set in ("chosen", "all") else []
        drawn = self.mechanical() if self.options.set in ("mechanical", "all") else {}
        shares = mutant_sources.share_out(
            {path: len(all_of) for path, all_of in drawn.items()}, self.options.sample)
        if drawn:
            print(f"seed {self.options.seed}: {sum(shares.values())} of"
                  f" {sum(map(len, drawn.values()))} mechanical mutants of {len(drawn)} files")
        asked = ("chosen", "mechanical") if self.options.set == "all" else (self.options.set,)
        every = self.chosen(everyone=True) if chosen else []  # --only drops no row
        self.table.begin([*every, *sum(drawn.values(), [])], asked, self.options.resume,
                         self.options.retry)
        bench = self.prepare(["tests", *(["asan", "fuzz"] if self.options.fuzz_seconds else [])])
        self.measure(bench)
        if self.options.fuzz_seconds:
            self.measure(bench, "asan")
            mutant_oracle.check_honest(bench, mutant_bench.every_target(),
                                       self.options.fuzz_seconds)
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            waits = [pool.submit(self.hunt, mutant) for mutant in chosen]
            waits += [pool.submit(self.draw, drawn, path)
                      for path, share in shares.items() for _ in range(share)]
            short = results(pool, waits).count(False)
        if short:
            print(f"{short} fewer than asked for: their files have no more mutants")
        return 0 if self.table.summary() else 1


class StoreOnce(argparse.Action):
    """Takes an option's value, but not a second one: the first would be lost in silence."""
    given = False

    def __call__(self, parser, options, value, option=None):
        if self.given:
            raise argparse.ArgumentError(self, "given twice")
        self.given = True
        setattr(options, self.dest, value)


def parse(arguments):
    parser = argparse.ArgumentParser(description="breaks the code on purpose; see the file's head")
    parser.register("action", None, StoreOnce)  # of every option that takes a value
    parser.add_argument("--set", choices=("chosen", "mechanical", "all"), default="all")
    parser.add_argument("--sample", type=int, default=300, help="how many mechanical ones")
    parser.add_argument("--seed", type=int, default=1, help="of the sample; of the oracle's hunts")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--fuzz-seconds", type=int, default=10,
                        help="a target; 0: neither fuzzing nor sanitizers")
    parser.add_argument("--resume", action="store_true", help="keep rows that are there")
    parser.add_argument("--retry", action="store_true", help="with --resume: not the survivors'")
    parser.add_argument("--tests", default="", help="ask those only that match this expression")
    parser.add_argument("--only", nargs="+", help="names of chosen ones")
    parser.add_argument("--list", action="store_true", help="show the mutants and build nothing")
    parser.add_argument("--oracle", action="store_true")
    parser.add_argument("--root", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    parser.add_argument("--out", type=pathlib.Path,
                        help="default: results/mutants.csv; the oracle's: results/oracle.csv")
    options = parser.parse_args(arguments)
    options.root = options.root.resolve()
    options.out = options.out or options.root / "results" / (
        "oracle.csv" if options.oracle else "mutants.csv")
    if options.jobs < 1 or options.sample < 1:
        parser.error("--jobs and --sample are 1 at least")
    if options.oracle and not 1 <= options.seed < 1 << 32:
        parser.error("--seed of --oracle is 1 to 4294967295: libFuzzer's own")
    if options.only and options.set == "mechanical":
        parser.error("--only takes names of chosen ones: --set chosen")
    return options


def main():
    options = parse(sys.argv[1:])
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, mutant_bench.end_all)
    try:
        hunt = Hunt(options.root, options)
        if options.list:
            every = hunt.chosen() if options.set != "mechanical" else []
            every += sum(hunt.mechanical().values(), []) if options.set != "chosen" else []
            for mutant in every:
                print(f"{mutant.name} {mutant.path}:{mutant.line} {mutant.change}")
            return 0
        return mutant_oracle.run(hunt) if options.oracle else hunt.run()
    except BrokenPipeError:  # whoever read has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (Problem, mutant_bench.Failed, OSError) as problem:
        print(f"mutants.py: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
