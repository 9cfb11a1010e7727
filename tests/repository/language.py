#!/usr/bin/env python3
"""Checks the language rules of CONTRIBUTING.md: searches the tree for patterns of prose and names that
a reader has to read twice.

    language.py SOURCE

Prints FILE:LINE: RULE: TEXT for every hit without an exception and ends with status 1 if there is one.
An exception is a line of language_exceptions.txt: RULE, FILE (a glob), TEXT of the line (a part of it),
reason, separated by " | ". An exception that excuses no line is reported too."""

import fnmatch
import pathlib
import re
import sys

CODE = (".hpp", ".cpp")
TEXTS = (*CODE, ".cmake", ".txt", ".toml", ".md", ".py", ".sh", ".js", ".css", ".html", ".h", ".c", "")
SKIPPED = re.compile(r"^(\.git|build|results|verdicts)(/|$)|(^|/)__pycache__/|language(_exceptions)?\.")

# Rule, files, pattern, what to write instead.
RULES = [
    ("opening", (*CODE, ".cmake", ".toml", ".txt"),
     r"^\s*(///?|#) (What|Whether|How|Where|Which|Who|When|Likewise|The same|That of|Those|As|Of) ",
     "open with a noun, or with the verb of a function"),
    ("member", (".hpp",), r"///< (of|that|which|what|where|how|the same|likewise)\b",
     "a complete noun phrase"),
    ("question", CODE, r"^\s*///? (Does|Do|Is|Are|Can|Has|Have) .*\?", "True if ..."),
    ("nan", TEXTS, r"(?i)not (a number|numbers)\b", "NaN"),
    ("beside", TEXTS, r"\bbeside\b", "next to, besides, in addition to"),
    ("negation", TEXTS, r"(?<!there )(?<!There )\b([Ii]s|[Aa]re) no(ne)?\b(?! (longer|more|less|other))", "is not a"),
    ("stands", TEXTS,
     r"\bstands? (in|at|by|beside|among|after|before|there|here|once|alone|together)\b", "is"),
    ("everyday", TEXTS, r"(?i)\b(dear(er|est)|mend(s|ed)?|lest|anew|somebody|nobody|likewise)\b",
     "expensive, correct, so that ... not, again, a user, also"),
    ("per", TEXTS,
     r"\b(steps?|orbit|problem|method|line|row|unit|entry|column|iterations|once) "
     r"an? (orbit|step|problem|method|unit|line|row|error|period|statement)\b", "per"),
    ("reverse", TEXTS, r"(?i)\bturn(s|ed)?( \w+){0,2} round\b|both ways round", "reverse"),
    ("decimal", (".toml",), r"(= |[ (<,])\.[0-9]", "a leading zero"),
    ("message", CODE, r'"[^"]*\b(wants?|goes with|go with|have come to|is off|takes none)\b[^"]*"',
     "needs, requires, applies to"),
    ("test name", (".cpp",), r"TEST(_F|_P)?\(\w+, (Of|That|From|Is|Are|Has|Have|By|In)[A-Z]",
     "a verb: what the thing does"),
    ("identifier", CODE, r"\b(seen|unseen|as_seen)[<(]|\bjudged\(|\bpulls\b|look_up_further",
     "a noun for a value, a verb for an action"),
]


def tracked(source):
    for path in sorted(source.rglob("*")):
        name = str(path.relative_to(source))
        if path.is_file() and not SKIPPED.search(name) and path.suffix in TEXTS:
            try:
                yield name, path.read_text().splitlines()
            except UnicodeDecodeError:
                continue  # a picture


def hits(source):
    """(rule, file, line number, text) of all lines that match a rule."""
    rules = [(rule, suffixes, re.compile(pattern), advice) for rule, suffixes, pattern, advice in RULES]
    for name, lines in tracked(source):
        suffix = pathlib.Path(name).suffix
        for rule, suffixes, pattern, advice in rules:
            if suffix not in suffixes or (rule == "decimal" and not name.startswith("experiments/")):
                continue
            for number, line in enumerate(lines, 1):
                if pattern.search(line):
                    yield rule, name, number, line.strip(), advice


class Exceptions:
    def __init__(self, file):
        self.entries = {}
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if not line or line.startswith("#"):
                continue
            parts = [part.strip() for part in line.split(" | ")]
            if len(parts) != 4 or not all(parts):
                sys.exit(f"{file.name}:{number}: an exception is RULE | FILE | TEXT | REASON: '{line}'")
            self.entries[number] = parts[:3]
        self.unused = dict(self.entries)

    def excuse(self, rule, name, text):
        excusing = [number for number, (of_rule, pattern, part) in self.entries.items()
                    if rule == of_rule and fnmatch.fnmatch(name, pattern) and part in text]
        for number in excusing:
            self.unused.pop(number, None)
        return bool(excusing)


def main(source):
    file = pathlib.Path(__file__).with_name("language_exceptions.txt")
    exceptions = Exceptions(file)
    faults = [f"{name}:{number}: {rule} ({advice}): {text}" for rule, name, number, text, advice in hits(source)
              if not exceptions.excuse(rule, name, text)]
    faults += [f"{file.name}:{number}: excuses no line: {' | '.join(entry)}"
               for number, entry in exceptions.unused.items()]
    print(*faults, sep="\n", end="\n" if faults else "")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
