"""Commands of the program, with options as keywords."""

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


# Digits of a quotient: two more than it takes to tell numbers in quad precision apart.
_QUOTIENT = decimal.Context(prec=36, Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX)


def _quotient(value):
    """A fraction as a decimal: exact if whole, else 36 significant digits."""
    if value.denominator == 1:
        return str(value.numerator)
    return str(_QUOTIENT.divide(*(decimal.Decimal(n) for n in value.as_integer_ratio())))


def _scalar(value):
    """A number as the shortest text that reads back, text and paths as they are; else None."""
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
    """The text of a scalar, or of scalars with commas between them, for the option `name`."""
    text = _scalar(value)
    if text is not None:
        return text
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}: {value!r} is no value; a flag is True, or left out")
    if isinstance(value, (bytes, bytearray, memoryview, np.bytes_)):
        raise TypeError(f"{name}: {value!r} is not text; decode() bytes, or os.fsdecode() them")
    if isinstance(value, (Sequence, np.ndarray)):
        parts = [_scalar(part) for part in value]
        if None not in parts:
            return ",".join(parts)
    raise TypeError(f"{name}: {value!r} is no number, text, path, or flat list of these")


def _encoded(word, name):
    """The bytes of a word. A process receives words without NUL."""
    if "\0" in word:
        raise Misuse(f"{name}: {word!r} contains a NUL character; leave it out")
    try:
        return word.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise Misuse(f"{name}: {word!r} contains surrogates, which no encoding has") from None


def _name_of(value, what):
    """The name or path of a problem or integrator."""
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"the {what} must be a name or a path, not {value!r}")
    name = os.fsdecode(os.fspath(value))
    if not name or name.startswith("-"):
        raise Misuse(f"{name!r} is no name of {what}s; rattleback.{what}s() lists the names, and "
                     f"a path may begin with './'")
    return name


def _words(options):
    """step=0.1 is --step=0.1, set={"a": 1} is --set=a=1, project=True is --project."""
    words = []
    for name, value in options.items():
        option = name.rstrip("_")
        if not option.isidentifier() or option == "help":
            raise Misuse(f"{name!r} is no option of a function; help(rattleback) shows functions")
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
    """How far the work is, on a terminal."""

    def __init__(self):
        self.shown = False

    def __call__(self, label, fraction):
        self.shown = True
        print(f"\r{label} {100 * fraction:.0f}%", end="", file=sys.stderr, flush=True)

    def close(self):
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def call(*arguments, options=None, progress=None, wants_table=False):
    """(JSON, columns, rows) of a command. Notes and warnings become warnings of Python."""
    if progress is not None and not callable(progress):
        raise TypeError(f"progress: {progress!r} cannot be called; a function f(label, fraction) can")
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
    """Numbers that are not finite are words in JSON."""
    return float(value) if isinstance(value, (str, int, float)) else value
