"""Program under test: runs it in a folder and checks the contract, with the files that it leaves behind.
Usage of a test: TEST.py PROGRAM [--asan] [arguments of unittest, such as -k NAME]."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import contract  # noqa: E402

PROGRAM = os.path.abspath(sys.argv.pop(1))
ASAN = "--asan" in sys.argv  # slower, without a memory limit
if ASAN:
    sys.argv.remove("--asan")
PATIENCE = 8 if ASAN else 1
MEMORY = None if ASAN else 4 << 30
# A background process of a shell ignores SIGINT, and so do its children until the program handles the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)


def is_below(path, roots):
    return any(root == b"." or path == root or path.startswith(root + b"/") for root in roots)


def debris(verb, ending, roots, cache, before, after):
    """Yields unexpected files and unexpected changes of files. `roots`: permitted paths; `cache`: the path whose
    files may remain after a failure."""
    # Complete files remain if stdout is lost or a step failed.
    failed = ending.stdout is not None and ending.status not in (0, 1)
    for path in contract.appeared(before, after):
        if contract.is_unfinished(path):
            yield f"left behind: {path!r}"
        elif not is_below(path, roots) and not any(root.startswith(path + b"/") for root in roots):
            yield f"created unexpectedly: {path!r}"
        elif failed and not is_below(path, cache) and (
                verb in ("run", "compare", "list", "show", "merge", "diff") or
                verb == "ensemble" and ending.status == 2 and not path.endswith(b".json")):
            yield f"created despite the failure: {path!r}"
    for path in contract.changed(before, after):
        if b"thesis" in path or not is_below(path, roots):
            yield f"changed a foreign file: {path!r}"
        elif failed and not is_below(path, cache) and verb in ("run", "compare", "merge", "diff"):
            yield f"changed despite the failure: {path!r}"


class ProgramTest(unittest.TestCase):
    """`folder`: where an example runs; `stock`: copy of a folder with files that the program wrote."""

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="rattleback-fuzz-")
        cls.addClassCleanup(temporary.cleanup)
        cls.sandbox = pathlib.Path(temporary.name)
        cls.folder, cls.stock = cls.sandbox / "folder", cls.sandbox / "stock"
        cls.clear()
        cls.fill_stock()

    @classmethod
    def fill_stock(cls):
        pass

    @classmethod
    def environment(cls):
        return {"PATH": "/usr/bin:/bin", "HOME": str(cls.sandbox / "home"), "LC_ALL": "C.UTF-8",
                "TMPDIR": str(cls.sandbox / "tmp"),
                "RATTLEBACK_CACHE": os.environ.get("RATTLEBACK_CACHE", str(cls.sandbox / "cache")),
                "ASAN_OPTIONS": "hard_rss_limit_mb=4000:detect_leaks=0:handle_abort=1",
                "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1"}

    @classmethod
    def printed(cls, *arguments, **environment):
        return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, cwd=cls.folder,
                              env=cls.environment() | environment).stdout

    @classmethod
    def clear(cls):
        """Empties the folders that the program may see."""
        for name in ("folder", "tmp", "home", "outside", "captures"):
            shutil.rmtree(cls.sandbox / name, ignore_errors=True)
            (cls.sandbox / name).mkdir()
        (cls.sandbox / "outside" / "manifest.json").write_text("{}\n")

    def surroundings(self):
        return [contract.listing(self.sandbox / name) for name in ("tmp", "home", "outside")]

    def check(self, arguments, *, writes=(), cache=(), bounded=True, environment={}, stdout="caught",
              stderr="caught", interrupt_after=None):
        """Runs the program in the folder and returns its Ending. Fails if it breaks the contract. `bounded`: must
        end without being interrupted; `writes`, `cache`: see debris."""
        words = [os.fsencode(word) for word in arguments]
        verb = words[0].decode("latin-1") if words else ""
        here = os.path.realpath(os.fsencode(self.folder))
        roots, cache = ([os.path.relpath(os.path.realpath(os.path.join(here, path)), here) for path in paths]
                        for paths in (writes, cache))
        before, outside = contract.listing(self.folder), self.surroundings()
        ending = contract.execute(
            [PROGRAM, *arguments], self.folder, grace=20 * PATIENCE, memory=MEMORY, stdout=stdout, stderr=stderr,
            limit=interrupt_after or (60 if bounded else 1.5) * PATIENCE, captures=self.sandbox / "captures",
            environment=self.environment() | environment)
        found = contract.complaints(
            ending, strict=b"--strict" in words, speaks_as_it_goes=verb in ("reproduce", "compare"),
            prints_json=b"--json" in words and not {b"--help", b"-h"} & set(words))
        if ending.interrupted and bounded and not interrupt_after:
            found.append("had to be interrupted")
        found += debris(verb, ending, roots, cache, before, contract.listing(self.folder))
        if self.surroundings() != outside:
            found.append("changes files outside of its folder")
        self.ending = (f"{environment or ''} {arguments!r}\nexit status {ending.status}, stdout "
                       f"{(ending.stdout or b'')[:600]!r}, stderr {(ending.stderr or b'')[:600]!r}")
        self.require(not found, "; ".join(found))
        return ending

    def require(self, fact, fault):
        """Fails with the last command and its ending."""
        if not fact:
            raise AssertionError(f"{fault}\n{self.ending}")
