"""Random systems in text files, and an independent evaluation of their mechanics: 80 digits, the same
formula trees, differences instead of derivatives."""

import dataclasses
import itertools

import mpmath
from mpmath import mpf

from text_formulas import (ONE, TWO, Formula, Writer, call, difference, negative, number, power, product,
                           quotient, rounded, sum_of, variable)

STEP = mpf(10) ** -25  # of central differences, along a unit vector: errors about 1e-50

RESERVED = {"sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh",
            "cosh", "tanh", "abs", "pi", "energy"}
ROTATION = [f"R{i}{j}" for i in "123" for j in "123"]
OF_GROUPS = {*ROTATION, "gamma1", "gamma2", "gamma3", "w1", "w2", "w3", "v1", "v2", "w"}
AWKWARD = ["x", "y", "z", "q", "v", "h", "e", "E", "T", "S", "int", "class", "double", "system", "Real",
           "theta", "_", "__", "x_1", "x1", "y2k", "q0", "p0", "a0", "t0", "lambda", "mass", "Quad", "D",
           "long_name_with_many_letters_and_digits_0123456789", "R", "R1", "SO3", "phi", "t", "tau",
           "name", "case", "nan", "inf", "true", "e1", "E2", "d1", "l", "O0", "xX", "XX"]


@dataclasses.dataclass
class Start:
    q: list  # Formulas of the named coordinates
    rotation: list  # three Formulas; empty without a rotation
    v: dict  # name: Formula; the constraints determine the others
    parameters: dict


@dataclasses.dataclass
class System:
    space: list
    coordinates: list
    velocities: list
    own: list  # named coordinates
    parameters: dict
    lagrangian: Formula
    constraints: list
    invariants: dict
    starts: list
    text: str = ""
    scaled: bool = False  # masses or constraints of very different magnitude


def system_of(random, space, constraint_count):
    """Returns a random system on that space; its text has a random notation."""
    writer = Writer(random)
    taken = set(RESERVED)
    if space != [f"R{len(space)}"]:
        taken |= OF_GROUPS

    def name(with_velocity=False):
        while True:
            word = random.choice(AWKWARD) if random.random() < 0.7 else random.choice(
                "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") + writer.digits(0, 3)
            words = {word, "v" + word} if with_velocity else {word}
            if not words & taken:
                taken.update(words)
                return word

    own, coordinates, velocities = [], [], []
    for factor in space:
        if factor == "SO3":
            coordinates += ROTATION
            velocities += ["w1", "w2", "w3"]
            continue
        names = [name(with_velocity=factor != "SE2") for _ in range(
            3 if factor == "SE2" else int(factor[1:]))]
        own += names
        coordinates += names
        velocities += ["v1", "v2", "w"] if factor == "SE2" else ["v" + n for n in names]
    parameters = {name(): writer.constant() for _ in range(random.choice((0, 1, 2, 4)))}
    exponents = [name()] if random.random() < 0.4 else []
    for exponent in exponents:
        parameters[exponent] = number(random.choice("0123") + random.choice(("", ".0")))
    system = System(space, coordinates, velocities, own, parameters, None, [], {}, [])
    readable = coordinates + [p for p in parameters if p not in exponents] + (
        ["gamma1", "gamma2", "gamma3"] if "SO3" in space else [])

    def function(depth):
        return writer.of(random.sample(readable, min(len(readable), 3)), depth, exponents)

    v = {n: variable(n) for n in velocities}
    system.scaled = random.random() < 0.2
    total = None
    for n in velocities:
        factor = random.choice((
            lambda: ONE, lambda: writer.constant_above_one(),
            lambda: sum_of(writer.constant_above_one(), call("sin", function(1))),
            lambda: call("exp", call("tanh", function(1)))))()
        if system.scaled and random.random() < 0.5:
            factor = product(number(f"{random.randint(1, 9)}e{random.randint(-6, 2)}"), factor)
        term = quotient(product(factor, power(v[n], TWO)), TWO)
        total = term if total is None else sum_of(total, term)
    for a, b in itertools.combinations(velocities, 2):
        if not system.scaled and random.random() < 0.2:
            coupling = quotient(call("tanh", function(1)), number(str(2 * len(velocities))))
            total = sum_of(total, product(product(coupling, v[a]), v[b]))
    for n in velocities:
        if random.random() < 0.15:
            total = sum_of(total, product(function(1), v[n]))
    if random.random() < 0.8:
        total = difference(total, function(random.choice((1, 2, 3))))
    system.lagrangian = total
    dependent = random.sample(velocities, constraint_count)
    others = [n for n in velocities if n not in dependent]
    for k, n in enumerate(dependent):
        # The omitted velocities are well-conditioned: a triangular system with a dominant diagonal.
        terms = [product(writer.constant_above_one(), v[n])]
        for other in random.sample(others, random.randint(1, min(3, len(others)))):
            terms.append(product(function(random.choice((0, 1, 2))), v[other]))
        if k > 0 and random.random() < 0.3:
            terms.append(product(call("tanh", function(1)), v[dependent[0]]))
        if random.random() < 0.3:
            terms.append(function(1))
        random.shuffle(terms)
        constraint = terms[0]
        for term in terms[1:]:
            constraint = random.choice((sum_of, difference))(constraint, term)
        if system.scaled and random.random() < 0.5:
            constraint = product(number(f"1e{random.randint(-2, 2)}"), constraint)
        system.constraints.append(constraint)
    for _ in range(random.choice((0, 0, 1, 2, 4))):
        system.invariants[name()] = writer.of(velocities + coordinates, 2, exponents)
    for _ in range(random.choice((1, 1, 2))):
        def signed():
            value = writer.constant()
            return negative(value) if random.random() < 0.5 else value
        system.starts.append(Start(
            [signed() for _ in own],
            [signed() for _ in range(3)] if "SO3" in space and random.random() < 0.8 else [],
            {n: signed() for n in others},
            {p: writer.constant() for p in parameters
             if p not in exponents and random.random() < 0.2}))
    system.text = text_of(random, system)
    return system


