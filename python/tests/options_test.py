"""Every option of every function, once with a valid and once with an invalid value: results, files and
messages equal those of the command line. The options are those that the program lists, so that an
option without a case fails."""

import json
import os
import re
import sys
import unittest
import warnings
from pathlib import Path

import rattleback as rb
from support import WithOscillator, program

SAMPLED = {"orbits": 12, "energy": 1.5, "seed": 3}
CROSSINGS = {"section": "vy=0", "until": 20}
STARTS = "x,y,z,vx,vy,vz\n" + "1,0,0,0,1,0\n0.5,0.25,0,-0.25,1,1\n" * 3

# For each function: integrators, options of all its calls, and for each option a value, further
# options required with it (None removes one), an invalid value and words of the error message.
CASES = {
    "run": (["gni"], {"step": 0.1, "steps": 20}, {
        "step": (0.25, {}, "0x", "'0x' is not a number"),
        "steps": (7, {}, 1.5, "whole number"),
        "until": (-2.5, {"steps": None}, "long", "not a number"),
        "start_time": (0.5, {}, "early", "not a number"),
        "case": ("A", {}, "none", "unknown"),
        "set": ({"epsilon": 0.5}, {}, {"epsilom": 1}, "nearest: epsilon"),
        "option": ({"epsilon": 0.001}, {}, {"none": 1}, "unknown option"),
        "q": ([1, 0.5, 0], {"project": True}, [1, 2], "3 numbers"),
        "v": ([1, 0.5, 0], {"project": True}, "a,b,c", "not a number"),
        "q1": ([1.1, 0.5, 0.3], {}, [1], "3 numbers"),
        "start": ("exact", {}, "none", "unknown"),
        "precision": ("quad", {}, "half", "unknown precision"),
        "project": (True, {"v": [1, 0.5, 0]}, "perhaps", "--project"),
        "strict": (True, {}, "perhaps", "--strict"),
        "section": ("vy=0", {}, "vy", "component=value"),
        "crossing": ("both", {"section": "vy=0"}, "sideways", "crossing"),
        "every": (3, {}, 0, "whole number"),
        "measure": ("recorded", {"every": 5}, "some", "all, recorded, none"),
        "output": ("nodes.csv", {}, "nodes.txt", "ending"),
        "multipliers": (True, {"output": "nodes.csv"}, "perhaps", "--multipliers"),
        "sensitivity": (True, {}, "perhaps", "--sensitivity"),
        "figure": ("nodes.svg", {}, "nodes.jpg", "ending"),
        "panel": (["path", "energy"], {"figure": "nodes.svg"}, "paths", "nearest: path"),
        "width": ("86mm", {"figure": "nodes.svg"}, "3px", "in, cm or mm"),
    }),
    "converge": (["gni"], {}, {
        "case": ("A", {}, "none", "unknown"),
        "set": ({"epsilon": 0.5}, {}, {"epsilon": "x"}, "not a number"),
        "steps_per_unit": ([4, 8, 16, 32], {}, [1, 2], "four"),
        "until": (2, {}, 0, "> 0"),
        "error": (1e-3, {}, "small", "not a number"),
        "figure": ("orders.svg", {}, "orders", "ending"),
        "width": ("18cm", {"figure": "orders.svg"}, "1in", "from 2in"),
    }),
    "compare": (["gni"], {"steps_per_unit": [10, 20, 40, 80]}, {
        "case": ("A", {}, "none", "unknown"),
        "set": ({"epsilon": 0.5}, {}, {"epsilon": "x"}, "not a number"),
        "steps_per_unit": ([10, 20, 40, 80], {}, [4, 3, 2, 1], "increasing"),
        "tolerances": ([1e-3, 1e-6], {}, [1e-6, 1e-3], "tolerances"),
        "until": (20, {}, -1, "> 0"),
        "error": (1e-2, {}, 0, "> 0"),
        "limit": (0, {}, -1, "0: no limit"),
        "columns": ("order,energy", {}, "none", "unknown"),
        "output": ("results", {}, "file/results", "file"),
    }),
    "choose": ([], {"until": 2, "error": 1e-2, "limit": 2}, {
        "until": (1, {}, "long", "not a number"),
        "error": (0.1, {}, 0, "> 0"),
        "quantity": ("energy", {}, "speed", "unknown"),
        "limit": (1.5, {}, 0, "> 0"),
        "case": ("A", {}, "none", "unknown"),
        "set": ({"epsilon": 0.5}, {}, {"epsilon": "x"}, "not a number"),
    }),
    "ensemble": (["dla_leapfrog"], {"step": 0.1, "until": 5} | SAMPLED, {
        "orbits": (5, {}, 0, "whole number"),
        "step": (0.25, {}, -0.25, "> 0"),
        "until": (2.5, {}, "long", "not a number"),
        "energy": (2.5, {}, "nan", "finite"),
        "seed": (2**64 - 1, {}, 2**64, "seed"),
        "starts": ("starts.csv", dict.fromkeys(SAMPLED), "none.csv", "none.csv"),
        "invariant": ("energy", {}, "none", "unknown"),
        "every": (10, {}, "x", "whole number"),
        "threads": (3, {}, 5000, "at most"),
        "shard": ("1/2", {}, "3/2", "no shard"),
        "checkpoint": ("pieces", {}, "file/pieces", "file"),
        "final": ("states.csv", {}, "states.txt", "ending of --final"),
        "section": ("vy=0", {"until": 20}, "vy=", "--section"),
        "crossing": ("down", CROSSINGS, "sideways", "crossing"),
        "columns": ("x,vx", CROSSINGS | {"output": "crossings.csv"}, "none", "none"),
        "output": ("crossings.npy", CROSSINGS, "crossings.json", ".csv or .npy"),
        "figure": ("statistics.svg", {}, "statistics.bmp", "ending"),
        "lyapunov": (True, {}, "perhaps", "--lyapunov"),
        "set": ({"epsilon": 0.5}, {}, {"": 1}, "--set"),
        "option": ({"multipliers": "newton"}, {}, {"multipliers": "none"}, "unknown value"),
        "strict": (True, {}, "perhaps", "--strict"),
    }),
}
OF_ALL = {"help", "json"}  # not options of functions
OF_PAGES = {"choose": {"output"},  # answers for the pages of problems
            "run": {"until_event"}}  # an event of a text


