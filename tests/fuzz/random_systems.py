"""Strategies of formulas and of systems, and of their texts in all notations."""

import itertools
import re
import string

from hypothesis import strategies as st

from text_systems import ROTATION, Start, System

RESERVED = {"sqrt", "exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
            "abs", "pi", "energy"}
OF_GROUPS = {*ROTATION, "gamma1", "gamma2", "gamma3", "w1", "w2", "w3", "v1", "v2", "w"}
NAMES = ["x", "y", "z", "q", "v", "h", "e", "E", "T", "S", "int", "class", "double", "system", "Real",
         "theta", "_", "__", "x_1", "x1", "y2k", "q0", "p0", "a0", "t0", "lambda", "mass", "Quad", "D",
         "long_name_with_many_letters_and_digits_0123456789", "R", "R1", "SO3", "phi", "t", "tau",
         "name", "case", "nan", "inf", "true", "e1", "E2", "d1", "l", "O0", "xX", "XX", *string.ascii_letters]


def filled(templates, **parts):
    """Returns the strategy of templates with their parts, which are formulas."""
    return st.builds(str.format, st.sampled_from(templates), **parts)


# Numbers between about 0.1 and 10, in all notations.
DECIMALS = st.from_regex(
    r"[1-9]|[1-9]\.|\.[1-9][0-9]{0,5}|0\.[1-9][0-9]{0,12}|[1-9]\.[0-9]{1,17}|[1-9]\.[0-9]{18,40}|[1-9][0-9]{2}e-2|"
    r"0\.00[1-9][0-9]{15,30}E\+2|00[1-9]\.5", fullmatch=True)
CONSTANTS = DECIMALS | filled(
    ("pi", "pi/36", "sqrt(2)", "2^0.5", "cos(1)", "1/3", "2^-2", "exp(-{d})", "atan2(1, {d})", "{d}^2.5",
     "acos(-{d}/11)", "log({d} + 2)", "asin({d}/10.5)", "tanh({d})", "abs(-{d})", "sqrt(3)*{d}", "{d}^0.5^2",
     "(({d}))"), d=DECIMALS)
SIGNED = CONSTANTS | CONSTANTS.map("-({})".format) | DECIMALS.map("-{}".format)
ABOVE_ONE = CONSTANTS.map("(1.5 + abs({}))".format)
# Smooth functions of moderate size of two functions a and b, and of a constant c above one.
SHAPES = (
    "{a} + {b}", "{a} - {b}", "({a})*({b})", "{a}*{b}", "-({a})", "-{a}", "{a}/(1 + ({b})^2)", "sin({a})", "cos({a})",
    "tanh({a})", "atan({a})", "exp(tanh({a}))", "log({c} + sin({a}))", "sqrt({c} + sin({a}))", "sinh(tanh({a}))",
    "cosh(tanh({a}))", "tan(tanh({a}))", "abs({a} + 0.1234567891)", "asin(0.5*tanh({a}))", "acos(0.5*tanh({a}))",
    "atan2({b}, {c} + sin({a}))", "({a})^2", "-tanh({a})^3", "({c} + sin({a}))^-1.5", "({c} + sin({a}))^0.3",
    "({c} + sin({a}))^tanh({b})", "({c} + sin({a}))^sqrt(2)")


def functions(names, exponents=()):
    """Returns the strategy of functions of these names."""
    variables = st.sampled_from(names)
    shapes = SHAPES + tuple("({a})^" + name for name in 3 * exponents)
    return st.recursive(variables | variables | CONSTANTS,
                        lambda part: filled(shapes, a=part, b=part, c=ABOVE_ONE), max_leaves=4)


@st.composite
def signatures(draw, sizes=(3, 5, 5, 7, 12)):
    """Returns factors of a space with at most one of `sizes` velocities, and a number of constraints."""
    most = draw(st.sampled_from(sizes))
    factors, size = [], 0
    for group in ("SE2", "SO3"):
        if size + 3 <= most and draw(st.integers(0, 3)) == 3:
            factors.append(group)
            size += 3
    n = draw(st.integers(0 if size else 2, most - size))
    if n:
        factors.insert(draw(st.integers(0, len(factors))), f"R{n}")
    return factors, draw(st.integers(1, min(11, size + n - 1)))


