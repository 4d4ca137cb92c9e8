"""plot_panel.py - one panel of the comparison: a metric against the number of nodes

A strategy has one colour and one marker everywhere, and its name stands at the end of its line:
the reader never looks anything up. What cannot be drawn is written under the title, never drawn as
a zero: a strategy that does not support a change, and a zero on a logarithmic axis.
"""
import math
from statistics import NormalDist
from typing import Callable, NamedTuple, Optional

from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

FLOOR = "null"  # the strategy that does nothing: what the harness itself costs
GREY = "#7a7a7a"
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#000000")  # Okabe-Ito
MARKERS = "osD^vPXd<p>"  # of a length that shares no factor with the palette's
LABEL_POINTS = 8.5
NOTE_MAX = 40   # characters; more names are counted
LABEL_MAX = 26  # characters; longer specs are shortened in the middle


class Panel(NamedTuple):
    metric: str
    title: str
    unit: str
    change: str = ""
    log: bool = True
    floor: bool = False  # whether null has a meaning here
    dots: bool = False   # dots side by side, for values that often agree
    chance: Optional[Callable] = None  # (nodes, noise) -> what even nodes would show, from and to


class Style(NamedTuple):
    colour: str
    marker: str
    width: float


def styles(strategies):
    """By order of appearance. Earlier lines are thicker, so that equal ones show behind others."""
    placing = [strategy for strategy in strategies if strategy != FLOOR]
    found = {strategy: Style(PALETTE[i % len(PALETTE)], MARKERS[i % len(MARKERS)],
                             max(1.2, 2.4 - 0.3 * i)) for i, strategy in enumerate(placing)}
    found[FLOOR] = Style(GREY, ".", 0.8)
    return found


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


def spread(wanted, gap, low, high):
    """Ascending positions, as near to the wanted ones as a distance of gap allows."""
    placed = list(wanted)
    for _ in range(300):
        for i in range(1, len(placed)):
            overlap = max(0.0, gap - (placed[i] - placed[i - 1])) / 2
            placed[i - 1] -= overlap
            placed[i] += overlap
        placed = [min(max(position, low), high) for position in placed]
    return placed


def _drawable(panel, series):
    """The series without what a panel cannot show, and the strategies that are zero somewhere."""
    shown, zeros = {}, []
    for strategy, points in series.items():
        if strategy == FLOOR and not panel.floor:
            continue
        kept = {n: value for n, value in points.items() if value > 0 or not panel.log}
        if len(kept) < len(points):
            zeros.append(strategy)
        if kept:
            shown[strategy] = kept
    return shown, zeros


def _x_axis(axes, sizes):
    axes.set_xscale("log")
    first, last = sizes[0], sizes[-1]
    room = (last / first) ** 0.06 if last > first else 1.5
    axes.set_xlim(first / room, last * room)
    ticks = []  # at each size, powers of ten first, but none that would run into another
    for n in sorted(sizes, key=lambda size: (math.log10(size) % 1 > 0, size)):
        if all(abs(math.log(n / tick)) > 0.12 * math.log(last / first) for tick in ticks):
            ticks.append(n)
    axes.set_xticks(ticks)
    axes.xaxis.set_major_formatter(FuncFormatter(plain))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlabel("nodes", labelpad=1)


def _log_y_axis(axes, values):
    low, high = min(values) / 1.5, max(values) * 1.5
    widen = max(1.0, 12 / (high / low)) ** 0.5  # a decade at least, so that there are ticks
    axes.set_yscale("log")
    axes.set_ylim(low / widen, high * widen)
    decades = math.log10(high / low) + 2 * math.log10(widen)
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if decades < 2.2 else (1,), numticks=12))


def linear_y_axis(axes, values):
    low, high = min(values), max(values)
    room = 0.08 * (high - low) or 0.05 * high
    axes.set_ylim(low - room, high + room)
    axes.yaxis.set_major_locator(MaxNLocator(6, steps=(1, 2, 5, 10)))


def _lines(axes, panel, series, style):
    """Draws the series; returns the end of each as (name, colour, x, y)."""
    ends = []
    for i, (strategy, points) in enumerate(series.items()):
        look = style[strategy]
        step = min(1.07, 1.25 ** (2 / len(series)))  # none beside the edge
        aside = step ** (i - (len(series) - 1) / 2) if panel.dots else 1.0
        xs, ys = [n * aside for n in points], list(points.values())
        axes.plot(xs, ys, color=look.colour, marker=look.marker, markersize=4 + look.width,
                  linewidth=look.width, linestyle="none" if panel.dots else "-",
                  markeredgecolor="white", markeredgewidth=0.6, zorder=3 + 0.01 * i)
        ends.append((short(strategy), look.colour, xs[-1], ys[-1]))
    return ends


