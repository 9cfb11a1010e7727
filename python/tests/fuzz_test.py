"""Random calls: each returns or raises an error with a proper message, prints nothing, and leaves the package sound.
Each call is printed before it begins, so that the last one is that of a crash; one that hangs ends the process."""

import decimal
import faulthandler
import fractions
import os
import pathlib
import signal
import sys
import tempfile
import unittest

import numpy as np
from hypothesis import Verbosity, given, settings
from hypothesis import strategies as st

import rattleback as rb
from options_test import CASES, STARTS
from support import SKATE, WithOscillator

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "fuzz"))
from examples import examples  # noqa: E402

SECONDS = 1.5  # until a signal ends a call
LONGEST_MESSAGE = 12000  # an option's name and a value of 5000 letters, as text and as repr
DEFECTS = ("defect of the program", "incompatible function arguments", "Unable to cast", "object has no attribute")
recursive = []
recursive.append(recursive)
# Other types than those of the strategy below, and values at the limits.
ODD = [
    np.True_, 2**31, 2**63, 2**64, -(2**200), 10**400, "--help", "--json", "1e", "1,2", "0,5", "0x1p-3", "1e-5000",
    "9" * 400, "a" * 5000, "=", "a=1", "x=0", "é", "1\0", "1\n", "\ud800", "\udce9", "%s%n", "$(x)",
    "../x.csv", "/", ".", "/dev/full", "none/a.csv", "a.txt", "folder", "folder.csv", np.float32(0.125),
    bytearray(b"1"), memoryview(b"1"), set(), recursive, {"epsilon": b"1"}, {"epsilon": [1, 2]}, {"\0": 1},
    range(3), np.array(1), np.array("0.1"), np.array(b"1"), np.array(None), np.array([]), np.zeros((2, 2)),
    np.array([1, "a"], dtype=object), np.float16(0.1), np.uint8(3), np.longdouble(1) / 3, np.longdouble("nan"),
    np.complex64(1), np.datetime64("2000-01-01"), np.str_("0.1"), np.bytes_(b"1"), decimal.Decimal("sNaN"),
    decimal.Decimal("1E-99999"), decimal.Decimal("1" * 300), fractions.Fraction(-1, 10**4000),
    fractions.Fraction(10**4000, 3), pathlib.Path("."), object(), len, int, Ellipsis, NotImplemented, lambda *x: 1,
    Exception("x")]
PLAIN = (st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers() | st.text(max_size=5) |
         st.binary(max_size=3) | st.decimals() | st.fractions())
VALUES = st.sampled_from(ODD) | st.recursive(PLAIN, lambda inside: st.lists(inside, max_size=3) | st.dictionaries(
    st.text(max_size=3) | st.just("epsilon"), inside, max_size=2) | inside.map(lambda x: (x,)), max_leaves=3)
NAMES = ["contact_oscillator", "./folder", "none", "gni", "-h", "--help", "", "\0", "none.toml", "é",
         "contact_oscillator\0", b"contact_oscillator", None, 5, ["contact_oscillator"], "compose(gni,triple_jump_4)",
         pathlib.Path("starts.csv"), "./starts.csv", os.fsdecode(b"\xe9.toml"), "a/b.hpp", "x" * 5000, "\ud800",
         "/dev/null", ".", "none.hpp", "reduced_gni"]
METHODS = st.sampled_from(5 * ["gni", "dla_leapfrog", "odeint_dopri5", "dla_midpoint", "ida", "cvode_bdf"] + NAMES)
TEXTS = st.builds(lambda old, new: SKATE.replace(old, new), st.sampled_from(("k", "0.5", "0.1", "vx = 1", "x^2", "\n")),
                  st.sampled_from(("1", "k", "9" * 30, '"pi"', "1e400", "-0.0", "nan", '"1/0"', "", "\0", "\ud800")))


@st.composite
def calls(draw):
    """Returns the name of a function, a method, and options, of which most are valid."""
    verb = draw(st.sampled_from(["run"] * 10 + ["ensemble"] * 5 + ["converge"] * 2 + ["compare", "choose"]))
    _, options, cases = CASES[verb]
    options = options | ({"steps_per_unit": [2, 4, 8, 16]} if verb == "converge" else {})
    for name in draw(st.lists(st.sampled_from(sorted(cases) + ["progress"]), max_size=4, unique=True)):
        fitting, needed, invalid, _ = cases.get(name, (lambda label, fraction: None, {}, None, ""))
        valid = st.just(fitting)
        options |= {name: draw(valid | valid | st.just(invalid) | VALUES)} | needed
    if draw(st.integers(0, 19)) == 19:
        options[draw(st.sampled_from(["help", "json", "evry", "", "step ", "st\0ep", "h", "é"]))] = draw(VALUES)
    return verb, draw(METHODS), options


class Enough(Exception):
    """Ends a call: time is up."""


def stop(number, frame):
    raise Enough


class RandomCalls(WithOscillator):
    def setUp(self):
        super().setUp()
        os.makedirs("calls/folder.csv")
        os.chdir("calls")
        os.mkdir("folder")
        pathlib.Path("starts.csv").write_text(STARTS)
        self.plain = self.problem.run("gni", step=0.1, steps=3).summary

    def check(self, work):
        """Runs the work, which must return or be rejected properly."""
        faulthandler.dump_traceback_later(60, exit=True, file=sys.stderr)
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            result = work()
            repr(result), getattr(result, "_repr_html_", str)()
        except Enough:
            pass
        except (rb.Misuse, rb.FileFailure, TypeError, ValueError, OverflowError) as error:
            text = str(error)
            assert 0 < len(text) < LONGEST_MESSAGE, f"message {text[:300]!r}"
            assert not any(defect in text for defect in DEFECTS), text[:500]
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            faulthandler.cancel_dump_traceback_later()
        assert self.problem.run("gni", step=0.1, steps=3).summary == self.plain, "a plain run gives different numbers"
        assert os.fstat(PRINTED).st_size == 0, f"prints {os.pread(PRINTED, 500, 0)!r}"

    @settings(examples(500), verbosity=Verbosity.verbose)
    @given(calls())
    def test_call(self, call):
        verb, method, options = call
        self.check(lambda: getattr(self.problem, verb)(method, **options))

    @examples(40)
    @given(st.sampled_from(NAMES))
    def test_name(self, name):
        self.check(lambda: rb.Problem(name))

    @examples(40)
    @given(TEXTS)
    def test_text(self, text):
        self.check(lambda: rb.problem_from_text(text).run("gni", step=0.1, steps=3))


if __name__ == "__main__":
    signal.signal(signal.SIGALRM, stop)
    # Text printed by the program must not be mixed with that of this script.
    sys.stdout, sys.stderr = (os.fdopen(os.dup(stream), "w", buffering=1, errors="backslashreplace")
                              for stream in (1, 2))
    faulthandler.enable(sys.stderr)
    with tempfile.TemporaryFile() as printed:
        PRINTED = printed.fileno()
        os.dup2(PRINTED, 1), os.dup2(PRINTED, 2)
        unittest.main(argv=sys.argv[:1])