def quoted(random, text):
    if random.random() < 0.1:
        text = text.replace(" + ", "\n + ", 1)
        return f'"""\n{text}"""'
    return random.choice((f'"{text}"', f"'{text}'"))


def written(random, value):
    """Formats a number of a file: bare if TOML allows it, else in quotes."""
    bare = value.text[1:] if value.text.startswith("-") else value.text
    whole, point, rest = bare.partition(".")
    fraction = rest.lower().partition("e")[0]
    is_bare = value.level == 3 or value.text.startswith("-")
    is_toml = whole.isdigit() and (whole == "0" or whole[0] != "0") and (
        (not point) or fraction.isdigit()) and set(bare) <= set("0123456789.eE+-")
    if is_bare and is_toml and random.random() < 0.8 and (point or len(whole) < 18):
        return value.text
    return quoted(random, value.text).replace("\n", " ") if "\n" in value.text else f'"{value.text}"'


def text_of(random, system):
    gap = random.choice((" = ", "=", "  =  "))
    lines = []
    if system.own:
        lines.append(f"coordinates{gap}[{', '.join(quoted(random, n) for n in system.own)}]")
    if system.space != [f"R{len(system.own)}"] or random.random() < 0.2:
        lines.append(f"space{gap}[{', '.join(quoted(random, f) for f in system.space)}]")
    lines.append(f"lagrangian{gap}{quoted(random, system.lagrangian.text)}")
    formulas = [quoted(random, c.text) for c in system.constraints]
    lines.append(f"constraints{gap}[" + random.choice((", ", ",\n  ")).join(formulas) + "]")
    if system.invariants:
        inside = [f"{n} = {quoted(random, f.text)}" for n, f in system.invariants.items()]
        if not any("\n" in entry for entry in inside):
            lines.append(f"invariants{gap}{{ {', '.join(inside)} }}")
        else:
            lines.append("\n".join(f"invariants.{entry}" for entry in inside))
    if random.random() < 0.5:
        lines.append(f'name{gap}"Caf\u00e9 \u03b8 # {random.randint(0, 99)}"')
    random.shuffle(lines)
    if system.parameters:
        lines.append("[parameters]")
        lines += [f"{n}{gap}{written(random, p)}" for n, p in system.parameters.items()]
    for k, start in enumerate(system.starts):
        lines += ["", "[[case]]  # a start", f'name{gap}"{"AB"[k]}"']
        if start.q:
            if random.random() < 0.5:
                lines.append(f"q{gap}[{', '.join(written(random, x) for x in start.q)}]")
            else:
                pairs = [f"{n} = {written(random, x)}" for n, x in zip(system.own, start.q)]
                random.shuffle(pairs)
                lines.append(f"q{gap}{{ {', '.join(pairs)} }}")
        if start.rotation:
            lines.append(f"rotation{gap}[{', '.join(written(random, x) for x in start.rotation)}]")
        pairs = [f"{n} = {written(random, x)}" for n, x in start.v.items()]
        lines.append(f"v{gap}{{ {', '.join(pairs)} }}")
        if start.parameters:
            pairs = [f"{n} = {written(random, x)}" for n, x in start.parameters.items()]
            lines.append(f"parameters{gap}{{ {', '.join(pairs)} }}")
    return random.choice(("\n", "\n", "\n", "\r\n")).join(
        line for whole in lines for line in whole.split("\n")) + "\n"


