"""Checks the include graph: a file includes only files of its own folder and of folders before it in FLOORS.
A path belongs to its longest matching folder: python3 include_graph.py SOURCE"""

import collections
import pathlib
import re
import sys

CORE = "integrators/core"
FLOORS = f"""base problems/core/numbers problems/core/spaces problems/core problems/core/graph problems/text problems
  {CORE}/method {CORE}/solve {CORE}/mechanics {CORE}/equations {CORE}/tables {CORE}/stepping {CORE}/solvers {CORE}/run
  {CORE}/ensemble {CORE}/text {CORE}/registry integrators experiments reports program/interface program/figures
  program/results program/plugins program/ensembles program/commands program laboratory""".split()
ROOMS = ("base", "problems", "integrators", "experiments", "reports", "program", "laboratory")
# Only these files above the registry use templates directly (FILE, INCLUDED): the timings, and the laboratory, which
# lists its methods and defines what its module leaves out. The figure of a run evaluates its constraints. Random
# instances of studies come from the ensembles' source. Studies of theory differentiate the functions that a problem
# states.
ABOVE_REGISTRY = [(re.compile(file), re.compile(target)) for file, target in (
    (r"experiments/timings/|laboratory/(left_out|answers)", ""),
    ("", CORE + r"/(registry/(registry|variants|plugin_lookup|lookup|stated_multipliers)|"
     r"method/(method|composition|without_balance)|run/reference_watch)\.hpp$"),
    ("", r"problems/(core/numbers/(extremes|raw_quad)|text/problem_text)\.hpp$"),
    (r"program/figures/violation_watch", CORE + r"/run/resolve\.hpp$"),
    (r"experiments/core/random\.cpp$", r"problems/core/random_point\.hpp$"),
    (r"experiments/(laws|theory)/", r"problems/core/numbers/quad\.hpp$"),
    (r"experiments/[a-z_]+_[0-9]+/", "problems/|" + CORE + r"/mechanics/(mechanics|derived_equations)\.hpp$"))]


def floor_of(path):
    """Returns the index of a path's folder, -1 if it has none."""
    return max(((len(floor), level) for level, floor in enumerate(FLOORS) if path.startswith(floor + "/")),
               default=(0, -1))[1]


def main(source):
    code = {str(file.relative_to(source)): file.read_text()
            for room in ROOMS for file in sorted((source / room).rglob("*.[ch]pp"))}
    papers = {path.parent.name for path in source.glob("experiments/*/statements.toml")}
    registered = FLOORS.index("integrators")
    faults = []
    arrows = 0
    types = set()
    for file, text in code.items():
        own = re.match(r"experiments/([^/]+)/", file)
        for target in re.findall(r'^#include "([^"]+)"', text, re.M):
            arrows += 1
            start, end = floor_of(file), floor_of(target)
            above_registry = start > registered and 0 < end <= registered and not any(
                of_file.match(file) and of_target.match(target) for of_file, of_target in ABOVE_REGISTRY)
            if end > start or above_registry:
                faults.append(f"{file} includes {target}")
            # Code for several papers is in experiments/theory, which does not depend on a paper.
            paper = re.match(r"experiments/([a-z_]+_\d{4}|beyond)/", target)
            if own and paper and own[1] != paper[1]:
                faults.append(f"{file} needs another paper: {target}")
            # Reports depend only on result folders.
            if re.fullmatch(r"reports/[^/]+", file) and re.match("(problems|integrators|experiments)/", target) and (
                    target != "problems/core/numbers/extremes.hpp"):
                faults.append(f"{file} includes {target}")
        # Two types with the same name in one namespace are undefined behaviour that compilers do not detect.
        scopes = re.findall(r"^namespace [a-z_:0-9]+ {.*", text, re.M)
        if file.endswith(".hpp") and len(scopes) == 1:
            for name in re.findall(r"^(?:struct|class) (\w+)(?: :[^<\n]*)? {", text, re.M):
                if (scopes[0], name) in types:
                    faults.append(f"{file} defines {name}, as another header does")
                types.add((scopes[0], name))
        # Experiments look up problems through Study, which records the dependencies of results.
        if own and own[1] in papers:
            faults += [f"{file} uses the registry instead of Study: {line}" for line in text.splitlines()
                       if re.search(r"(^|[^A-Za-z_])(find_problem|registry|method_cards)\(", line)]
    # Folders have at most 25 files of code, for overview; problems/ has one file for each system.
    folders = collections.Counter(str(pathlib.PurePath(file).parent) for file in code)
    faults += [f"{folder} has {count} files, more than 25" for folder, count in folders.items()
               if count > 25 and folder not in ("problems", "laboratory")]
    print(*faults, f"{arrows} includes", sep="\n")
    return 1 if faults or arrows < 100 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
