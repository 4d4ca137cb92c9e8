#!/usr/bin/env python3
"""plot_timeline.py - draws a cluster over time from the CSV of `ringside cluster`

    plot_timeline.py RESULTS.csv OUTDIR

A strategy that refused an event goes on without it; its line then says nothing about the event, so
the picture says so and the title leaves it out. Colours, files and their bytes are as in plot.py.
"""
import os
import sys
from typing import NamedTuple

from plot import main, pyplot, save, settings  # first: it says when there is no matplotlib
from matplotlib.offsetbox import AnnotationBbox, HPacker, TextArea
from matplotlib.ticker import FuncFormatter

from bench_csv import Problem, Results
from plot_lines import GREY, LABEL_POINTS, labels, linear_y_axis, styles
from plot_panel import FLOOR, percent, plain, short
from timeline_csv import Timeline


class Panel(NamedTuple):
    metric: str
    title: str
    unit: str
    from_zero: bool = True
    form: object = plain


FIGURES = {
    "avalanche": (Panel("database_reads", "Reads that reach the database", "reads a second"),
                  Panel("hit_ratio", "Hit ratio", "of the reads", False, percent)),
    "load": (Panel("load_max_over_mean", "Load of the busiest node", "max / mean", False),
             Panel("moved_keys", "Keys moved", "keys a second")),
}
ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth".split()
NUMBERS = "no one two three four five six seven eight nine ten".split()

WIDTH, PANEL_HEIGHT = 10.0, 2.5  # inches; a README shows them 850 pixels wide
HEADER, LEFT, ABOVE, BELOW = 0.45, 0.85, 0.38, 0.38
LABEL_INCHES, WORD_INCHES = 0.075, 0.07  # of one character of a label, of the words of an event
EVENT_ROW, NOTE = 0.17, 0.19  # the height of a row of events, of a note under the title


def label(timeline, strategy):
    return short(strategy) + (" (refused)" if strategy in timeline.refusals else "")


def what_happens(timeline, event):
    """An event as the beginning of a sentence."""
    kind, n = event.words.split()[0], timeline.nodes_before(int(event.at))
    counted = n is not None and n + 1 < len(ORDINALS)
    if kind == "add":
        return f"When {f'a {ORDINALS[n + 1]}' if counted else 'another'} cache joins"
    if kind in ("crash", "drain"):
        verb = {"crash": "is lost", "drain": "is drained"}[kind]
        return f"When one of {NUMBERS[n] if counted else n or 'the'} caches {verb}"
    return {"rejoin": "When a lost cache comes back", "weight": "When a cache gets another weight",
            "shift": "When other keys become popular"}.get(kind, f"At {event.at:g} s")


def worst_and_best(times, sentence, form):
    """The sentence of the greatest, and the least where it differs."""
    worst, best = max(times, key=times.get), min(times, key=times.get)
    most, least = form.format(times[worst]), form.format(times[best])
    text = sentence.format(short(worst), most)
    return text if most == least else f"{text}; {short(best)} {least} times"


def avalanche_headline(timeline):
    """Of the event that hits the database hardest: the worst strategy, and the best."""
    event = timeline.hardest
    if not event:
        return "What reaches the database"
    sentence = what_happens(timeline, event) + ", {} sends {} times as many reads to the database"
    return worst_and_best(event.times, sentence, "{:.1f}")


def load_headline(timeline):
    highest = {strategy: max(line.values())
               for strategy, line in timeline.lines("load_max_over_mean").items()
               if strategy not in timeline.refusals}
    if not highest:
        return "How evenly the nodes are loaded"
    return worst_and_best(highest, "{}'s busiest node carries up to {} times the mean load",
                          "{:.2f}")


def subtitle(results, timeline):
    keys = f"{int(results.keys):,} keys" if results.keys.isdigit() else "keys"
    left_out = f"; not shown: the first {timeline.start} s" if timeline.start else ""
    return f"{keys} of the workload '{results.workload}', second by second{left_out}"


def event_text(timeline, event, style, inches):
    """[(words, colour)]: what it is; for the event in the title also what it did."""
    text = [(f"{event.at:g} s: {event.words}", "#333333")]
    peaks = [(f"{short(strategy)} \u00d7{times:.1f}", style[strategy].colour)
             for strategy, times in event.times.items()]
    fits = event is timeline.hardest and text_inches(text + peaks) < inches
    return text + peaks if fits else text


def text_inches(text):
    return WORD_INCHES * sum(len(words) + 2 for words, _ in text)


