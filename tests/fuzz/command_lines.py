"""Strategy of command lines of all commands, from valid to absurd."""

import json
import re
import subprocess

from hypothesis import strategies as st

STEPS = ("1e-300", "1e-320", "1e-200", "1e-16", "1e-8", "1e2", "1e16", "1e50", "1e154", "1e300",
         "1e308", "1e309", "1e99999", "1e-99999", "0", "-0", "-0.1", "-1e300", "nan", "-nan", "inf",
         "-inf", "infinity", "0x1p-3", "1e", "1,5", "0,1", ".1", "1.", "+0.1", " 0.1", "0.1 ", "",
         "0.1x", "٣", "1_0", "--", "9" * 400, "0" * 3000 + "1", "0." + "3" * 3000)
COUNTS = ("0", "-1", "1.5", "1e3", "1000000", "2147483648", "9223372036854775807",
          "9223372036854775808", "18446744073709551616", "", "x", " 1", "+1", "0x10", "9" * 400)
NAMES = ("", " ", "a" * 5000, "é", "*", "$(id)", "a b", "a\nb", "a\tb", "{}",
         "%s%n", "\x1b[31m", "'", '"', "-", "--", "-1", "=", "a=", "=a", ",", "compose(",
         "compose()", "compose(dla_leapfrog,yoshida4", "compose(dla_leapfrog,)", b"\xff\xfe",
         b"a\xc3", "compose(" * 200 + "x" + ",yoshida4)" * 200, "\u202e", "contact_oscillatr")
# No path leaves the folder of an example: some commands write into a path given as a folder.
PATHS = ("out.csv", "out.npy", "out.json", "out.svg", "folder/out.csv", "out.txt", "out", ".csv", "folder",
         "folder/", "folder.csv", "missing/out.csv", "file.txt/out.csv", "file.csv", "fifo.csv",
         "loop.csv", "loop/out.csv", "dangling.csv", "full.csv", "null.json", "inward/out.npy",
         "/dev/full", "/dev/null", "/proc/out.csv", "/proc/none/out.csv", "", ".", "./out.CSV",
         "a" * 250 + ".csv", "a" * 5000 + ".csv", "b/" * 3000 + "out.csv", b"\xff\xfe.csv",
         b"\xff.npy", "é 'x'.csv", "a\nb.csv", "-.csv")
LISTS = ("", ",", "x", "4", "8,4,2,1", "1,2,3,4,5,x", "0,1,2,3", "nan", "1e-300")
ABSURD = st.sampled_from(STEPS + COUNTS + NAMES + PATHS + LISTS)

# Plausible and absurd values of an option by the name of its value in the help, after which "|" lists the values.
# Those that depend on a card are in `Catalogue.values`.
VALUES = {
    **dict.fromkeys(("H", "SHARE"), (("0.1", "0.01", "0.05", "0.5", "1", "1e-3"), STEPS)),
    **dict.fromkeys(("T", "E", "SECONDS"), (("1", "0.5", "2", "1.5"), STEPS)),
    **dict.fromkeys(("N", "K", "M", "S"), (("1", "2", "7", "30", "65"), COUNTS)),
    **dict.fromkeys(("FILE", "DIR"), (("out.csv", "out.npy", "out.json", "out.svg", "pieces", *PATHS), ())),
    "W": (("3.4in", "86mm"), STEPS),
    "NAME=FIRST:LAST:COUNT": (("epsilon=0:1:3",), ("epsilon=0:1:", "=", "epsilon=0:nan:2", "x=0:1:1000000000")),
    "A,B,C,D,..": (("4,8,16,32",), LISTS),
    "i/N": (("1/1", "1/2", "2/2"), ("0/1", "2/1", "1", "/", "1/", "1/0", "-1/2", "1/1/1", "x/y", "")),
    "--tolerances": (("1e-4,1e-8",), LISTS),
    "--measure": (("all", "recorded"), NAMES),
    "--quantity": (("positions", "velocities", "energy"), NAMES),
}
WORK = {"run", "ensemble", "converge", "compare", "choose"}  # commands that may take any time
POSITIONAL = {
    "list": ["LIST"], "show": ["ANY"], "run": ["PROBLEM", "METHOD"], "ensemble": ["PROBLEM", "METHOD"],
    "converge": ["PROBLEM", "METHOD"], "compare": ["PROBLEM", "METHOD"], "choose": ["PROBLEM"],
    "merge": ["PATH", "PATH"], "build": ["PATH"], "laws": ["PATH"], "report": ["PATH"], "diff": ["PATH", "PATH"],
    "reproduce": ["ABSURD"], "doctor": []}
REQUIRED = {
    "run": [["--step", "--steps"], ["--step", "--until"]], "converge": [["--steps-per-unit"], []],
    "ensemble": [["--orbits", "--step", "--until", "--energy", "--seed"]],
    "compare": [["--steps-per-unit", "--limit"]], "choose": [["--until", "--error", "--limit"]],
    # Without a name or without --quick it would take hours: the name is absurd.
    "reproduce": [["--quick", "--output"]]}
