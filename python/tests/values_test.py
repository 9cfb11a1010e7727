"""Values of options: Python types that are accepted as numbers, and messages for rejected values."""

import os
import pathlib
import sys
import unittest
from decimal import Decimal
from fractions import Fraction

import numpy as np

import rattleback as rb
from support import WithOscillator, program


class Values(WithOscillator):
    def run_with(self, **options):
        return self.problem.run("gni", **{"step": "0.1", "steps": 2, "precision": "quad"} | options)

    def printed(self, text):
        """Returns the step size as the command line prints it."""
        _, json, _ = program("run", "contact_oscillator", "gni", "--precision", "quad", "--steps",
                             "2", "--step", text, "--json")
        return json.split('"step":"')[1].split('"')[0]

    def test_numbers_of_all_kinds(self):
        third = "0.333333333333333333333333333333333333"
        for value, text in (
                (0.1, "0.1"), (1, "1"), (np.float64(0.1), "0.1"), (np.int32(1), "1"),
                (np.float32(0.1), "0.10000000149011612"), (np.array(0.1), "0.1"),
                (np.array(1), "1"), (np.longdouble(0.5), "0.5"),
                (np.longdouble(1) / 3, "0.333333333333333333342368351437379203"),
                (Decimal("0.1"), "0.1"), (Decimal("0.10000000000000000000000000000001"),
                                          "0.10000000000000000000000000000001"),
                (Decimal("1E-1"), "1e-1"), (Fraction(1, 3), third), (Fraction(3, 2), "1.5"),
                (Fraction(1), "1"), ("0.1", "0.1"), (np.str_("0.1"), "0.1"),
                (np.array("0.1"), "0.1"), (np.array(Fraction(1, 3)), third)):
            with self.subTest(value=value, type=type(value)):
                self.assertEqual(self.run_with(step=value).summary["step"], self.printed(text))
        self.assertEqual(self.printed(third), self.printed(third + "333"))
        for whole in (2, np.int64(2), np.array(2), Decimal(2), Fraction(2), "2"):
            self.assertEqual(len(self.run_with(steps=whole)), 3)

    def test_sensitivity(self):
        """A spring of stiffness k against x = a cos(w t) + b/w sin(w t), and methods against differences."""
        spring = rb.problem_from_text(
            'coordinates = ["x", "y"]\nlagrangian = "(vx^2 + vy^2)/2 - k*x^2/2"\nconstraints = ["vy"]\n'
            "parameters = { k = 4 }\n[[case]]\nq = [0.3, 0]\nv = [0.5, 0]\n")
        by = spring.run("odeint_rk4", step="0.001", until=1, sensitivity=True).sensitivity
        c, s, w = np.cos(2), np.sin(2), 2
        np.testing.assert_allclose(by["x"], [c, 0, -w * s, 0], atol=1e-11)
        np.testing.assert_allclose(by["vx"], [s / w, 0, c, 0], atol=1e-11)
        by_w = -0.3 * s + 0.5 * (c / w - s / w**2)
        self.assertAlmostEqual(by["k"][0], by_w / (2 * w), delta=1e-11)
        np.testing.assert_allclose(by["vy"], 0, atol=1e-15)  # the constraint takes this change away
        for method in ("dla_leapfrog", "gni", "lobatto_spark", "implicit_midpoint"):
            options = {"step": "0.1", "steps": 20, "project": True, "q": [0.5, 0.3, -0.4], "v": [-0.24, 0.6, 0.8]}
            own, at_bound = (self.problem.run(method, sensitivity=True, set={"epsilon": e}, **options)
                             .sensitivity["epsilon"] for e in (0.5, 0))
            bound = [self.problem.run(method, set={"epsilon": e}, **options)["x"][-1] for e in (0, 1e-5, 2e-5)]
            self.assertAlmostEqual(at_bound[0], (4 * bound[1] - bound[2] - 3 * bound[0]) / 2e-5, delta=1e-7)
            ends = [self.problem.run(method, set={"epsilon": e}, **options) for e in (0.5 + 1e-5, 0.5 - 1e-5)]
            for k, name in enumerate(["x", "y", "z", "vx", "vy", "vz"]):
                difference = (ends[0][name][-1] - ends[1][name][-1]) / 2e-5
                self.assertAlmostEqual(own[k], difference, delta=1e-7 * max(1, abs(difference)))
        # A wheel whose rate of turning is stated, under a force that depends on time.
        wheel = rb.problem_from_text(
            'coordinates = ["x", "phi"]\nlagrangian = "(vx^2 + vphi^2)/2 - x^2/2"\n'
            'constraints = ["vx - r*vphi"]\nforces = { vx = "a*sin(t)" }\nparameters = { r = 0.4, a = 0.3 }\n'
            "[[case]]\nq = [0.3, 0]\nv = { vphi = 2 }\n")
        options = {"step": "0.05", "until": 1}
        by = wheel.run("odeint_rk4", sensitivity=True, **options).sensitivity
        for name, value in (("r", 0.4), ("a", 0.3)):
            ends = [wheel.run("odeint_rk4", set={name: value + d}, **options) for d in (1e-5, -1e-5)]
            for k, of in enumerate(["x", "phi", "vx", "vphi"]):
                self.assertAlmostEqual(by[name][k], (ends[0][of][-1] - ends[1][of][-1]) / 2e-5, delta=1e-8)
        by = rb.Problem("rolling_disk").run("odeint_rk4", step=0.1, steps=2, sensitivity=True).sensitivity
        self.assertTrue(np.all(np.isfinite(by["C"])))  # at its bound, 2 A
        with self.assertRaisesRegex(rb.Misuse, "only double precision"):
            self.problem.run("ida", step=0.1, steps=2, sensitivity=True)

    def test_lists_of_numbers(self):
        expected = self.run_with(q=[1, 0.5, 0], project=True).summary
        for q in ((1, 0.5, 0), np.array([1, 0.5, 0]), "1,0.5,0", [Decimal(1), Fraction(1, 2), "0"],
                  [np.array(1), np.float32(0.5), np.int8(0)], range(1, 2)):
            if isinstance(q, range):
                with self.assertRaisesRegex(rb.Misuse, "3 numbers"):
                    self.run_with(q=q)
            else:
                self.assertEqual(self.run_with(q=q, project=np.True_).summary, expected)

    def test_types_that_are_none(self):
        for value in (b"0.1", bytearray(b"0.1"), memoryview(b"0.1"), np.bytes_(b"0.1"),
                      np.array(b"0.1")):
            with self.subTest(value=value), self.assertRaisesRegex(TypeError, "step: .*not text"):
                self.run_with(step=value)
        for value in (object(), 1j, {1, 2}, iter([1]), [[1, 2], [3]], [1, [2]], [b"1"], [None],
                      np.zeros((2, 2)), len, [True]):
            with self.subTest(value=value), self.assertRaisesRegex(TypeError, "q: "):
                self.run_with(q=value)
        with self.assertRaisesRegex(TypeError, r"set\['epsilon'\]: b'1'"):
            self.run_with(set={"epsilon": b"1"})
        recursive = []
        recursive.append(recursive)
        with self.assertRaisesRegex(TypeError, "q: "):
            self.run_with(q=recursive)
        for name in (b"contact_oscillator", 5, None, ["contact_oscillator"]):
            with self.assertRaisesRegex(TypeError, "problem must be a name or a path"):
                rb.Problem(name)
            with self.assertRaisesRegex(TypeError, "integrator must be a name or a path"):
                self.problem.run(name, step=0.1, steps=1)
            with self.assertRaisesRegex(TypeError, "integrator must be a name or a path"):
                self.problem.converge(name)

    def test_numbers_that_are_refused(self):
        for value, words in ((float("nan"), "finite"), (float("inf"), "finite"), (-0.1, "> 0"),
                             (Decimal("NaN"), "finite"), (Decimal("sNaN"), "not a number"),
                             (np.longdouble("inf"), "finite"), (Fraction(-1, 3), "> 0"),
                             (10**400, "finite"), (Fraction(1, 10**5000), "> 0"),
                             (True, "'--step' has no value"), ("", "has no value"),
                             ([], "has no value"), (" 0.1", "not a number"), ("0,1", "number"),
                             ({"a": 1}, "'a=1' is not a number"), (False, "run needs --step")):
            with self.subTest(value=value), self.assertRaisesRegex(rb.Misuse, words):
                self.run_with(step=value)
        with self.assertRaisesRegex(rb.Misuse, "--steps"):
            self.run_with(steps=2.5)

    def test_flags_and_options_that_lack_a_value(self):
        for name in ("until", "set", "case", "q", "output", "section", "figure"):
            with self.assertRaisesRegex(rb.Misuse, f"'--{name}' has no value"):
                self.run_with(**{name: True})
        status, _, said = program("run", "contact_oscillator", "gni", "--step", "--steps", "3")
        self.assertEqual((status, said), (2, "rattleback: '--step' has no value: '--steps' "
                                             "follows\n"))

    def test_texts_with_nul(self):
        with self.assertRaisesRegex(rb.Misuse, r"step.*0\.1\\x00junk.*NUL"):
            self.run_with(step="0.1\0junk")
        with self.assertRaisesRegex(rb.Misuse, r"contact_oscillator\\x00x.*NUL"):
            rb.Problem("contact_oscillator\0x")
        with self.assertRaisesRegex(rb.Misuse, "NUL"):
            self.problem.run("gni\0", step=0.1, steps=1)
        with self.assertRaisesRegex(rb.Misuse, "surrogates"):
            self.run_with(case="\ud800")

    def test_help_is_no_option(self):
        with self.assertRaisesRegex(rb.Misuse, "'help' is not an option"):
            self.run_with(help=True)
        for name in ("", "_", "step=1 --until", "--step", "a b"):
            with self.assertRaisesRegex(rb.Misuse, "is not an option"):
                self.run_with(**{name: True})
        for name in ("--help", "-h", "--", "-", "--json", ""):
            with self.assertRaisesRegex(rb.Misuse, "is not a name of problems"):
                rb.Problem(name)
            with self.assertRaisesRegex(rb.Misuse, "is not a name of integrators"):
                self.problem.run(name, step=0.1, steps=1)
            with self.assertRaisesRegex(rb.Misuse, "is not a name of integrators"):
                self.problem.compare(name)

    def test_an_integrator_is_no_problem(self):
        with self.assertRaisesRegex(rb.Misuse, "unknown problem 'gni'"):
            rb.Problem("gni")

    def test_paths(self):
        with self.assertRaisesRegex(rb.FileFailure, "-none.toml"):
            rb.Problem("./-none.toml")
        with self.assertRaises(rb.FileFailure):
            rb.Problem(pathlib.Path("none.toml"))
        self.run_with(output=pathlib.Path("nodes.csv"))
        self.assertTrue(os.path.exists("nodes.csv"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
