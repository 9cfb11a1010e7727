#!/usr/bin/env python3
"""Random command lines, odd surroundings, interruptions and problem texts. Usage: see program.py."""

import os
import unittest

from hypothesis import given
from hypothesis import strategies as st


import program
from bad_texts import bad_texts
from command_lines import WORK, Catalogue, command_lines
from examples import examples

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
