"""bench_csv.py - reads the CSV of `ringside bench`

One value a row, so reading is: check the shape, keep the rows of the first workload, and group them
by what was measured. Columns and metrics that are not known here are ignored; a column that is
missing, a record of another length or a number that is none stops with the place and the reason.
"""
import csv
import hashlib
import math
import statistics

COLUMNS = ("schema run strategy workload nodes keys change seed metric value unit better kind"
           " theory z rep status message").split()
SCHEMA = "2"


class Problem(Exception):
    """What a person is told; the program ends with status 1."""


def _number(text, column, place):
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise Problem(f"{place}: '{text}' in column '{column}' is no finite number")
    return number


def _records(path):
    """Yields (place, fields by column name). A place is FILE:LINE."""
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        reader = csv.reader(file, strict=True)
        try:
            header = next(reader, [])
            missing = [column for column in COLUMNS if column not in header]
            if missing:
                raise Problem(f"{path}: missing column: {', '.join(missing)}"
                              " (is this the results.csv of `ringside bench`?)")
            for fields in reader:
                place = f"{path}:{reader.line_num}"
                if len(fields) != len(header):
                    raise Problem(f"{place}: {len(fields)} fields where the header has"
                                  f" {len(header)}; was the file cut off?")
                yield place, dict(zip(header, fields))
        except csv.Error as error:
            raise Problem(f"{path}:{reader.line_num}: {error}") from error


def _checked(place, record):
    """The record with its numbers read; an empty value or theory is None."""
    if record["schema"] != SCHEMA:
        raise Problem(f"{place}: schema '{record['schema']}' is not understood, only {SCHEMA} is")
    nodes = _number(record["nodes"], "nodes", place)
    if nodes < 1 or nodes != int(nodes):
        raise Problem(f"{place}: '{record['nodes']}' in column 'nodes' is no number of nodes")
    record["nodes"] = int(nodes)
    for column in ("value", "theory"):
        record[column] = _number(record[column], column, place) if record[column] else None
    return record


class Results:
    """The rows of one workload. Everything is in the order of its first appearance."""

    def __init__(self, path):
        rows = [_checked(place, record) for place, record in _records(path)]
        self.workload = next((row["workload"] for row in rows if row["workload"]), "")
        self.rows = [row for row in rows if row["workload"] in ("", self.workload)]
        self.strategies = list(dict.fromkeys(row["strategy"] for row in self.rows))
        self.sizes = sorted({row["nodes"] for row in self.rows})
        self.keys = next((row["keys"] for row in self.rows if row["keys"]), "")
        self.n_reps = len({row["rep"] for row in self.rows if row["metric"] == "lookup_ns"})

        self._of = {}
        for row in self.rows:
            self._of.setdefault((row["metric"], row["change"]), []).append(row)

    def select(self, metric, change=""):
        return self._of.get((metric, change), [])

    def series(self, metric, change="", column="value"):
        """{strategy: {nodes: median}} in the order of strategies, nodes ascending."""
        found = {}
        for row in self.select(metric, change):
            if row["status"] == "ok" and row[column] is not None:
                points = found.setdefault(row["strategy"], {})
                points.setdefault(row["nodes"], []).append(row[column])
        return {strategy: {nodes: statistics.median(found[strategy][nodes])
                           for nodes in sorted(found[strategy])}
                for strategy in self.strategies if strategy in found}

    def common(self, metric, change=""):
        """{nodes: median over strategies}, for what does not depend on the strategy."""
        found = {}
        for points in self.series(metric, change).values():
            for nodes, value in points.items():
                found.setdefault(nodes, []).append(value)
        return {nodes: statistics.median(found[nodes]) for nodes in sorted(found)}

    def sizes_without_value(self, metric, change, status):
        """{strategy: nodes ascending} of the rows with this status. A strategy that cannot have
        a size at all has its rows without a change."""
        found = {}
        for row in (row for at in {"", change} for row in self.select(metric, at)):
            if row["status"] == status:
                found.setdefault(row["strategy"], set()).add(row["nodes"])
        return {strategy: sorted(sizes) for strategy, sizes in found.items()}

    def digest(self):
        """Names the data that a picture shows; `run` differs between equal runs."""
        known = [[row[column] for column in COLUMNS if column != "run"] for row in self.rows]
        return hashlib.sha256(repr(known).encode()).hexdigest()
