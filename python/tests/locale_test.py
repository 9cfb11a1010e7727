"""Numbers under a locale with a decimal comma, as set by interfaces such as Qt; the locale is compiled
into a folder, from the sources of Debian's package locales."""

import locale
import os
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings
from pathlib import Path

import numpy as np

import rattleback as rb
from support import SKATE, InFolder, python

COMMA = "de_DE.UTF-8"
LATIN = "de_DE.ISO-8859-1"


def compiled_locales():
    """Returns a folder with the locales."""
    folder = tempfile.mkdtemp(prefix="rattleback-locales-")
    for name in (COMMA, LATIN):
        subprocess.run(["localedef", "-i", "de_DE", "-f", name.split(".")[1],
                        os.path.join(folder, name)], check=True, capture_output=True)
    return folder


def results():
    """Returns results of everything that reads or prints numbers, on this thread and on others."""
    problem = rb.Problem("contact_oscillator")
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        run = problem.run("odeint_dopri5", step="0.125", until=2.5, set={"epsilon": 0.7},
                          option={"rtol": "0.001", "atol": 1.5e-4}, q=[1, 0.5, 0], project=True,
                          section="x=0.25", output="run.json")
    seen = [run.summary, run.to_numpy().tolist(), [str(warning.message) for warning in said]]
    seen.append(problem.run("gni", step="0.1", steps=5, precision="quad", output="quad.csv").summary)
    options = {"step": 0.1, "until": 2.5, "orbits": 600, "energy": 1.25, "seed": 1, "threads": 3}
    seen.append(problem.ensemble("odeint_dopri5", option={"rtol": "0.001"}, **options).data)
    seen.append(problem.ensemble("gni", lyapunov=True, figure="exponents.svg", **options).data)
    seen.append(problem.compare("gni", "odeint_dopri5", steps_per_unit=[10, 20, 40, 80],
                                tolerances=[1e-3, 2.5e-4]).data["methods"][0]["structure"])
    seen.append(problem.converge("gni", figure="orders.svg").data)
    seen.append(problem.card)
    Path("skate.toml").write_text(SKATE)
    seen.append(rb.Problem("skate.toml").run("gni", step=0.1, steps=3, figure="run.svg").summary)
    for mistake in ({"step": "0,5"}, {"step": "0.5", "until": "-0.25"}, {"step": 0.5, "q": "1,5"}):
        try:
            problem.run("gni", **{"until": 1} | mistake)
        except rb.Misuse as words:
            seen.append(str(words))
    try:
        problem.run("gni", step=0.1, until=1, output="none/x.csv")
    except rb.FileFailure as words:
        seen.append(str(words))
    return seen + [path.read_bytes() for path in sorted(Path().iterdir())]


class Locale(InFolder):
    def test_numbers_have_points(self):
        expected = results()
        for name in NAMES:
            with self.subTest(name):
                locale.setlocale(locale.LC_ALL, name)
                try:
                    self.assertEqual(locale.localeconv()["decimal_point"], ",")
                    seen = results()
                    self.assertEqual(locale.setlocale(locale.LC_ALL), name)
                finally:
                    locale.setlocale(locale.LC_ALL, "C")
                self.assertEqual(len(seen), len(expected))
                for ours, theirs in zip(seen, expected):
                    self.assertEqual(ours, theirs)

    def test_threads_of_python_too(self):
        expected = rb.Problem("contact_oscillator").run("gni", step=0.1, steps=3).summary
        locale.setlocale(locale.LC_ALL, COMMA)
        self.addCleanup(locale.setlocale, locale.LC_ALL, "C")
        seen = []
        thread = threading.Thread(target=lambda: seen.append(
            rb.Problem("contact_oscillator").run("gni", step=np.float64(0.1), steps=3).summary))
        thread.start()
        thread.join(20)
        self.assertEqual(seen, [expected])

    def test_the_locale_of_the_environment(self):
        ended = python("""
import locale
locale.setlocale(locale.LC_ALL, "")
import rattleback as rb
print(locale.localeconv()["decimal_point"],
      rb.Problem("contact_oscillator").run("gni", step=0.25, steps=4).summary["time"])
""", env=os.environ | {"LC_ALL": COMMA, "PYTHONUTF8": "1"})
        self.assertEqual(ended.stdout, ", 1.0\n", ended.stderr)


if __name__ == "__main__":
    # The C library reads the folder's name at the start of the process.
    if "LOCPATH" not in os.environ:
        try:
            os.environ["LOCPATH"] = compiled_locales()
        except (OSError, subprocess.CalledProcessError) as reason:
            sys.exit(f"cannot compile a locale ({reason}); ./setup installs the package locales")
        os.execv(sys.executable, [sys.executable, *sys.argv])
    NAMES = (COMMA, LATIN)
    try:
        unittest.main(argv=sys.argv[:1])
    finally:
        subprocess.run(["rm", "-rf", os.environ["LOCPATH"]], check=True)
