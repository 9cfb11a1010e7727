"""Common parts of the package's tests; usage of every test: PROGRAM DOCS."""

import os
import subprocess
import sys
import tempfile
import unittest

import rattleback as rb

PROGRAM, DOCS = (os.path.abspath(path) for path in sys.argv[1:3])

SKATE = """
coordinates = ["x", "y", "z"]
lagrangian = "(vx^2 + vy^2 + vz^2)/2 - k*x^2"
constraints = ["vz - y*vx"]
parameters = { k = 0.5 }
[[case]]
name = "A"
q = [0.1, 0.2, 0.3]
v = { vx = 1, vy = 0.1 }
"""


def program(*arguments):
    """Returns (exit status, stdout, stderr) of the command line."""
    finished = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    return finished.returncode, finished.stdout, finished.stderr


def python(code, *arguments, seconds=20, **further):
    """Runs `code` in a Python process; a hanging process is killed and raises TimeoutExpired."""
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True,
                          timeout=seconds, **further)


class InFolder(unittest.TestCase):
    """Test in an empty folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)


class WithOscillator(InFolder):
    """Test of a problem of the catalogue."""

    def setUp(self):
        super().setUp()
        self.problem = rb.Problem("contact_oscillator")
