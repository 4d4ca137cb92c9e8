#!/usr/bin/env python3
"""plot.py - draws the comparison from the CSV of `ringside bench`

    plot.py RESULTS.csv OUTDIR

A figure is panels side by side (plot_panel.py) with the same rows, written as SVG and PNG; a panel
without data is left out, and so is a figure without panels. The same CSV gives the same bytes: no
date, no version and no random id gets into a file.
"""
import math
import os
import sys

try:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.lines import Line2D
except ImportError:
    sys.exit("plot.py: this python3 has no matplotlib; use the one that scripts/find-python.sh"
             " prints, or install python3-matplotlib")

from bench_csv import Problem, Results
from plot_panel import (FLOOR, GREY, NOT_MEASURED, Panel, bounds, chance_of_busiest,
                        chance_of_deviation, colours, draw, drawable, inches_of, marker_size,
                        percent, plain, remarks, short)

LOOKUP = Panel("lookup_ns", "Lookup", "ns per lookup", floor=True)
MEMORY = Panel("bytes_total", "Memory", "bytes", floor=True)
SKEW = Panel("max_over_mean", "Busiest node", "max / mean", log=False, chance=chance_of_busiest)
MOVED = Panel("moved_fraction", "One node more", "keys moved", change="add", theory=False,
              least="minimum_fraction")
STEPS = Panel("draws", "Random numbers drawn", "per lookup", change="shrink_90_random")

FIGURES = {
    "overview": (LOOKUP, MEMORY, SKEW, MOVED),
    "lookup": (
        LOOKUP._replace(title="Independent keys"),
        LOOKUP._replace(metric="lookup_dependent_ns", title="Each waits for the last"),
        LOOKUP._replace(metric="lookup_batch_ns", title="In a batch"),
        LOOKUP._replace(metric="end_to_end_ns", title="From the key's bytes")),
    "memory": (
        MEMORY._replace(title="In total"),
        MEMORY._replace(metric="bytes_over_null", title="Over the table of nodes", floor=False)),
    "skew": (SKEW,
             Panel("cv", "All nodes: coefficient of variation", "standard deviation / mean",
                   chance=chance_of_deviation)),
    "migration": (
        MOVED,
        MOVED._replace(change="remove_last", title="The last leaves"),
        MOVED._replace(change="remove_random", title="A random one leaves"),
        MOVED._replace(change="shrink_10_random", title="A tenth leave")),
    "removals": (
        STEPS,
        STEPS._replace(metric="inner_steps", title="Steps of inner loops")),
}
TITLES = {"lookup": "Time of one lookup", "memory": "Memory of a placement",
          "skew": "How evenly keys are spread", "migration": "Keys that move when nodes change",
          "removals": "Work of a lookup after nine tenths of the nodes went, at random"}

WIDTH, ROW = 10.0, 0.205  # inches; a README shows them 850 pixels wide
HEADER, ABOVE, BELOW, APART = 0.72, 0.42, 0.5, 0.4
LABEL_POINTS = 9


def headline(results):
    """What the data say about adding a node: who moves most, and who moves what must move."""
    moved = results.series("moved_fraction", "add")
    moved.pop(FLOOR, None)
    sizes = {n for points in moved.values() for n in points}
    if not sizes:
        return "Lookup time, memory, skew and migration"
    n = min(sizes, key=lambda size: (abs(size - 10), size))
    at_n = {strategy: points[n] for strategy, points in moved.items() if n in points}
    least = results.common("minimum_fraction", "add").get(n, 0.0)
    worst = max(at_n, key=at_n.get)
    best = min(at_n, key=lambda strategy: abs(at_n[strategy] - least))
    text = f"Adding one node to {n} moves {percent(at_n[worst])} of the keys with {short(worst)}"
    return text if worst == best else f"{text}, {percent(at_n[best])} with {short(best)}"


def subtitle(results, panels, width):
    """What the panels have in common, in so many inches: what says least is left out first."""
    keys = f"{int(results.keys):,} keys" if results.keys.isdigit() else "keys"
    timed = results.n_reps > 1 and any(panel.unit == LOOKUP.unit for panel in panels)
    median = f"; times are the median of {results.n_reps}" if timed else ""
    parts = [f"{keys} of the workload '{results.workload}'{median}",
             f"; rows by the first panel at {plain(results.sizes[-1])} nodes"]
    words = "".join(parts)
    return words if inches_of(words, LABEL_POINTS) <= width else parts[0]


def rank(results, panel, strategy):
    """Low is good and stands above; who cannot have the larger sizes comes after who can. What is
    moved below the least is the luck of a small share, no merit."""
    points = results.series(panel.metric, panel.change).get(strategy)
    if not points:
        return math.inf, 0.0
    n = max(points)
    least = bounds(results, panel).get(n, 0.0) if panel.least else 0.0
    value = round(max(1.0, points[n] / least), 1) if least else points[n]
    return results.sizes[-1] / n, value


