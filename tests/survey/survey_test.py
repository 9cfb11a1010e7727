#!/usr/bin/env python3
"""Tests of the mutation survey: drawing, comparison of recorded outputs, classification, report."""

import json
import pathlib
import tempfile
import unittest

import mutations
import survey

TEXT = """#include <array>
// a + b
template <int n, int m = 3>
double f(Matrix<double, 3> const& m, double x) {
  char const* words = "1 + 2";
  return -sin(x) * 2.5 + m.transpose()[1];
}
"""


class Mutations(unittest.TestCase):
    def test_change_only_what_computes(self):
        changed = {m.lines(TEXT)[1] for m in mutations.mutations("f.cpp", TEXT)}
        self.assertEqual(changed, {
            "return sin(x) * 2.5 + m.transpose()[1];", "return -cos(x) * 2.5 + m.transpose()[1];",
            "return -sin(x) / 2.5 + m.transpose()[1];", "return -sin(x) * 2.5 - m.transpose()[1];",
            "return -sin(x) + m.transpose()[1];", "return -sin(x) * 2.5 + m[1];",
            "return -sin(x) * 2.75 + m.transpose()[1];",
            "return -sin(x) * 2.5 + m.transpose()[2];"})

    def test_replace_all_that_the_patterns_find(self):
        for function in ("sin", "cosq", "sinhq", "coshq", "min"):
            self.assertTrue(mutations.mutations("f.cpp", f"return {function}(x);"), function)
        for operator in ("+", "*", "<", "<=", "!=", "+=", "&&", "||"):
            self.assertTrue(mutations.mutations("f.cpp", f"x {operator} y;"), operator)

    def test_follow_from_the_seed(self):
        def drawn(seed):
            return list(mutations.draws({"a": TEXT, "b": TEXT}, seed, lambda file: file == "b"))
        self.assertEqual(drawn(1), drawn(1))
        self.assertNotEqual(drawn(1), drawn(2))
        self.assertEqual(len(drawn(1)), len(set(drawn(1))))
        self.assertLessEqual(sum(m.file == "b" for m in drawn(1)[:5]), 1)

    def test_ids_do_not_depend_on_other_lines(self):
        moved = "// one more\n" + TEXT
        self.assertEqual([m.id(TEXT) for m in mutations.mutations("f.cpp", TEXT)],
                         [m.id(moved) for m in mutations.mutations("f.cpp", moved)])


def write(folder, value, point):
    (folder / "data").mkdir(parents=True)
    (folder / "data/t.csv").write_text(f"x,y\n1,{point}\n")
    (folder / "measurements.json").write_text(json.dumps({
        "measured": [{"statement": "A1", "reading": "r", "instance": "i", "value": value,
                      "words": str(value)}],
        "findings": [], "controls": [], "errata": [], "not_run": [], "curves": []}))


class Comparison(unittest.TestCase):
    def names(self, value, point):
        with tempfile.TemporaryDirectory() as name:
            before, now = pathlib.Path(name) / "before", pathlib.Path(name) / "now"
            write(before, 2.0, "3.0")
            write(now, value, point)
            return [d[0] for d in survey.differences(before, now)]

    def test_agreement_is_relative(self):
        self.assertEqual(self.names(2 + 1e-13, "3.0000000000000004"), [])
        self.assertEqual(self.names(2 + 1e-11, "3"), ["before: measured / A1 / r / i"])
        self.assertEqual(self.names(2.0, "nan"), ["before: points of t.csv"])
        self.assertFalse(survey.agree(1e-20, 2e-20))
        self.assertTrue(survey.agree("nan", "nan"))
        self.assertFalse(survey.agree("inf", "-inf"))


class Classification(unittest.TestCase):
    def test_of_recorded_outputs(self):
        moved = [["A1", {"value": 1}, {"value": 2}]]
        for arguments, expected in (
                ((None, "", [], []), "noticed"), ((1, "error: x", [], []), "noticed"),
                ((-11, "", [], []), "noticed"), ((0, "", ["A1: moved"], moved), "noticed"),
                ((0, "", [], [["A1", {}, None]]), "noticed"), ((0, "", [], moved), "survived"),
                ((0, "", [], []), "equivalent"),
                ((0, "", ["A1: moved"], moved, ["A1"]), "equivalent")):
            self.assertEqual(survey.classify(*arguments)[0], expected, arguments)

    def test_report_counts(self):
        def record(kind, name):
            return {"id": name, "file": "experiments/theory/f.hpp", "line": 3, "kind": "sign",
                    "change": ["-a", "a"], "class": kind, "why": ["A1"], "more": 0, "seconds": 6}
        text = survey.report([record("noticed", "n"), record("survived", "s"),
                              record("survived", "j"), record("does not compile", "d")], 1,
                             {"j": "seed: other points"})
        self.assertIn("1 noticed, 1 survived, 1 equivalent: 50.0%", text)
        self.assertIn("seed: other points", text)
        self.assertIn("1 further draws did not compile", text)


if __name__ == "__main__":
    unittest.main()
