"""Values of options for random calls: valid, nearly valid and invalid ones."""

import decimal
import fractions
import os
import pathlib
import re

import numpy as np

TEXT = """
coordinates = ["x", "y", "z"]
lagrangian = "(vx^2 + vy^2 + vz^2)/2 - {0}*x^2"
constraints = ["vz - y*vx"]
parameters = {{ k = {1} }}
[[case]]
q = [{2}, 0.2, 0.3]
v = {{ vx = 1, vy = 0.1 }}
"""

FITTING = {
    "step": [0.1, "0.1", 0.05, decimal.Decimal("0.1"), fractions.Fraction(1, 20), np.float32(0.125),
             np.array(0.25), 1],
    "steps": [1, 5, 40, np.int64(7), "12", 300],
    "until": [1, 2.5, "5", decimal.Decimal(3)],
    "case": ["A", "B", "IC-C"],
    "set": [{"epsilon": 0.5}, {"epsilon": "1e-3"}, {}, {"epsilon": np.float64(2)}],
    "option": [{}, {"epsilon": 0.25}, {"multipliers": "newton"}, {"rtol": "1e-5", "atol": 1e-6}],
    "q": [[1, 0.5, 0], (0, 0, 0), np.array([1.0, 2.0, 0.5]), "1,0.25,0"],
    "v": [[0, 1, 0], np.zeros(3), "0,0.5,0"],
    "q1": [[1.1, 0.5, 0.3]],
    "start": ["plain", "exact", "euler", "pair"],
    "precision": ["quad", "double"],
    "section": ["vy=0", "x=0.25", "z=-1e-3"],
    "crossing": ["up", "down", "both"],
    "every": [1, 2, 10, 1000],
    "measure": ["all", "recorded"],
    "output": ["a.csv", "b.npy", "c.json", pathlib.Path("d.csv"), os.fsdecode(b"\xe9.csv"), "é.csv"],
    "figure": ["a.svg"],
    "panel": ["path", ["path", "energy"], "constraint,q", "v"],
    "width": ["3.4in", "86mm", "8.6cm"],
    "steps_per_unit": [[4, 8, 16, 32], (2, 4, 8, 16), np.array([2, 4, 6, 8])],
    "tolerances": [[1e-3, 1e-5], "1e-3,1e-4"],
    "error": [1e-2, "1e-3"],
    "limit": [1, 2.5],
    "quantity": ["positions", "velocities", "energy"],
    "final": ["final.csv", True],
    "multipliers": [True, False],
    "columns": ["x,vx", ["x"], "order", "t"],
    "orbits": [1, 10, 65],
    "energy": [1, 2.5, "1.25"],
    "seed": [0, 1, 2**64 - 1],
    "starts": ["starts.csv"],
    "invariant": ["energy"],
    "threads": [1, 2, 3],
    "shard": ["1/1", "1/2"],
    "checkpoint": ["pieces", "more"],
    "project": [True, False],
    "strict": [True],
    "lyapunov": [True],
    "progress": [None, lambda label, fraction: None],
}

recursive = []
recursive.append(recursive)
ODD = [
    None, True, False, np.True_, 0, -1, 1, 2**31, 2**63, 2**64, -(2**200), 10**400, 0.0, -0.0, 1e-320,
    1e308, -1e-9, float("nan"), float("inf"), float("-inf"), 1j, "", " ", "0", "-", "--", "--help",
    "--json", "-1", "1e", "1,", ",", "1,2", "0,5", "0x1p-3", "1e-5000", "9" * 400, "a" * 5000, "=", "a=",
    "=a", "a=1", "a=b=c", "x=0", "é", "\0", "1\0", "\n", "1\n", "\ud800", "\udce9", "%s%n", "{}", "$(x)",
    "'", '"', "\\", "../x.csv", "/", ".", "/dev/full", "none/a.csv", "a.txt", "folder", "folder.csv",
    b"1", b"\xff", bytearray(b"1"), memoryview(b"1"), [], (), {}, set(), [1], [[1]], [1, [2]], [None],
    [True], ["a", 1], [b"1"], [float("nan")], recursive, {"a": 1}, {"epsilon": None}, {"epsilon": b"1"},
    {"epsilon": [1, 2]}, {"": 1}, {1: 2}, {"a=b": 1}, {"\0": 1}, {"epsilon": "0,5"}, range(3), range(0),
    np.array(1), np.array(0.1), np.array("0.1"), np.array(b"1"), np.array(None), np.array([]),
    np.zeros((2, 2)), np.arange(3), np.array([1, "a"], dtype=object), np.float16(0.1), np.uint8(3),
    np.longdouble(1) / 3, np.longdouble("nan"), np.complex64(1), np.datetime64("2000-01-01"),
    np.str_("0.1"), np.bytes_(b"1"), decimal.Decimal("0.1"), decimal.Decimal("NaN"),
    decimal.Decimal("sNaN"), decimal.Decimal("Infinity"), decimal.Decimal("1E-99999"),
    decimal.Decimal("1" * 300), fractions.Fraction(1, 3), fractions.Fraction(-1, 10**4000),
    fractions.Fraction(10**4000, 3), pathlib.Path("."), pathlib.Path("x.csv"), object(), len, int,
    Ellipsis, NotImplemented, iter([1]), (i for i in [1]), lambda: 1, Exception("x"),
]

PROBLEMS = ["contact_oscillator", "./folder", "none", "gni", "-h", "--help", "", "\0", "none.toml", "é",
            "contact_oscillator\0", b"contact_oscillator", None, 5, ["contact_oscillator"],
            pathlib.Path("starts.csv"), "./starts.csv", os.fsdecode(b"\xe9.toml"), "a/b.hpp", "x" * 5000,
            "\ud800", "--json", "/dev/null", "."]
INTEGRATORS = ["gni", "dla_leapfrog", "odeint_dopri5", "dla_midpoint", "ida", "cvode_bdf"]
ODD_INTEGRATORS = ["none", "compose(gni,triple_jump_4)", "compose(gni,none)", "--help", "-h", "", None,
                   5, b"gni", "gni\0", ["gni"], "contact_oscillator", "none.hpp", "\ud800", "reduced_gni"]


def options_of(stub):
    """Returns the names of the options of each function, from the package's stub."""
    options = {}
    for verb in ("run", "converge", "compare", "choose", "ensemble"):
        signature = re.search(rf"def {verb}\((.*?)\) ->", stub, re.S).group(1)
        names = set(re.findall(r"^ +(\w+):", signature, re.M)) - {"integrator"}
        unknown = names - set(FITTING)
        assert not unknown, f"no values for {unknown}: add some to FITTING"
        options[verb] = sorted(names)
    return options
