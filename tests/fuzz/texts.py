#!/usr/bin/env python3
"""Comparison of random systems in text files with an independent 80-digit evaluation.

    texts.py PROBE --cases 200 --seed 1
    texts.py PROBE --seconds 600                 seed from the clock, printed
    texts.py PROBE --seed 1 --case 17            one case again, its text is printed

PROBE is the program text_probe of the tests. Case i of a seed does not depend on other cases. Energy,
derivatives, constraints, invariants, completed velocities and accelerations are compared in double and
in quad precision. Some systems are compared with a Lagrangian changed by 0.001 x, which the comparison
must detect. Exit status 1 if a case differs, or if a change is not detected."""

import argparse
import json
import multiprocessing
import pathlib
import random
import subprocess
import sys
import tempfile
import time

try:
    from mpmath import mpf
except ImportError:
    sys.exit("texts.py: the Python package mpmath is missing; install python3-mpmath")
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import text_formulas  # noqa: E402
import text_systems  # noqa: E402

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
CHANGED_EVERY = 10  # cases


def flat(value):
    return [x for part in value for x in flat(part)] if isinstance(value, list) else [value]


def largest(values):
    return max(map(abs, values), default=mpf(0))


class Expected:
    """Quantities of a system at an initial condition, and their sensitivity to rounding."""

    def __init__(self, system, start, change):
        self.arguments = system, start, change
        self.quantities, self.motion = text_systems.Mechanics(*self.arguments).expected()
        self.rounded = {}

    def samples(self, precision):
        if precision not in self.rounded:
            found = []
            for seed in range(SAMPLES):
                with text_formulas.Rounding(UNIT[precision], seed):
                    found.append(text_systems.Mechanics(*self.arguments).expected())
            self.rounded[precision] = found
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
            where = f"{precision}, case {'AB'[k]}"
            if seen["singular"]:
                found.append(f"{where}: reported as singular")
                continue
            for name, wanted in expected.quantities.items():
                if name in ("vdot", "multipliers") and system.scaled:
                    continue  # the residual below does not depend on the scales
                if any("n" in digits for digits in flat(seen[name])):
                    found.append(f"{where}: {name} is not finite: {seen[name]}")
                    continue
                values = list(map(mpf, flat(seen[name])))
                worst = largest(a - b for a, b in zip(values, flat(wanted), strict=True))
                if worst <= tolerance * (1 + largest(flat(wanted))):
                    continue
                if worst <= ROUNDINGS * expected.rounding(name, precision):
                    ill_conditioned += 1
                    continue
                found.append(f"{where}: {name} differs by {float(worst):.2g}: "
                             f"{[str(a) for a in values]} for {[str(b)[:20] for b in flat(wanted)]}")
            if any("n" in digits for digits in seen["vdot"] + seen["multipliers"]):
                continue
            solved = [mpf(x) for x in seen["vdot"] + seen["multipliers"]]
            motion = expected.motion
            for row, (defect, size) in enumerate(motion.defects(solved)):
                whole = motion.size(solved) * SOLVED * UNIT[precision] if system.scaled else tolerance
                if defect <= tolerance * size + whole + NOTHING:
                    continue
                if defect <= ROUNDINGS * expected.rounding_of_residual(row, solved, precision):
                    ill_conditioned += 1
                    continue
                found.append(f"{where}: equation {row + 1} of motion has the error "
                             f"{float(defect):.2g}, its terms are {float(size):.2g}")
        found += wrong_decimals(start, answer["double"][k], system)
    return found, ill_conditioned


def wrong_decimals(start, seen, system):
    """Checks that a decimal becomes the nearest double, as Python reads it."""
    given = dict(zip(system.own, start.q)) | start.v
    values = dict(zip(system.coordinates, seen["q"])) | dict(zip(system.velocities, seen["v"]))
    found = []
    for name, formula in given.items():
        try:
            nearest = float(formula.text)
        except ValueError:
            continue
        if float(values[name]) != nearest:
            found.append(f"{name} = {formula.text} is read as {values[name]}")
    return found


