#!/usr/bin/env python3
"""plot.py - draws the comparison from the CSV of `ringside bench`

    plot.py RESULTS.csv OUTDIR

A figure is a list of panels (plot_panel.py), written as SVG and PNG; a panel without data is left
out, and so is a figure without panels. The same CSV gives the same bytes: no date, no version and
no random id gets into a file.
"""
import os
import sys

try:
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
except ImportError:
    sys.exit("plot.py: this python3 has no matplotlib; use the one that scripts/find-python.sh"
             " prints, or install python3-matplotlib")

from bench_csv import Problem, Results
from plot_panel import (FLOOR, Panel, chance_of_busiest, chance_of_deviation, draw, has_data,
                        percent, short, styles)

LOOKUP = Panel("lookup_ns", "Lookup", "ns per lookup", floor=True)
MEMORY = Panel("bytes_total", "Memory", "bytes", floor=True)
SKEW = Panel("max_over_mean", "Skew: the busiest node", "max / mean", log=False,
             chance=chance_of_busiest)
MOVED = Panel("moved_fraction", "Adding one node", "keys moved", change="add", dots=True)
STEPS = Panel("draws", "Random numbers drawn", "per lookup", change="shrink_90_random")

FIGURES = {
    "overview": (LOOKUP, MEMORY, SKEW, MOVED._replace(title="Migration: adding one node")),
    "lookup": (
        LOOKUP._replace(title="Independent keys"),
        LOOKUP._replace(metric="lookup_dependent_ns", title="Each key depends on the last answer"),
        LOOKUP._replace(metric="lookup_batch_ns", title="In a batch"),
        LOOKUP._replace(metric="end_to_end_ns", title="From the bytes of the key, hash included")),
    "memory": (
        MEMORY._replace(title="In total"),
        MEMORY._replace(metric="bytes_over_null", title="Over the table of nodes", floor=False)),
    "skew": (SKEW._replace(title="The busiest node"),
             Panel("cv", "All nodes: coefficient of variation", "standard deviation / mean",
                   chance=chance_of_deviation)),
    "migration": (
        MOVED,
        MOVED._replace(change="remove_last", title="Removing the node added last"),
        MOVED._replace(change="remove_random", title="Removing a random node"),
        MOVED._replace(change="shrink_10_random", title="Removing a tenth of the nodes")),
    "removals": (
        STEPS,
        STEPS._replace(metric="inner_steps", title="Steps of inner loops")),
}
TITLES = {"lookup": "Time of one lookup", "memory": "Memory of a placement",
          "skew": "How evenly keys are spread", "migration": "Keys that move when nodes change",
          "removals": "Work of a lookup after nine tenths of the nodes went"}

WIDTH, PANEL_HEIGHT = 10.0, 2.35  # inches; a README shows them 850 pixels wide
HEADER, LEFT, ABOVE, BELOW = 0.62, 0.85, 0.5, 0.5
LABEL_INCHES = 0.075  # of one character


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


def subtitle(results, panels):
    keys = f"{int(results.keys):,} keys" if results.keys.isdigit() else "keys"
    timed = results.n_reps > 1 and any(panel.unit == LOOKUP.unit for panel in panels)
    median = f"; times are the median of {results.n_reps}" if timed else ""
    return f"{keys} of the workload '{results.workload}'{median}"


def figure(results, title, panels):
    style = styles(results.strategies)
    n_columns = min(len(panels), 2)
    n_rows = -(-len(panels) // n_columns)
    row = ABOVE + PANEL_HEIGHT + BELOW
    height = HEADER + n_rows * row
    column = WIDTH / n_columns
    longest = max(len("the minimum"), *(len(short(strategy)) for strategy in results.strategies))
    width = column - LEFT - 0.2 - LABEL_INCHES * longest

    fig = pyplot.figure(figsize=(WIDTH, height))
    fig.text(0.2 / WIDTH, 1 - 0.3 / height, title, fontsize=min(13, 1150 / len(title)),
             fontweight="bold", va="center")
    fig.text(0.2 / WIDTH, 1 - 0.55 / height, subtitle(results, panels), fontsize=9, color="#555555",
             va="center")
    for i, panel in enumerate(panels):
        bottom = height - HEADER - (i // n_columns) * row - ABOVE - PANEL_HEIGHT
        axes = fig.add_axes(((i % n_columns * column + LEFT) / WIDTH, bottom / height,
                             width / WIDTH, PANEL_HEIGHT / height))
        draw(axes, results, panel, style)
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
    found = {name: [panel for panel in panels if has_data(results, panel)]
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