class Mechanics:
    """Mechanics of a system at one of its initial conditions."""

    def __init__(self, system, start, change=0):
        self.system, self.change = system, change
        env = {n: f.value({}) for n, f in (system.parameters | start.parameters).items()}
        own = iter(start.q)
        values = []
        turn = [x.value({}) for x in start.rotation] or [mpf(0)] * 3
        for factor in system.space:
            if factor == "SO3":
                values += rotation(turn)
            else:
                values += [next(own).value({}) for _ in range(
                    3 if factor == "SE2" else int(factor[1:]))]
        self.parameters = env
        self.q = [rounded(x, name) for x, name in zip(values, system.coordinates, strict=True)]
        completed = self.completed({n: f.value({}) for n, f in start.v.items()})
        self.v = [rounded(x, name) for x, name in zip(completed, system.velocities, strict=True)]

    def env(self, q, v):
        env = dict(self.parameters)
        env.update(zip(self.system.coordinates, q))
        env.update(zip(self.system.velocities, v))
        if "R31" in env:
            env.update((f"gamma{i}", env[f"R3{i}"]) for i in (1, 2, 3))
        return env

    def lagrangian(self, q, v):
        """Returns L plus `change` times the first coordinate, so that a test can check the comparison."""
        return self.system.lagrangian.value(self.env(q, v)) + self.change * q[0]

    def phi(self, q, v):
        env = self.env(q, v)
        return [c.value(env) for c in self.system.constraints]

    def completed(self, given):
        names = self.system.velocities
        v = [given.get(n, mpf(0)) for n in names]
        missing = [i for i, n in enumerate(names) if n not in given]
        at_zero = self.phi(self.q, v)
        matrix = mpmath.matrix(len(missing))
        for column, i in enumerate(missing):
            raised = list(v)
            raised[i] = mpf(1)
            for row, value in enumerate(self.phi(self.q, raised)):
                matrix[row, column] = value - at_zero[row]
        solved = mpmath.lu_solve(matrix, -mpmath.matrix(at_zero))
        for row, i in enumerate(missing):
            v[i] = solved[row]
        return v

    def tangent(self, v):
        """Returns the velocities of the coordinates; on groups v is the body velocity."""
        q, rates, at, slot = self.q, [], 0, 0
        for factor in self.system.space:
            if factor == "SO3":
                w1, w2, w3 = v[slot:slot + 3]
                hat = [[0, -w3, w2], [w3, 0, -w1], [-w2, w1, 0]]
                rates += [sum(q[at + 3 * i + k] * hat[k][j] for k in range(3))
                          for i in range(3) for j in range(3)]
                at, slot = at + 9, slot + 3
            elif factor == "SE2":
                c, s = mpmath.cos(q[at + 2]), mpmath.sin(q[at + 2])
                rates += [c * v[slot] - s * v[slot + 1], s * v[slot] + c * v[slot + 1], v[slot + 2]]
                at, slot = at + 3, slot + 3
            else:
                size = int(factor[1:])
                rates += v[slot:slot + size]
                at, slot = at + size, slot + size
        return rates

    def coadjoint(self, p):
        v, terms, slot = self.v, [], 0
        for factor in self.system.space:
            a, b = v[slot:slot + 3], p[slot:slot + 3]
            if factor == "SO3":
                terms += [b[1] * a[2] - b[2] * a[1], b[2] * a[0] - b[0] * a[2],
                          b[0] * a[1] - b[1] * a[0]]
                slot += 3
            elif factor == "SE2":
                terms += [a[2] * b[1], -a[2] * b[0], a[1] * b[0] - a[0] * b[1]]
                slot += 3
            else:
                terms += [mpf(0)] * int(factor[1:])
                slot += int(factor[1:])
        return terms

    def along(self, function, direction):
        """Returns the derivative of function(q) along a velocity."""
        rates = self.tangent(direction)
        step = STEP / max(1, *map(abs, rates))
        ahead, behind = (function([x + sign * step * r for x, r in zip(self.q, rates)])
                         for sign in (1, -1))
        return [(a - b) / (2 * step) for a, b in zip(ahead, behind)]

    def momentum(self, q):
        """Returns the momentum; L is quadratic in v, so differences are exact."""
        return [(self.lagrangian(q, shifted(self.v, i, 1)) -
                 self.lagrangian(q, shifted(self.v, i, -1))) / 2 for i in range(len(self.v))]

    def expected(self):
        n, m, q, v = len(self.v), len(self.system.constraints), self.q, self.v
        zero = [mpf(0)] * n
        units = [shifted(zero, i, 1) for i in range(n)]
        at_rest = self.lagrangian(q, zero)
        single = [self.lagrangian(q, unit) for unit in units]
        mass = mpmath.matrix(n)
        for i in range(n):
            for j in range(i + 1):
                both = self.lagrangian(q, [a + b for a, b in zip(units[i], units[j])])
                mass[i, j] = mass[j, i] = both - single[i] - single[j] + at_rest
        p = self.momentum(q)
        phi, phi_at_rest = self.phi(q, v), self.phi(q, zero)
        columns = [self.phi(q, unit) for unit in units]
        mu = [[columns[j][k] - phi_at_rest[k] for j in range(n)] for k in range(m)]
        force = [self.along(lambda x: [self.lagrangian(x, v)], unit)[0] for unit in units]
        moving = self.along(self.momentum, v)
        turning = self.coadjoint(p)
        right = [c + f - d for c, f, d in zip(turning, force, moving)]
        drift = self.along(lambda x: self.phi(x, v), v)
        sizes = [abs(c) + abs(f) + abs(d) for c, f, d in zip(turning, force, moving)] + [abs(d) for d in drift]
        saddle = mpmath.matrix(n + m)
        saddle[:n, :n] = mass
        for k in range(m):
            for j in range(n):
                saddle[j, n + k], saddle[n + k, j] = -mu[k][j], mu[k][j]
        known = mpmath.matrix(right + [-d for d in drift])
        solved = mpmath.lu_solve(saddle, known)
        env = self.env(q, v)
        return {"q": q, "v": v, "energy": sum(a * b for a, b in zip(p, v)) - self.lagrangian(q, v),
                "dL/dq": force, "dL/dv": p, "mu": mu, "phi": phi,
                "invariants": [f.value(env) for f in self.system.invariants.values()],
                "vdot": list(solved[:n]), "multipliers": list(solved[n:])}, Motion(saddle, known, sizes, v)


