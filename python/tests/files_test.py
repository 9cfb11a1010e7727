"""Files named by options of functions: equal to those of the command line, byte for byte."""

import os
import sys
import unittest

import numpy as np

import rattleback as rb
from support import InFolder, program

RUNS = {
    "nodes": {"step": 0.1, "steps": 300},
    "every": {"step": 0.1, "steps": 300, "every": 7},
    "crossings": {"step": 0.05, "until": 50, "section": "vy=0"},
    "quad": {"step": "0.1", "steps": 5, "precision": "quad"},
}


def words(options):
    return [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]


def content(path):
    with open(path, "rb") as file:
        return file.read()


class Files(InFolder):
    def setUp(self):
        super().setUp()
        self.problem = rb.Problem("contact_oscillator")

    def same(self, ending, verb, options, *integrators, name="output"):
        """Writes a file by both interfaces, compares them and returns the function's result."""
        status, _, said = program(verb, "contact_oscillator", *integrators, *words(options),
                                  f"--{name}=theirs{ending}")
        self.assertEqual(status, 0, said)
        with open("ours" + ending, "w") as old:
            old.write("old")
        result = getattr(self.problem, verb)(*integrators, **options, **{name: "ours" + ending})
        self.assertEqual(content("ours" + ending), content("theirs" + ending), options)
        self.assertGreater(os.path.getsize("ours" + ending), 100)
        return result

    def test_tables_of_runs(self):
        for kind, options in RUNS.items():
            for ending in (".csv", ".npy", ".json"):
                with self.subTest(kind=kind, ending=ending), np.testing.suppress_warnings() as quiet:
                    quiet.filter(UserWarning)  # quad numbers in .npy are rounded
                    run = self.same(ending, "run", options, "dla_leapfrog")
                    alone = self.problem.run("dla_leapfrog", **options)
                    self.assertEqual(run.summary, alone.summary)
                    np.testing.assert_array_equal(run.to_numpy(), alone.to_numpy())
                    self.assertGreater(len(run), 1)
                    if ending == ".npy":
                        np.testing.assert_array_equal(np.load("ours.npy")["x"], run["x"])

    def test_pictures_of_runs(self):
        for kind in ("nodes", "crossings"):
            with self.subTest(kind=kind):
                run = self.same(".svg", "run", RUNS[kind], "dla_leapfrog", name="figure")
                self.assertGreater(len(run), 1)
        both = self.problem.run("gni", step=0.1, steps=20, figure="both.svg", output="both.csv")
        self.assertEqual(content("both.csv").count(b"\n"), len(both) + 1)
        self.assertIn(b"<svg", content("both.svg"))

    def test_files_of_other_functions(self):
        ensemble = {"step": 0.1, "until": 10, "orbits": 10, "energy": 1, "seed": 1}
        crossings = ensemble | {"section": "vy=0"}
        self.same(".csv", "ensemble", crossings, "dla_leapfrog")
        self.same(".npy", "ensemble", crossings, "dla_leapfrog")
        self.same(".svg", "ensemble", ensemble, "dla_leapfrog", name="figure")
        self.same(".svg", "converge", {}, "gni", name="figure")

    def test_a_refused_file_stays(self):
        with open("keep.csv", "w") as old:
            old.write("old")
        with self.assertRaises(rb.Misuse):
            self.problem.run("gni", step=0.1, steps=3, output="keep.csv", set={"none": 1})
        with self.assertRaisesRegex(rb.Misuse, r"nearest: \.csv"):
            self.problem.run("gni", step=0.1, steps=3, output="keep.cvs")
        with self.assertRaises(rb.FileFailure):
            self.problem.run("gni", step=0.1, steps=3, output="none/keep.csv")
        self.assertEqual(content("keep.csv"), b"old")
        self.assertEqual(os.listdir(), ["keep.csv"])

    def test_names_that_are_not_utf_8(self):
        for name in (os.fsdecode(b"caf\xe9.csv"), "café.csv"):
            run = self.problem.run("gni", step=0.1, steps=3, output=name)
            self.assertEqual(content(name).count(b"\n"), len(run) + 1)
        name = os.fsdecode(b"caf\xe9.toml")
        with self.assertRaises(rb.FileFailure) as raised:
            rb.Problem(name)
        self.assertIn(name, str(raised.exception))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
