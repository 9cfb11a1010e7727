"""Invalid and borderline problem texts: a valid one, changed at a few places."""

import re

import damage
import text_formulas
import text_systems
from case import Case

# Spaces and numbers of constraints.
SHAPES = ((["R2"], 1), (["R3"], 1), (["R4"], 2))
VALUES = ["nan", "-inf", "1e999", "1e-999", "0", "-0.0", "1e300", "1e-300", "9" * 400, "0." + "3" * 400,
          "true", "[]", "{}", '""', '"sqrt(-1)"', '"1/0"', '"pi"', '"2^0.5"', "1979-05-27", "0x1F", "1_000",
          '"\\u001b[31m"', '"a\\nb"', "'''\na'''", '"log(0)"', '"(0-1)^0.5"', '"exp(1000)"']
# x is replaced by a coordinate, V by its velocity.
FORMULAS = ["V", "abs(V)", "1/V", "V^2", "V^3", "sqrt(V)", "sqrt(-1)", "asin(2)", "(0-1)^x", "x^x", "pi",
            "2^0.5", "cos(1)", "3.14159265358979323846264338327950288", "x/0", "0*x", "x-x", "1/(x-x)",
            "sqrt(x-x)", "atan2(0,x)", "1e300*1e300", "(((x)))", "-" * 50 + "x", "(" * 600, "V/V",
            "log(abs(x))", "0^x", "x^-1024", "x^99999", "1e-300/1e300", "tanh(1e300*x)", "unknown", ""]
NAMES = ["energy", "energy_of_p", "a,b", "", "a\\nb", 'q\\"u', "\\u001b[31m", "x", "t", "tau", "pi", "sin",
         "é", "1a", "_", "v", "int"]
SPACES = ['["R02"]', '["R2"]', '["R3"]', '["R010"]', '["SO3"]', '["R0"]', '["R-1"]', '["SE4"]', '[]', '["R99"]',
          '["R1", "R1"]', '["SO3", "SO3"]', '"R3"']


def changed_system(random, system):
    """Changes one statement of the file, which remains TOML."""
    x = system.own[0]

    def formula(old):
        words = re.sub(r"\b[xV]\b", lambda m: x if m[0] == "x" else f"v{x}", random.choice(FORMULAS))
        return text_formulas.Formula(random.choice((
            words, f"{old.text} {random.choice('+-*/^')} {words}")), 0, None)

    how = random.randrange(7)
    if how < 2:
        system.lagrangian = formula(system.lagrangian)
    elif how == 2:
        at = random.randrange(len(system.constraints))
        system.constraints[at] = formula(system.constraints[at])
    elif how == 3:
        system.invariants = {random.choice(NAMES): formula(system.lagrangian)}
    elif how == 4:
        start = random.choice(system.starts)
        start.q[random.randrange(len(start.q))] = formula(text_formulas.ONE)
    elif how == 5:
        system.parameters["k_new"] = formula(text_formulas.ONE)
    else:
        start = random.choice(system.starts)
        start.v = {n: formula(text_formulas.ONE) for n in random.sample(
            system.velocities, random.randint(0, len(system.velocities)))}


def changed_text(random, text):
    """Changes one of the lines."""
    lines = text.split("\n")
    at = random.randrange(len(lines))
    key, _, value = lines[at].partition("=")
    how = random.randrange(6)
    if how == 0 and value:
        lines[at] = f"{key}= {random.choice(VALUES)}"
    elif how == 1:
        lines = [line for line in lines if not line.startswith("space")]
        lines.insert(0, f"space = {random.choice(SPACES)}")
    elif how == 2:
        lines = [line for line in lines if not line.startswith("name")]
        lines.insert(0, f'name = "{random.choice(NAMES)}"')
    elif how == 3:
        lines.insert(at, random.choice(lines))
    elif how == 4:
        lines += ["[[case]]", f'name = "{random.choice(NAMES)}"', f"q = [{random.choice(VALUES)}]",
                  f"v = {{ vx = {random.choice(VALUES)} }}"]
    else:
        lines[at] = lines[at][:random.randrange(len(lines[at]) + 1)]
    return "\n".join(lines)


def text(self, folder):
    """Case of an invalid text: shown, run, or used by an ensemble. A method of Cases."""
    random = self.random
    space, constraints = random.choice(SHAPES)
    system = text_systems.system_of(random, list(space), constraints)
    if random.random() < 0.7:
        for _ in range(random.choice((1, 1, 2))):
            changed_system(random, system)
    content = text_systems.text_of(random, system)
    if random.random() < 0.4:
        content = changed_text(random, content)
    data = content.encode()
    if random.random() < 0.1:
        data = damage.damaged(random, data)
    (folder / "t.toml").write_bytes(data)
    arguments = random.choice((
        ["show", "t.toml"], ["show", "t.toml", "--json"],
        ["run", "t.toml", "gni", "--step", "0.1", "--steps", "3", "--json"],
        ["run", "t.toml", "odeint_rk4", "--step", "0.1", "--steps", "3", "--output", "out.csv"],
        ["ensemble", "t.toml", "gni", "--orbits", "3", "--step", "0.1", "--until", "0.2", "--energy", "2",
         "--seed", "1", "--json"]))

    def judge(ending, folder):
        told = (ending.stderr or b"") + (ending.stdout or b"")
        found = ["reported as a defect"] if b"a defect of the program" in told else []
        return found + (["a control character reaches the terminal"] if b"\x1b" in told else [])

    # Without a compiler a text of another signature is rejected at once.
    return Case(arguments, writes=[b"out.csv"], environment={"CXX": "/bin/false"}, judge=judge)
