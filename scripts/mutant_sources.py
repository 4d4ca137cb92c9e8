"""mutant_sources.py - broken versions of a C file, as edits of its tokens

Every small edit, by a tokenizer of C, so that comments, strings and the preprocessor are never
touched, and of function bodies alone: tables, enumerations and descriptors are data, and a
declarator is no computation. Its initializer is one.
"""
import bisect
import dataclasses
import hashlib
import pathlib
import re

from mutant_files import Mutant, describe

TOKEN = re.compile(r"""
    (?P<skip>\s+ | //(?:\\\n|[^\n])* | /\*.*?\*/)
  | (?P<string>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*")
  | (?P<char>[uUL]?'(?:\\.|[^'\\\n])*')
  | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<punct><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||.)
""", re.VERBOSE | re.DOTALL)
DIRECTIVE = re.compile(r"(?:\\\n|/\*.*?\*/|[^\n])*", re.DOTALL)
INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)")

SWAPS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
    "==": ("!=",), "!=": ("==",), "&&": ("||",), "||": ("&&",),
    "+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "%": ("/",),
    "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",), "^": ("|",), "++": ("--",),
    "--": ("++",), "+=": ("-=",), "-=": ("+=",), "*=": ("/=",), "/=": ("*=",), "%=": ("/=",),
    "<<=": (">>=",), ">>=": ("<<=",), "&=": ("|=",), "|=": ("&=",), "^=": ("|=",),
}
EITHER_WAY = {"+", "-", "*", "&"}  # operators of one operand as well
TYPES = set("void bool char short int long float double signed unsigned const volatile static"
            " struct union enum register extern inline typedef size_t ptrdiff_t".split())
NO_STATEMENT = TYPES | set("if else for while do switch case default return goto break continue"
                           " sizeof static_assert _Static_assert".split())


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int

    @property
    def end(self):
        return self.start + len(self.text)


def tokens_of(text):
    """All tokens but comments and preprocessor lines."""
    tokens, at, fresh_line = [], 0, True
    while at < len(text):
        if fresh_line and text[at] == "#":
            at = DIRECTIVE.match(text, at).end()
            continue
        match = TOKEN.match(text, at)
        at = match.end()
        if match.lastgroup == "skip":
            fresh_line = fresh_line or "\n" in match.group()
        else:
            fresh_line = False
            tokens.append(Token(match.lastgroup, match.group(), match.start()))
    return tokens


def bodies_of(tokens):
    """Yields the tokens of each function body, the braces included."""
    depth, first, shut = 0, None, []
    for i, token in enumerate(tokens):
        if token.text == "{":
            before = tokens[i - 1] if i else None
            shut.append(not (before and before.kind == "string"))  # extern "C" { encloses nothing
            if depth == 0 and shut[-1]:
                first = i if before and before.text == ")" else None
            depth += shut[-1]
        elif token.text == "}" and shut:
            depth -= shut.pop()
            if depth == 0 and first is not None:
                yield tokens[first:i + 1]
                first = None


def _closing(tokens, i):
    """Index of the parenthesis that closes the one at i."""
    depth = 0
    for j in range(i, len(tokens)):
        depth += (tokens[j].text in "([{") - (tokens[j].text in ")]}")
        if depth == 0:
            return j
    return len(tokens) - 1


def _is_declarator(tokens, i):
    """A star that says pointer: after a type."""
    before = tokens[i - 1]
    return (before.text in TYPES or before.text.endswith("_t") or before.text == "*"
            or i > 1 and tokens[i - 2].text in ("struct", "union", "enum"))


def _operators(tokens):
    for i, token in enumerate(tokens):
        if token.kind != "punct" or token.text not in SWAPS:
            continue
        before = tokens[i - 1]
        takes_two = before.kind in ("name", "number", "char") or before.text in (")", "]")
        if token.text in EITHER_WAY and (not takes_two or before.text in ("return", "case")
                                         or token.text == "*" and _is_declarator(tokens, i)):
            continue
        for text in SWAPS[token.text]:
            yield token.start, token.end, text


