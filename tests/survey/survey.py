#!/usr/bin/env python3
"""Mutation survey of the experiments: changes one token of a study, of experiments/theory/ or of a
paper's shared/, builds and runs the paper, and reports which verdicts, numbers or curves detect it.

    survey.py BUILD FOLDER --count 200 --seed 1 [--jobs 2] [--report FILE]

BUILD is an up-to-date build in a folder of the project, which is only read; FOLDER receives all files. An
interrupted survey resumes."""

import argparse
import concurrent.futures
import csv
import hashlib
import json
import math
import os
import pathlib
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time

import mutations

PROJECT = pathlib.Path(__file__).resolve().parents[2]
JUDGED = pathlib.Path(__file__).resolve().parent / "equivalent.txt"
REASONS = ("seed", "instances", "scale")
AGREEMENT = 1e-12
TIME_FACTOR, START_SECONDS = 10, 20
MEMORY, FILE_SIZE = 16 << 30, 2 << 30
SHOWN = 5


def sources():
    files = [*PROJECT.glob("experiments/theory/*.?pp")]
    for declared in PROJECT.glob("experiments/*/experiments.toml"):
        for part in ("studies", "figures", "shared"):
            files += declared.parent.glob(part + "/**/*.?pp")
    return {str(file.relative_to(PROJECT)): file.read_text() for file in files}


def is_theory(file):
    return file.startswith("experiments/theory/")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Build:
    """Compiler of mutants with the commands of an existing build, and linker with its objects."""

    def __init__(self, folder, work, jobs):
        self.folder, self.work, self.jobs = folder, work, jobs
        self.program = work / "rattleback"
        self.commands = {}
        for entry in json.loads((folder / "compile_commands.json").read_text()):
            source = pathlib.Path(entry["file"])
            if "rattleback_experiments.dir" in entry["command"] and PROJECT in source.parents:
                self.commands[str(source.relative_to(PROJECT))] = shlex.split(entry["command"])
        link = self.ninja("commands", "rattleback").splitlines()[-1]
        self.link = shlex.split(link.removeprefix(": && ").removesuffix(" && :"))
        self.dependencies = {}
        for line in self.ninja("deps").splitlines():
            if not line.startswith(" "):
                object_file = line.split(":")[0]
            else:
                self.dependencies.setdefault(line.strip(), set()).add(object_file)

    def ninja(self, *arguments):
        return subprocess.run(["ninja", "-C", self.folder, "-t", *arguments], check=True,
                              capture_output=True, text=True).stdout.strip()

    def units(self, file):
        """Returns the source files whose objects depend on the file."""
        objects = self.dependencies.get(str(PROJECT / file), set())
        return [source for source, command in self.commands.items()
                if source == file or command[command.index("-o") + 1] in objects]

    def compile(self, unit, overlay):
        command = list(self.commands[unit])
        command[command.index("-c") + 1] = str(overlay / unit)
        output = self.work / "objects" / (unit.replace("/", ".") + ".o")
        command[command.index("-o") + 1] = str(output)
        # The mutated header precedes its original.
        command.insert(1, f"-I{overlay}")
        done = subprocess.run([*command, "-w"], cwd=self.folder, capture_output=True)
        return output if done.returncode == 0 else None

    def make(self, file, text):
        """Compiles the program with this text of the file; True on success."""
        overlay = self.work / "overlay"
        for folder in (overlay, self.work / "objects"):
            shutil.rmtree(folder, ignore_errors=True)
        (self.work / "objects").mkdir()
        units = self.units(file)
        for unit in units:  # a batch of sources includes each by its full path
            (overlay / unit).parent.mkdir(parents=True, exist_ok=True)
            original = (PROJECT / unit).read_text()
            (overlay / unit).write_text(original.replace(str(PROJECT / file), str(overlay / file)))
        (overlay / file).parent.mkdir(parents=True, exist_ok=True)
        (overlay / file).write_text(text)
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            objects = list(pool.map(lambda unit: self.compile(unit, overlay), units))
        if None in objects:
            return False
        command = list(self.link)
        at = command.index("-o")
        # Objects before archives, so that the archives' own versions are not linked.
        command[at:at + 2] = ["-o", str(self.program), *map(str, objects)]
        return subprocess.run(command, cwd=self.folder, capture_output=True).returncode == 0


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))


def reproduce(program, names, output, accepted, jobs, seconds=None):
    """Returns exit status and messages; status None after the time limit."""
    shutil.rmtree(output, ignore_errors=True)
    process = subprocess.Popen(
        [program, "reproduce", "--quick", "--threads", str(jobs), "--output", output, "--accepted",
         accepted, *names], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        errors="replace", start_new_session=True, preexec_fn=limit_memory)
    try:
        messages = process.communicate(timeout=seconds)[1]
        return process.returncode, messages
    except subprocess.TimeoutExpired:
        return None, ""
    finally:
        if process.returncode is None:  # also if the survey is interrupted
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def rows(folder):
    """Returns the numbers of an experiment by name, except the points of curves."""
    measured = json.loads((folder / "measurements.json").read_text())
    names = {"measured": ("statement", "reading", "instance"),
             "controls": ("statement", "control", "instance"), "findings": ("id",),
             "errata": ("id",), "not_run": ("statement", "reading"), "curves": ("table", "column")}
    return {(kind, *(entry[name] for name in names[kind])):
            {key: value for key, value in entry.items()
             if key not in names[kind] and key not in ("words", "why")}
            for kind in names for entry in measured[kind]}


