"""Commands of the program, with options as keywords."""

import json
import os
import sys
import warnings
from collections.abc import Mapping, Sequence

import numpy as np

from rattleback import _program

Misuse = _program.Misuse
FileFailure = _program.FileFailure


def _word(value):
    """A number as the shortest text that reads back, anything else as it stands."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError("a flag is True or left out; it is no value of an option")
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if isinstance(value, (Sequence, np.ndarray)):
        return ",".join(_word(part) for part in value)
    raise TypeError(f"{value!r} is no number, text, path or list of them")


def _words(options):
    """step=0.1 is --step=0.1, set={"a": 1} is --set=a=1, project=True is --project."""
    words = []
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(flag)
        elif isinstance(value, Mapping):
            words.extend(f"{flag}={key}={_word(part)}" for key, part in value.items())
        else:
            words.append(f"{flag}={_word(value)}")
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
    words = [*arguments, *_words(options or {}), "--json"]
    bar = _Bar() if progress is None and sys.stderr.isatty() else None
    try:
        _, text, messages, columns, rows = _program.command(
            words, bar or progress, wants_table
        )
    finally:
        if bar:
            bar.close()
    for message in messages:
        warnings.warn(message.removeprefix("warning: "), stacklevel=4)
    return json.loads(text), columns, rows


def number(value):
    """Numbers that are not finite are words in JSON."""
    return float(value) if isinstance(value, (str, int, float)) else value