SHARES = {"run": 20, "ensemble": 12, "show": 2, "merge": 2, "diff": 2, "report": 2}


class Catalogue:
    """Cards of the tested program by id, and the options of every command."""

    def __init__(self, program):
        def printed(*arguments):
            return subprocess.run([program, *arguments], check=True, capture_output=True).stdout.decode()

        def cards(name):
            return {card["id"]: card for card in json.loads(printed("list", name, "--json"))}

        self.problems, self.methods = cards("problems"), cards("integrators")
        self.any = [*self.problems, *self.methods, *cards("experiments"), *cards("statements"), *cards("papers")]
        verbs = re.findall(r"^  ([a-z]+) ", printed("--help").partition("Subcommands:")[2], re.MULTILINE)
        # "--step H", "--json" alone
        self.options = {verb: re.findall(r"^\s+(--[a-z0-9-]+)(?: (\S+))?(?:  |$)", printed(verb, "--help"),
                                         re.MULTILINE) for verb in verbs}
        self.verbs = [verb for verb in verbs for _ in range(SHARES.get(verb, 1))]

    def values(self, problem, method):
        """Returns plausible and absurd values of options and positional arguments for a problem and a method."""
        card, method_card = self.problems[problem], self.methods[method]
        components = card["coordinates"] + card["velocities"]
        options = [f"{option['name']}={value}" for option in method_card["options"] for value in (
            ["1e-6", "0.5"] if ">" in option["allowed"] else option["allowed"].split(", "))]
        assignments = ("=", "x=1", "a=nan", *NAMES)
        return VALUES | {
            "PROBLEM": ((problem,), (*NAMES, problem[1:], problem + "x")),
            "METHOD": ((method, method, f"compose({method},yoshida4)"), (*self.methods, *NAMES)),
            "LIST": (("problems", "integrators", "experiments", "statements", "findings", "errata", "papers"), NAMES),
            "ANY": (self.any, NAMES), "PATH": (PATHS, ()), "ABSURD": (NAMES, ()),
            "--case": ([case["name"] for case in card["cases"]], NAMES),
            "--set": ([f"{p['name']}=2" for p in card["parameters"]] or assignments, assignments),
            "--option": (options or assignments, assignments),
            "--q": ([",".join(map(repr, case["q"])) for case in card["cases"]], LISTS),
            "--q1": ([",".join(map(repr, case["q"])) for case in card["cases"]], LISTS),
            "--v": ([",".join(map(repr, case["v"])) for case in card["cases"]], LISTS),
            "--start": ([start["name"] for start in method_card["starts"]] or ["plain"], NAMES),
            "--starts": (("starts.csv",), PATHS),
            "--invariant": ([*card["invariants"], "energy"], NAMES),
            "--section": ([f"{components[0]}=0", f"{components[-1]}=0.1"], assignments),
            "--columns": (components + [",".join(components), "order,energy"], LISTS)}


@st.composite
def command_lines(draw, catalogue):
    """Returns the arguments of the program, as strings or bytes."""
    verb = draw(st.sampled_from(catalogue.verbs))
    problem = draw(st.sampled_from(list(catalogue.problems)))
    method = draw(st.sampled_from(catalogue.problems[problem]["integrators"]))
    values = catalogue.values(problem, method)
    # Half of the lines hold few absurd values, because each further one hides the effect of the first.
    wildness = draw(st.sampled_from((60, 8)))

    takes = dict(catalogue.options[verb])

    def value(name):
        kind = takes.get(name, name)
        plausible, absurd = values.get(name) or values.get(kind) or (kind.split("|") if "|" in kind else PATHS, NAMES)
        is_absurd = absurd and draw(st.integers(0, wildness)) == wildness
        return draw(st.sampled_from(absurd if is_absurd else plausible))

    words = [verb] + [value(name) for name in POSITIONAL.get(verb, ["PATH"])]
    required = draw(st.sampled_from(REQUIRED.get(verb, [[]])))
    further = draw(st.lists(st.sampled_from(sorted(takes)), max_size=5, unique=True)) if takes else []
    known = {*required, *(("--until", "--steps") if verb == "run" else ())}
    chosen = required + [name for name in further if name not in known]
    if {"--q", "--v"} & set(chosen):
        chosen.append("--project")  # the numbers most likely violate the constraint
    for name in chosen:
        words += [name] + ([value(name)] if takes.get(name) else [])
    if draw(st.integers(0, wildness)) < wildness - 2:
        return words
    at = draw(st.integers(1, len(words)))
    change = draw(st.sampled_from(("insert", "exchange", "double", "remove", "append")))
    if change == "insert":
        words.insert(at, draw(st.sampled_from(NAMES)))
    elif change == "exchange":
        words[at:at + 1] = [draw(st.sampled_from(NAMES) if verb == "reproduce" else ABSURD)]
    elif change == "double":
        words += words[at:at + 2]
    elif change == "remove" and verb != "reproduce":
        del words[at:at + 1]
    else:
        words.append(draw(st.sampled_from(("--help", "-h", "--jsn", "--json=1", "--step=", "--version", "-x"))))
    return words
