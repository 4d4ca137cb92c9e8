"""plot_lines.py - lines over time: a look for each, and its name at its end

A strategy has one colour and dash everywhere, and its name stands at the end of its line: the
reader never looks anything up.
"""
from typing import NamedTuple

from matplotlib.ticker import MaxNLocator

PALETTE = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#000000")  # Okabe-Ito
DASHES = ("-", (0, (4, 1.5)), (0, (1, 1)))  # with the same colour: of the next round of the palette
GREY = "#7a7a7a"
LABEL_POINTS = 8.5


class Style(NamedTuple):
    colour: str
    dash: object
    width: float


def styles(strategies, floor):
    """By order of appearance. Earlier lines are thicker, so that equal ones show behind others."""
    placing = [strategy for strategy in strategies if strategy != floor]
    found = {strategy: Style(PALETTE[i % len(PALETTE)], DASHES[i // len(PALETTE) % len(DASHES)],
                             max(0.9, 1.8 - 0.225 * i)) for i, strategy in enumerate(placing)}
    found[floor] = Style(GREY, "-", 0.6)
    return found


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


def linear_y_axis(axes, values):
    low, high = min(values), max(values)
    room = 0.08 * (high - low) or 0.05 * high
    axes.set_ylim(low - room, high + room)
    axes.yaxis.set_major_locator(MaxNLocator(6, steps=(1, 2, 5, 10)))


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
