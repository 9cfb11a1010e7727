#!/usr/bin/env python3
"""Compares the numbers in claims and answers of headlines, and in README's findings, with the accepted run,
the numbers in captions with the settings in the code of their paper and its accepted numbers, and the two sizes
in "10,000 orbits (quick: 1000)" of captions and descriptions with the code of the studies.

    headlines.py SOURCE

A number holds if it rounds an accepted number of a statement or finding that the headline names (also its
size, percentage, inverse, power of ten, or, in "A of B", the ratio), or is in the text or the evidence of
that row. Numbers of formulas, figures and references are not compared."""

import csv
import pathlib
import re
import sys
import tomllib

source = pathlib.Path(sys.argv[1])
REFERENCE = re.compile(r"\([\d.]+[a-z]?\)|\[\d+\]|(figure|theorem|proposition|section|footnote|example)s? [\d.,() ]*\d"
                       r"(,? and \d+)?|[_^/]\{?[\w.]+|\w*\d?/\d")
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w])")
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
# Numbers of curves and details, which are not accepted one by one.
CURVES = {("FIM-17", "102"): "details of its measurement",
          ("FIM-74", "15"): "difference of the times of FIM-74/nodes",
          ("FJM-28/energy", "4e-4"): "fjm2015_reduced, energy.csv",
          ("FJM-28/energy", "50"): "fjm2015_reduced, energy.csv",
          ("V9", "1.5"): "immm2008_veselova_structure",
          ("C21", "3.5"): "mp2006_rigid_body, energy_3.csv",
          ("C21", "0.05"): "mp2006_rigid_body, energy_3.csv"}
# Numbers of captions that follow from settings.
DERIVED = {("circle", "3.5355"): 2**0.5 / 0.4,  # speed over rate of turning
           ("errors", "2.67e-5"): 15 / 562341}  # last time over number of steps


def rows_of(paper):
    """Returns the accepted numbers and the texts of the rows of a paper, by id."""
    numbers, texts = {}, {}
    for table in ("readings", "findings"):
        for row in csv.DictReader((source / f"verdicts/full/{table}.csv").open()):
            if row["paper"] == paper and row["value"]:
                numbers.setdefault(row["id"].split(", ")[0], []).append(float(row["value"]))
        path = source / "experiments" / paper / f"{table.replace('readings', 'statements')}.toml"
        stated = tomllib.loads(path.read_text()).get(path.stem[:-1], {}) if path.exists() else {}
        for row, entry in stated.items():
            texts[row] = plain(str(entry))
    for line in (source / "verdicts/findings.md").read_text().splitlines():
        cells = line.split(" | ")
        if cells[0] == f"| {paper}":
            texts[cells[1]] += plain(line)
    return numbers, texts


