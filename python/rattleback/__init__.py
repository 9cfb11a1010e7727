"""Nonholonomic integrators: run them, measure them, compare them.

Problems and integrators are those of the command line, and so are the options: `step=0.1` is
`--step 0.1`, `until=20` is `--until 20`. Numbers are the same to the last bit.
"""

import importlib

try:
    importlib.import_module("rattleback._program")
except ImportError as error:
    raise ImportError(
        "rattleback: the compiled part of the package cannot be loaded; "
        f"`cmake --build build/repro --target rattleback_python` builds it ({error})"
    ) from error

from rattleback._calls import FileFailure, Misuse
from rattleback._problem import Problem, integrators, problem_from_text, problems
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
    "integrators",
    "problem_from_text",
    "problems",
]
