#!/usr/bin/env python3
"""Power of rows: changes each sign, term, factor, index, transposition and function that a study
executes, one at a time, and counts for each row the changes that its verdict refutes.

    power.py BUILD FOLDER [--lot] [--seconds S] [--jobs N] [--paper PAPER] [STUDY...]

BUILD is an up-to-date build in a folder of the project, which is only read; FOLDER receives all files. An
interrupted survey resumes, and a changed study begins again. `--lot`: the studies of sixty rows drawn by SEED."""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import subprocess
import sys

import switched_build

PROJECT = pathlib.Path(__file__).resolve().parents[2]
EQUIVALENT = pathlib.Path(__file__).resolve().parent / "equivalent.txt"
TABLE = PROJECT / "verdicts/power.md"
SEED, LOT = 4, 60
# Closed list: an identity that the row states, only the seed, only a common scale.
REASONS = ("identity", "seed", "scale")
HEAD = """# Power of rows

Neighbours by the folder of their source: tried by a row that holds, refuted by a row at least, equivalent for all rows
that tried them, left.

| folder | tried | refuted | equivalent | left |
|---|---|---|---|---|
@
One line per row that holds: of the false neighbours that `make power` tried, how many the row refutes, how many are
equivalent, how many of the switches that its studies execute were run, and the code that was surveyed
([meaning](../docs/verdicts.md#all-neighbours)).

| paper | row | tried | refuted | equivalent | run | executed | code |
|---|---|---|---|---|---|---|---|
"""


def statements(results):
    return [s for s in json.loads((results / "statements.json").read_text())
            if any(r["measured"] is not None for r in s["readings"])]


def lot(rows):
    """Draws rows by the seed; the list of rows is sorted, so that only the rows matter."""
    names = sorted((s["paper"], s["id"]) for s in rows)
    return sorted(random.Random(SEED).sample(names, min(LOT, len(names))))


def source(results, study):
    """Returns the file of a study."""
    paper = json.loads((results / study / "experiment.json").read_text())["paper"]
    return next(str(f.relative_to(PROJECT)) for part in ("studies", "figures")
                for f in [PROJECT / "experiments" / paper / part / (study.split("_", 1)[1] + ".cpp")]
                if f.exists())


def key_of(site):
    """Returns a name of a switch that other lines of the file do not change."""
    named = json.dumps([site[k] for k in ("file", "code", "column", "kind")])
    return hashlib.sha256(named.encode()).hexdigest()[:10]


def line_key_of(site):
    """Returns a name of all switches of a line."""
    return hashlib.sha256(json.dumps([site["file"], site["code"]]).encode()).hexdigest()[:10]


class State:
    """Results of runs, in a file of one line each; the last line may be incomplete."""

    def __init__(self, file):
        self.file, self.runs, self.bases = file, {}, {}
        for line in file.read_text().split("\n")[:-1] if file.exists() else []:
            self.take(json.loads(line))

    def take(self, one):
        if "executed" in one:
            self.bases[one["study"]] = one
        else:
            self.runs.setdefault((one["study"], one["code"]), {})[one["key"]] = one

    def add(self, one):
        self.take(one)
        with self.file.open("a") as file:
            file.write(json.dumps(one) + "\n")

    def of(self, study):
        base = self.bases.get(study)
        return self.runs.get((study, base["code"]), {}) if base else {}


