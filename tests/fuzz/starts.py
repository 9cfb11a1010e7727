#!/usr/bin/env python3
"""Law of starts: a case of a text runs from the numbers that the file states.

    starts.py PROBE --cases 300 --seed 1
    starts.py PROBE --seconds 600                seed from the clock, printed
    starts.py PROBE --seed 1 --case 17           one text again, printed with the answer

PROBE is the program text_probe of the tests. A text has random constraints (linear, affine, moving) and
cases of five kinds. Decimals: each number stays within half a unit of its last decimal, whole numbers do
not change, and the constraints hold to rounding. Formulas that satisfy the constraints: no number changes.
Off: one number is wrong by more than all digits allow; the case is rejected, and no other case is. Left
out: the stated velocities do not change. Undetermined: the constraints do not determine a velocity that
is left out, and the case is rejected. Exit status 1 if a case differs, or if a kind did not occur."""

import argparse
import collections
import pathlib
import random
import re
import sys
import tempfile
import time

from mpmath import mp, mpf

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from texts import Probe, random_signature  # noqa: E402

mp.dps = 60
UNIT = {"double": mpf(2) ** -52, "quad": mpf(2) ** -112}
FUNCTIONS = {name: getattr(mp, name) for name in ("sin", "cos", "tanh")} | {"mpf": mpf}
ROTATION = [f"R{i}{j}" for i in "123" for j in "123"]
SMALL = mpf(10) ** -30  # of differences


def fixed(x, digits):
    """Formats x with that many decimals, rounded to the nearest."""
    text = str(int(mp.nint(abs(x) * mpf(10) ** digits))).rjust(digits + 1, "0")
    return f"{'-' if x < 0 else ''}{text[:-digits]}.{text[-digits:]}"


def determinant(rows):
    return sum((-1) ** j * x * determinant([row[:j] + row[j + 1:] for row in rows[1:]])
               for j, x in enumerate(rows[0])) if rows else mpf(1)


class Number:
    """A number of a file: its text, its value, and half a unit of its last decimal."""

    def __init__(self, text, exact=None):
        self.text = text if exact is None else f'"{text}"'
        self.value = mpf(text) if exact is None else exact
        self.open = mpf(10) ** -len(text.split(".")[1]) / 2 if exact is None and "." in text else mpf(0)


