#!/usr/bin/env python3
"""Fuzzer of the program: random command lines and damaged files, each checked against the contract.

    fuzz.py PROGRAM --cases 300 --seed 1
    fuzz.py PROGRAM --seconds 600 --jobs 2          seed from the clock, printed
    fuzz.py PROGRAM --seed 1 --case 17 --keep DIR   one case again, its folder is kept
    fuzz.py PROGRAM --kinds caches --cases 1000     one kind of cases

Case i of a seed does not depend on other cases. Exit status 1 if a case broke the contract."""

import argparse
import dataclasses
import multiprocessing
import os
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import cases  # noqa: E402
import contract  # noqa: E402
import lines  # noqa: E402
import stock  # noqa: E402


@dataclasses.dataclass(frozen=True)
class Setting:
    program: str
    seed: int
    patience: float  # factor on all time limits
    memory: int | None
    catalogue: lines.Catalogue
    stock: stock.Stock
    kinds: tuple = ()  # empty: all


def shell_word(word):
    word = os.fsencode(word)
    plain = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%"
    if word and all(byte in plain for byte in word):
        return word.decode()
    if len(word) > 300:
        text = word.decode("latin-1")
        return f"\"$(python3 -c 'import os; os.write(1, {text[:20]!r}...)')\" ({len(word)} bytes)"
    inner = "".join(chr(byte) if 32 <= byte < 127 and byte not in b"'\\" else f"\\x{byte:02x}"
                    for byte in word)
    return f"$'{inner}'" if "\\x" in inner else f"'{inner}'"


def environment_of(setting, sandbox):
    clean = {"PATH": "/usr/bin:/bin", "HOME": str(sandbox / "home"), "LC_ALL": "C.UTF-8",
             "TMPDIR": str(sandbox / "tmp"),
             "RATTLEBACK_CACHE": os.environ.get("RATTLEBACK_CACHE", str(sandbox / "cache")),
             "ASAN_OPTIONS": "hard_rss_limit_mb=4000:detect_leaks=0:handle_abort=1",
             "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1"}
    return clean


def debris(case, ending, folder, before, after):
    """Returns unexpected files and unexpected changes of files."""
    arguments = [os.fsencode(word) for word in case.arguments]
    verb = arguments[0].decode("latin-1") if arguments else ""
    roots = list(case.writes)
    if verb == "report":
        roots += arguments[1:] + [b"results"]
    if verb == "reproduce":
        roots += [b"results"]
    here = os.path.realpath(os.fsencode(folder))
    roots = [os.path.relpath(os.path.realpath(os.path.join(here, root)), here) for root in roots]

    def is_below(path, root):
        return path == root or path.startswith(root + b"/")

    def is_named(path):
        return any(is_below(path, root) or root.startswith(path + b"/") or root == b"."
                   for root in roots)

    def is_cached(path):
        return case.cache and is_below(path, case.cache)

    found = []
    for path in contract.appeared(before, after):
        if contract.is_unfinished(path):
            found.append(f"left behind: {os.fsdecode(path)!r}")
        elif not is_named(path):
            found.append(f"created unexpectedly: {os.fsdecode(path)!r}")
        elif is_cached(path):
            continue
        elif case.stdout != "caught" or ending.status in (0, 1):
            continue  # complete files remain if stdout or a step failed
        elif verb in ("run", "compare", "list", "show", "merge", "diff") or (
                verb == "ensemble" and ending.status == 2 and not path.endswith(b".json")):
            found.append(f"created despite the failure: {os.fsdecode(path)!r}")
    for path in contract.changed(before, after):
        if b"thesis" in path or not is_named(path):
            found.append(f"changed a foreign file: {os.fsdecode(path)!r}")
        elif ending.status not in (0, 1) and not is_cached(path) and verb in (
                "run", "compare", "merge", "diff"):
            found.append(f"changed despite the failure: {os.fsdecode(path)!r}")
    return found


def run_case(setting, number, sandbox, keep=None):
    """Runs one case; returns (kind, complaints, command, Ending)."""
    sandbox = pathlib.Path(sandbox)
    shutil.rmtree(sandbox / "case", ignore_errors=True)
    for name in ("case", "tmp", "home", "outside", "captures"):
        (sandbox / name).mkdir(parents=True, exist_ok=True)
    (sandbox / "outside" / "manifest.json").write_text("{}\n")
    folder = sandbox / "case"
    chance = random.Random(f"{setting.seed}:{number}")
    kind, case = cases.Cases(chance, lines.Lines(chance, setting.catalogue), setting.stock).any(
        folder, setting.kinds)
    if keep:
        shutil.copytree(folder, keep, symlinks=True, copy_function=copy_file)
    before, outside = contract.listing(folder), surroundings(sandbox)
    limit = case.interrupt_after or (60 if case.bounded else 1.5) * setting.patience
    ending = contract.execute(
        [setting.program, *case.arguments], folder, limit=limit, grace=20 * setting.patience,
        memory=setting.memory, environment=environment_of(setting, sandbox) | case.environment,
        stdout=case.stdout, stderr=case.stderr, captures=sandbox / "captures")
    words = [os.fsencode(word) for word in case.arguments]
    found = contract.complaints(
        ending, strict=b"--strict" in words,
        speaks_as_it_goes=words[:1] in ([b"reproduce"], [b"compare"]),
        prints_json=b"--json" in words and not {b"--help", b"-h"} & set(words))
    if ending.interrupted and case.bounded:
        found.append("had to be interrupted")
    if ending.status is not None and ending.status >= 0:
        found += case.judge(ending, folder)
    found += debris(case, ending, folder, before, contract.listing(folder))
    found += [f"outside of its folder: {os.fsdecode(path)!r}"
              for path in contract.appeared(outside, surroundings(sandbox)) +
              contract.changed(outside, surroundings(sandbox))]
    for name in ("case", "tmp", "home"):
        shutil.rmtree(sandbox / name, ignore_errors=True)
    command = " ".join(
        [f"{name}={shell_word(value)}" for name, value in case.environment.items()] +
        [shell_word(word) for word in (setting.program, *words)] +
        [{"full": ">/dev/full", "closed": ">&-"}[how] if stream == 1 else
         {"full": "2>/dev/full", "closed": "2>&-"}[how]
         for stream, how in ((1, case.stdout), (2, case.stderr)) if how != "caught"])
    return kind, found, command, ending


