#!/usr/bin/env python3
"""Fuzzer of the Python package: random calls, each checked against the contract.

    python_calls.py PYTHONPATH --cases 2000 --seed 1
    python_calls.py PYTHONPATH --seed 1 --case 17     one case again

Calls run in processes of a few cases each, so that crashes and hangs are detected; case i of a seed does
not depend on other cases. Exit status 1 if a case broke the contract."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
BATCH = 25
LOCALE = "de_DE.UTF-8"


def environment(path, folder):
    """Returns the environment of the calling processes, with a locale with a decimal comma."""
    subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", folder / LOCALE], check=True,
                   capture_output=True)
    return os.environ | {"PYTHONPATH": f"{path}{os.pathsep}{HERE}", "LOCPATH": str(folder),
                         "PYTHONFAULTHANDLER": "1", "PYTHONWARNINGS": "ignore"}


class Batch:
    """Process that runs cases and reports the beginning of each."""

    def __init__(self, variables, folder, seed, numbers, patience):
        self.begun, self.faults, self.kinds, self.at = None, [], [], time.monotonic()
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        self.process = subprocess.Popen(
            [sys.executable, HERE / "python_cases.py", str(seed), *map(str, numbers)], env=variables,
            cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")
        reader = threading.Thread(target=self.read)
        words = []
        errors = threading.Thread(target=lambda: words.append(self.process.stderr.read()))
        reader.start(), errors.start()
        hangs = False
        while reader.is_alive() and not hangs:
            reader.join(0.2)
            hangs = time.monotonic() - self.at > patience
        if hangs:
            self.process.kill()
        status = self.process.wait()
        reader.join(), errors.join()
        if hangs:
            self.faults.append((self.begun, f"hangs for {patience} s"))
        elif status != 0:
            self.faults.append((self.begun, f"ends with {status}"))
        elif words[0].strip():
            self.faults.append((self.begun, "prints unexpected text, or an earlier case of the process does"))
        if self.faults and words[0]:
            number, fault = self.faults[-1]
            self.faults[-1] = number, f"{fault}\n{words[0][-3000:]}"

    def read(self):
        for line in self.process.stdout:
            word, _, rest = line.rstrip("\n").partition(" ")
            self.at = time.monotonic()
            if word == "begin":
                number, _, kind = rest.partition(" ")
                self.begun = int(number)
                self.kinds.append(kind)
            elif word == "fault":
                self.faults.append((self.begun, rest))
            elif word != "end":
                self.faults.append((self.begun, f"prints {line!r}"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("path", help="folder of the package")
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--case", type=int, help="run only this case")
    parser.add_argument("--patience", type=float, default=60, help="seconds after which a case counts as hanging")
    arguments = parser.parse_args()
    seed = time.time_ns() // 10**6 if arguments.seed is None else arguments.seed
    folder = pathlib.Path(tempfile.mkdtemp(prefix="rattleback-calls-"))
    started, kinds, bad = time.monotonic(), {}, 0
    print(f"python_calls: seed {seed}", flush=True)
    try:
        variables = environment(os.path.abspath(arguments.path), folder)
        left = [arguments.case] if arguments.case is not None else list(range(arguments.cases))
        while left:
            batch = Batch(variables, folder / "calls", seed, left[:BATCH], arguments.patience)
            for number, fault in batch.faults:
                bad += 1
                print(f"case {number}: {fault}\n  again: {sys.argv[0]} {arguments.path} --seed {seed} "
                      f"--case {number}", flush=True)
            for kind in batch.kinds:
                kinds[kind] = kinds.get(kind, 0) + 1
            # Cases that a crashed process did not reach.
            left = left[max(1, len(batch.kinds)):]
        counts = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
        print(f"python_calls: {sum(kinds.values())} cases with seed {seed} ({counts}), {bad} broke the "
              f"contract, {time.monotonic() - started:.0f} s")
        return 1 if bad else 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
