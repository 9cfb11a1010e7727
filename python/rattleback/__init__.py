"""Nonholonomic integrators: runs, measurements and comparisons.

Problems, integrators and options are those of the command line: `step=0.1` is `--step 0.1`,
`until=20` is `--until 20`. Numbers agree with the command line to the last bit.
"""

import importlib

try:
    importlib.import_module("rattleback._program")
except ImportError as error:
    raise ImportError(
        "rattleback: the compiled part of the package cannot be loaded; build it by "
        f"`cmake --build build/repro --target rattleback_python` ({error})"
    ) from error

from rattleback._calls import FileFailure, Misuse
from rattleback._problem import Problem, integrators, problem_from_text, problems
from rattleback._program import __version__
from rattleback._results import Choice, Comparison, Convergence, Ensemble, Run

__all__ = [
    "Choice",
    "Comparison",
    "Convergence",
    "Ensemble",
    "FileFailure",
    "Misuse",
    "Problem",
    "Run",
    "__version__",
    "integrators",
    "problem_from_text",
    "problems",
]
