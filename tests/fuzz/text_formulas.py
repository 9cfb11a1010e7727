"""Value of a formula of a text with 80 digits, by Python's grammar, and its sensitivity to rounding."""

import ast
import functools
import operator
import random
import re

import mpmath
from mpmath import mpf

mpmath.mp.dps = 80


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
