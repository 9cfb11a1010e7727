"""Strategy of invalid and borderline problem texts: a valid one with a few other words, lines or bytes."""

import re

from hypothesis import strategies as st

from damage import damaged_bytes
from random_systems import systems_with_texts

# Instead of a word, a number, a formula in quotes or a list; x is a coordinate and V its velocity.
VALUES = ("nan", "-inf", "1e999", "1e-999", "0", "-0.0", "1e300", "1e-300", "9" * 400, "0." + "3" * 400,
          "true", "[]", "{}", '""', "1979-05-27", "0x1F", "1_000", '"\\u001b[31m"', '"a\\nb"', "'''\na'''")
FORMULAS = ("V", "abs(V)", "1/V", "V^2", "V^3", "sqrt(V)", "sqrt(-1)", "asin(2)", "(0-1)^x", "x^x", "pi", "0.5",
            "2^0.5", "cos(1)", "3.14159265358979323846264338327950288", "x/0", "0*x", "x-x", "1/(x-x)",
            "sqrt(x-x)", "atan2(0,x)", "1e300*1e300", "(((x)))", "-" * 50 + "x", "(" * 600, "V/V",
            "log(abs(x))", "0^x", "x^-1024", "x^99999", "1e-300/1e300", "tanh(1e300*x)", "unknown", "", "1/0", "log(0)",
            "(0-1)^0.5", "exp(1000)")
NAMES = ("energy", "energy_of_p", "a,b", "a\\nb", 'q\\"u', "\\u001b[31m", "x", "t", "tau", "sin", "é", "1a", "_", "v")
SPACES = ('["R02"]', '["R2"]', '["R3"]', '["R010"]', '["SO3"]', '["R0"]', '["R-1"]', '["SE4"]', '["R99"]',
          '["R1", "R1"]', '["SO3", "SO3"]', '"R3"')
PARTS = r"\w+|[-\d.]+|\"[^\"\n]*\"|\[[^]]*\]"
SYSTEMS = systems_with_texts(st.sampled_from(((["R2"], 1), (["R3"], 1), (["R4"], 2))))


@st.composite
def bad_texts(draw):
    """Returns the bytes of a text."""
    system, text = draw(SYSTEMS)
    x = system.own[0]
    odd = {"x": x, "V": "v" + x}
    formula = st.sampled_from(FORMULAS).map(lambda words: re.sub(r"\b[xV]\b", lambda found: odd[found[0]], words))
    new = st.one_of(formula, formula.map('"{}"'.format), st.sampled_from(VALUES), st.sampled_from(NAMES),
                    st.sampled_from(SPACES))
    for _ in range(draw(st.integers(0, 2))):
        part = draw(st.sampled_from(list(re.finditer(PARTS, text)) or [re.search("", text)]))
        text = text[:part.start()] + draw(new) + text[part.end():]
    lines = text.split("\n")
    how = draw(st.integers(0, 9))
    if how == 9:
        lines += [draw(st.sampled_from(lines)), draw(st.sampled_from(("", "[[case]]", "[parameters]")))]
    if how == 8:
        lines = [f"space = {draw(st.sampled_from(SPACES))}", *(line for line in lines if not line.startswith("space"))]
    data = "\n".join(lines).encode()
    return draw(damaged_bytes(data)) if how == 7 else data
