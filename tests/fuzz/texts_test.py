#!/usr/bin/env python3
"""Comparison of random systems in text files with an independent 80-digit evaluation: texts_test.py PROBE.

PROBE is the program text_probe of the tests. Energy, derivatives, constraints, invariants, completed velocities
and accelerations are compared in double and in quad precision. Some systems are compared with a Lagrangian
changed by 0.001 x, which the comparison must detect."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from hypothesis import given
from hypothesis import strategies as st
from mpmath import mpf

from examples import examples
from random_systems import systems_with_texts
from text_systems import Mechanics, Rounding

# Tolerances relative to 1 + size of the quantity.
TOLERANCE = {"double": mpf("1e-9"), "quad": mpf("1e-26")}
UNIT = {"double": mpf(2) ** -53, "quad": mpf(2) ** -113}
NOTHING = mpf("1e-35")  # error of the differences if all terms of an equation vanish
SOLVED = 100  # allowed loss in solving a scaled system, in units of its size
# Quantities of ill-conditioned formulas have a larger tolerance: a multiple of their largest change over
# some samples with random rounding of each operation. Few systems are ill-conditioned: a larger fraction
# than this is an error of the program.
SAMPLES = 4
ROUNDINGS = 100
ILL_CONDITIONED = 0.005
CHANGE = mpf("0.001")


def flat(value):
    return [x for part in value for x in flat(part)] if isinstance(value, list) else [value]


def largest(values):
    return max(map(abs, values), default=mpf(0))


class Expected:
    """Quantities of a system at an initial condition, and their sensitivity to rounding."""

    def __init__(self, system, start, change):
        self.arguments = system, start, change
        self.quantities, self.motion = Mechanics(*self.arguments).expected()
        self.rounded = {}

    def samples(self, precision):
        if precision not in self.rounded:
            found = self.rounded[precision] = []
            for seed in range(SAMPLES):
                with Rounding(UNIT[precision], seed):
                    found.append(Mechanics(*self.arguments).expected())
        return self.rounded[precision]

    def rounding(self, name, precision):
        """Returns the change of a quantity by rounding."""
        exact = flat(self.quantities[name])
        return max(largest(a - b for a, b in zip(flat(quantities[name]), exact, strict=True))
                   for quantities, motion in self.samples(precision))

    def rounding_of_residual(self, row, solved, precision):
        """Returns the change of the residual of an equation of motion by rounding."""
        exact = self.motion.residuals(solved)[row]
        return max(abs(motion.residuals(solved)[row] - exact)
                   for quantities, motion in self.samples(precision))


def differences(system, answer, change=0):
    """Returns differences between the program's numbers and those of the independent evaluation, and the
    number of differences explained by rounding."""
    found, ill_conditioned = [], 0
    for k, start in enumerate(system.starts):
        if "rejected" in answer["double"][k]:
            found.append(answer["double"][k]["rejected"])
            continue
        expected = Expected(system, start, change)
        for precision, tolerance in TOLERANCE.items():
            seen = answer[precision][k]
            if seen["singular"] or any("n" in digits for name in expected.quantities for digits in flat(seen[name])):
                found.append(f"{precision}, case {k}: singular or not finite: {seen}")
                continue
            errors = {}  # name: error, allowed error, change by rounding
            for name, wanted in expected.quantities.items():
                if name in ("vdot", "multipliers") and system.scaled:
                    continue  # the residual below does not depend on the scales
                wanted = flat(wanted)
                error = largest(mpf(a) - b for a, b in zip(flat(seen[name]), wanted, strict=True))
                errors[name] = error, tolerance * (1 + largest(wanted)), lambda name=name: expected.rounding(
                    name, precision)
            solved = [mpf(x) for x in seen["vdot"] + seen["multipliers"]]
            whole = expected.motion.size(solved) * SOLVED * UNIT[precision] if system.scaled else tolerance
            for row, (defect, size) in enumerate(expected.motion.defects(solved)):
                errors[f"equation {row + 1} of motion"] = defect, tolerance * size + whole + NOTHING, (
                    lambda row=row: expected.rounding_of_residual(row, solved, precision))
            for name, (error, allowed, by_rounding) in errors.items():
                if error > allowed and error <= ROUNDINGS * by_rounding():
                    ill_conditioned += 1
                elif not error <= allowed:
                    found.append(f"{precision}, case {k}: {name} differs by {float(error):.2g}: {seen.get(name)} "
                                 f"for {[str(b)[:20] for b in flat(expected.quantities.get(name, []))]}")
        found += wrong_decimals(start, answer["double"][k], system)
    return found, ill_conditioned


def wrong_decimals(start, seen, system):
    """Yields decimals that did not become the nearest double, as Python reads it."""
    given = dict(zip(system.own, start.q)) | start.v
    values = dict(zip(system.coordinates, seen["q"])) | dict(zip(system.velocities, seen["v"]))
    for name, formula in given.items():
        try:
            nearest = float(formula)
        except ValueError:
            continue
        if float(values[name]) != nearest:
            yield f"{name} = {formula} is read as {values[name]}"


class ProbeTest(unittest.TestCase):
    """Test with a program that evaluates texts, one process for all."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="rattleback-texts-")
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "system.toml"
        self.process = subprocess.Popen([PROBE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.process.communicate)

    def answer(self, text):
        self.path.write_bytes(text.encode())
        self.process.stdin.write(f"{self.path}\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline() or f'{{"ends": {self.process.wait()}}}')


class TextsTest(ProbeTest):
    def test_texts(self):
        ran = ill_conditioned = 0

        @examples(200)
        @given(systems_with_texts(), st.integers(0, 9))
        def check(system_and_text, changed):
            nonlocal ran, ill_conditioned
            system, text = system_and_text
            answer = self.answer(text)
            assert "double" in answer, f"{text}\nrejected: {answer}"
            found, rounded = differences(system, answer)
            assert not found, f"{text}\n{'; '.join(found)[:1500]}"
            ran, ill_conditioned = ran + 1, ill_conditioned + (rounded > 0)
            assert changed < 9 or differences(system, answer, CHANGE)[0], "a change of the Lagrangian is not detected"

        check()
        self.assertLessEqual(ill_conditioned, max(2, ILL_CONDITIONED * ran), f"{ran} systems")


if __name__ == "__main__":
    PROBE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