def plain(text):
    text = re.sub("×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda power: "e" + power[1].translate(RAISED), text)
    text = re.sub(r" × \$?10\^\{(-?\d+)\}", r"e\1", text.replace("−", "-"))
    return re.sub(r"(?<=\d),(?=\d{3})", "", text.replace("$", ""))


def agrees(text, value):
    """True if `text` is the absolute value to the digits of the text."""
    digits = max(1, len(re.sub(r"e.*|\.", "", text.lstrip("-0.")).rstrip("0" if "." not in text else "")))
    return f"{abs(value):.{digits - 1}e}" == f"{abs(float(text)):.{digits - 1}e}"


def rounds(text, value):
    """True if `text` is the value, or one derived from it, to the digits of the text."""
    forms = [value, 100 * value] + ([1 / value] if value else []) + ([10**value] if abs(value) < 9 else [])
    return any(agrees(text, form) for form in forms)


faults = []
compared = 0


def check(where, text, ids, numbers, texts):
    global compared
    text = plain(text)
    faults.extend(f"{where}: there is no row {one}" for one in ids if one not in texts)
    own = [value for one in ids for value in numbers.get(one, [])]
    words = set(NUMBER.findall(" ".join(texts.get(one, "") for one in ids)))
    for a, b in re.findall(r"(\d+) of (\d+)", text):
        if any(rounds(f"{int(a) / int(b):.3g}", value) for value in own):
            words |= {a, b}
    for number in NUMBER.findall(REFERENCE.sub("", text)):
        compared += 1
        known = number in words or any(rounds(number, value) for value in own) or any(
            (one, number) in CURVES for one in ids)
        # Evidence states more digits than a sentence.
        if not known and not any(rounds(number, float(word)) for word in words if "." in word):
            faults.append(f"{where}: no accepted number of {', '.join(ids)} is {number}")


for path in sorted(source.glob("experiments/*/headlines.toml")):
    numbers, texts = rows_of(path.parent.name)
    for claim, headline in tomllib.loads(path.read_text())["headline"].items():
        ids = headline.get("statements", []) + headline.get("findings", [])
        # The claims of own studies are theirs, others are printed.
        check(path.relative_to(source), headline.get("answer", claim), ids, numbers, texts)
totals = [sum(map(int, column)) for column in zip(*(
    row.split(" | ")[1:7]
    for row in re.findall(r"^\| \w+ (?:\| \d+ )+\|$", (source / "verdicts/full.md").read_text(), re.M)))]
counts = re.search(r"full run (\d+) statements .*?, (\d+) hold .*?, (\d+) fail and (\d+)\s+are undetermined",
                   (source / "README.md").read_text(), re.S)
stated = [int(number) for number in counts.groups()] if counts else []
if stated != totals[:4]:
    faults.append(f"README.md counts {stated} verdicts; accepted: {totals[:4]}")
methods = len(re.findall(r"^\w", (source / "integrators/catalogue.txt").read_text(), re.M))
problems = len(list((source / "problems").glob("*.toml")))
stated = re.search(r"runs (\d+) problems, .* through (\d+)\s+structure-preserving integrators and (\d+) standard",
                   (source / "README.md").read_text(), re.S)
if not stated or (int(stated[1]), int(stated[2]) + int(stated[3])) != (problems, methods):
    faults.append(f"README.md must count {problems} problems and {methods} methods")
numbers, texts = rows_of("beyond")
for text, row in re.findall(r"^\| (.*) \| (\w+-\d+) \|$", (source / "README.md").read_text(), re.M):
    check("README.md", text, [row], numbers, texts)
for path in sorted(source.glob("experiments/*/experiments.toml")):
    values = sum(rows_of(path.parent.name)[0].values(), [])
    code = " ".join(file.read_text() for file in path.parent.glob("**/*.[ch]pp"))
    values += [float(text) for text in NUMBER.findall(code)]
    for study, entry in tomllib.loads(path.read_text())["experiment"].items():
        for figure in entry.get("figure", []):
            for number in NUMBER.findall(REFERENCE.sub("", plain(figure["caption"]))):
                compared += 1
                known = values + [DERIVED.get((figure.get("id", study), number), 0.0)]
                if not any(agrees(number, value) for value in known):
                    where = f"caption of {study}/{figure.get('id', '')}"
                    faults.append(f"{where}: neither a setting nor an accepted number is {number}")
SIZES = re.compile(r"([\d,]+)(?: [a-z]+){0,2} \(quick: ([\d,]+)\)")
for path in sorted(source.glob("experiments/*/experiments.toml")):
    codes = [file.read_text() for file in path.parent.glob("**/*.cpp")]
    for full, reduced in SIZES.findall(re.sub(r"\\\n\s*", "", path.read_text())):
        compared += 1
        full, reduced = full.replace(",", ""), reduced.replace(",", "")
        if not any(re.search(rf"quick\b.*\b{reduced}\b", code) and re.search(rf"\b{full}\b", code) for code in codes):
            faults.append(f"{path.relative_to(source)}: no study has the sizes {full} and {reduced}")
print(*faults, f"{compared} numbers compared", sep="\n")
sys.exit(bool(faults) or compared < 100)
