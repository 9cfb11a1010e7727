"""What the command line promises, checked from outside: exit status, streams, files left behind."""

import dataclasses
import hashlib
import json
import os
import pathlib
import re
import signal
import stat
import subprocess
import time

# Texts of exceptions and of aborted programs, which a user must never see.
RAW_TEXTS = (
    b"json.exception", b"filesystem error", b"std::", b"terminate called", b"what():",
    b"basic_string", b"vector::", b"stoi", b"bad_alloc", b"Assertion", b"runtime error:",
    b"Sanitizer")
UNFINISHED = (".part", ".partial", ".probe", ".writable")
LONGEST_LINE = 4000  # bytes; the list of all names that `show` knows is the longest one needed


@dataclasses.dataclass(frozen=True)
class Ending:
    """How a process ended. `status` is None when it had to be killed, negative after a signal;
    `interrupted` says that it was sent SIGINT. A stream that was not caught is None."""
    status: int | None
    interrupted: bool
    stdout: bytes | None
    stderr: bytes | None
    seconds: float


def execute(command, folder, *, limit, grace=5.0, memory=None, environment=None,
            stdout="caught", stderr="caught", captures=None):
    """Runs a command in a folder. After `limit` seconds it gets SIGINT, `grace` seconds later
    SIGKILL. `memory` bounds its address space in bytes. stdout and stderr are "caught" (through
    files in the folder `captures`), "full" (/dev/full) or "closed"."""
    redirections = {"caught": "", "full": "{}>/dev/full", "closed": "{}>&-"}
    limits = "ulimit -c 0; " + (f"ulimit -v {memory // 1024}; " if memory else "")
    script = (limits + 'exec "$@" ' + redirections[stdout].format(1) + " " +
              redirections[stderr].format(2))
    captures = pathlib.Path(captures or folder)
    names = captures / ".stdout", captures / ".stderr"
    started = time.monotonic()
    with open(names[0], "wb") as out, open(names[1], "wb") as err:
        process = subprocess.Popen(
            [b"/bin/sh", b"-c", script.encode(), b"sh", *map(os.fsencode, command)], cwd=folder,
            stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True,
            env=environment)
    interrupted = False
    try:
        status = process.wait(limit)
    except subprocess.TimeoutExpired:
        interrupted = True
        process.send_signal(signal.SIGINT)
        try:
            status = process.wait(grace)
        except subprocess.TimeoutExpired:
            status = None
    seconds = time.monotonic() - started
    # Also what the program has started itself.
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
    texts = [name.read_bytes() for name in names]
    for name in names:
        name.unlink()
    return Ending(status, interrupted, texts[0] if stdout == "caught" else None,
                  texts[1] if stderr == "caught" else None, seconds)


def is_aside(line):
    """A warning or a note, which may accompany a message."""
    return line.startswith((b"rattleback: warning: ", b"rattleback: note: "))


def errors_in(stderr):
    """The lines of stderr that are neither warnings nor notes."""
    return [line for line in stderr.split(b"\n") if line and not is_aside(line)]


def strict_json(data):
    """The one JSON document in `data`; ValueError for anything else, a doubled key included."""
    def constant(name):
        raise ValueError(f"the literal {name}")

    def number(text):
        value = float(text)
        if value in (float("inf"), float("-inf")):
            raise ValueError(f"the number {text} is out of range")
        return value

    def pairs(items):
        if len(dict(items)) != len(items):
            raise ValueError("a doubled key")
        return dict(items)

    return json.loads(data.decode("utf-8"), parse_constant=constant, parse_float=number,
                      object_pairs_hook=pairs)


def complaints(ending, *, strict=False, prints_json=False, speaks_as_it_goes=False):
    """In what the ending of a process breaks the contract, as words. `strict`: --strict was given;
    `prints_json`: a single JSON document is expected; `speaks_as_it_goes`: stdout need not be empty
    after a failure."""
    if ending.status is None:
        return ["does not end, not even when interrupted"]
    if ending.status == -signal.SIGINT and ending.interrupted and not (
            ending.stdout or ending.stderr):
        return []  # so early that the program had not begun
    if ending.status < 0:
        return [f"killed by {signal.Signals(-ending.status).name}"]
    found = []
    allowed = {0, 2} | ({1} if strict else set()) | ({130} if ending.interrupted else set())
    if ending.status not in allowed:
        found.append(f"exit status {ending.status}")
    for text in RAW_TEXTS:
        if text in (ending.stderr or b"") or text in (ending.stdout or b""):
            found.append(f"raw text '{text.decode()}'")
    failed = ending.status not in (0, 1)
    # What is interrupted may have said something already, but no half of a JSON document.
    if ending.status == 130:
        speaks_as_it_goes = True
    if failed and ending.stdout and not speaks_as_it_goes:
        found.append(f"exit status {ending.status} with words on stdout")
    if ending.stderr is not None:
        lines = ending.stderr.split(b"\n")
        if lines.pop() != b"":
            found.append("stderr ends within a line")
        if any(not line.startswith(b"rattleback: ") for line in lines):
            found.append("a line on stderr without 'rattleback: '")
        if failed and len(errors_in(ending.stderr)) != 1:
            found.append(f"exit status {ending.status} with {len(errors_in(ending.stderr))} errors")
        if any(len(line) > LONGEST_LINE for line in lines):
            found.append("a line on stderr is over-long")
    if prints_json and ending.stdout is not None and (
            ending.status in (0, 1) or ending.status == 130 and ending.stdout):
        try:
            strict_json(ending.stdout)
        except (ValueError, RecursionError) as error:
            found.append(f"stdout is not one JSON document: {error}")
    return found


def listing(folder):
    """What lies below a folder: path relative to it (bytes) -> kind, and content or target."""
    found = {}
    folder = os.fsencode(folder)
    for at, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(at, name)
            mode = os.lstat(path).st_mode
            if stat.S_ISREG(mode):
                with open(path, "rb") as file:
                    entry = "file", hashlib.file_digest(file, "sha256").hexdigest()
            elif stat.S_ISLNK(mode):
                entry = "link", os.readlink(path)
            else:
                entry = ("folder" if stat.S_ISDIR(mode) else "other"), ""
            found[os.path.relpath(path, folder)] = entry
    return found


def is_unfinished(path):
    """A path that holds the name of something unfinished; a number at the end is a process."""
    return any(part.endswith(UNFINISHED) or re.search(r"\.txt\.\d+$", part)
               for part in os.fsdecode(path).split("/"))


def appeared(before, after):
    return sorted(set(after) - set(before))


def changed(before, after):
    """Paths that vanished or are not what they were."""
    return sorted(path for path, entry in before.items() if after.get(path) != entry)