def agree(a, b):
    try:
        a, b = float(a), float(b)
    except (TypeError, ValueError):
        return a == b
    if not (math.isfinite(a) and math.isfinite(b)):
        return a == b or (math.isnan(a) and math.isnan(b))
    return abs(a - b) <= AGREEMENT * max(abs(a), abs(b))


def same_table(before, now):
    if before.read_bytes() == now.read_bytes():
        return True
    with before.open() as old, now.open() as new:
        pairs = list(csv.reader(old)), list(csv.reader(new))
    return len(pairs[0]) == len(pairs[1]) and all(
        len(a) == len(b) and all(map(agree, a, b)) for a, b in zip(*pairs))


def differences(before, now):
    """Returns the differences of an experiment's folders: name of the number, before, after (None: gone)."""
    old, new = rows(before), rows(now)
    found = []
    for key in sorted(old.keys() | new.keys()):
        a, b = old.get(key), new.get(key)
        if a is None or b is None or any(not agree(a[field], b.get(field)) for field in a):
            found.append([f"{before.name}: {' / '.join(key)}", a, b])
    for table in sorted((before / "data").glob("*.csv")):
        other = now / "data" / table.name
        if not other.exists() or not same_table(table, other):
            found.append([f"{before.name}: points of {table.name}", {},
                          {} if other.exists() else None])
    return found


def changes_in(folder):
    changes = json.loads((folder / "changes.json").read_text())
    return ([f"verdict {c['paper']} {c['id']}: {c['before']} -> {c['after']}"
             for c in changes["changes"]] +
            [f"{c['what']}: {c['before']} -> {c['after']}" for c in changes["numbers"]])


def classify(status, messages, changes, differing, unsteady=()):
    """Returns the class of a mutant, and the reasons.
    @param status     exit status of its run, None after the time limit
    @param changes    changes outside the tolerance, reported by the program
    @param differing  differences, from `differences`
    @param unsteady   names of numbers that differ between two runs of the unchanged program"""
    if status is None:
        return "noticed", [f"not finished within {TIME_FACTOR} times the time"]
    if status != 0:
        last = messages.strip().splitlines()[-1:] or ["no message"]
        return "noticed", [f"exit status {status}: {last[0]}"]
    differing = [d for d in differing if d[0] not in unsteady]
    gone = [f"{name}: gone" for name, _, after in differing if after is None]
    if differing and (changes or gone):
        return "noticed", changes + gone
    if differing:
        return "survived", [f"{name}: {a} -> {b}" for name, a, b in differing]
    return "equivalent", [f"all numbers and curves agree to {AGREEMENT:g}"]


class Survey:
    def __init__(self, build, folder, jobs):
        self.build, self.folder, self.jobs = build, folder, jobs
        self.base, self.run = folder / "base", folder / "run"
        self.accepted = folder / "accepted"

    def make_base(self):
        """Runs the unchanged program twice; numbers that differ then do not count for mutants."""
        program = self.build.folder / "rattleback"
        known = self.folder / "base.json"
        if known.exists() and json.loads(known.read_text())["program"] == digest(program):
            return json.loads(known.read_text())
        papers, unsteady = {}, set()
        for output in (self.base, self.run):
            if reproduce(program, [], output, PROJECT / "verdicts", self.jobs)[0] != 0:
                sys.exit("survey.py: the unchanged program fails; see rattleback reproduce --quick")
        shutil.rmtree(self.accepted, ignore_errors=True)
        shutil.copytree(self.base / "guarded", self.accepted / "quick")
        for experiment in json.loads((self.base / "run.json").read_text())["experiments"]:
            unsteady |= {d[0] for d in differences(self.base / experiment, self.run / experiment)}
            manifest = json.loads((self.base / experiment / "manifest.json").read_text())
            paper = json.loads((self.base / experiment / "experiment.json").read_text())["paper"]
            papers.setdefault(paper, {})[experiment] = manifest["seconds"]["wall"]
        record = {"program": digest(program), "papers": papers, "unsteady": sorted(unsteady)}
        known.write_text(json.dumps(record))
        return record

    def test(self, mutation, text, base):
        started = time.monotonic()
        record = {"id": mutation.id(text), "file": mutation.file, "line": mutation.line(text),
                  "kind": mutation.kind, "change": mutation.lines(text)}
        if not self.build.make(mutation.file, mutation.apply(text)):
            return record | {"class": "does not compile", "why": [],
                             "seconds": time.monotonic() - started}
        papers = sorted({unit.split("/")[1] for unit in self.build.units(mutation.file)} &
                        base["papers"].keys())
        limit = START_SECONDS + TIME_FACTOR * sum(sum(base["papers"][p].values()) for p in papers)
        status, messages = reproduce(self.build.program, papers, self.run, self.accepted,
                                     self.jobs, limit)
        changes, differing = [], []
        if status == 0:
            changes = changes_in(self.run)
            for paper in papers:
                for experiment in base["papers"][paper]:
                    differing += differences(self.base / experiment, self.run / experiment)
        kind, why = classify(status, messages, changes, differing, base["unsteady"])
        return record | {"class": kind, "why": why[:SHOWN], "more": max(0, len(why) - SHOWN),
                         "seconds": time.monotonic() - started}