def rows_of(results, panels):
    """The strategies that one of the panels has a dot or more than NOT_MEASURED for."""
    shown = set()
    for panel in panels:
        shown.update(drawable(results, panel))
        shown.update(strategy for strategy, words in remarks(results, panel).items()
                     if words != NOT_MEASURED and (strategy != FLOOR or panel.floor))
    return sorted((strategy for strategy in results.strategies if strategy in shown),
                  key=lambda strategy: (strategy != FLOOR, [rank(results, panel, strategy)
                                                            for panel in panels]))


def legend(fig, sizes, y):
    """The sizes and their dots, from the right edge on. Returns the inches left of them."""
    right = 1 - 0.2 / WIDTH
    for n in reversed(sizes):
        words = plain(n) + (" nodes" if n == sizes[-1] else "")
        fig.text(right, y, words, fontsize=LABEL_POINTS, ha="right", va="center")
        right -= (inches_of(words, LABEL_POINTS) + 0.11) / WIDTH
        fig.add_artist(Line2D([right], [y], marker="o", color=colours(sizes)[n],
                              markersize=marker_size(sizes, n), linestyle="none"))
        right -= 0.19 / WIDTH
    return right * WIDTH


def names(axes, rows):
    for y, strategy in enumerate(rows):
        axes.annotate(short(strategy), (0, y), (-8, 0), xycoords=("axes fraction", "data"),
                      textcoords="offset points", fontsize=LABEL_POINTS, ha="right", va="center",
                      color=GREY if strategy == FLOOR else "black")


def figure(results, title, panels):
    rows = rows_of(results, panels)
    left = 0.35 + max(inches_of(short(strategy), LABEL_POINTS) for strategy in rows)
    width = (WIDTH - left - 0.2 + APART) / len(panels) - APART
    height = HEADER + ABOVE + ROW * len(rows) + BELOW
    fig = pyplot.figure(figsize=(WIDTH, height))
    fig.text(0.2 / WIDTH, 1 - 0.27 / height, title, fontsize=min(13, 1150 / len(title)),
             fontweight="bold", va="center")
    room = legend(fig, results.sizes, 1 - 0.52 / height) - 0.2
    fig.text(0.2 / WIDTH, 1 - 0.52 / height, subtitle(results, panels, room), color="#555555",
             fontsize=LABEL_POINTS, va="center")
    for i, panel in enumerate(panels):
        axes = fig.add_axes(((left + i * (width + APART)) / WIDTH, BELOW / height, width / WIDTH,
                             ROW * len(rows) / height))
        draw(axes, results, panel, rows)
        if i == 0:
            names(axes, rows)
    return fig


def save(fig, results, folder, name):
    source = f"sha256 of the rows: {results.digest()}"
    metadata = {"svg": {"Date": None, "Creator": None, "Source": source},
                "png": {"Software": None, "Source": source}}
    for kind in ("svg", "png"):
        path = os.path.join(folder, f"{name}.{kind}")
        part = f"{path}.part"
        fig.savefig(part, format=kind, dpi=170, metadata=metadata[kind])
        os.replace(part, path)
    pyplot.close(fig)


def settings():
    matplotlib.rcdefaults()  # a personal matplotlibrc has no say
    matplotlib.rcParams.update({
        "svg.hashsalt": "ringside", "font.family": "DejaVu Sans", "font.size": 9,
        "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.6,
        "axes.edgecolor": "#555555", "axes.labelcolor": "#333333", "axes.grid": True,
        "axes.grid.axis": "y", "grid.color": "#e6e6e6", "grid.linewidth": 0.6,
        "axes.axisbelow": True, "xtick.color": "#333333", "ytick.color": "#333333",
        "xtick.major.width": 0.6, "ytick.major.width": 0.6})


def plot(path, folder):
    results = Results(path)
    found = {name: [panel for panel in panels if drawable(results, panel)]
             for name, panels in FIGURES.items()}
    if not any(found.values()):
        raise Problem(f"{path}: no row that can be drawn; lookup_ns, bytes_total, max_over_mean or"
                      " moved_fraction with status ok is needed (ringside bench --metrics)")
    os.makedirs(folder, exist_ok=True)
    settings()
    for name, panels in found.items():
        if panels:
            fig = figure(results, TITLES.get(name) or headline(results), panels)
            save(fig, results, folder, name)


def main(plot_file, arguments):
    """The exit code of a script that draws a CSV with plot_file(path, folder)."""
    script = os.path.basename(sys.argv[0])
    if len(arguments) != 2 or arguments[0].startswith("-"):
        print(f"usage: {script} RESULTS.csv OUTDIR", file=sys.stderr)
        return 2
    try:
        plot_file(*arguments)
    except Problem as problem:
        print(f"{script}: {problem}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{script}: cannot read or write {error.filename or arguments[1]}: {error.strerror}",
              file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(plot, sys.argv[1:]))