def random_signature(chance, sizes=(3, 5, 5, 7, 12)):
    """Returns factors of a space, a number of constraints, and whether the system is driven.

    The system has at most one of `sizes` velocities.
    """
    most = chance.choice(sizes)
    factors, size = [], 0
    for group, chances in (("SE2", 4), ("SO3", 4)):
        if size + 3 <= most and chance.randrange(chances) == 0:
            factors.append(group)
            size += 3
    n = chance.randint(0 if size else 2, most - size)
    if n:
        factors.insert(chance.randint(0, len(factors)), f"R{n}")
    size += n
    return factors, chance.randint(1, min(11, size - 1)), chance.random() < 0.3


def case_of(seed, number):
    chance = random.Random(f"{seed}:{number}")
    while True:
        space, constraints, driven = random_signature(chance)
        if not driven:
            return text_systems.system_of(chance, space, constraints)


def judged(arguments):
    seed, number, answer = arguments
    system = case_of(seed, number)
    if "double" not in answer:
        return number, [f"refused: {answer}"], None, 0
    found, ill_conditioned = differences(system, answer)
    # A system that differs without the change proves nothing.
    is_seen = None
    if number % CHANGED_EVERY == 0 and not found:
        is_seen = bool(differences(system, answer, CHANGE)[0])
    return number, found, is_seen, ill_conditioned


class Probe:
    """Program that evaluates texts, one process for all."""

    def __init__(self, program, folder):
        self.folder = pathlib.Path(folder)
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def answer(self, text):
        path = self.folder / "system.toml"
        path.write_bytes(text.encode())
        self.process.stdin.write(f"{path}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            return {"defect": f"the probe ends with status {self.process.wait()}"}
        return json.loads(line)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def answers(probe, seed, wanted, deadline):
    number = 0
    while (wanted is None or number < wanted) and time.monotonic() < deadline:
        answer = probe.answer(case_of(seed, number).text)
        yield seed, number, answer
        number += 1
        if "defect" in answer and "the probe ends" in answer["defect"]:
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("probe")
    parser.add_argument("--cases", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--case", type=int, help="run only this case")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    seed = time.time_ns() // 10**6 if arguments.seed is None else arguments.seed
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="rattleback-texts-") as folder:
        probe = Probe(str(pathlib.Path(arguments.probe).resolve()), folder)
        if arguments.case is not None:
            text = case_of(seed, arguments.case).text
            print(text)
            number, found, is_seen, _ = judged((seed, arguments.case, probe.answer(text)))
            print("\n".join(found) or "no difference")
            return 1 if found or is_seen is False else 0
        print(f"texts: seed {seed}", flush=True)
        wanted = arguments.cases or (None if arguments.seconds else 200)
        ran = bad = changes = seen = ill_conditioned = 0
        with multiprocessing.Pool(arguments.jobs) as pool:
            stream = answers(probe, seed, wanted, started + (arguments.seconds or 1e9))
            for number, found, is_seen, rounding in pool.imap_unordered(judged, stream):
                ran += 1
                ill_conditioned += rounding > 0
                changes += is_seen is not None
                seen += bool(is_seen)
                if is_seen is False:
                    found = ["a change of its Lagrangian by 0.001 x is not detected"]
                if found:
                    bad += 1
                    print(f"case {number}: {'; '.join(found)[:1500]}\n"
                          f"  again: {sys.argv[0]} {arguments.probe} --seed {seed} --case {number}",
                          flush=True)
        probe.close()
    print(f"texts: {ran} systems with seed {seed}, {bad} differ, {ill_conditioned} ill-conditioned; "
          f"{seen} of {changes} changes are detected, {time.monotonic() - started:.0f} s")
    too_many = ill_conditioned > max(2, ILL_CONDITIONED * ran)
    return 1 if bad or too_many or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
