"""Nonholonomic integrators: run them, measure them, compare them.

Problems and integrators are those of the command line, and so are the options: `step=0.1` is
`--step 0.1`, `until=20` is `--until 20`. Numbers are the same to the last bit.
"""

from rattleback._calls import FileFailure, Misuse
from rattleback._problem import Problem, integrators, problem_from_text, problems
from rattleback._results import Comparison, Convergence, Ensemble, Run

__all__ = [
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
