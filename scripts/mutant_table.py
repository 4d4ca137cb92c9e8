"""mutant_table.py - the rows of a hunt: written as they are known, kept for the next, summed up
"""
import collections
import csv
import os
import threading

from mutant_files import Problem

COLUMNS = ("mutant", "set", "place", "change", "outcome", "killed_by", "seconds")
NOT_COUNTED = ("same_code", "not_compiled")
ENOUGH = 0.95


def read_rows(place, columns):
    """The rows of a CSV file, a dict each; none where there is no file."""
    if not place.exists():
        return []
    try:
        with open(place, encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
    except (UnicodeDecodeError, csv.Error) as error:
        raise Problem(f"{place}: {error}; remove it, or bring it back") from error
    if rows[:1] != [list(columns)]:
        raise Problem(f"{place}:1: its columns are not {','.join(columns)}; remove it, or bring it"
                      " back")
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(columns):
            raise Problem(f"{place}:{number}: {len(row)} cells in place of {len(columns)}; remove"
                          " the line")
    return [dict(zip(columns, row)) for row in rows[1:]]


def write_rows(place, columns, rows):
    """All of them, or the file is what it was."""
    place.parent.mkdir(parents=True, exist_ok=True)
    begun = place.with_name(f".{place.name}.{os.getpid()}")
    with open(begun, "w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, columns, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
    os.replace(begun, place)


class Table:
    def __init__(self, place):
        self.place, self.rows, self.known = place, [], {}
        self.kills = collections.Counter()
        self.lock = threading.Lock()

    def begin(self, mutants, asked, resume, retry):
        """Anew, or with what is still so of the sets that are asked for: rows of another text of a
        file go. Rows of other sets stay when resuming."""
        current = {(mutant.name, mutant.change) for mutant in mutants}
        if resume:
            self.rows = [row for row in read_rows(self.place, COLUMNS)
                         if (row["set"] not in asked or (row["mutant"], row["change"]) in current)
                         and not (retry and row["outcome"] == "survived")]
        write_rows(self.place, COLUMNS, self.rows)
        self.known = {(row["mutant"], row["change"]): row["outcome"] for row in self.rows}
        for row in self.rows:
            self._count_kill(row)

    def _count_kill(self, row):
        if row["killed_by"]:
            self.kills[row["killed_by"].split(" ")[0]] += 1  # without "(time)"

    def known_outcome(self, mutant):
        return self.known.get((mutant.name, mutant.change))

    def record(self, mutant, outcome, killed_by, seconds):
        row = dict(zip(COLUMNS, (mutant.name, mutant.set, f"{mutant.path}:{mutant.line}",
                                 mutant.change, outcome, killed_by, f"{seconds:.1f}")))
        with self.lock:
            self.rows.append(row)
            self._count_kill(row)
            with open(self.place, "a", encoding="utf-8", newline="") as file:
                csv.DictWriter(file, COLUMNS, lineterminator="\n").writerow(row)
            print(f"{outcome:12} {row['place']} ({mutant.name}) {killed_by} {row['seconds']} s",
                  flush=True)

    def summary(self):
        """Prints the counts and what survived; whether that is good enough."""
        good = True
        for name in ("chosen", "mechanical"):
            rows = [row for row in self.rows if row["set"] == name]
            count = collections.Counter(row["outcome"] for row in rows)
            counted = count["killed"] + count["survived"]
            if not rows:
                continue
            part = count["killed"] / counted if counted else 1
            good &= part >= ENOUGH if name == "mechanical" else count["killed"] == len(rows)
            print(f"{name}: {count['killed']} of {counted} killed, {100 * part:.1f} %"
                  f" ({count['excused']} excused, {count['same_code']} same code,"
                  f" {count['not_compiled']} do not compile)")
            shown = ("survived", *(("excused", *NOT_COUNTED) if name == "chosen" else ()))
            for row in rows:
                if row["outcome"] in shown:
                    old, _, new = row["change"].partition(" => ")
                    print(f"{row['outcome']}: {row['place']} ({row['mutant']})\n- {old}\n+ {new}")
        return good


def results(pool, waits):
    """Of all; after the first that failed no other is begun."""
    try:
        return [wait.result() for wait in waits]
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise
