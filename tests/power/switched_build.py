"""Build of studies with switches, which links the libraries of an existing build."""

import concurrent.futures
import hashlib
import json
import pathlib
import re
import shlex
import subprocess
import sys

import clang.cindex

import rewrite

HERE = pathlib.Path(__file__).resolve().parent
PREFIX = """#include <unistd.h>
#include <Eigen/Dense>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include "tests/power/switches.hpp"
#include "experiments/core/experiment.hpp"
#include "experiments/measure/fit.hpp"
#include "experiments/measure/sweep.hpp"
"""
MOST_ROUNDS = 30
SPAN = 10000  # ids of one file
# An index out of range ends the run and does not count.
CHECKED = ["-UNDEBUG", "-D_GLIBCXX_ASSERTIONS", "-Deigen_assert(x)=((x)?(void)0:_exit(97))"]


def sources(project):
    """Returns the files with switches: theory, and what papers share, study and draw."""
    files = list(project.glob("experiments/theory/*.?pp"))
    for declared in project.glob("experiments/*/statements.toml"):
        for part in ("studies", "figures", "shared"):
            files += declared.parent.glob(part + "/**/*.?pp")
    return sorted(str(f.relative_to(project)) for f in files)


def ninja(build, *arguments):
    return subprocess.run(["ninja", "-C", build, "-t", *arguments], check=True, capture_output=True,
                          text=True).stdout.strip()


class Commands:
    def __init__(self, project, build, folder):
        self.build = build
        for entry in json.loads((build / "compile_commands.json").read_text()):
            if entry["file"].endswith("experiments/theory/newton.cpp"):
                command = shlex.split(entry["command"])
        at = command.index("-include")
        del command[at:at + 2]
        unused = ("-DNDEBUG", "-Winvalid-pch", "-Wall", "-Wextra")
        flags = [f for f in command[1:command.index("-o")] if f not in unused]
        self.compiler = [command[0], "-w", f"-I{folder / 'src'}", *flags, *CHECKED]
        self.clang = ["-x", "c++", "-std=gnu++20", "-w",
                      *(f for f in flags if f.startswith(("-I", "-D", "/usr/include")) or f == "-isystem")]
        gcc = subprocess.run([command[0], "-print-file-name=include"], capture_output=True, text=True).stdout.strip()
        self.clang += ["-idirafter", gcc]
        link = shlex.split(next(line for line in ninja(build, "commands", "rattleback").splitlines()
                                if " -o rattleback " in line).split(" && ")[1])
        main_object = next(a for a in link if a.endswith(".o"))
        link.remove(main_object)
        self.link = link


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def parse_file(project, file, arguments, prefix):
    unit = rewrite.parse(clang.cindex.Index.create(), project / file, [*arguments, "-include-pch", prefix])
    errors = [str(d) for d in unit.diagnostics if d.severity >= 3]
    if errors:
        return {"errors": errors}
    found = rewrite.Rewriter(unit, project / file)
    return {"marks": [[m.start, m.end, m.function] for m in found.marks], "left_out": found.left_out}


def marks_of(project, folder, files, commands, jobs):
    """Returns the marks of each file; a file is parsed again when it changed."""
    cache = folder / "marks.json"
    known = json.loads(cache.read_text()) if cache.exists() else {}
    tool = digest(HERE / "rewrite.py")
    waiting = [f for f in files if known.get(f, {}).get("of") != [digest(project / f), tool]]
    if waiting:
        prefix = folder / "prefix.hpp"
        subprocess.run(["clang++", *commands.clang[2:], "-x", "c++-header", prefix, "-Xclang",
                        "-detailed-preprocessing-record", "-o", folder / "prefix.pch"], check=True)
        with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
            jobs_of = {f: pool.submit(parse_file, project, f, commands.clang, str(folder / "prefix.pch"))
                       for f in waiting}
            for file, job in jobs_of.items():
                if "errors" in job.result():
                    sys.exit(f"power.py: clang cannot read {file}: {job.result()['errors'][0]}")
                known[file] = job.result() | {"of": [digest(project / file), tool]}
                cache.write_text(json.dumps(known))
    return {f: known[f] for f in files}


class Switched:
    """Sources with switches in FOLDER/src. Marks that do not compile are dropped, by file and line."""

    def __init__(self, project, folder, marks):
        self.project, self.folder, self.marks = project, folder, marks
        # Ids do not depend on which files are instrumented.
        self.first = {file: 1 + SPAN * at for at, file in enumerate(sources(project))}
        self.dropped_file = folder / "dropped.json"
        old = json.loads(self.dropped_file.read_text()) if self.dropped_file.exists() else {}
        self.dropped = {f: set(d["lines"]) for f, d in old.items() if f in marks and d["of"] == marks[f]["of"]}
        for file in marks:
            self.write(file)

    def line_of(self, text, at):
        return text.count(b"\n", 0, at) + 1

    def write(self, file):
        text = (self.project / file).read_bytes()
        all_marks = [rewrite.Mark(*m) for m in self.marks[file]["marks"]]
        dropped = self.dropped.get(file, set())
        kept = [self.line_of(text, m.start) not in dropped for m in all_marks]
        written = rewrite.rewritten(text, all_marks, kept, self.first[file])
        target = self.folder / "src" / file
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_bytes() != written:
            target.write_bytes(written)

    def drop(self, messages):
        """Drops the marks of the lines that the compiler names; returns their number."""
        count = 0
        source = str(self.folder / "src") + "/"
        for line in messages.splitlines():
            found = re.match(re.escape(source) + r"(\S+?):(\d+):\d+:\s+(error|required|note|  )", line) or \
                re.match(re.escape(source) + r"(\S+?):(\d+):", line)
            if found and found[1] in self.marks and int(found[2]) not in self.dropped.setdefault(found[1], set()):
                self.dropped[found[1]].add(int(found[2]))
                count += 1
                self.write(found[1])
        self.dropped_file.write_text(json.dumps(
            {f: {"lines": sorted(d), "of": self.marks[f]["of"]} for f, d in self.dropped.items()}))
        return count

    def sites(self):
        """Returns a description of each switch by id."""
        found = {}
        for file in self.marks:
            text, number = (self.project / file).read_bytes(), self.first[file]
            for start, end, function in self.marks[file]["marks"]:
                begin = text.rfind(b"\n", 0, start) + 1
                stop = text.find(b"\n", start)
                for kind in rewrite.KINDS.get(function, ()):
                    found[number] = {"file": file, "line": self.line_of(text, start),
                                     "column": start - begin, "kind": kind,
                                     "text": " ".join(text[start:end].decode().split()),
                                     "code": text[begin:stop].decode().strip()}
                    number += 1
        return found


def compile_unit(commands, folder, file, switched):
    """Compiles a source with switches into an object, and drops marks until it compiles."""
    source, output = folder / "src" / file, folder / "objects" / (file.replace("/", ".") + ".o")
    made = output.with_suffix(".made")
    headers = [s for s in (folder / "src").glob("**/*.hpp")]
    state = digest(source) + str(max(h.stat().st_mtime for h in headers))
    if output.exists() and made.exists() and made.read_text() == state:
        return output
    command = [*commands.compiler, "-include", str(folder / "prefix.hpp"), "-c", str(source), "-o", str(output)]
    for _ in range(MOST_ROUNDS):
        done = subprocess.run(command, cwd=commands.build, capture_output=True, text=True)
        if done.returncode == 0:
            made.write_text(state)
            return output
        if not switched.drop(done.stderr):
            break
    sys.exit(f"power.py: {file} does not compile:\n{done.stderr[:2000]}")


def build(project, build_folder, folder, studies, jobs):
    """Returns the program that runs a study with a switch, and the switches by id."""
    commands = Commands(project, build_folder, folder)
    (folder / "objects").mkdir(parents=True, exist_ok=True)
    prefix = folder / "prefix.hpp"
    if not prefix.exists() or prefix.read_text() != PREFIX:
        prefix.write_text(PREFIX)
    papers = {s.split("/")[1] for s in studies}
    files = [f for f in sources(project) if f in studies or f.startswith("experiments/theory/") or
             ("/shared/" in f and f.split("/")[1] in papers)]
    marks = marks_of(project, folder, files, commands, jobs)
    switched = Switched(project, folder, marks)
    header = folder / "prefix.hpp.gch"
    if not header.exists() or header.stat().st_mtime < (HERE / "switches.hpp").stat().st_mtime:
        subprocess.run([*commands.compiler, "-x", "c++-header", str(prefix), "-o", str(header)],
                       cwd=build_folder, check=True)
    # Decompositions are Eigen's; their sources stay as they are.
    units = [f for f in marks if f.endswith(".cpp") and not f.startswith("experiments/theory/linear_algebra")]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        objects = list(pool.map(lambda f: compile_unit(commands, folder, f, switched), units))
    main_object = folder / "objects/power_main.o"
    if not main_object.exists() or main_object.stat().st_mtime < (HERE / "power_main.cpp").stat().st_mtime:
        subprocess.run([*commands.compiler, "-O0", "-c", str(HERE / "power_main.cpp"), "-o", str(main_object)],
                       cwd=build_folder, check=True)
    program = folder / "power"
    command = list(commands.link)
    at = command.index("-o")
    # Objects before archives, whose own versions of the studies are not taken.
    command[at:at + 2] = ["-Wl,--allow-multiple-definition", "-o", str(program), str(main_object), *map(str, objects)]
    subprocess.run(command, cwd=build_folder, check=True)
    return program, switched.sites()
