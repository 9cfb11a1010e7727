#!/usr/bin/env python3
"""Fault injection into every writing call, one at a time: a full disk, a device error, a short or
interrupted write, a kill. Message, exit status and files must be right each time, and the repeated
command must end with the files of an undisturbed run.

    faults.py PROGRAM FAULTY.so FOLDER                 all calls of all commands
    faults.py PROGRAM FAULTY.so FOLDER --sample 12     at most 12 faults per command
    faults.py PROGRAM FAULTY.so FOLDER --only run_csv [--call 5 --kind EIO]"""

import argparse
import copy
import dataclasses
import errno
import json
import multiprocessing
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import contract  # noqa: E402

REPORTS = pathlib.Path(__file__).resolve().parent.parent / "reports"
EXPERIMENT = "fim2008_figure_3"
RUN = ["run", "contact_oscillator", "dla_leapfrog", "--step", "0.1", "--steps", "2000"]
SECTION = ["run", "contact_oscillator", "dla_leapfrog", "--case", "A", "--step", "0.05", "--until",
           "300", "--section", "vy=0"]
ENSEMBLE = ["ensemble", "contact_oscillator", "dla_leapfrog", "--orbits", "100", "--step", "0.1",
            "--until", "4", "--energy", "1.5", "--seed", "1", "--threads", "1"]
REPRODUCE = ["reproduce", EXPERIMENT, "--quick", "--threads", "1", "--output", "results"]
COMPARE = ["compare", "contact_oscillator", "dla_leapfrog", "--steps-per-unit", "4,8,16,32"]
KINDS = {"write": ("ENOSPC", "EIO", "short", "EINTR", "kill"),
         **dict.fromkeys(("open", "mkdir", "rename", "link"), ("ENOSPC", "EIO", "kill"))}
OTHER_KINDS = ("EIO", "kill")
# Keys of JSON objects with dates or durations, and advice that contains a time.
TIMES = re.compile(r"seconds|date|wall|advice")


@dataclasses.dataclass(frozen=True)
class Command:
    arguments: list
    needs: tuple = ()  # files in its folder, created by `stock`
    cold: bool = False  # without cached references of earlier runs


COMMANDS = {
    "run_csv": Command([*RUN, "--output", "out.csv"]),
    "run_npy": Command([*RUN, "--output", "out.npy"]),
    "run_json": Command([*RUN, "--output", "out.json", "--json"]),
    "run_over": Command([*RUN, "--output", "old.csv"], ("old.csv",)),
    "run_section": Command([*SECTION, "--output", "out.csv"]),
    "run_quad": Command([*RUN[:-1], "20", "--precision", "quad", "--output", "out.csv"]),
    "ensemble_checkpoint": Command([*ENSEMBLE, "--checkpoint", "pieces", "--json"]),
    "ensemble_section": Command([*ENSEMBLE, "--section", "vy=0", "--output", "out.npy"]),
    "ensemble_shard": Command([*ENSEMBLE, "--shard", "1/2", "--json"]),
    "merge": Command(["merge", "1.json", "2.json", "--json"], ("1.json", "2.json")),
    "converge": Command(["converge", "anisotropic_particle", "dla_leapfrog"], cold=True),
    "compare": Command([*COMPARE, "--output", "results"]),
    "reproduce": Command(REPRODUCE),
    "reproduce_again": Command(REPRODUCE, ("damaged",)),
    "report": Command(["report", "results"], ("results",)),
    "report_comparison": Command(["report", "results"], ("comparison",)),
    "report_timings": Command(["report", "results"], ("timings",)),
    "diff": Command(["diff", "results", "results"], ("results",)),
    "list": Command(["list", "problems", "--json"]),
    "show": Command(["show", "contact_oscillator"]),
}


