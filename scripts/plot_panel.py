"""plot_panel.py - one panel of the comparison: a dot plot, a row a strategy

The rows are those of the figure, so a strategy is read across all panels. A dot is a size: darker
and larger for more nodes, and the same everywhere. Nothing is left blank without a word: what a
strategy cannot do, a wrong result, and a zero on a logarithmic axis are written in its row, with
the sizes where that is so.
"""
import math
from statistics import NormalDist
from typing import Callable, NamedTuple, Optional

from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.textpath import TextPath
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

FLOOR = "null"  # the strategy that does nothing: what the harness itself costs
GREY = "#6a6a6a"
NOT_MEASURED = "not measured"
REMARKS = {"unsupported": "unsupported", "invalid": "impossible time", "error": "wrong result"}
RAMP = LinearSegmentedColormap.from_list("sizes", ("#f4a259", "#c8356f", "#2d1757"))
NOTE_POINTS, REMARK_POINTS = 7.5, 7
LABEL_MAX = 26  # characters; longer specs are shortened in the middle


class Panel(NamedTuple):
    metric: str
    title: str
    unit: str
    change: str = ""
    log: bool = True
    floor: bool = False   # whether null has a meaning here
    theory: bool = True   # whether that of each strategy is shown
    least: str = ""       # the metric of what must move when all shares are even
    chance: Optional[Callable] = None  # (nodes, noise) -> what even nodes would show


def short(spec):
    keep = LABEL_MAX // 2 - 1
    text = spec if len(spec) <= LABEL_MAX else f"{spec[:keep]}\u2026{spec[-keep:]}"
    return text.replace("$", r"\$")  # two dollars would make it a formula


