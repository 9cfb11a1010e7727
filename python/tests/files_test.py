"""Files named by options of functions: equal to those of the command line, byte for byte."""

import os
import sys
import unittest
from pathlib import Path

import numpy as np

import rattleback as rb
from options_test import words
from support import WithOscillator, program

RUNS = {
    "nodes": {"step": 0.1, "steps": 300},
    "every": {"step": 0.1, "steps": 300, "every": 7},
    "crossings": {"step": 0.05, "until": 50, "section": "vy=0"},
    "quad": {"step": "0.1", "steps": 5, "precision": "quad"},
}


class Files(WithOscillator):
    def same(self, ending, options, name="output"):
        """Writes a file by both interfaces, compares them and returns the function's result."""
        ours, theirs = Path("ours" + ending), Path("theirs" + ending)
        status, _, said = program("run", "contact_oscillator", "dla_leapfrog", *words(options | {name: theirs}))
        self.assertEqual(status, 0, said)
        ours.write_text("old")
        result = self.problem.run("dla_leapfrog", **options, **{name: str(ours)})
        self.assertEqual(ours.read_bytes(), theirs.read_bytes(), options)
        self.assertGreater(os.path.getsize(ours), 100)
        return result

    def test_tables_of_runs(self):
        for kind, options in RUNS.items():
            for ending in (".csv", ".npy", ".json"):
                with self.subTest(kind=kind, ending=ending), np.testing.suppress_warnings() as quiet:
                    quiet.filter(UserWarning)  # quad numbers in .npy are rounded
                    run = self.same(ending, options)
                    alone = self.problem.run("dla_leapfrog", **options)
                    self.assertEqual(run.summary, alone.summary)
                    np.testing.assert_array_equal(run.to_numpy(), alone.to_numpy())
                    self.assertGreater(len(run), 1)
                    if ending == ".npy":
                        np.testing.assert_array_equal(np.load("ours.npy")["x"], run["x"])

    def test_pictures_of_runs(self):
        for kind in ("nodes", "crossings"):
            with self.subTest(kind=kind):
                run = self.same(".svg", RUNS[kind], name="figure")
                self.assertGreater(len(run), 1)
        both = self.problem.run("gni", step=0.1, steps=20, figure="both.svg", output="both.csv")
        self.assertEqual(Path("both.csv").read_bytes().count(b"\n"), len(both) + 1)
        self.assertIn(b"<svg", Path("both.svg").read_bytes())

    def test_a_refused_file_stays(self):
        keep = Path("keep.csv")
        keep.write_text("old")
        with self.assertRaises(rb.Misuse):
            self.problem.run("gni", step=0.1, steps=3, output="keep.csv", set={"none": 1})
        with self.assertRaisesRegex(rb.Misuse, r"nearest: \.csv"):
            self.problem.run("gni", step=0.1, steps=3, output="keep.cvs")
        with self.assertRaises(rb.FileFailure):
            self.problem.run("gni", step=0.1, steps=3, output="none/keep.csv")
        self.assertEqual(keep.read_text(), "old")
        self.assertEqual(os.listdir(), ["keep.csv"])

    def test_names_that_are_not_utf_8(self):
        for name in (os.fsdecode(b"caf\xe9.csv"), "café.csv"):
            run = self.problem.run("gni", step=0.1, steps=3, output=name)
            self.assertEqual(Path(name).read_bytes().count(b"\n"), len(run) + 1)
        name = os.fsdecode(b"caf\xe9.toml")
        with self.assertRaises(rb.FileFailure) as raised:
            rb.Problem(name)
        self.assertIn(name, str(raised.exception))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
