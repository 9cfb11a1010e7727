#!/usr/bin/env python3
"""Tests of `make power`: places of switches, their effect in a program, counts of rows."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import clang.cindex
    import power
    import rewrite
except ImportError:
    print("left out: python3-clang-14 is not installed (./setup --power)")
    sys.exit(77)

PROJECT = pathlib.Path(__file__).resolve().parents[2]
TEXT = """#include "tests/power/switches.hpp"
#include <cstdio>
constexpr double constant = 1 + 2;
template <class T> T f(T x, T y) { return x * x - 3 * y / x; }
std::string of_row(std::string const& statement) { return statement; }
std::string of_control(std::string const& statement) { return statement; }
int main(int, char** arguments) {
  rattleback::power::active = std::atoi(arguments[1]);
  Eigen::Matrix2d A;
  A << 1, 2, 3, 4;
  Eigen::Vector2d const b(0.5, 7);
  auto const c = A.transpose() * b + A * b;
  double values[] = {f(2.0, 5.0), c[0], double(1) * b[1], -b.norm(), std::sin(0.25 * b[0])};
  values[0] += b[0];
  for (double v : values) std::printf("%a ", v);
}
"""


class Switches(unittest.TestCase):
    def test_change_a_program(self):
        with tempfile.TemporaryDirectory() as name:
            file = pathlib.Path(name) / "text.cpp"
            file.write_text(TEXT)
            unit = rewrite.parse(clang.cindex.Index.create(), file,
                                 ["-std=c++20", f"-I{PROJECT}", "-isystem", "/usr/include/eigen3"])
            found = rewrite.Rewriter(unit, file)
            self.assertEqual(found.left_out, 1)
            self.assertEqual([m.function for m in found.marks if m.function in ("row", "control")],
                             ["row", "control"])
            kinds = [k for m in found.marks for k in rewrite.KINDS.get(m.function, ())]
            self.assertEqual(set(kinds), {k for group in rewrite.KINDS.values() for k in group} - {"power"})

            def run(kept):
                file.write_bytes(rewrite.rewritten(TEXT.encode(), found.marks, kept, 1))
                subprocess.run(["g++", "-std=c++20", "-w", f"-I{PROJECT}", "-isystem", "/usr/include/eigen3",
                                file, "-o", file.with_suffix("")], check=True)
                return [subprocess.run([file.with_suffix(""), str(i)], check=True,
                                       capture_output=True).stdout for i in range(len(kinds) + 1)]
            original, switched = run([False] * len(found.marks)), run([True] * len(found.marks))
            self.assertEqual(switched[0], original[0])
            same = [kinds[i - 1] for i in range(1, len(switched)) if switched[i] == switched[0]]
            # The argument's index is read before a switch is on; vectors cannot be left out as factors.
            self.assertEqual(same, ["index", "factor left out", "factor left out"])

    def test_are_numbered_in_order(self):
        marks = [rewrite.Mark(0, 5, "factor"), rewrite.Mark(0, 1, "term"), rewrite.Mark(4, 5, "sign")]
        self.assertEqual(rewrite.rewritten(b"a + b", marks, [True, True, True], 7).decode().replace(
            "::rattleback::power::", ""), "factor(7, term(8, a) + sign(10, b))")


class Counts(unittest.TestCase):
    def test_of_a_row(self):
        row = {"paper": "p", "id": "R", "verdict": "holds", "readings": [{"experiment": "s", "measured": 1.0}]}
        with tempfile.TemporaryDirectory() as name:
            state = power.State(pathlib.Path(name) / "state.jsonl")
            state.add({"study": "s", "code": "old", "executed": {"a": []}})
            state.add({"study": "s", "code": "old", "key": "a", "how": "complete", "tried": ["R"], "refuted": ["R"]})
            state.add({"study": "s", "code": "new", "executed": {k: [] for k in "abcde"}})
            for key, refuted, file in (("a", ["R"], "x/y/"), ("b", [], "x/y/"), ("c", [], "x/y/"), ("e", [], "x/y/"),
                                       ("d", [], "experiments/theory/jet.hpp")):
                state.add({"study": "s", "code": "new", "key": key, "how": "same", "tried": ["R"],
                           "refuted": refuted, "site": {"file": file, "code": key}})
            with (pathlib.Path(name) / "state.jsonl").open("a") as file:
                file.write('{"incomplete')
            reasons = {("p", "R", "b"): "seed: other",
                       ("p", "*", power.line_key_of({"file": "x/y/", "code": "e"})): "scale: other"}
            read = power.State(state.file)
            found, folders = power.power([row], read, reasons), power.neighbours([row], read, reasons)
        self.assertEqual([r["key"] for r in found["p", "R"]["survivors"]], ["c"])
        table = power.table(found, folders)
        self.assertIn("| p | R | 4 | 1 | 2 | 5 | 5 | new |", table)
        self.assertIn("| y | 4 | 1 | 2 | 1 |", table)

    def test_draw_follows_from_rows_alone(self):
        rows = [{"paper": "p", "id": str(i)} for i in range(200)]
        self.assertEqual(power.lot(rows), power.lot(rows[::-1]))
        self.assertEqual(len(power.lot(rows)), 60)


if __name__ == "__main__":
    unittest.main()
