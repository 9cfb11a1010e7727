#!/usr/bin/env python3
"""Random command lines, odd surroundings, interruptions and problem texts. Usage: see program.py."""

import os
import re
import unittest

from hypothesis import given
from hypothesis import strategies as st

import program
from command_lines import WORK, Catalogue, command_lines
from damage import damaged_bytes
from examples import examples
from random_systems import systems_with_texts

CATALOGUE = Catalogue(program.PROGRAM)
LINES = command_lines(CATALOGUE)
ODD_ENVIRONMENTS = (
    {"TMPDIR": "/proc/none"}, {"TMPDIR": "a'b"}, {"LC_ALL": "tr_TR.UTF-8"}, {"LC_ALL": "none"}, {"GNUTERM": "x11"},
    {"HOME": ""}, {"PATH": ""}, {"RATTLEBACK_CACHE": "/dev/null"}, {"RATTLEBACK_CACHE": "/proc/none"})
SURROUNDINGS = st.sampled_from(
    [{"environment": environment} for environment in ODD_ENVIRONMENTS] + 2 * [{"stdout": "full"}] +
    [{"stdout": "closed"}, {"stderr": "full"}, {"stderr": "closed"}])
LONG = ["--step", "0.01", "--until", "1e7"]
ENSEMBLE = ["ensemble", "chaotic_r7", "gni", "--orbits", "1000", *LONG, "--energy", "3", "--seed", "1"]
LONG_WORK = [
    *(["run", *pair, *LONG, *output] for pair in (
        ("chaotic_r7", "dla_leapfrog"), ("snakeboard", "gni"), ("chaplygin_sphere", "energy_momentum_gni"),
        ("suslov", "ida"), ("contact_oscillator", "odeint_rk4"))
      for output in ([], ["--every", "1000", "--output", "out.csv", "--json"])),
    ENSEMBLE, [*ENSEMBLE, "--checkpoint", "pieces"], [*ENSEMBLE, "--section", "y1=0", "--output", "out.csv"],
    ["compare", "snakeboard"], ["converge", "chaotic_r7", "--steps-per-unit", "4,8,16,32,64,1024"],
    ["reproduce", "mp2006_figure_5", "--quick", "--output", "results"]]
STEPS = ["--step", "0.1", "--steps", "3"]
COMMANDS_OF_TEXTS = (
    ["show", "t.toml"], ["show", "t.toml", "--json"], ["run", "t.toml", "gni", *STEPS, "--json"],
    ["run", "t.toml", "odeint_rk4", *STEPS, "--output", "out.csv"],
    ["ensemble", "t.toml", "gni", "--orbits", "3", "--step", "0.1", "--until", "0.2", "--energy", "2", "--seed", "1",
     "--json"])

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
    """Returns the bytes of an invalid or borderline text: a valid one with a few other words, lines or bytes."""
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


class LinesTest(program.ProgramTest):
    def odd_files(self):
        """Creates files of all kinds that a path may refer to."""
        self.clear()
        for name in ("folder", "folder.csv", ".thesis.partial"):
            (self.folder / name).mkdir()
        for name in ("file.txt", "file.csv", "thesis.part", ".thesis.partial/chapter"):
            (self.folder / name).write_text("kept\n")
        os.mkfifo(self.folder / "fifo.csv")
        for link, target in (("loop", "loop"), ("loop.csv", "loop.csv"), ("dangling.csv", "none/x"),
                             ("full.csv", "/dev/full"), ("null.json", "/dev/null"), ("inward", "folder")):
            (self.folder / link).symlink_to(target)

    def line(self, arguments, **surroundings):
        self.odd_files()
        words = [os.fsencode(word) for word in arguments]
        writes = [value for option, value in zip(words, words[1:])
                  if option in (b"--output", b"--checkpoint", b"--figure", b"--final")]
        if words[0] in (b"report", b"reproduce"):
            writes += words[1:] + [b"results"]
        return self.check(arguments, writes=writes, bounded=arguments[0] not in WORK, **surroundings)

    @examples(200)
    @given(LINES)
    def test_line(self, arguments):
        self.line(arguments)

    @examples(30)
    @given(LINES, SURROUNDINGS)
    def test_surroundings(self, arguments, surroundings):
        ending = self.line(arguments, **surroundings)
        self.require(surroundings != {"stdout": "full"} or ending.status != 0, "output is lost, but exit status 0")

    @examples(8)
    @given(st.sampled_from(LONG_WORK), st.floats(0.02, 0.3))
    def test_interruption(self, arguments, seconds):
        self.clear()
        self.check(arguments, writes=[b"out.csv", b"pieces", b"results"], bounded=False, interrupt_after=seconds)

    @examples(80)
    @given(bad_texts(), st.sampled_from(COMMANDS_OF_TEXTS))
    def test_text(self, text, arguments):
        self.clear()
        (self.folder / "t.toml").write_bytes(text)
        # Without a compiler a text of another signature is rejected at once.
        ending = self.check(arguments, writes=[b"out.csv"], environment={"CXX": "/bin/false"})
        told = ending.stderr + ending.stdout
        self.require(b"a defect of the program" not in told, "reported as a defect")
        self.require(b"\x1b" not in told, "a control character reaches the terminal")


if __name__ == "__main__":
    unittest.main()
