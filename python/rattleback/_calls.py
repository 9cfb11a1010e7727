"""Commands of the program as functions, with options as keywords."""

import decimal
import json
import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from rattleback import _program

Misuse = _program.Misuse
FileFailure = _program.FileFailure


# Digits of a quotient: two more than distinguish all numbers in quad precision.
_QUOTIENT = decimal.Context(prec=36, Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX)


def _quotient(value):
    """Formats a fraction as a decimal: exact if whole, else 36 significant digits."""
    if value.denominator == 1:
        return str(value.numerator)
    return str(_QUOTIENT.divide(*(decimal.Decimal(n) for n in value.as_integer_ratio())))


def _scalar(value):
    """Formats a number as the shortest exact text; returns text and paths unchanged, else None."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, (bool, np.bool_)):
        return None
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, np.longdouble) and np.isfinite(value):
        return _quotient(Fraction(*value.as_integer_ratio()))
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, decimal.Decimal):
        return str(value)
    if isinstance(value, Fraction):
        return _quotient(value)
    if isinstance(value, (str, os.PathLike)) and not isinstance(value, bytes):
        return os.fsdecode(os.fspath(value))
    return None


def _word(value, name):
    """Returns the text of a scalar, or of scalars separated by commas, for the option `name`."""
    text = _scalar(value)
    if text is not None:
        return text
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}: {value!r} is not a value; a flag must be True or omitted")
    if isinstance(value, (bytes, bytearray, memoryview, np.bytes_)):
        raise TypeError(f"{name}: {value!r} is not text; use bytes.decode() or os.fsdecode()")
    if isinstance(value, (Sequence, np.ndarray)):
        parts = [_scalar(part) for part in value]
        if None not in parts:
            return ",".join(parts)
    raise TypeError(f"{name}: {value!r} is not a number, text, path, or flat list of these")


def _encoded(word, name):
    """Returns the bytes of a word. Options cannot contain NUL."""
    if "\0" in word:
        raise Misuse(f"{name}: {word!r} contains a NUL character; leave it out")
    try:
        return word.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise Misuse(f"{name}: {word!r} contains surrogates, which cannot be encoded") from None


def _name_of(value, what):
    """Returns the name or path of a problem or integrator."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"the {what} must be a name or a path, not {value!r}")
    name = os.fsdecode(os.fspath(value))
    if not name or name.startswith("-"):
        raise Misuse(f"{name!r} is not a name of {what}s; rattleback.{what}s() lists the names, and "
                     f"a path may begin with './'")
    return name


def _flags(options):
    """Converts keywords to flags with their texts: step=0.1 to ("--step", "0.1"), project=True to
    ("--project", None)."""
    flags = []
    for name, value in options.items():
        option = name.rstrip("_")
        if not option.isidentifier() or option == "help":
            raise Misuse(f"{name!r} is not an option of a function; help(rattleback) lists functions")
        flag = "--" + option.replace("_", "-")
        if isinstance(value, np.ndarray) and value.ndim == 0:
            value = value[()]
        if value is None or isinstance(value, (bool, np.bool_)):
            flags += [(flag, None)] if value else []
        elif isinstance(value, Mapping):
            flags += [(flag, f"{key}={_word(part, f'{name}[{key!r}]')}") for key, part in value.items()]
        else:
            flags.append((flag, _word(value, name)))
    return [(flag, text if text is None else _encoded(text, flag)) for flag, text in flags]


class Progress:
    """Scope of a call: its callback, or a bar on a terminal; notes and warnings become Python warnings."""

    def __init__(self, callback):
        if callback is not None and not callable(callback):
            raise TypeError(f"progress: {callback!r} is not callable; use a function f(label, fraction)")
        self.callback = self.show if callback is None and sys.stderr.isatty() else callback
        self.shown = False
        self.messages = ()

    def show(self, label, fraction):
        self.shown = True
        print(f"\r{label} {100 * fraction:.0f}%", end="", file=sys.stderr, flush=True)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, place):
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        for message in self.messages:
            warnings.warn(message.removeprefix("warning: "), stacklevel=4)


def run(problem, integrator, options, progress):
    """Returns (result, columns, rows) of a run."""
    with Progress(progress) as scope:
        *result, scope.messages = problem.run(_encoded(integrator, integrator), _flags(options),
                                              scope.callback)
    return result


def call(*arguments, options=None, progress=None, wants_table=False, problem=None):
    """Runs a command and returns (JSON, columns, rows). `problem`: was read before."""
    words = [_encoded(word, word) for word in arguments]
    words += [_encoded(flag, flag) + (b"" if text is None else b"=" + text)
              for flag, text in _flags(options or {})]
    with Progress(progress) as scope:
        text, *table, scope.messages = _program.command([*words, b"--json"], scope.callback,
                                                        wants_table, problem)
    return json.loads(text), *table


def number(value):
    """Converts a number of JSON, in which non-finite numbers are texts, to a float."""
    return float(value) if isinstance(value, (str, int, float)) else value
