#!/usr/bin/env python3
"""Law of starts: a case of a text runs from the numbers that the file states. Usage: starts_test.py PROBE.

A case is of one of these kinds. Decimals: each number stays within half a unit of its last decimal, whole numbers do
not change, and the constraints hold to rounding. Formulas that satisfy the constraints: no number changes. Off: one
velocity is wrong by more than all digits allow, and the case is rejected. Undetermined: the constraints do not
determine the velocities that are left out, and the case is rejected. Each kind must occur."""

import collections
import dataclasses
import os
import re
import sys
import unittest

from hypothesis import assume, given
from hypothesis import strategies as st
from mpmath import mp, mpf

import texts_test
from examples import examples
from random_systems import signatures, systems, texts
from text_systems import Mechanics, Start

UNIT = {"double": mpf(2) ** -52, "quad": mpf(2) ** -112}
SMALL = mpf(10) ** -30  # of differences
KINDS = ("decimals", "formulas", "off", "undetermined")
MOVING = "0.3*cos(2*t)"


def fixed(x, digits):
    """Formats x with that many decimals, rounded to the nearest."""
    text = str(int(mp.nint(abs(x) * mpf(10) ** digits))).rjust(digits + 1, "0")
    return f"{'-' if x < 0 else ''}{text[:-digits]}.{text[-digits:]}"


def half_unit(text):
    """Returns half a unit of the last decimal; 0 of a whole number and of a formula."""
    whole, point, decimals = text.removeprefix("-").partition(".")
    return mpf(10) ** -len(decimals) / 2 if whole.isdigit() and decimals.isdigit() else mpf(0)


@st.composite
def cases(draw):
    """Returns the kind of a case, its system, and the exact mechanics at the start before its numbers are rounded."""
    system = draw(systems(signatures((3, 4, 5))))
    assume(not system.scaled)
    if "t" not in system.coordinates and "t" not in system.parameters and draw(st.booleans()):
        system = dataclasses.replace(system, constraints=[f"{c} + {MOVING}" for c in system.constraints])
    start = system.starts[0]
    decimals = st.builds(fixed, st.integers(-2000, 2000).map(lambda x: mpf(x) / 1000), st.integers(1, 17))
    numbers = st.integers(-2, 2).map(str) | decimals | st.just("pi/4")
    start = Start([draw(numbers) for _ in system.own], [], {n: draw(numbers) for n in start.v}, {})
    exact = Mechanics(system, start)
    v = dict(zip(system.velocities, exact.v))
    # A velocity that is in no constraint, and left out instead of another one.
    free = [n for n in start.v if not any(re.search(rf"\b{n}\b", constraint) for constraint in system.constraints)]
    kind = draw(st.sampled_from(KINDS if free else KINDS[:-1]))
    stated = dict(start.v)
    for n in system.velocities:
        if n not in stated and kind == "decimals":
            stated[n] = fixed(v[n], draw(st.integers(2, 17)))
        elif n not in stated and kind != "undetermined":
            stated[n] = mp.nstr(v[n], 50, min_fixed=-99, max_fixed=99)
    if kind == "decimals":
        # The unrounded point remains feasible.
        q = [fixed(mp.pi / 4, draw(st.integers(2, 12))) if x == "pi/4" and draw(st.booleans()) else x for x in start.q]
        start = dataclasses.replace(start, q=q)
    elif kind == "undetermined":
        n = draw(st.sampled_from([n for n in system.velocities if n not in start.v]))
        stated[n] = "0"
        del stated[draw(st.sampled_from(free))]
    elif kind == "off":
        n = draw(st.sampled_from([n for n in system.velocities if n not in start.v]))
        stated[n] = mp.nstr(v[n] + draw(st.sampled_from((-1, 1, 100))), 50, min_fixed=-99, max_fixed=99)
    # In quotes, 50 digits are a formula.
    start = dataclasses.replace(start, v={n: x if len(x) < 30 else f"({x})" for n, x in stated.items()})
    return kind, dataclasses.replace(system, starts=[start], invariants={}), exact


def differences(kind, system, exact, seen, unit):
    """Yields differences between the stated start and the one of the program."""
    if ("rejected" in seen) != (kind in ("off", "undetermined")):
        yield seen.get("rejected", "not rejected")
    if "rejected" in seen:
        return
    start = system.starts[0]
    stated = dict(zip(system.own, start.q)) | start.v
    names = system.coordinates + system.velocities
    values = dict(zip(names, exact.q + exact.v))
    q, v = [mpf(x) for x in seen["q"]], [mpf(x) for x in seen["v"]]
    open_by = {n: half_unit(text) if kind == "decimals" else 0 for n, text in stated.items()}
    for name, x in zip(names, q + v):
        # The exact value and the stated one differ by half a unit as well.
        if abs(x - values[name]) > 4 * unit * abs(values[name]) + 2 * open_by.get(name, 0) * (1 + mpf("1e-15")):
            yield f"{name} = {stated.get(name)} became {mp.nstr(x, 17)}, {seen['moved']}"
    # A start that no digit corrects is accepted up to 1e-10, as it is stated.
    limit = mpf("1e-10") if kind == "decimals" and not seen["moved"] else 20 * unit
    defects = exact.phi(q, v)
    sizes = [mpf(0)] * len(defects)
    for k, name in enumerate(names):
        moved = q + v
        moved[k] += SMALL
        slopes = [abs(a - b) / SMALL for a, b in zip(exact.phi(moved[:len(q)], moved[len(q):]), defects)]
        sizes = [size + slope * (max(abs(moved[k]), 1) + open_by.get(name, 0)) for size, slope in zip(sizes, slopes)]
    for defect, size in zip(defects, sizes):
        if not abs(defect) <= limit * size:
            yield f"a constraint is {mp.nstr(defect, 3)} of {mp.nstr(size, 3)}"


class StartsTest(texts_test.ProbeTest):
    def test_starts(self):
        kinds = collections.Counter()

        @examples(200)
        @given(cases().flatmap(lambda case: st.tuples(st.just(case), texts(case[1], bare=True))))
        def check(case_and_text):
            (kind, system, exact), text = case_and_text
            answer = self.answer(text)
            assert "double" in answer, f"{text}{answer}"
            kinds[kind] += 1
            for precision, unit in UNIT.items():
                found = "; ".join(differences(kind, system, exact, answer[precision][0], unit))
                assert not found, f"{text}{precision}, {kind}: {found}"

        check()
        self.assertEqual(kinds.keys(), {*KINDS})


if __name__ == "__main__":
    texts_test.PROBE = os.path.abspath(sys.argv.pop(1))
    unittest.main()