def labels(axes, ends):
    """The names at the right edge, spread so that none covers another, each tied to its end."""
    ends = sorted(ends, key=lambda end: end[3])
    to_axes = axes.transData + axes.transAxes.inverted()
    wanted = [to_axes.transform((x, y))[1] for _, _, x, y in ends]
    points_high = axes.get_position().height * axes.figure.get_figheight() * 72
    places = spread(wanted, 1.3 * LABEL_POINTS / points_high, 0.02, 0.98)
    for (name, colour, x, y), place in zip(ends, places):
        axes.annotate(name, (x, y), (1.05, place), xycoords="data", textcoords="axes fraction",
                      color=colour, fontsize=LABEL_POINTS, va="center", annotation_clip=False,
                      arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.5,
                                  "alpha": 0.6, "relpos": (0, 0.5), "shrinkA": 1, "shrinkB": 3})


def _across(axes, points):
    """(xs, ys) of a line of reference; a single point goes from edge to edge."""
    if len(points) == 1:
        return axes.get_xlim(), 2 * tuple(points.values())
    return tuple(points), tuple(points.values())


def _theory(axes, theory, style):
    for strategy, points in theory.items():
        axes.plot(*_across(axes, points), color=style[strategy].colour, linewidth=0.8,
                  linestyle=(0, (4, 3)), alpha=0.8, zorder=2)


def chance_of_busiest(n_nodes, noise):
    """The expected greatest of n normal loads (Blom), whose deviation is the sampling noise."""
    n = int(n_nodes)
    return 1.0, 1.0 + noise * (NormalDist().inv_cdf((n - 0.375) / (n + 0.25)) if n > 1 else 0.0)


def chance_of_deviation(_n_nodes, noise):
    return 0.0, noise


def _chance(axes, panel, noise):
    xs, _ = _across(axes, noise)
    bands = [panel.chance(n, value) for n, value in noise.items()]
    axes.fill_between(xs, [low for low, _ in bands], [high for _, high in bands],
                      color="#000000", alpha=0.1, linewidth=0, zorder=1)


def _notes(results, panel, zeros, has_theory, has_noise):
    def listed(what, strategies):
        names = ", ".join(map(short, strategies))
        if len(names) > NOTE_MAX:
            names = f"{len(strategies)} strategies"
        return [f"{what}: {names}"] if strategies else []

    return (listed("unsupported", results.without_value(panel.metric, panel.change, "unsupported"))
            + listed("impossible time", results.without_value(panel.metric, panel.change, "invalid"))
            + listed("wrong result", results.without_value(panel.metric, panel.change, "error"))
            + listed("zero", zeros)
            + (["dashed: theory"] if has_theory else [])
            + (["shaded: what chance alone does to even nodes"] if has_noise else []))


def has_data(results, panel):
    return bool(_drawable(panel, results.series(panel.metric, panel.change))[0])


def draw(axes, results, panel, style):
    series, zeros = _drawable(panel, results.series(panel.metric, panel.change))
    theory, _ = ({}, []) if panel.dots else _drawable(
        panel, results.series(panel.metric, panel.change, "theory"))
    noise = results.common("sampling_noise") if panel.chance else {}
    least = results.common("minimum_fraction", panel.change) if panel.dots else {}

    _x_axis(axes, sorted({n for points in series.values() for n in points}))
    values = [value for points in (*series.values(), *theory.values()) for value in points.values()]
    values += least.values()
    if panel.log:
        _log_y_axis(axes, values)
    else:
        linear_y_axis(axes, values + [panel.chance(1, 0.0)[0]] if noise else values)
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(FORMATS.get(panel.unit, plain)))
    axes.set_ylabel(panel.unit)

    ends = _lines(axes, panel, series, style)
    if least:
        axes.plot(*_across(axes, least), color=GREY, linewidth=1.0, zorder=2)
        ends.append(("the minimum", GREY, *list(least.items())[-1]))
    _theory(axes, theory, style)
    if noise:
        _chance(axes, panel, noise)
    labels(axes, ends)
    notes = "   ".join(_notes(results, panel, zeros, bool(theory), bool(noise)))
    axes.set_title(panel.title, loc="left", fontweight="bold", fontsize=10, pad=17 if notes else 6)
    axes.annotate(notes, (0, 1), (0, 5), xycoords="axes fraction", textcoords="offset points",
                  fontsize=7.5, color="#555555")