class Text:
    """Random constraints A(q, t) v + b(q, t) = 0 on a space."""

    def __init__(self, chance, space, constraints, driven):
        self.chance, self.space, self.m, self.driven = chance, space, constraints, driven
        self.own, self.coordinates, self.velocities = [], [], []
        for factor in space:
            names = ROTATION if factor == "SO3" else [
                f"x{len(self.own) + k}" for k in range(3 if factor == "SE2" else int(factor[1:]))]
            self.own += [] if factor == "SO3" else names
            self.coordinates += names
            self.velocities += {"SO3": ["w1", "w2", "w3"], "SE2": ["v1", "v2", "w"]}.get(
                factor, ["v" + n for n in names])
        self.A = [[self.function() for _ in self.velocities] for _ in range(constraints)]
        self.b = [chance.choice(("0", self.function())) + (" + 0.3*cos(2*t)" if driven else "")
                  for _ in range(constraints)]

    def function(self):
        a, b = self.chance.choice(self.coordinates), self.chance.choice(self.coordinates)
        s = self.chance.choice(("1", "-2", "0.3", "0.001", "250"))
        return self.chance.choice(("0", s, f"{s}*sin({a})", f"{s}*cos({a})", f"-sin({a})", a,
                                   f"{a}*{b} - 1", f"tanh({a}) + 2*{b}"))

    def at(self, q):
        names = FUNCTIONS | dict(zip(self.coordinates, q)) | {"t": mpf(0)}

        def value(formula):
            return mpf(eval(re.sub(r"(?<!\w)([0-9.]+)", r"mpf('\1')", formula), names))
        return [[value(f) for f in row] for row in self.A], [value(f) for f in self.b]

    def terms(self, q, v, of_q, of_v):
        """Returns A v + b, and by how much it changes where each number changes by so much."""
        def phi(q):
            A, b = self.at(q)
            return [sum(a * x for a, x in zip(row, v)) + d for row, d in zip(A, b)]
        defects, (A, _) = phi(q), self.at(q)
        sizes = [sum(abs(a) * d for a, d in zip(row, of_v)) for row in A]
        for k, d in enumerate(of_q):
            moved = phi(q[:k] + [q[k] + SMALL] + q[k + 1:])
            sizes = [s + abs(x - y) / SMALL * d for s, x, y in zip(sizes, moved, defects)]
        return defects, sizes

    def case(self):
        """Returns the kind of a random case, q by name, and v with None where it is left out."""
        chance, n = self.chance, len(self.velocities)
        q = {name: chance.choice((Number(str(chance.randint(-2, 2))), Number("pi/4", mp.pi / 4),
                                  Number(f"{chance.uniform(-2, 2):.3f}"), Number("pi/2", mp.pi / 2)))
             for name in self.own}
        A, b = self.at(self.point(q))
        columns = sorted(chance.sample(range(n), self.m))
        part = mp.matrix([[row[j] for j in columns] for row in A])
        scales = [max(map(abs, row)) for row in A]
        if min(scales) < mpf("1e-9"):  # singular, or by rounding alone
            return None
        size = abs(determinant(part.tolist())) / mp.fprod(scales)
        v = [Number(str(chance.randint(-2, 2))) if chance.random() < 0.5 else
             Number(fixed(mpf(chance.uniform(-2, 2)), chance.randint(1, 17))) for _ in range(n)]
        if size < mpf("1e-40"):
            for j in columns:
                v[j] = None
            return "undetermined", q, v
        if size < mpf("0.02"):
            return None
        kind = chance.choice(("decimals", "formulas", "off", "left out"))
        solved = mp.lu_solve(part, mp.matrix([-d - sum(row[j] * v[j].value for j in range(n)
                                                       if j not in columns) for row, d in zip(A, b)]))
        for x, j in zip(solved, columns):
            v[j] = (None if kind == "left out" else Number(fixed(x, chance.randint(2, 17)))
                    if kind == "decimals" else Number(mp.nstr(x, 50, min_fixed=-99, max_fixed=99), x))
        if kind == "decimals":
            # A feasible point remains, the unrounded one. At pi/2, the extremum of a sine, digits of q act
            # at second order only, and the program may reject what they allow.
            q = {k: Number(fixed(x.value, chance.randint(2, 12))) if x.text == '"pi/4"'
                 and chance.random() < 0.6 else x for k, x in q.items()}
        if kind == "off":
            _, allowed = self.terms(self.point(q), [x.value for x in v],
                                    [q[k].open if k in q else 0 for k in self.coordinates],
                                    [x.open for x in v])
            row = A[0]
            j = max(range(n), key=lambda j: abs(row[j]))
            wrong = v[j].value + (3 * allowed[0] + mpf("1e-3")) / row[j]
            v[j] = Number(mp.nstr(wrong, 50, min_fixed=-99, max_fixed=99), wrong)
        return kind, q, v

    def point(self, q):
        return [q[k].value if k in q else mpf(k in ("R11", "R22", "R33")) for k in self.coordinates]


def text_of(seed, number):
    chance = random.Random(f"{seed}:{number}")
    text = Text(chance, *random_signature(chance, (3, 4, 5)))
    cases = [c for c in (text.case() for _ in range(6)) if c]
    lines = [f"space = {text.space}".replace("'", '"')] if text.space[0][0] != "R" or text.space[1:] else []
    lines += [f"coordinates = {text.own}".replace("'", '"')] if text.own else []
    lines.append('lagrangian = "' + " + ".join(f"{0.5 + k}*{n}^2" for k, n in enumerate(text.velocities)) +
                 '"')
    rows = [" + ".join([f"({a})*{n}" for a, n in zip(row, text.velocities) if a != "0"] + [d])
            for row, d in zip(text.A, text.b)]
    lines.append(f"constraints = {rows}".replace("'", '"'))
    for _, q, v in cases:
        lines.append("[[case]]")
        if q:
            lines.append("q = { " + ", ".join(f"{n} = {x.text}" for n, x in q.items()) + " }")
        lines.append("v = { " + ", ".join(f"{n} = {x.text}" for n, x in zip(text.velocities, v) if x) + " }")
    return text, cases, "\n".join(lines) + "\n"


