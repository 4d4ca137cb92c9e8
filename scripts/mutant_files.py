"""mutant_files.py - hand-written broken versions: *.mutant, and the list of those that are excused

A mutant is a list of edits (start, end, text) of one file.
"""
import dataclasses
import pathlib
import re


KEYS = {"file": "path", "fuzz": "target", "unfuzzed": "reason"}


class Problem(Exception):
    """What a person is told; the program ends with status 2."""


@dataclasses.dataclass
class Mutant:
    name: str
    set: str
    path: str
    edits: list  # of (start, end, text), in order and apart
    line: int
    fuzz: str = ""  # the target that must find it
    unfuzzed: str = ""  # or why none is asked
    change: str = ""  # the lines that are concerned, before and after


def apply(text, edits):
    for start, end, put in sorted(edits, reverse=True):
        text = text[:start] + put + text[end:]
    return text


def describe(text, edits):
    """The lines that are concerned, before and after, with single spaces: no line numbers."""
    first = text.rfind("\n", 0, edits[0][0]) + 1
    last = text.find("\n", edits[-1][1])
    last = len(text) if last < 0 else last
    moved = [(start - first, end - first, put) for start, end, put in edits]
    old = text[first:last]
    return f"{' '.join(old.split())} => {' '.join(apply(old, moved).split())}"


def _hunks(place, lines):
    """[(old, new)] of the lines that start with - and +."""
    hunks = []
    for number, line in enumerate(lines, 1):
        if line.startswith(("#", *(f"{key}:" for key in KEYS))) or not line.strip():
            continue
        sign, shown = line[0], line[2:]
        if sign not in "-+" or line[1:2] not in ("", " "):
            raise Problem(f"{place}:{number}: a line starts with '# ', 'file:', 'fuzz:',"
                          f" 'unfuzzed:', '- ' or '+ ', not as in '{line}'")
        if sign == "-" and (not hunks or hunks[-1][1]):
            hunks.append(([], []))
        if not hunks:
            raise Problem(f"{place}:{number}: '+' comes after the '-' lines that it replaces")
        hunks[-1][sign == "+"].append(shown)
    return [("\n".join(old), "\n".join(new)) for old, new in hunks]


def _fields(place, lines):
    """{key: what is behind it}."""
    found = {}
    for number, line in enumerate(lines, 1):
        match = re.fullmatch(rf"({'|'.join(KEYS)}):\s*(.*?)\s*", line)
        if not match:
            continue
        if not match[2] or match[1] in found or (match[1] != "unfuzzed" and " " in match[2]):
            raise Problem(f"{place}:{number}: '{match[1]}:' stands once, with one"
                          f" {KEYS[match[1]]} behind it, not as in '{line}'")
        found[match[1]] = match[2]
    return found


def read_mutant(place, text_of):
    """A *.mutant file. text_of(path) is the text of a source."""
    place = pathlib.Path(place)
    try:
        lines = place.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise Problem(f"{place}: {error}") from error
    fields = _fields(place, lines)
    if "file" not in fields or not any(line.startswith("#") for line in lines):
        raise Problem(f"{place}: needs a comment that says what the slip is, and 'file: PATH'")
    if ("fuzz" in fields) == ("unfuzzed" in fields):
        raise Problem(f"{place}: say either which target finds it from nothing, 'fuzz: TARGET', or"
                      " why none can, 'unfuzzed: REASON'")
    text, edits = text_of(fields["file"]), []
    for old, new in _hunks(place, lines):
        if old.strip() == "" or text.count(old) != 1:
            raise Problem(f"{place}: this text is {text.count(old)} times in {fields['file']},"
                          f" where it must be once; write the hunk anew:\n{old}")
        edits.append((text.index(old), text.index(old) + len(old), new))
    if not edits:
        raise Problem(f"{place}: has no '- ' and '+ ' lines")
    edits.sort()
    return Mutant(place.stem, "chosen", fields["file"], edits, text.count("\n", 0, edits[0][0]) + 1,
                  fields.get("fuzz", ""), fields.get("unfuzzed", ""), describe(text, edits))


def read_equivalents(place, text_of):
    """{(file, change)}: mutants that are argued to compute the same. Records, each ended by its
    argument, of four lines: file:, - line, + line, because:."""
    found, record = set(), {}
    keys = {"file:": "file", "-": "old", "+": "new", "because:": "why"}
    path = pathlib.Path(place)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for number, line in enumerate(lines, 1):
        word, _, rest = line.strip().partition(" ")
        if not word or word.startswith("#"):
            continue
        if word not in keys or not rest.strip():
            raise Problem(f"{path}:{number}: expected 'file: ', '- ', '+ ' or 'because: ' and text")
        record[keys[word]] = " ".join(rest.split())
        if word != "because:":
            continue
        if len(record) < 4:
            raise Problem(f"{path}:{number}: 'file:', '-' and '+' come before 'because:'")
        if record["old"] not in " ".join(text_of(record["file"]).split()):
            raise Problem(f"{path}:{number}: {record['file']} no longer has '{record['old']}';"
                          " take the record out")
        found.add((record["file"], f"{record['old']} => {record['new']}"))
        record = {}
    return found


class Texts:
    """text_of(path): the text of a source, read once."""

    def __init__(self, root):
        self.root, self.texts = root, {}

    def __call__(self, path):
        if path not in self.texts:
            try:
                self.texts[path] = (self.root / path).read_text(encoding="utf-8")
            except OSError as error:
                raise Problem(f"{path}: {error.strerror}; is it a path from the top?") from error
        return self.texts[path]


def chosen(root, text_of, only=None):
    """Every tests/mutants/*.mutant, or those that are named."""
    places = sorted((root / "tests/mutants").glob("*.mutant"))
    found = [read_mutant(place, text_of) for place in places]
    targets = {path.stem for path in (root / "fuzz").glob("fuzz_*.c")}
    unknown = set(only or ()) - {one.name for one in found}
    if not found or unknown:
        raise Problem(f"tests/mutants/: there is no {', '.join(sorted(unknown)) or '*.mutant'}")
    for one in found:
        if one.fuzz and one.fuzz not in targets:
            raise Problem(f"tests/mutants/{one.name}.mutant: there is no target '{one.fuzz}'")
    return [one for one in found if not only or one.name in only]
