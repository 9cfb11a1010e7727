"""Independent evaluation of the mechanics of systems in text files, by Python's grammar: 80 digits, the same formula
trees, differences instead of derivatives, and the sensitivity to rounding."""

import ast
import dataclasses
import functools
import operator
import random
import re

import mpmath
from mpmath import mpf

mpmath.mp.dps = 80
STEP = mpf(10) ** -25  # of central differences, along a unit vector: errors about 1e-50

ROTATION = [f"R{i}{j}" for i in "123" for j in "123"]


class Rounding:
    """Context that changes the result of every operation by a random relative amount up to `unit`. The
    factor of an operation is the same each time, so that differences of a formula remain differences of
    one function."""
    current = None

    def __init__(self, unit, seed):
        self.unit, self.random, self.factors = unit, random.Random(seed), {}

    def factor(self, operation):
        return self.factors.setdefault(operation, 1 + self.unit * mpf(self.random.uniform(-1, 1)))

    def __enter__(self):
        Rounding.current = self

    def __exit__(self, *failure):
        Rounding.current = None


def rounded(exact, operation):
    return exact if Rounding.current is None else exact * Rounding.current.factor(operation)


def real_power(base, exponent):
    return base ** int(exponent) if exponent == int(exponent) else mpmath.exp(exponent * mpmath.log(base))


OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
             ast.Pow: real_power}


@functools.lru_cache(5000)
def parsed(text):
    """Returns the text with other names than Python's keywords, and its tree."""
    text = re.sub(r"\b([A-Za-z_])", r"_\1", text.replace("^", "**"))
    return text, ast.parse(text, mode="eval").body


def value(text, env):
    """Returns the value of a formula for these values of the names; each operation is rounded in `Rounding`."""
    source, tree = parsed(text)

    def of(node):
        if isinstance(node, ast.Name):
            return mpmath.pi + 0 if node.id == "_pi" else env[node.id[1:]]
        if isinstance(node, ast.Constant):
            exact = mpf(source[node.col_offset:node.end_col_offset])
            return exact if exact == int(exact) else rounded(exact, (text, node))
        if isinstance(node, ast.UnaryOp):
            return -of(node.operand)
        if isinstance(node, ast.BinOp):
            exact = OPERATORS[type(node.op)](of(node.left), of(node.right))
        else:
            name = node.func.id[1:]
            exact = {"abs": mpmath.fabs}.get(name) or getattr(mpmath, name)
            exact = exact(*map(of, node.args))
        return rounded(exact, (text, node))

    return of(tree)


@dataclasses.dataclass
class Start:
    q: list  # formulas of the named coordinates
    rotation: list  # three formulas; empty without a rotation
    v: dict  # name: formula; the constraints determine the others
    parameters: dict


@dataclasses.dataclass
class System:
    space: list
    coordinates: list
    velocities: list
    own: list  # named coordinates
    parameters: dict
    lagrangian: str
    constraints: list
    invariants: dict
    starts: list
    scaled: bool = False  # masses or constraints of very different magnitude


class Mechanics:
    """Mechanics of a system at one of its initial conditions."""

    def __init__(self, system, start, change=0):
        self.system, self.change = system, change
        env = {n: value(f, {}) for n, f in (system.parameters | start.parameters).items()}
        own = iter(start.q)
        values = []
        turn = [value(x, {}) for x in start.rotation] or [mpf(0)] * 3
        for factor in system.space:
            if factor == "SO3":
                values += rotation(turn)
            else:
                values += [value(next(own), {}) for _ in range(
                    3 if factor == "SE2" else int(factor[1:]))]
        self.parameters = env
        self.q = [rounded(x, name) for x, name in zip(values, system.coordinates, strict=True)]
        completed = self.completed({n: value(f, {}) for n, f in start.v.items()})
        self.v = [rounded(x, name) for x, name in zip(completed, system.velocities, strict=True)]

    def env(self, q, v):
        env = dict(self.parameters)
        env.update(zip(self.system.coordinates, q))
        env.update(zip(self.system.velocities, v))
        env.setdefault("t", mpf(0))
        if "R31" in env:
            env.update((f"gamma{i}", env[f"R3{i}"]) for i in (1, 2, 3))
        return env

    def lagrangian(self, q, v):
        """Returns L plus `change` times the first coordinate, so that a test can check the comparison."""
        return value(self.system.lagrangian, self.env(q, v)) + self.change * q[0]

    def phi(self, q, v):
        env = self.env(q, v)
        return [value(c, env) for c in self.system.constraints]

    def completed(self, given):
        names = self.system.velocities
        v = [given.get(n, mpf(0)) for n in names]
        missing = [i for i, n in enumerate(names) if n not in given]
        at_zero = self.phi(self.q, v)
        matrix = mpmath.matrix(len(missing))
        for column, i in enumerate(missing):
            raised = list(v)
            raised[i] = mpf(1)
            for row, raised_phi in enumerate(self.phi(self.q, raised)):
                matrix[row, column] = raised_phi - at_zero[row]
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
                "invariants": [value(f, env) for f in self.system.invariants.values()],
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
