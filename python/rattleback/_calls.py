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
    """Returns the bytes of a word. Arguments of a process cannot contain NUL."""
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


def _words(options):
    """Converts keywords to flags: step=0.1 to --step=0.1, project=True to --project."""
    words = []
    for name, value in options.items():
        option = name.rstrip("_")
        if not option.isidentifier() or option == "help":
            raise Misuse(f"{name!r} is not an option of a function; help(rattleback) lists functions")
        flag = "--" + option.replace("_", "-")
        if isinstance(value, np.ndarray) and value.ndim == 0:
            value = value[()]
        if value is None or isinstance(value, (bool, np.bool_)):
            words += [flag] if value else []
        elif isinstance(value, Mapping):
            words += [f"{flag}={key}={_word(part, f'{name}[{key!r}]')}"
                      for key, part in value.items()]
        else:
            words.append(f"{flag}={_word(value, name)}")
    return words


class _Bar:
    """Progress bar on a terminal."""

    def __init__(self):
        self.shown = False

    def __call__(self, label, fraction):
        self.shown = True
        print(f"\r{label} {100 * fraction:.0f}%", end="", file=sys.stderr, flush=True)

    def close(self):
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def call(*arguments, options=None, progress=None, wants_table=False):
    """Runs a command and returns (JSON, columns, rows). Notes and warnings become Python warnings."""
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: {progress!r} is not callable; use a function f(label, fraction)")
    words = [*arguments, *_words(options or {}), "--json"]
    words = [_encoded(word, word.split("=")[0]) for word in words]
    bar = _Bar() if progress is None and sys.stderr.isatty() else None
    try:
        _, text, messages, columns, rows = _program.command(words, bar or progress, wants_table)
    finally:
        if bar:
            bar.close()
    for message in messages:
        warnings.warn(message.removeprefix("warning: "), stacklevel=4)
    return json.loads(text), columns, rows


def number(value):
    """Converts a number of JSON, in which non-finite numbers are texts, to a float."""
    return float(value) if isinstance(value, (str, int, float)) else value