def event_places(timeline, texts, inches):
    """[(row, from the right)]: words that would run into others go one row up."""
    places, ends = [], []  # ends: of the last words of each row, in inches
    for event, text in zip(timeline.events, texts):
        left = inches * (event.at - timeline.start) / (timeline.end - timeline.start)
        turned = left + text_inches(text) > inches + 1
        left -= text_inches(text) if turned else 0
        row = next((i for i, end in enumerate(ends) if end < left), len(ends))
        ends[row:row + 1] = [left + text_inches(text)]
        places.append((row, turned))
    return places


def draw(axes, timeline, panel, style):
    """A second is a step as wide as it lasts, so that nothing rises before its event."""
    lines, ends = timeline.lines(panel.metric), []
    axes.set_xlim(timeline.start, timeline.end)
    linear_y_axis(axes, [value for line in lines.values() for value in line.values()])
    if panel.from_zero:
        axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(FuncFormatter(panel.form))
    axes.set_ylabel(panel.unit)
    for event in timeline.events:
        axes.axvline(event.at, color=GREY, linewidth=0.8, zorder=1)
    for strategy, line in lines.items():
        xs, ys = [*line, max(line) + 1], [*line.values(), list(line.values())[-1]]
        look = style[strategy]
        axes.step(xs, ys, where="post", color=look.colour, linestyle=look.dash,
                  linewidth=look.width)
        ends.append((label(timeline, strategy), look.colour, xs[-1], ys[-1]))
    labels(axes, ends)


def name_events(axes, timeline, texts, places):
    for event, text, (row, turned) in zip(timeline.events, texts, places):
        words = HPacker(pad=0, sep=9, children=[
            TextArea(part, textprops={"color": colour, "fontsize": LABEL_POINTS})
            for part, colour in text])
        axes.add_artist(AnnotationBbox(
            words, (event.at, 1), (0, 4 + 72 * EVENT_ROW * row), frameon=False, pad=0,
            xycoords=axes.get_xaxis_transform(), boxcoords="offset points",
            box_alignment=(float(turned), 0), annotation_clip=False))


def figure(results, timeline, title, panels):
    style = styles(results.strategies, FLOOR)
    longest = max(len(label(timeline, strategy)) for strategy in results.strategies)
    width = WIDTH - LEFT - 0.55 - LABEL_INCHES * longest
    room = width if panels[0].metric == "database_reads" else 0
    texts = [event_text(timeline, event, style, room) for event in timeline.events]
    places = event_places(timeline, texts, width)
    words_high = EVENT_ROW * len({row for row, _ in places})  # the first panel's
    notes = [subtitle(results, timeline)]
    notes += [f"{short(who)} refused a change: {why}" for who, why in timeline.refusals.items()]
    top = HEADER + NOTE * len(notes) + words_high
    height = top + len(panels) * (ABOVE + PANEL_HEIGHT + BELOW) + 0.1

    fig = pyplot.figure(figsize=(WIDTH, height))
    fig.text(0.2 / WIDTH, 1 - 0.3 / height, title, fontsize=min(13, 1150 / len(title)),
             fontweight="bold", va="center")
    for i, note in enumerate(notes):
        fig.text(0.2 / WIDTH, 1 - (0.55 + NOTE * i) / height, note, fontsize=9, color="#555555",
                 va="center")
    for i, panel in enumerate(panels):
        bottom = top + ABOVE + PANEL_HEIGHT + i * (ABOVE + PANEL_HEIGHT + BELOW)
        axes = fig.add_axes((LEFT / WIDTH, 1 - bottom / height, width / WIDTH,
                             PANEL_HEIGHT / height))
        draw(axes, timeline, panel, style)
        axes.set_title(panel.title, loc="left", fontweight="bold", fontsize=10,
                       pad=6 if i else 6 + 72 * words_high)
    name_events(fig.axes[0], timeline, texts, places)
    fig.axes[-1].set_xlabel("seconds", labelpad=2)
    return fig


HEADLINES = {"avalanche": avalanche_headline, "load": load_headline}


def plot(path, folder):
    results = Results(path)
    timeline = Timeline(results)
    found = {name: [panel for panel in panels if timeline.lines(panel.metric)]
             for name, panels in FIGURES.items()}
    if not any(found.values()):
        raise Problem(f"{path}: no row that can be drawn; seconds of database_reads, hit_ratio,"
                      " load_max_over_mean or moved_keys are needed (ringside cluster)")
    os.makedirs(folder, exist_ok=True)
    settings()
    for name, panels in found.items():
        if panels:
            fig = figure(results, timeline, HEADLINES[name](timeline), panels)
            save(fig, results, folder, name)


if __name__ == "__main__":
    sys.exit(main(plot, sys.argv[1:]))