class Faults:
    def __init__(self, program, library, folder):
        self.program, self.library, self.folder = program, library, folder
        self.stock, self.cache = folder / "stock", folder / "references"
        self.work, self.tmp = folder / "work", folder / "tmp"
        shutil.rmtree(folder, ignore_errors=True)
        self.stock.mkdir(parents=True)
        self.tmp.mkdir()
        (self.stock / "old.csv").write_text("kept\n")
        for i in ("1", "2"):
            (self.stock / f"{i}.json").write_bytes(
                self.printed(*ENSEMBLE, "--shard", f"{i}/2", "--json"))
        self.printed(*REPRODUCE)
        self.printed(*COMPARE)

    def printed(self, *arguments):
        return subprocess.run([self.program, *arguments], check=True, capture_output=True,
                              cwd=self.stock, env=self.environment(self.cache)).stdout

    def on_its_own(self):
        """Returns a copy for another process, with its own folders."""
        twin = copy.copy(self)
        own = self.folder / f"process{os.getpid()}"
        own.mkdir(exist_ok=True)
        twin.work, twin.tmp = own / "work", own / "tmp"
        return twin

    def environment(self, cache):
        return {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "LC_ALL": "C.UTF-8",
                "TMPDIR": str(self.tmp), "RATTLEBACK_CACHE": str(cache),
                "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0"}

    def prepare(self, command):
        work = self.work
        for path in (work, self.tmp):
            shutil.rmtree(path, ignore_errors=True)
            path.mkdir()
        for name in command.needs:
            if name in ("results", "damaged"):
                shutil.copytree(self.stock / "results", work / "results")
            elif name == "comparison":
                (work / "results" / "comparison").mkdir(parents=True)
                shutil.copy(REPORTS / "comparison" / "suslov.json", work / "results" / "comparison")
            elif name == "timings":
                (work / "results").mkdir()
                shutil.copy(REPORTS / "bench.json", work / "results")
            else:
                shutil.copy(self.stock / name, work)
            if name == "damaged":
                (work / "results" / EXPERIMENT / "measurements.json").write_text("{}\n")
        return work

    def execute(self, command, call=None, kind=None, log=None):
        """Runs the command with a failing n-th writing call; returns its ending."""
        environment = self.environment(self.work / "references" if command.cold else self.cache)
        environment |= {"LD_PRELOAD": str(self.library), "FAULTS_STDOUT": "1",
                        "FAULTS_OF": self.program.name,
                        "FAULTS_BELOW": f"{self.work}:{self.tmp}"}
        if log:
            environment["FAULTS_LOG"] = str(log)
        if call:
            environment |= {"FAULTS_AT": str(call), "FAULTS_KIND": kind}
        return contract.execute([self.program, *command.arguments], self.work, limit=120,
                                environment=environment, captures=self.tmp.parent)

    def calls_of(self, command):
        """Returns (name, path) of the writing calls, in order, and the undisturbed ending and files."""
        self.prepare(command)
        log = self.folder / "calls"
        log.unlink(missing_ok=True)
        ending = self.execute(command, log=log)
        calls = [tuple(line.split(" ", 2)[1:]) for line in log.read_text().splitlines()]
        return calls, ending, contents(self.work)

    def complaints(self, command, call, kind, calls, whole, files):
        name, path = calls[call - 1]
        work = self.prepare(command)
        before = contents(work)
        ending = self.execute(command, call, kind)
        after = contents(work)
        found = self.of_failure(command, ending, name, path, kind, whole)
        if kind != "kill" and name != "unlink":
            found += [f"left behind: {file}" for file in after if contract.is_unfinished(file)]
            found += [f"left behind: tmp/{os.fsdecode(file)}"
                      for file in contract.listing(self.tmp)]
        # After an interruption each file is the old one or the new one.
        found += [f"half-written: {file}" for file, text in after.items()
                  if not contract.is_unfinished(file) and text not in (before.get(file), files.get(file))]
        if ending.status == 0:
            found += [f"exit status 0, yet {file} is missing" for file in files
                      if file not in after and not file.startswith("references/")]
        again = self.execute(command)
        if (again.status, again.stdout) != (whole.status, whole.stdout) and not (
                command.arguments[0] in ("reproduce", "compare")):
            found.append(f"run again: status {again.status}, different messages: {again.stderr!r}")
        now = contents(work)
        for file in sorted(set(files) | set(now)):
            if now.get(file) != files.get(file):
                found.append(f"run again: {file} differs" if file in files and file in now else
                             f"run again: {file} " + ("appeared" if file in now else "is missing"))
        return found, ending

    def of_failure(self, command, ending, name, path, kind, whole):
        verb = command.arguments[0]
        if kind == "kill":
            return [] if ending.status == -9 else [f"status {ending.status} instead of a kill"]
        found = contract.complaints(
            ending, speaks_as_it_goes=verb in ("reproduce", "compare") or path == "stdout",
            prints_json=False)
        kept_elsewhere = "/references" in path  # a reference that cannot be cached is not an error
        if kind in ("short", "EINTR"):
            # The C library does not continue after an interrupted write to stdout.
            if ending.status != 0 and not (kind == "EINTR" and path == "stdout"):
                found.append(f"the program does not survive {kind}")
        elif ending.status == 0 and name in ("write", "fsync") and not kept_elsewhere:
            found.append("exit status 0 although a write failed")
        if ending.status == 0 and ending.stdout != whole.stdout and verb not in (
                "reproduce", "compare"):
            found.append("exit status 0, different text on stdout")
        if ending.status == 2 and kind in ("ENOSPC", "EIO"):
            words = os.strerror(getattr(errno, kind)).encode()
            if words not in ending.stderr:
                found.append(f"the message does not contain '{words.decode()}'")
        return found