def judged_equivalents():
    """Returns the reasons by id, from lines `ID REASON: ...`."""
    reasons = {}
    for number, line in enumerate(JUDGED.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        name, _, reason = line.partition(" ")
        if reason.split(":")[0] not in REASONS:
            sys.exit(f"survey.py: {JUDGED.name}: line {number}: a reason must begin with one of "
                     f"{', '.join(REASONS)}, and a colon, not '{line}'")
        reasons[name] = reason
    return reasons


def report(records, seed, judged):
    """Formats the survey as Markdown."""
    of = {}
    for r in records:
        if r["class"] == "survived" and r["id"] in judged:
            r = r | {"class": "equivalent", "why": [judged[r["id"]]], "more": 0}
        of.setdefault(r["class"], []).append(r)
    noticed, survived, equivalent, broken = (
        of.get(c, []) for c in ("noticed", "survived", "equivalent", "does not compile"))
    changed = len(noticed) + len(survived)
    seconds = sum(r["seconds"] for r in records)
    text = ["# Mutation survey of the experiments", "",
            f"Seed {seed}, quick mode: {len(records) - len(broken)} mutants, of which "
            f"{sum(is_theory(r['file']) for r in records if r not in broken)} of "
            f"`experiments/theory/`; {len(broken)} further draws did not compile. "
            f"{len(noticed)} noticed, {len(survived)} survived, {len(equivalent)} equivalent: "
            + (f"{100 * len(noticed) / changed:.1f}% of those that change what is computed are "
               "noticed. " if changed else "") +
            f"Time: {seconds / 60:.1f} min, {seconds / max(len(records), 1):.0f} s a draw.", ""]
    for title, members in (
            ("Survivors, with the rows that changed within their tolerance", survived),
            ("Equivalent, with the reason", equivalent), ("Noticed, by", noticed)):
        text += [f"## {title}", ""]
        for r in members:
            text += [f"- {r['id']} {r['file']}:{r['line']} ({r['kind']})",
                     f"  - `{r['change'][0]}`", f"  - `{r['change'][1]}`"]
            text += [f"  - {why}" for why in r["why"]]
            text += [f"  - and {r['more']} more"] if r.get("more") else []
        text += ["None." if not members else "", ""]
    return "\n".join(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--report", type=pathlib.Path, default=PROJECT / "results/mutants.md")
    options = parser.parse_args()
    if options.count < 1 or options.jobs < 1:
        parser.error("--count and --jobs: at least 1")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("survey.py: stopped"))  # also stops its run
    judged = judged_equivalents()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    build = Build(options.build.resolve(), folder, options.jobs)
    survey = Survey(build, folder, options.jobs)
    base = survey.make_base()
    # Another seed or another program requires a new survey.
    state = folder / f"seed_{options.seed}_{base['program'][:12]}.jsonl"
    lines = state.read_text().split("\n")[:-1] if state.exists() else []  # the last line may be incomplete
    records = [json.loads(line) for line in lines]
    state.write_text("".join(line + "\n" for line in lines))
    texts = sources()
    used = []
    tested = 0
    for number, mutation in enumerate(mutations.draws(texts, options.seed, is_theory)):
        if tested == options.count:
            break
        if number >= len(records):
            if digest(build.folder / "rattleback") != base["program"]:
                sys.exit("survey.py: the program was rebuilt during the survey; run the survey again")
            records.append(survey.test(mutation, texts[mutation.file], base))
            with state.open("a") as file:
                file.write(json.dumps(records[-1]) + "\n")
            r = records[-1]
            print(f"{number + 1}: {r['file']}:{r['line']} {r['kind']}: {r['class']} "
                  f"({r['seconds']:.0f} s)", flush=True)
        elif records[number]["id"] != mutation.id(texts[mutation.file]):
            sys.exit(f"survey.py: {state} belongs to other draws; remove it to start a new survey")
        used.append(records[number])
        tested += records[number]["class"] != "does not compile"
    options.report.parent.mkdir(exist_ok=True)
    options.report.write_text(report(used, options.seed, judged))
    print(options.report)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print("survey.py: interrupted; the same command resumes", file=sys.stderr)
        sys.exit(130)