def _constants(tokens):
    for token in tokens:
        match = INTEGER.fullmatch(token.text) if token.kind == "number" else None
        if match:
            value = int(match[1], 8 if re.fullmatch("0[0-7]+", match[1]) else 0)
            shown = hex(value + 1) if match[1][:2] in ("0x", "0X") else str(value + 1)
            yield token.start, token.end, shown + match[2]


def _conditions(tokens, text):
    for i, token in enumerate(tokens[:-1]):
        if token.text in ("if", "while") and tokens[i + 1].text == "(":
            start, end = tokens[i + 1].end, tokens[_closing(tokens, i + 1)].start
            yield start, end, f"!({text[start:end]})"


def _is_expression(tokens):
    first, second = tokens[0], tokens[min(1, len(tokens) - 1)]
    if first.text in NO_STATEMENT or first.text in ";{}" or second.text == ":":
        return False
    declares = first.kind == "name" and (second.kind == "name" or second.text == "*")
    return not declares


def _statements(tokens, text):
    """Expression statements go, values that are returned become 0."""
    starts = {i + 1 for i, token in enumerate(tokens) if token.text in ("{", "}", ";", "else", ":")}
    starts |= {_closing(tokens, i + 1) + 1 for i, token in enumerate(tokens[:-1])
               if token.text in ("if", "while", "for", "switch")}
    depth = 0
    for i, token in enumerate(tokens):
        depth += (token.text in "([") - (token.text in ")]")
        if i not in starts or depth:
            continue
        end = next((j for j in range(i, len(tokens)) if tokens[j].text in ";{}"), i)
        if end == i or tokens[end].text != ";":
            continue
        if token.text == "return" and end > i + 1 and tokens[i + 1].text != "0":
            start, stop, put = tokens[i + 1].start, tokens[end].start, "0"
        elif _is_expression(tokens[i:end]):
            start, stop, put = token.start, tokens[end].start, "(void)0"
        else:
            continue
        yield start, stop, put + "\n" * text[start:stop].count("\n")


def _without_untouchable(tokens):
    """Cuts out static assertions and the operands of sizeof."""
    kept, i = [], 0
    while i < len(tokens):
        kept.append(tokens[i])
        if tokens[i].text in ("static_assert", "_Static_assert", "sizeof", "offsetof") \
                and tokens[i + 1].text == "(":
            i = _closing(tokens, i + 1)
            kept.append(tokens[i])
        i += 1
    return kept


def mechanical(path, text):
    """Every mechanical mutant of a file. Its name holds a mark of the text that it is a mutant of,
    so that results of another version of the file are not taken for its own."""
    mark = hashlib.sha256(text.encode()).hexdigest()[:6]
    lines = [i for i, char in enumerate(text) if char == "\n"]
    edits = []
    for body in bodies_of(tokens_of(text)):
        body = _without_untouchable(body)
        edits += [*_operators(body), *_constants(body), *_conditions(body, text),
                  *_statements(body, text)]
    return [Mutant(f"{pathlib.Path(path).name}-{mark}-{i}", "mechanical", path, [edit],
                   bisect.bisect_left(lines, edit[0]) + 1, change=describe(text, [edit]))
            for i, edit in enumerate(sorted(set(edits)))]


def share_out(sizes, n):
    """{path: how many to draw}: in proportion, one each at least, n in all where that goes."""
    total = sum(sizes.values())
    shares = {path: min(size, max(1, n * size // total)) for path, size in sizes.items()}
    order = sorted(sizes, key=lambda path: (shares[path] - n * sizes[path] / total, path))
    while sum(shares.values()) < min(n, total):
        for path in order[:n - sum(shares.values())]:
            shares[path] += shares[path] < sizes[path]
    if n < sum(shares.values()):  # fewer than files: the largest ones
        largest = sorted(sizes, key=lambda path: (-sizes[path], path))
        while sum(shares.values()) > n:
            path = max(largest, key=lambda path: (shares[path] > 1, shares[path],
                                                  -sizes[path], path))
            shares[path] -= 1
    return {path: share for path, share in shares.items() if share}
