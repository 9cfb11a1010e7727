"""Formulas of texts as trees with text and 80-digit value, their sensitivity to rounding, and random
formulas."""

import dataclasses
import random

import mpmath
from mpmath import mpf

mpmath.mp.dps = 80


@dataclasses.dataclass(frozen=True, eq=False)
class Formula:
    """Text of a formula, its precedence (0 sum, 1 product, 2 power, 3 operand), and its value for names."""
    text: str
    level: int
    exact_value: object  # function of the names' values
    is_exact: bool = False  # exact in machine numbers: an integer, or the value of a name

    def bound(self, level):
        return self.text if self.level >= level else f"({self.text})"

    def value(self, env):
        """Returns the value for these values of the names; rounded at every operation inside `rounded`."""
        exact = self.exact_value(env)
        return exact if self.is_exact else rounded(exact, self)


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


def number(text):
    x = mpf(text)
    return Formula(text, 3, lambda env: x, is_exact=x == int(x))


def variable(name):
    return Formula(name, 3, lambda env: env[name], is_exact=True)


def sum_of(a, b):
    return Formula(f"{a.bound(0)} + {b.bound(1)}", 0, lambda env: a.value(env) + b.value(env))


def difference(a, b):
    return Formula(f"{a.bound(0)} - {b.bound(1)}", 0, lambda env: a.value(env) - b.value(env))


def product(a, b):
    return Formula(f"{a.bound(1)}*{b.bound(2)}", 1, lambda env: a.value(env) * b.value(env))


def quotient(a, b):
    return Formula(f"{a.bound(1)}/{b.bound(2)}", 1, lambda env: a.value(env) / b.value(env))


def negative(a):
    return Formula(f"-{a.bound(2)}", 1, lambda env: -a.value(env))


def power(a, b):
    """-x^2 is -(x^2), and 2^3^2 is 2^(3^2)."""
    return Formula(f"{a.bound(3)}^{b.bound(2)}", 2, lambda env: real_power(a.value(env), b.value(env)))


def real_power(base, exponent):
    if exponent == int(exponent):
        return base ** int(exponent)
    return mpmath.exp(exponent * mpmath.log(base))


def call(function, *arguments):
    name = f"{function}({', '.join(a.text for a in arguments)})"
    evaluate = {"abs": mpmath.fabs, "log": mpmath.log}.get(function) or getattr(mpmath, function)
    return Formula(name, 3, lambda env: evaluate(*(a.value(env) for a in arguments)))


ONE, TWO, HALF = number("1"), number("2"), number("0.5")


class Writer:
    """Generator of random formulas."""

    def __init__(self, random):
        self.random = random

    def digits(self, least, most):
        return "".join(self.random.choice("0123456789") for _ in range(self.random.randint(least, most)))

    def decimal(self):
        """Returns a number between about 0.1 and 10, in a random notation."""
        first = self.random.choice("123456789")
        return self.random.choice((
            lambda: first, lambda: f"{first}.", lambda: f".{first}{self.digits(0, 5)}",
            lambda: f"0.{first}{self.digits(0, 12)}", lambda: f"{first}.{self.digits(1, 17)}",
            lambda: f"{first}.{self.digits(18, 40)}", lambda: f"{first}{self.digits(2, 2)}e-2",
            lambda: f"0.00{first}{self.digits(15, 30)}E+2", lambda: f"00{first}.5"))()

    def constant(self):
        """Returns a constant of any form; about 0.1 to 10 in size."""
        d = number(self.decimal())
        return self.random.choice((
            lambda: d, lambda: d, lambda: Formula("pi", 3, lambda env: mpmath.pi + 0),
            lambda: call("sqrt", TWO), lambda: power(TWO, HALF), lambda: call("cos", ONE),
            lambda: quotient(ONE, number("3")), lambda: call("exp", negative(d)),
            lambda: quotient(Formula("pi", 3, lambda env: mpmath.pi + 0), number("36")),
            lambda: call("atan2", ONE, d), lambda: call("acos", negative(quotient(d, number("11")))),
            lambda: power(TWO, negative(TWO)), lambda: power(d, number("2.5")),
            lambda: call("log", sum_of(d, TWO)), lambda: call("tanh", d),
            lambda: call("abs", negative(d)), lambda: product(call("sqrt", number("3")), d),
            lambda: power(d, power(HALF, TWO)), lambda: call("asin", quotient(d, number("10.5")))))()

    def of(self, names, depth, exponents=()):
        """Returns a smooth function of these names, of moderate size."""
        choose = self.random.choice
        if depth <= 0 or not names:
            return variable(choose(names)) if names and self.random.random() < 0.7 else self.constant()

        def part():
            return self.of(names, depth - 1, exponents)

        def small():
            return call("tanh", part())

        def positive():
            return sum_of(self.constant_above_one(), call("sin", part()))

        shapes = [
            lambda: sum_of(part(), part()), lambda: difference(part(), part()),
            lambda: product(part(), part()), lambda: negative(part()),
            lambda: quotient(part(), sum_of(ONE, power(part(), TWO))), lambda: call("sin", part()),
            lambda: call("cos", part()), lambda: small(), lambda: call("atan", part()),
            lambda: call("exp", small()), lambda: call("log", positive()),
            lambda: call("sqrt", positive()), lambda: call("sinh", small()),
            lambda: call("cosh", small()), lambda: call("tan", small()),
            lambda: call("abs", sum_of(part(), number("0.1234567891"))),
            lambda: call("asin", product(HALF, small())), lambda: call("acos", product(HALF, small())),
            lambda: call("atan2", part(), positive()), lambda: power(part(), TWO),
            lambda: power(small(), number("3")), lambda: power(positive(), number("-1.5")),
            lambda: power(positive(), number("0.3")), lambda: power(positive(), small()),
            lambda: power(positive(), call("sqrt", TWO))]
        if exponents:
            shapes += [lambda: power(part(), variable(choose(exponents)))] * 3
        return choose(shapes)()

    def constant_above_one(self):
        return sum_of(number("1.5"), call("abs", self.constant()))
