"""Memory: the end of a command frees what the command has loaded."""

import sys
import unittest
from pathlib import Path

import rattleback as rb
from support import SKATE, InFolder


def resident():
    """Returns the resident bytes of this process."""
    with open("/proc/self/status", encoding="ascii") as file:
        return next(1024 * int(line.split()[1]) for line in file if line.startswith("VmRSS"))


class Memory(InFolder):
    def grows_by(self, run, count):
        """Returns the growth in bytes per call after the first calls."""
        for _ in range(60):
            run()
        before = resident()
        for _ in range(count):
            run()
        return (resident() - before) / count

    def test_runs_of_one_text(self):
        problem = rb.problem_from_text(SKATE)
        expected = problem.run("gni", step=0.1, steps=3).summary
        self.assertLess(self.grows_by(lambda: problem.run("gni", step=0.1, steps=3), 200), 5000)
        self.assertEqual(problem.run("gni", step=0.1, steps=3).summary, expected)

    def test_texts_that_change(self):
        changed = iter(range(1, 1000))

        def run():
            k = next(changed)
            Path("skate.toml").write_text(SKATE.replace("0.5", str(k)))
            seen = rb.Problem("skate.toml").run("gni", step=0.1, steps=3).summary
            self.assertEqual(seen["parameters"]["k"], k)

        self.assertLess(self.grows_by(run, 150), 5000)

    def test_runs_of_the_catalogue(self):
        problem = rb.Problem("contact_oscillator")
        self.assertLess(self.grows_by(lambda: problem.run("gni", step=0.1, steps=3), 300), 2000)

    def test_texts_of_one_shape_in_turns(self):
        texts = [rb.problem_from_text(SKATE.replace("0.5", k)) for k in ("0.25", "2")]
        expected = [text.run("gni", step=0.1, steps=20)["x"][-1] for text in texts]
        self.assertNotEqual(*expected)
        for _ in range(3):
            self.assertEqual([t.run("gni", step=0.1, steps=20)["x"][-1] for t in texts], expected)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