@st.composite
def systems(draw, signature=signatures()):
    """Returns a random system."""
    space, constraint_count = draw(signature)
    taken = RESERVED | (OF_GROUPS if space != [f"R{len(space)}"] else set())

    def pick(*options):
        return draw(st.sampled_from(options))

    def chance(tenths):
        return draw(st.integers(0, 9)) >= 10 - tenths

    def name():
        word = pick(*(word for word in NAMES if not {word, "v" + word} & taken))
        taken.update((word, "v" + word))
        return word

    own, coordinates, velocities = [], [], []
    for factor in space:
        names = [] if factor == "SO3" else [name() for _ in range(3 if factor == "SE2" else int(factor[1:]))]
        own += names
        coordinates += names or ROTATION
        velocities += {"SO3": ["w1", "w2", "w3"], "SE2": ["v1", "v2", "w"]}.get(factor, ["v" + n for n in names])
    parameters = {name(): draw(CONSTANTS) for _ in range(pick(0, 1, 2, 4))}
    readable = coordinates + list(parameters) + (["gamma1", "gamma2", "gamma3"] if "SO3" in space else [])
    exponents = (name(),) if chance(4) else ()
    parameters |= {exponent: pick("0", "1", "2", "3", "2.0") for exponent in exponents}
    function = functions(readable, exponents)
    scaled = chance(2)

    def scale(formula, least, most):
        if not scaled or chance(5):
            return formula
        return f"{draw(st.integers(1, 9))}e{draw(st.integers(least, most))}*({formula})"

    total = "0"
    for n in velocities:
        mass = draw(st.just("1") | ABOVE_ONE | filled(("({c} + sin({a}))", "exp(tanh({a}))"), a=function, c=ABOVE_ONE))
        total += f" + {scale(mass, -6, 2)}*{n}^2/2"
        if chance(1):
            total += f" + ({draw(function)})*{n}"
    for a, b in itertools.combinations(velocities, 2):
        if not scaled and chance(2):
            total += f" + tanh({draw(function)})/{2 * len(velocities)}*{a}*{b}"
    if chance(8):
        total += f" - ({draw(function)})"
    dependent = draw(st.permutations(velocities))[:constraint_count]
    others = [n for n in velocities if n not in dependent]
    constraints = []
    for n in dependent:
        # The omitted velocities are well-conditioned: a triangular system with a dominant diagonal.
        terms = [f"{draw(ABOVE_ONE)}*{n}"]
        terms += [f"({draw(function)})*{other}" for other in draw(
            st.lists(st.sampled_from(others), min_size=1, max_size=3, unique=True))]
        if n != dependent[0] and chance(3):
            terms.append(f"tanh({draw(function)})*{dependent[0]}")
        if chance(3):
            terms.append(f"({draw(function)})")
        constraints.append(scale(pick(" + ", " - ").join(draw(st.permutations(terms))), -2, 2))
    measured = functions(velocities + coordinates, exponents)
    invariants = {name(): draw(measured) for _ in range(pick(0, 0, 1, 2, 4))}
    starts = [Start([draw(SIGNED) for _ in own],
                    [draw(SIGNED) for _ in range(3)] if "SO3" in space and chance(8) else [],
                    {n: draw(SIGNED) for n in others},
                    {p: draw(CONSTANTS) for p in parameters if p not in exponents and chance(2)})
              for _ in range(pick(1, 1, 2))]
    return System(space, coordinates, velocities, own, parameters, total, constraints, invariants, starts, scaled)


@st.composite
def texts(draw, system, bare=False):
    """Returns a text of the system. `bare`: no decimal of a case is in quotes, where it would be a formula."""
    def pick(*options):
        return draw(st.sampled_from(options))

    def quoted(text):
        if pick(*range(10)) == 9:
            return '"""\n' + text.replace(" + ", "\n + ", 1) + '"""'
        return pick('"{}"', "'{}'").format(text)

    def written(value):
        """Formats a number of a file: bare if TOML allows it, else in quotes."""
        is_toml = re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", value)
        return value if is_toml and (bare or pick(True, True, False)) else f'"{value}"'

    def table(values, form=written):
        pairs = [f"{n} = {form(x)}" for n, x in values.items()]
        return f"{{ {', '.join(draw(st.permutations(pairs)))} }}"

    gap = pick(" = ", "=", "  =  ")
    lines = [f"lagrangian{gap}{quoted(system.lagrangian)}",
             f"constraints{gap}[" + pick(", ", ",\n  ").join(map(quoted, system.constraints)) + "]"]
    if system.own:
        lines.append(f"coordinates{gap}[{', '.join(map(quoted, system.own))}]")
    if system.space != [f"R{len(system.own)}"] or pick(False, True):
        lines.append(f"space{gap}[{', '.join(map(quoted, system.space))}]")
    if system.invariants:
        lines.append("\n".join(f"invariants.{n} = {quoted(f)}" for n, f in system.invariants.items()))
    lines += pick([], [f'name{gap}"Caf\u00e9 \u03b8 # 1"'])
    lines = draw(st.permutations(lines))
    if system.parameters:
        lines += ["[parameters]"] + [f"{n}{gap}{written(p)}" for n, p in system.parameters.items()]
    for name, start in zip("AB", system.starts):
        lines += ["", "[[case]]  # a start", f'name{gap}"{name}"']
        if start.q:
            lines.append(f"q{gap}" + (table(dict(zip(system.own, start.q))) if pick(False, True) else
                                      f"[{', '.join(map(written, start.q))}]"))
        if start.rotation:
            lines.append(f"rotation{gap}[{', '.join(map(written, start.rotation))}]")
        lines.append(f"v{gap}{table(start.v)}")
        if start.parameters:
            lines.append(f"parameters{gap}{table(start.parameters)}")
    text = "\n".join(lines) + "\n"
    return text.replace("\n", "\r\n") if pick(False, False, False, True) else text


def systems_with_texts(signature=signatures()):
    return systems(signature).flatmap(lambda system: st.tuples(st.just(system), texts(system)))