class Motion:
    """Linear system M v' - mu^T lambda = r, mu v' = s. `sizes`: magnitudes of the terms of r and s."""

    def __init__(self, saddle, known, sizes, v):
        self.saddle, self.known, self.sizes, self.v = saddle, known, sizes, v
        self.n = n = len(v)
        self.m = saddle.rows - n
        mass = saddle[:n, :n]
        self.free = mpmath.lu_solve(mass, known[:n])
        self.raised = [mpmath.lu_solve(mass, saddle[n + k, :n].T) for k in range(self.m)]

    def size(self, solved):
        """Returns the magnitude of the whole system: its right side has terms quadratic in v."""
        return max(map(abs, self.saddle)) * max(*map(abs, solved), *(x * x for x in self.v))

    def residuals(self, solved):
        return list(self.saddle * mpmath.matrix(solved) - self.known)

    def defects(self, solved):
        """Returns the error of each equation relative to the subtracted terms on the way to v', which is
        M^-1 r + sum of lambda M^-1 mu^T."""
        for row, residual in enumerate(self.residuals(solved)):
            size = sum(abs(self.saddle[row, j] * x) for j, x in enumerate(solved)) + self.sizes[row]
            if row >= self.n:
                size += sum(abs(self.saddle[row, j] * part) for j in range(self.n) for part in
                            [self.free[j]] + [solved[self.n + k] * self.raised[k][j]
                                              for k in range(self.m)])
            yield abs(residual), size


def shifted(v, i, by):
    return [x + by if j == i else x for j, x in enumerate(v)]


def rotation(turn):
    angle = mpmath.sqrt(sum(x * x for x in turn))
    if angle == 0:
        return [mpf(i == j) for i in range(3) for j in range(3)]
    a, b, c = turn
    hat = mpmath.matrix([[0, -c, b], [c, 0, -a], [-b, a, 0]])
    matrix = (mpmath.eye(3) + mpmath.sin(angle) / angle * hat +
              (1 - mpmath.cos(angle)) / angle ** 2 * (hat * hat))
    return [matrix[i, j] for i in range(3) for j in range(3)]
