"""Mutations of C++ text: one operator, sign, function or number of the code that computes."""

import dataclasses
import hashlib
import random
import re

NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\''
                      r'|^[ \t]*(?:#|using |namespace |template ?<|static_assert)[^\n]*',
                      re.DOTALL | re.MULTILINE)
TEMPLATE_ARGUMENTS = re.compile(r"(?<=\w)<[^<>;(){}\n]*>")
SWAPS = {"+": "-", "-": "+", "*": "/", "/": "*", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
         "==": "!=", "!=": "==", "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "&&": "||",
         "||": "&&", "sin": "cos", "cos": "sin", "sinh": "cosh", "cosh": "sinh", "sinq": "cosq",
         "cosq": "sinq", "sinhq": "coshq", "coshq": "sinhq", "max": "min", "min": "max"}
# Kind, and pattern of the replaced text (group 1). A binary operator has blanks on both sides.
PATTERNS = [("operator", re.compile(r"(?<=\S )([-+*/<>]|[<>!=]=|[-+*/]=|&&|\|\|)(?= \S)")),
            ("sign", re.compile(r"(?:(?<=[(,=\[{?:] )|(?<=[(\[{])|(?<=return ))(-)(?=[\w(])")),
            ("function", re.compile(r"\b(sinh?q?|cosh?q?|max|min)(?=\()")),
            ("transpose or inverse", re.compile(r"(\.(?:transpose|inverse)\(\))")),
            ("factor", re.compile(r"( \* [\w.]+(?:\[\w+\])?(?:\(\w*\))?)(?=[ ;,)])")),
            ("number", re.compile(r"(?<![\w.])(\d+(?:\.\d*)?(?:e-?\d+)?)(?=[QfL]?\b)(?!\.|x)"))]


@dataclasses.dataclass(frozen=True)
class Mutation:
    file: str
    at: int
    before: str
    after: str
    kind: str

    def apply(self, text):
        return text[:self.at] + self.after + text[self.at + len(self.before):]

    def line(self, text):
        return text.count("\n", 0, self.at) + 1

    def lines(self, text):
        """Returns the line before and after the change."""
        number = self.line(text) - 1
        return text.split("\n")[number].strip(), self.apply(text).split("\n")[number].strip()

    def id(self, text):
        """Returns an id that does not depend on other lines of the file."""
        old, new = self.lines(text)
        return hashlib.sha256(f"{self.file}\n{old}\n{new}".encode()).hexdigest()[:8]


def code_of(text):
    """Returns the text with blanks in place of everything that does not compute."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())
    text = NOT_CODE.sub(blank, text)
    while TEMPLATE_ARGUMENTS.search(text):
        text = TEMPLATE_ARGUMENTS.sub(blank, text)
    return text


def replacement(kind, text):
    if kind in ("operator", "function"):
        return SWAPS[text]
    if kind != "number":
        return ""
    return str(int(text) + 1) if text.isdigit() else repr(float(text) * 1.1)


def mutations(file, text):
    code = code_of(text)
    return [Mutation(file, match.start(1), match.group(1), replacement(kind, match.group(1)), kind)
            for kind, pattern in PATTERNS for match in pattern.finditer(code)]


def draws(texts, seed, is_limited):
    """Yields each mutation at most once, in the order of a survey. One draw in five is of a limited
    file. The kind is drawn first, so that numbers, which are most frequent, do not displace signs and
    functions.
    @param texts  by file"""
    dice = random.Random(seed)
    pools = {}
    for file in sorted(texts):
        for mutation in mutations(file, texts[file]):
            pools.setdefault(is_limited(file), {}).setdefault(mutation.kind, []).append(mutation)
    for limited in sorted(pools):
        for kind in sorted(pools[limited]):
            dice.shuffle(pools[limited][kind])
    while any(pools.get(False, {}).values()):
        for limited in (False, False, False, False, True):
            kinds = sorted(kind for kind, all_of in pools.get(limited, {}).items() if all_of)
            if kinds:
                yield pools[limited][dice.choice(kinds)].pop()