def differences(text, case, answers):
    kind, q, v = case
    for precision, seen in answers.items():
        if ("rejected" in seen) != (kind in ("off", "undetermined")):
            yield f"{precision}, {kind}: {seen.get('rejected', 'not rejected')}"
        if "rejected" in seen:
            continue
        unit = UNIT[precision]
        q_seen, v_seen = [mpf(x) for x in seen["q"]], [mpf(x) for x in seen["v"]]
        names = text.coordinates + text.velocities
        stated = [q.get(k, Number(str(int(k in ("R11", "R22", "R33"))))) for k in text.coordinates] + v
        for name, number, x in zip(names, stated, q_seen + v_seen):
            if number is None:
                continue
            allowed = 2 * unit * abs(number.value) + (number.open * (1 + mpf("1e-15")) if kind == "decimals" else 0)
            if abs(x - number.value) > allowed:
                yield (f"{precision}, {kind}: {name} = {number.text} became {mp.nstr(x, 17)}, "
                       f"{seen['moved']}")
        defects, sizes = text.terms(q_seen, v_seen, [max(abs(x), 1) for x in q_seen],
                                    [abs(x) + (d.open if d else 0) for x, d in zip(v_seen, v)])
        # A start that no digit corrects is accepted up to 1e-10, as it is stated.
        limit = (mpf("1e-10") if kind == "decimals" and not seen["moved"] else
                 (1000 if kind == "left out" else 20) * unit)
        if kind == "left out":  # solved for together
            sizes = [max(sizes)] * len(sizes)
        for defect, size in zip(defects, sizes):
            if not abs(defect) <= limit * size:
                yield f"{precision}, {kind}: a constraint is {mp.nstr(defect, 3)} of {mp.nstr(size, 3)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("probe")
    parser.add_argument("--cases", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--case", type=int, help="run only this text")
    arguments = parser.parse_args()
    seed = time.time_ns() // 10**6 if arguments.seed is None else arguments.seed
    print(f"starts: seed {seed}", flush=True)
    until = time.monotonic() + (arguments.seconds or 1e9)
    wanted = arguments.cases or (10**9 if arguments.seconds else 300)
    kinds, bad, ran = collections.Counter(), 0, 0
    with tempfile.TemporaryDirectory(prefix="rattleback-starts-") as folder:
        probe = Probe(str(pathlib.Path(arguments.probe).resolve()), folder)
        numbers = range(wanted) if arguments.case is None else [arguments.case]
        for number in numbers:
            if time.monotonic() > until:
                break
            text, cases, source = text_of(seed, number)
            if not cases or any(not any(a != "0" for a in row) for row in text.A):
                continue
            answer = probe.answer(source)
            if arguments.case is not None:
                print(source, answer)
            if "are dependent" in answer.get("mistake", ""):
                continue
            ran += 1
            kinds.update(kind for kind, _, _ in cases)
            found = [] if "double" in answer else [str(answer)]
            for k, case in enumerate(cases if not found else []):
                found += differences(text, case, {p: answer[p][k] for p in UNIT})
            if found:
                bad += 1
                print(f"text {number}: {'; '.join(found)[:1500]}\n"
                      f"  again: {sys.argv[0]} {arguments.probe} --seed {seed} --case {number}", flush=True)
        probe.close()
    print(f"starts: {ran} texts with seed {seed}, {bad} differ; {dict(kinds)}")
    return 1 if bad or (arguments.case is None and len(kinds) < 5) else 0


if __name__ == "__main__":
    sys.exit(main())