def survey(program, results, study, sites, state, seconds):
    """Runs switches of a study, in the order of the seed, for some seconds or until all are done."""
    process = subprocess.Popen([program, results, study], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        if not line:
            return f"{study}: no numbers"
        base = json.loads(line)
        base["executed"] = {key_of(sites[i]): rows for i, rows in base["executed"]}
        numbers = {key_of(sites[i]): i for i, _ in json.loads(line)["executed"]}
        state.add(base)
        if not base["same"]:
            return f"{study}: other numbers without a switch"
        waiting = sorted(numbers.keys() - state.of(study).keys())
        random.Random(SEED).shuffle(waiting)
        spent = 0
        for key in waiting:
            if spent > seconds:
                break
            process.stdin.write(f"{numbers[key]}\n")
            process.stdin.flush()
            one = json.loads(process.stdout.readline())
            spent += one["seconds"]
            state.add({"study": study, "code": base["code"], "key": key, "how": one["how"],
                       "seconds": one["seconds"], "tried": one["tried"], "refuted": one["refuted"],
                       "site": sites[numbers[key]]})
        return f"{study}: {len(state.of(study))} of {len(numbers)} switches, {base['seconds']:.1f} s a run"
    finally:
        process.kill()
        process.wait()


def equivalents():
    """Returns the reasons by (row, key), from lines `KEY,KEY PAPER ROW,ROW REASON: ...`; ROW * is each row."""
    reasons = {}
    for number, line in enumerate(EQUIVALENT.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        keys, paper, rows, reason = line.split(" ", 3)
        if reason.split(":")[0] not in REASONS:
            sys.exit(f"power.py: {EQUIVALENT.name}: line {number}: a reason must begin with one of "
                     f"{', '.join(REASONS)}, and a colon, not '{reason}'")
        reasons |= {(paper, row, key): reason for row in rows.split(",") for key in keys.split(",")}
    return reasons


def is_needless(run):
    """Generic code has places that a study does not need; a paper's own code has none."""
    return run["how"] == "same" and run["site"]["file"].startswith("experiments/theory/")


def is_equivalent(paper, row, run, reasons):
    return any((paper, r, k) in reasons for r in (row, "*") for k in (run["key"], line_key_of(run["site"])))


def neighbours(rows, state, reasons):
    """Returns the counts of the table of folders: a neighbour counts once, whichever rows it touches."""
    paper_of = {r["experiment"]: s["paper"] for s in rows for r in s["readings"]}
    holds = {(s["paper"], s["id"]) for s in rows if s["verdict"] == "holds"}
    seen = {}
    for study in state.bases:
        paper = paper_of.get(study)
        for key, run in state.of(study).items():
            tried = {(paper, r) for r in run["tried"]} & holds
            if not tried or is_needless(run):
                continue
            one = seen.setdefault(key, {"folder": run["site"]["file"].split("/")[1], "refuted": False, "left": False})
            one["refuted"] |= any((paper, r) in tried for r in run["refuted"])
            one["left"] |= any(r not in run["refuted"] and not is_equivalent(paper, r, run, reasons) for _, r in tried)
    found = {}
    for one in seen.values():
        word = "refuted" if one["refuted"] else "left" if one["left"] else "equivalent"
        found.setdefault(one["folder"], collections.Counter())[word] += 1
    return found


def power(rows, state, reasons):
    """Returns for each row of a surveyed study its counts and survivors."""
    found = {}
    for row in rows:
        if row["verdict"] != "holds":
            continue
        studies = sorted({r["experiment"] for r in row["readings"] if r["measured"] is not None} &
                         state.bases.keys())
        one = collections.Counter()
        survivors, codes = [], []
        for study in studies:
            base, runs = state.bases[study], state.of(study)
            codes.append(base["code"])
            one["executed"] += len(base["executed"])
            one["run"] += len(runs)
            for _, run in sorted(runs.items()):
                if row["id"] not in run["tried"] or is_needless(run):
                    continue
                one["tried"] += 1
                if row["id"] in run["refuted"]:
                    one["refuted"] += 1
                elif is_equivalent(row["paper"], row["id"], run, reasons):
                    one["equivalent"] += 1
                else:
                    survivors.append(run)
        if one["tried"]:
            found[row["paper"], row["id"]] = dict(one, code="+".join(codes), survivors=survivors, row=row)
    return found


def table(found, folders):
    lines = "".join(f"| {name} | {sum(c.values())} | {c['refuted']} | {c['equivalent']} | {c['left']} |\n"
                    for name, c in sorted(folders.items()))
    return HEAD.replace("@", lines) + "".join(
        f"| {paper} | {row} | {p['tried']} | {p.get('refuted', 0)} | {p.get('equivalent', 0)} | {p['run']} | "
        f"{p['executed']} | {p['code']} |\n" for (paper, row), p in sorted(found.items()))


def survivors(found, drawn):
    """Formats the survivors, first those of the lot."""
    lines = []
    for name in sorted(found, key=lambda n: (n not in drawn, n)):
        p = found[name]
        if not p["survivors"]:
            continue
        lines += ["", f"## {name[0]} {name[1]}: {p['row']['verdict']}, refutes {p.get('refuted', 0)} of {p['tried']}",
                  "", p["row"]["statement"], ""]
        for run in p["survivors"]:
            site = run["site"]
            how = "no number moves" if run["how"] == "same" else "the number moves, the verdict stays"
            lines.append(f"- {run['key']} ({line_key_of(site)}) {site['file']}:{site['line']}: {site['kind']} of "
                         f"`{site['text']}` in `{site['code']}`: {how}")
    return "# Survivors\n" + "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("studies", nargs="*")
    parser.add_argument("--lot", action="store_true")
    parser.add_argument("--paper")
    parser.add_argument("--seconds", type=float, default=120, help="processor time of each study")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count()))
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    results = folder / "quick"
    if not (results / "statements.json").exists():
        subprocess.run([options.build / "rattleback", "reproduce", "--quick", "--output", results],
                       check=True, stdout=subprocess.DEVNULL)
    rows = statements(results)
    drawn = lot(rows)
    studies = {r["experiment"] for s in rows for r in s["readings"] if r["measured"] is not None and
               (not options.lot or (s["paper"], s["id"]) in drawn) and
               options.paper in (None, s["paper"]) and
               (not options.studies or r["experiment"] in options.studies)}
    program, sites = switched_build.build(PROJECT, options.build.resolve(), folder,
                                          sorted(source(results, s) for s in studies), options.jobs)
    state = State(folder / "state.jsonl")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        order = sorted(studies, key=lambda s: json.loads((results / s / "manifest.json").read_text())["seconds"]["cpu"])
        for line in pool.map(lambda s: survey(program, results, s, sites, state, options.seconds), order):
            print(line, flush=True)
    reasons = equivalents()
    found = power(rows, state, reasons)
    TABLE.write_text(table(found, neighbours(rows, state, reasons)))
    (PROJECT / "results").mkdir(exist_ok=True)
    (PROJECT / "results/power.md").write_text(survivors(found, drawn))
    print(TABLE, PROJECT / "results/power.md")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print("power.py: interrupted; the same command resumes", file=sys.stderr)
        sys.exit(130)
