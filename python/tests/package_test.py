"""Comparison of the package with the program: equal numbers and messages; usage: PROGRAM DOCS."""

import importlib.util
import json
import os
import pickle
import re
import runpy
import signal
import sys
import threading
import time
import unittest
import warnings
from pathlib import Path

import numpy as np

import rattleback as rb
from options_test import words
from support import DOCS, SKATE, WithOscillator, program


def text_of(name):
    return Path(DOCS, name).read_text(encoding="utf-8")


class Package(WithOscillator):
    def test_runs_are_those_of_the_program(self):
        options = {"step": 0.05, "until": 3, "set": {"epsilon": 0.7}}
        _, printed, _ = program("run", "contact_oscillator", "gni", *words(options), "--output=run.npy", "--json")
        run = self.problem.run("gni", **options)
        self.assertEqual(run.summary, json.loads(printed))
        table = np.load("run.npy")
        self.assertEqual(run.columns, list(table.dtype.names))
        for name in run.columns:
            np.testing.assert_array_equal(run[name], table[name])
        self.assertEqual(len(run), 61)
        np.testing.assert_array_equal(run.q, [table[c][-1] for c in ("x", "y", "z")])
        np.testing.assert_array_equal(run.to_numpy()["vy"], table["vy"])
        with self.assertRaisesRegex(KeyError, "there are: t, x, y"):
            run["w"]

    def test_overhead_and_tables(self):

        def seconds(call, count=200):
            call()
            begun = time.process_time()
            for _ in range(count):
                call()
            return (time.process_time() - begun) / count

        # About 15 microseconds; ten times as many on a busy machine.
        self.assertLess(seconds(lambda: self.problem.run("dla_leapfrog", step=0.1, steps=1, measure=False)), 150e-6)
        skate = rb.problem_from_text(SKATE)
        self.assertLess(seconds(lambda: skate.run("odeint_rk4", step=0.01, steps=600), 5), 10e-3)
        run = self.problem.run("gni", step=0.1, steps=20)
        plain = self.problem.run("gni", step=0.1, steps=20, measure=False)
        np.testing.assert_array_equal(plain.to_numpy(), run.to_numpy())
        self.assertEqual({"energy_scale", "parasitic"} & set(plain.summary), set())
        driven = rb.Problem("driven_sleigh").run("gni", step=0.1, steps=20, measure=False)
        self.assertNotIn("balance", driven.summary)
        self.assertEqual(pickle.loads(pickle.dumps(run)).summary, run.summary)
        if importlib.util.find_spec("pandas"):
            frame = importlib.import_module("pandas").DataFrame(run.to_numpy())
            np.testing.assert_array_equal(frame["x"], run["x"])

    def test_a_text_is_read_once(self):
        Path("skate.toml").write_text(SKATE)
        problem = rb.Problem("skate.toml")
        expected = problem.converge("gni").data
        os.remove("skate.toml")
        self.assertTrue(problem.run("gni", step=0.1, steps=2).ok)
        self.assertEqual(problem.converge("gni").data, expected)

    def test_sections_quad_and_starts(self):
        crossings = self.problem.run("dla_leapfrog", step=0.05, until=50, section="vy=0")
        self.assertEqual(len(crossings), crossings.summary["section"]["crossings"])
        self.assertGreater(len(crossings), 5)
        np.testing.assert_allclose(crossings["vy"], 0, atol=1e-12)
        quad = self.problem.run("gni", step="0.1", steps=5, precision="quad")
        self.assertIsInstance(quad.summary["q"][0], str)
        moved = self.problem.run("gni", step=0.1, steps=1, q=[1, 2, 0], v=np.array([-6, 0.5, 3.0]))
        self.assertEqual(moved["vz"][0], 3.0)

    def test_orders_and_ensembles_are_those_of_the_program(self):
        _, printed, _ = program("converge", "contact_oscillator", "gni", "--json")
        orders = self.problem.converge("gni")
        self.assertEqual(orders.data, json.loads(printed))
        self.assertAlmostEqual(orders.order("gni"), 2, delta=0.01)
        options = {"orbits": 20, "energy": 1, "seed": 3, "step": 0.1, "until": 2}
        _, printed, _ = program("ensemble", "contact_oscillator", "dla_leapfrog", *words(options), "--json")
        ensemble = self.problem.ensemble("dla_leapfrog", threads=2, **options)
        self.assertEqual(ensemble.data, json.loads(printed))
        self.assertGreater(ensemble["variance"][-1], 0)
        self.assertIsNone(ensemble.final)
        Path("starts.csv").write_text("x,y,z,vx,vy,vz\n1,0.5,0,-1,0,2\n")
        final = self.problem.ensemble("dla_leapfrog", starts="starts.csv", step=0.1, until=2, final="states.npy").final
        np.testing.assert_array_equal(np.load("states.npy"), final)
        single = self.problem.run("dla_leapfrog", q=[1, 0.5, 0], v=[-1, 0, 2], step=0.1, until=2)
        self.assertEqual([final[name][0] for name in ("x", "y", "z")], list(single.q))
        self.assertEqual((final["orbit"][0], final["t"][0]), (0, 2))

    def test_comparison(self):
        comparison = self.problem.compare("gni", "odeint_rk4", steps_per_unit=[10, 20, 40, 80])
        self.assertLess(float(comparison["gni"]["structure"]["constraint_violation"]), 1e-13)
        self.assertIn("<td>odeint_rk4</td>", comparison._repr_html_())
        self.assertTrue(comparison.advice)

    def test_choice(self):
        choice = self.problem.choose(until=5, error=1e-3, limit=5)
        self.assertIs(choice.best, choice.methods[0])
        self.assertIn(choice.best["method"], choice.answer)
        steps = [m for m in choice.methods if m["step"] is not None]
        self.assertTrue(steps)
        self.assertEqual(choice[steps[0]["method"]]["start"], steps[0]["start"])
        self.assertIn("CPU seconds", choice._repr_html_())
        with self.assertRaisesRegex(KeyError, "does not apply"):
            choice["none"]
        velocities = self.problem.choose(until=5, error=1e-3, quantity="velocities", limit=2)
        self.assertIn("do not belong to its nodes", velocities.excluded["dla_midpoint"])
        with self.assertRaisesRegex(rb.Misuse, "--error"):
            self.problem.choose(until=5, error=0)

    def test_mistakes_have_the_words_of_the_program(self):
        for options in {"step": 0.1}, {"step": 0.1, "until": 1, "evry": 2}:
            status, _, said = program("run", "contact_oscillator", "gni", *words(options), "--json")
            self.assertEqual(status, 2)
            with self.assertRaises(rb.Misuse) as raised:
                self.problem.run("gni", **options)
            self.assertEqual("rattleback: " + str(raised.exception) + "\n", said)
        self.assertIsInstance(raised.exception, ValueError)
        with self.assertRaisesRegex(rb.FileFailure, "No such file"):
            rb.Problem("none.toml")
        with self.assertRaisesRegex(rb.Misuse, r"\^"):
            rb.problem_from_text(text_of("examples/skate.toml").replace("cos(", "cso("))
        with self.assertRaises(TypeError):
            self.problem.run("gni", step=object(), until=1)

    def test_a_failed_step_is_a_result_and_a_warning_is_one(self):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            run = rb.Problem("chaotic_r7").run("gni_euler_b", step=1, steps=60)
        self.assertFalse(run.ok)
        self.assertIn("failed_at", run.summary)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            self.problem.run("gni", step=0.1, steps=2, section="x=9")
        self.assertIn("never crossed", str(said[0].message))

    def test_other_threads_go_on_and_progress_is_told(self):
        counted, told = [0], []
        done = threading.Event()

        def count():
            while not done.is_set():
                counted[0] += 1
                time.sleep(0.001)

        def ends_when_told_twice(label, fraction):
            told.append(fraction)
            if len(told) == 2:
                raise RuntimeError("enough")

        counter = threading.Thread(target=count)
        counter.start()
        with self.assertRaisesRegex(RuntimeError, "enough"):
            self.problem.run("gni", step=1e-4, until=1e5, every=10**9, progress=ends_when_told_twice)
        done.set()
        counter.join()
        self.assertGreater(counted[0], 50)
        self.assertTrue(0 <= told[0] <= told[1] <= 1, told)

    def test_control_c_ends_a_run_and_the_next_one_works(self):
        begun = time.monotonic()
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            self.problem.run("gni", step=1e-4, until=1e5, every=1000000000)
        self.assertLess(time.monotonic() - begun, 5)
        self.assertTrue(self.problem.run("gni", step=0.1, steps=2).ok)

        def refuse(label, fraction):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            self.problem.run("gni", step=1e-4, until=1e5, every=1000000000, progress=refuse)

    def test_plots(self):
        if not importlib.util.find_spec("matplotlib"):
            self.skipTest("there is no matplotlib")
        run = self.problem.run("gni", step=0.1, until=5)
        axes = run.plot("y", "x")
        line = axes.get_lines()[0]
        self.assertEqual(axes.get_aspect(), 1, "equal axes of a plane")
        self.assertEqual(run.plot("energy").get_aspect(), "auto")
        np.testing.assert_array_equal(line.get_xydata(), np.column_stack([run["x"], run["y"]]))
        axes = self.problem.converge("gni").plot()
        self.assertEqual(axes.get_xscale(), "log")
        self.assertIn("largest deviation", run._repr_html_())

    def test_the_page_of_the_documentation(self):
        names = {}
        blocks = re.findall(r"```python\n(.*?)```", text_of("from_python.md"), re.S)
        self.assertEqual(len(blocks), 4)
        for block in blocks:
            exec(block, names)
        self.assertEqual(len(names["run"]), 401)

    def test_the_example(self):
        names = runpy.run_path(os.path.join(DOCS, "examples", "from_text_to_advice.py"))
        self.assertGreater(os.path.getsize("path.pdf"), 5000)
        self.assertTrue(any("dla_leapfrog" in a or "gni" in a for a in names["comparison"].advice))

    def test_stubs_name_what_there_is(self):
        stub = Path(rb.__file__).with_name("__init__.pyi").read_text(encoding="utf-8")
        for name in rb.__all__:
            self.assertRegex(stub, rf"(?m)((class|def) {name}\b|^{name}:)")
            if isinstance(getattr(rb, name), type):
                for method in vars(getattr(rb, name)):
                    if not method.startswith("_") and name not in ("Misuse", "FileFailure"):
                        self.assertIn(f"def {method}(", stub, name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
