"""timeline_csv.py - seconds and events of a run, from the rows of `ringside cluster`

A row whose change is "12s" is that second of the run, one whose change is "30s add node-d" belongs
to an event. The first seconds, when the caches are still filling, are not shown: their reads would
dwarf what the events do.
"""
import re
from typing import NamedTuple


class Event(NamedTuple):
    at: float  # seconds
    words: str
    times: dict  # {strategy: peak of the database's reads over those before}


def bare(text):
    return text.replace("$", r"\$")  # two dollars would make it a formula


class Timeline:
    """What the rows of a run say: seconds and events, in the order of time."""

    def __init__(self, results):
        self.seconds, events = {}, {}  # seconds: {metric: {strategy: {second: value}}}
        self.refusals = {row["strategy"]: bare(row["message"].split(";")[0]) for row in results.rows
                         if row["message"] and row["metric"] == "database_reads"}
        for row in results.rows:
            strategy, value = row["strategy"], row["value"]
            match = re.fullmatch(r"(\d+(?:\.\d+)?(?:e[+-]?\d+)?)s (\S.*)", row["change"])
            if match:
                times = events.setdefault((float(match[1]), match[2]), {})
                if (row["metric"] == "database_peak_ratio" and value is not None
                        and strategy not in self.refusals):
                    times[strategy] = value
            elif re.fullmatch(r"\d+s", row["change"]) and value is not None:
                lines = self.seconds.setdefault(row["metric"], {})
                lines.setdefault(strategy, {})[int(row["change"][:-1])] = value
        self.events = [Event(at, bare(words), times)
                       for (at, words), times in sorted(events.items(), key=lambda e: e[0][0])]
        self.hardest = max((event for event in self.events if event.times), default=None,
                           key=lambda event: max(event.times.values()))
        every = [s for lines in self.seconds.values() for line in lines.values() for s in line]
        self.end = max(every, default=0) + 1
        first = self.events[0].at if self.events else 0
        self.start = int(first - min(first / 2, max(5, (self.end - first) / 10)))

    def lines(self, metric):
        """{strategy: {second: value}} of what is shown; nothing where all is zero."""
        shown = {strategy: {s: value for s, value in line.items() if s >= self.start}
                 for strategy, line in self.seconds.get(metric, {}).items()
                 if max(line) >= self.start}
        return shown if any(any(line.values()) for line in shown.values()) else {}

    def nodes_before(self, at):
        """How many nodes there are as an event begins; None: the rows do not say."""
        return next((int(line[at - 1]) for line in self.seconds.get("nodes_up", {}).values()
                     if at - 1 in line), None)