def without_times(tree):
    if isinstance(tree, dict):
        return {key: without_times(value) for key, value in tree.items() if not TIMES.search(key)}
    return [without_times(value) for value in tree] if isinstance(tree, list) else tree


def without_pictures(manifest):
    """Removes the records of figures: computed results count as finished before they are drawn."""
    manifest.pop("figures", None)
    manifest["outputs"] = {name: value for name, value in manifest.get("outputs", {}).items()
                           if not name.startswith("figures/")}
    return manifest


def contents(folder):
    """Returns the text of every file, of JSON without times; for pages of a run only their completeness."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        name = str(path.relative_to(folder))
        text = path.read_bytes()
        if path.suffix == ".json" and name.startswith("results/"):
            try:
                record = without_times(json.loads(text))
                if path.name == "manifest.json":
                    record = without_pictures(record)
                text = json.dumps(record)
            except ValueError:
                pass
        elif path.suffix == ".html":
            text = "complete" if text.rstrip().endswith(b"</html>") else text
        found[name] = text
    return found


def begin(faults):
    global mine
    mine = faults.on_its_own()


def injected(task):
    label, call, kind, calls, whole, files = task
    found, ending = mine.complaints(COMMANDS[label], call, kind, calls, whole, files)
    return label, call, kind, *calls[call - 1], found, ending


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("folder")
    parser.add_argument("--sample", type=int, help="faults per command (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", action="append", choices=list(COMMANDS))
    parser.add_argument("--call", type=int)
    parser.add_argument("--kind")
    arguments = parser.parse_args()
    program, library, folder = (pathlib.Path(path).resolve() for path in (
        arguments.program, arguments.library, arguments.folder))
    # Functions that the library does not wrap.
    printed = subprocess.run(["nm", "-D", "--undefined-only", program], check=True, capture_output=True,
                             text=True).stdout
    imported = {line.split()[-1].split("@")[0] for line in printed.splitlines()}
    assert not imported & {"openat64", "pwrite64", "sendfile64", "fdatasync", "ftruncate", "mkdirat", "renameat",
                           "renameat2", "linkat"}, "faulty.c wraps too little"
    faults = Faults(program, library, folder)
    chance = random.Random(arguments.seed)
    total = bad = 0
    tasks = []
    for label in arguments.only or COMMANDS:
        calls, whole, files = faults.calls_of(COMMANDS[label])
        if whole.status != 0:
            print(f"{label}: the undisturbed command ends with status {whole.status}: {whole.stderr!r}")
            bad += 1
            continue
        planned = [(label, call, kind, calls, whole, files)
                   for call, (name, _) in enumerate(calls, 1)
                   for kind in KINDS.get(name, OTHER_KINDS)
                   if arguments.call in (None, call) and arguments.kind in (None, kind)]
        if arguments.sample and len(planned) > arguments.sample:
            planned = chance.sample(planned, arguments.sample)
        print(f"{label}: {len(calls)} calls, {len(planned)} faults", flush=True)
        tasks += planned
    with multiprocessing.Pool(arguments.jobs, begin, [faults]) as pool:
        for label, call, kind, name, path, found, ending in pool.imap_unordered(injected, tasks):
            total += 1
            if not found:
                continue
            bad += 1
            print(f"{label}, call {call} ({name} {path}), {kind}: {'; '.join(found)}\n"
                  f"  status {ending.status}, stderr {ending.stderr[:300]!r}\n"
                  f"  again: {sys.argv[0]} {program} {library} {folder} --only {label} "
                  f"--call {call} --kind {kind}", flush=True)
    print(f"faults: {total} injected, {bad} with wrong results")
    if not bad:
        shutil.rmtree(folder)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