def copy_file(source, target):
    """Copies regular files only: reading a FIFO would block."""
    if pathlib.Path(source).is_file():
        shutil.copy2(source, target)


def surroundings(sandbox):
    """Returns the files that a case must not change."""
    return {name + path: entry for top in ("tmp", "outside", "home")
            for name, path, entry in (
                (os.fsencode(top) + b"/", path, entry)
                for path, entry in contract.listing(sandbox / top).items())}


def work(setting, first, stride, cases_wanted, deadline, folder, queue):
    """Runs the cases first, first + stride, ... until their number or the time is reached."""
    number = first
    try:
        while (cases_wanted is None or number < cases_wanted) and time.monotonic() < deadline:
            queue.put((number, *run_case(setting, number, folder)))
            number += stride
    except Exception:  # an error of the fuzzer
        queue.put(f"case {number} of seed {setting.seed}: {traceback.format_exc()}")
    queue.put(None)


def report(setting, number, kind, found, command, ending):
    print(f"case {number} ({kind}): {'; '.join(found)}\n  {command}\n"
          f"  again: {sys.argv[0]} {setting.program} --seed {setting.seed} --case {number}"
          + (f" --kinds {','.join(setting.kinds)}" if setting.kinds else ""))
    for name, text in (("stdout", ending.stdout), ("stderr", ending.stderr)):
        if text:
            print(f"  {name}: {text[:600]!r}{'...' if len(text) > 600 else ''}")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--cases", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--case", type=int, help="run only this case")
    parser.add_argument("--kinds", help="kinds of cases, separated by commas (default: all)")
    parser.add_argument("--keep", help="with --case: copy its folder before the run to this path")
    parser.add_argument("--asan", action="store_true",
                        help="the program is a build with sanitizers: slower, without a memory limit")
    arguments = parser.parse_args()
    # A background process of a shell ignores SIGINT, and so do its children until the program handles
    # the signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    seed = time.time_ns() // 10**6 if arguments.seed is None else arguments.seed
    program = str(pathlib.Path(arguments.program).resolve())
    folder = pathlib.Path(tempfile.mkdtemp(prefix="rattleback-fuzz-"))
    base = Setting(program, seed, 8 if arguments.asan else 1,
                   None if arguments.asan else 4 << 30, lines.catalogue_of(program), None,
                   tuple(arguments.kinds.split(",")) if arguments.kinds else ())
    (folder / "tmp").mkdir()
    setting = dataclasses.replace(base, stock=stock.Stock(
        program, folder / "stock", environment_of(base, folder), base.kinds))
    started = time.monotonic()
    try:
        if arguments.case is not None:
            result = run_case(setting, arguments.case, folder / "0", arguments.keep)
            report(setting, arguments.case, *result)
            return 1 if result[1] else 0
        print(f"fuzz: seed {seed}", flush=True)
        deadline = started + (arguments.seconds or 1e9)
        wanted = arguments.cases or (None if arguments.seconds else 300)
        queue = multiprocessing.Queue()
        workers = [multiprocessing.Process(target=work, args=(
            setting, i, arguments.jobs, wanted, deadline, folder / str(i), queue))
            for i in range(arguments.jobs)]
        for worker in workers:
            worker.start()
        ran = bad = ended = 0
        told = started
        statuses = {}
        while ended < len(workers):
            result = queue.get()
            if result is None:
                ended += 1
                continue
            if isinstance(result, str):
                print(result)
                bad += 1
                continue
            ran += 1
            number, kind, found, command, ending = result
            key = kind, ending.status
            count, seconds = statuses.get(key, (0, 0))
            statuses[key] = count + 1, seconds + ending.seconds
            if found:
                bad += 1
                report(setting, number, kind, found, command, ending)
            if time.monotonic() - told > 60:
                told = time.monotonic()
                print(f"fuzz: {ran} cases, {bad} faults", flush=True)
        for (kind, status), (count, seconds) in sorted(statuses.items(), key=str):
            print(f"  {kind:<13} status {status}: {count} in {seconds:.1f} s")
        print(f"fuzz: {ran} cases with seed {seed}, {bad} broke the contract, "
              f"{time.monotonic() - started:.0f} s")
        return 1 if bad else 0
    finally:
        for worker in multiprocessing.active_children():
            worker.terminate()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