def plain(value, _=None):
    """A tick in plain numbers: 0.5, 20, 1,000."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def percent(value, _=None):
    return f"{100 * value:.0f} %" if value >= 0.0095 else f"{100 * value:.2g} %"


def size(value, _=None):
    for unit in ("B", "kB", "MB", "GB"):
        if value < 1000 or unit == "GB":
            return f"{value:.3g} {unit}"
        value /= 1000


FORMATS = {"bytes": size, "keys moved": percent}


def inches_of(words, points):
    return TextPath((0, 0), words, size=points).get_extents().width / 72


def colours(sizes):
    """{nodes: colour}, light to dark."""
    last = max(1, len(sizes) - 1)
    return {n: to_hex(RAMP(i / last if len(sizes) > 1 else 1.0)) for i, n in enumerate(sizes)}


def marker_size(sizes, n):
    """In points. Dots of equal values lie within each other, the smaller in front."""
    return 4.2 + 3.6 * (sizes.index(n) + 1) / len(sizes)


def chance_of_busiest(n_nodes, noise):
    """The expected greatest of n normal loads (Blom), whose deviation is the sampling noise."""
    n = int(n_nodes)
    return 1.0 + noise * (NormalDist().inv_cdf((n - 0.375) / (n + 0.25)) if n > 1 else 0.0)


def chance_of_deviation(_n_nodes, noise):
    return noise


def drawable(results, panel, column="value"):
    """{strategy: {nodes: value}} without what a panel cannot show."""
    kept = {strategy: {n: value for n, value in points.items() if value > 0 or not panel.log}
            for strategy, points in results.series(panel.metric, panel.change, column).items()
            if strategy != FLOOR or panel.floor}
    return {strategy: points for strategy, points in kept.items() if points}


def _theory(results, panel, series):
    """Only where there is a dot to hold it against."""
    theory = drawable(results, panel, "theory") if panel.theory else {}
    return {strategy: {n: value for n, value in points.items() if n in series.get(strategy, {})}
            for strategy, points in theory.items()}


def bounds(results, panel):
    """{nodes: where the line of this size stands}: what must move, or pure chance."""
    if panel.least:
        return results.common(panel.least, panel.change)
    noise = results.common("sampling_noise") if panel.chance else {}
    return {n: panel.chance(n, value) for n, value in noise.items()}


def _without_dot(results, panel):
    """[(word, {strategy: sizes})]"""
    series = results.series(panel.metric, panel.change)
    bad = {status: results.sizes_without_value(panel.metric, panel.change, status)
           for status in REMARKS}
    zeros = {strategy: [n for n, value in points.items() if panel.log and value <= 0]
             for strategy, points in series.items()}
    missing = {strategy: [n for n in results.sizes
                          if not any(n in found.get(strategy, ())
                                     for found in (series, *bad.values()))]
               for strategy in results.strategies}
    return (*((REMARKS[status], found) for status, found in bad.items()),
            ("0", zeros), (NOT_MEASURED, missing))


def remarks(results, panel):
    """{strategy: words}: what it has no dot for, and at which sizes."""
    found = {}
    for word, sizes_of in _without_dot(results, panel):
        for strategy, sizes in sizes_of.items():
            if sizes:
                at = "" if sizes == results.sizes else f" at {', '.join(map(plain, sizes))}"
                found.setdefault(strategy, []).append(word + at)
    words = {strategy: "; ".join(parts) for strategy, parts in found.items()}
    floor = "nothing" if panel.metric == "bytes_over_null" else "all on one node"
    return words if panel.floor else words | {FLOOR: floor}


def _log_x_axis(axes, low, high):
    widen = 1.4 * max(1.0, 8 / (high / low)) ** 0.5  # nearly a decade at least, for the ticks
    axes.set_xscale("log")
    axes.set_xlim(low / widen, high * widen)
    decades = math.log10(high / low) + 2 * math.log10(widen)
    step = 1 if decades < 4.5 else 2
    axes.xaxis.set_major_locator(LogLocator(base=10 ** step, subs=(1, 2, 5) if decades < 1.4
                                            else (1,), numticks=12))


def _linear_x_axis(axes, low, high):
    room = 0.06 * (high - low) or 0.05 * abs(high) or 1
    axes.set_xlim(low - room, high + room)
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=(1, 2, 5, 10)))


def _x_axis(axes, panel, values):
    (_log_x_axis if panel.log else _linear_x_axis)(axes, min(values), max(values))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(FORMATS.get(panel.unit, plain)))
    axes.set_xlabel(panel.unit, labelpad=2)


def _rows(axes, n):
    axes.set_ylim(n - 0.4, -0.6)
    axes.set_yticks(range(n))
    axes.tick_params(axis="y", length=0, labelleft=False)
    axes.grid(axis="y", color="#e8e8e8", linewidth=0.6)
    axes.grid(axis="x", color="#f3f3f3", linewidth=0.6)


def _dots(axes, sizes, y, points):
    if len(points) > 1:
        axes.plot(list(points.values()), [y] * len(points), color="#c9c9c9", linewidth=1.2,
                  zorder=2)
    for n, value in points.items():
        axes.plot(value, y, marker="o", markersize=marker_size(sizes, n), color=colours(sizes)[n],
                  markeredgecolor="white", markeredgewidth=0.5, linestyle="none",
                  zorder=4 - 0.01 * sizes.index(n))


def _remark(axes, y, words, values):
    """In the row, on the side of the dots where there is room."""
    inches = axes.get_position().width * axes.figure.get_figwidth()
    to_axes = axes.transData + axes.transAxes.inverted()
    at = [inches * to_axes.transform((value, y))[0] for value in values]
    left = max(at) + 0.1 if at else 0.04
    turned = left + inches_of(words, REMARK_POINTS) > inches
    axes.annotate(words, ((min(at) - 0.1 if turned and at else left) / inches, y),
                  xycoords=("axes fraction", "data"), fontsize=REMARK_POINTS, color="#808080",
                  ha="right" if turned and at else "left", va="center", zorder=1.5,
                  bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6})


def notes(panel, lines, theory):
    found = []
    if lines and panel.least:
        found.append("line: must move at even shares")
    elif lines:
        found.append("line: what chance alone gives")
    return found + (["tick: theory"] if any(theory.values()) else [])


def draw(axes, results, panel, rows):
    series = drawable(results, panel)
    theory, lines = _theory(results, panel, series), bounds(results, panel)
    values = [value for points in (*series.values(), *theory.values(), lines)
              for value in points.values() if value > 0 or not panel.log]
    _x_axis(axes, panel, values)
    _rows(axes, len(rows))
    for n, value in lines.items():
        axes.axvline(value, color=colours(results.sizes)[n], linewidth=1.0, alpha=0.55, zorder=1)
    words = remarks(results, panel)
    for y, strategy in enumerate(rows):
        points = series.get(strategy, {})
        _dots(axes, results.sizes, y, points)
        axes.plot(list(theory.get(strategy, {}).values()), [y] * len(theory.get(strategy, {})),
                  color="black", marker="|", markersize=8, markeredgewidth=0.8, linestyle="none",
                  zorder=5)
        if strategy in words:
            _remark(axes, y, words[strategy], list(points.values()))
    axes.set_title(panel.title, loc="left", fontweight="bold", fontsize=10, pad=17)
    axes.annotate("; ".join(notes(panel, lines, theory)), (0, 1), (0, 5), xycoords="axes fraction",
                  textcoords="offset points", fontsize=NOTE_POINTS, color="#555555")