STUBBED = {"run": {"until_event"}}
NAMES = {"from": "start_time"}  # options whose name is a word of Python


def listed(verb):
    """Returns the options that the program lists, as keywords."""
    status, text, _ = program(verb, "--help")
    assert status == 0
    names = re.findall(r"^ +(?:-\w,)?--([\w-]+)", text, re.M)
    return {NAMES.get(name, name.replace("-", "_")) for name in names}


def words(options):
    """Returns the options on the command line; independent of the package."""
    for name, value in options.items():
        flag = "--" + {of: name for name, of in NAMES.items()}.get(name, name.replace("_", "-"))
        if value is True:
            yield flag
        elif isinstance(value, dict):
            yield from (f"{flag}={key}={part}" for key, part in value.items())
        elif isinstance(value, list):
            yield f"{flag}={','.join(map(str, value))}"
        elif value is not None:
            yield f"{flag}={value}"


def without_times(verb, data):
    """Returns the data without measured times, which vary."""
    if verb == "choose":
        return sorted(data), data["problem"]
    return [method["structure"] for method in data["methods"]] if verb == "compare" else data


def files():
    """Returns all files below the folder, by name."""
    found = {str(path): path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    return {name: without_times("compare", json.loads(content)) if "comparison/" in name else content
            for name, content in found.items()}


class Options(WithOscillator):
    def setUp(self):
        super().setUp()
        for folder in ("ours", "theirs"):
            os.mkdir(folder)
            Path(folder, "starts.csv").write_text(STARTS)
            Path(folder, "file").write_text("kept")
        self.top = os.getcwd()

    def both(self, verb, integrators, options):
        """Returns (status, message, JSON, files) of the command line, and of the function."""
        os.chdir(self.top + "/theirs")
        status, text, said = program(verb, "contact_oscillator", *integrators, *words(options),
                                     "--json")
        said = re.sub("(?m)^rattleback: note: comparison on .*\n", "", said)  # a function calls `progress` instead
        said = re.sub("(?m)^rattleback: (warning: )?", "", said).rstrip("\n")
        theirs = status, said, text, files()
        os.chdir(self.top + "/ours")
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            try:
                result = getattr(self.problem, verb)(*integrators, **options)
                status, said = 0, "\n".join(str(w.message) for w in warned)
                text = result.summary if verb == "run" else result.data
                self.assertIn("contact_oscillator", repr(result))
            except (rb.Misuse, rb.FileFailure) as refusal:
                status, said, text = 2, str(refusal), ""
        return theirs, (status, said, text, files())

    def check(self, verb):
        integrators, base, cases = CASES[verb]
        self.assertEqual(set(cases), listed(verb) - OF_ALL - OF_PAGES.get(verb, set()),
                         "options without a case, or cases of none")
        for name, (value, further, wrong, refusal) in cases.items():
            with self.subTest(option=name):
                self.setUp()
                theirs, ours = self.both(verb, integrators, base | further | {name: value})
                self.assertEqual(theirs[0], 0, theirs[1])
                self.assertEqual(without_times(verb, ours[2]),
                                 without_times(verb, json.loads(theirs[2])))
                self.assertEqual((ours[0], ours[1], ours[3]), (theirs[0], theirs[1], theirs[3]))
            with self.subTest(wrong=name):
                self.setUp()
                theirs, ours = self.both(verb, integrators, base | further | {name: wrong})
                self.assertEqual(theirs[0], 2, theirs)
                self.assertRegex(theirs[1], re.escape(refusal))
                self.assertEqual(ours, theirs)
                self.assertEqual(set(ours[3]), {"starts.csv", "file"})

    def test_run(self):
        self.check("run")

    def test_converge(self):
        self.check("converge")

    def test_compare(self):
        self.check("compare")

    def test_choose(self):
        self.check("choose")

    def test_ensemble(self):
        self.check("ensemble")

    def test_stubs_have_all_options(self):
        stub = Path(rb.__file__).with_name("__init__.pyi").read_text()
        for verb in CASES:
            signature = re.search(rf"def {verb}\((.*?)\) ->", stub, re.S).group(1)
            self.assertEqual(set(re.findall(r"^ +(\w+):", signature, re.M)) - {"integrator", "progress"},
                             listed(verb) - OF_ALL - OF_PAGES.get(verb, set()) | STUBBED.get(verb, set()), verb)

    def test_functions_are_those_that_have_cases(self):
        functions = {name for name in vars(rb.Problem) if callable(getattr(rb.Problem, name))}
        self.assertEqual({name for name in functions if not name.startswith("_")}, set(CASES))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
