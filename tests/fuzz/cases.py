"""Cases of the fuzzer: each fills an empty folder and defines the command to run there and its permitted
effects."""

import json
import os
import pathlib
import shutil
import socket

import bad_texts
import damage
import headers
import stock as stocks
from case import Case


def odd_files(folder):
    """Creates files of all kinds that a path may refer to."""
    (folder / "folder").mkdir()
    (folder / "folder.csv").mkdir()
    (folder / "file.txt").write_text("kept\n")
    (folder / "file.csv").write_text("kept\n")
    (folder / "thesis.part").write_text("kept\n")
    (folder / ".thesis.partial").mkdir()
    (folder / ".thesis.partial" / "chapter").write_text("kept\n")
    os.mkfifo(folder / "fifo.csv")
    for link, target in (("loop", "loop"), ("loop.csv", "loop.csv"), ("dangling.csv", "none/x"),
                         ("full.csv", "/dev/full"), ("null.json", "/dev/null"),
                         ("inward", "folder")):
        os.symlink(target, folder / link)


def value_of(arguments, flag):
    """Returns the value after a flag, or joined to it by '='; None without the flag."""
    flag = flag.encode()
    words = [os.fsencode(word) for word in arguments]
    for i, word in enumerate(words):
        if word == flag and i + 1 < len(words):
            return words[i + 1]
        if word.startswith(flag + b"="):
            return word[len(flag) + 1:]
    return None


class Cases(headers.HeaderCases):
    def __init__(self, random, lines, stock):
        self.random, self.lines, self.stock = random, lines, stock

    def line(self, folder):
        """Case of a random command line among odd files."""
        odd_files(folder)
        arguments = self.lines.line()
        verb = arguments[0] if arguments else ""
        writes = [value_of(arguments, flag) for flag in ("--output", "--checkpoint", "--figure")]
        return Case(arguments, bounded=verb not in ("run", "ensemble", "converge", "compare"),
                    writes=[path for path in writes if path])

    def surroundings(self, folder):
        """Case of a random command line in an odd environment."""
        case = self.line(folder)
        how = self.random.randrange(8)
        if how == 0:
            case.stdout = "full"
            case.judge = lambda ending, folder: (
                ["output is lost, but exit status 0"] if ending.status == 0 else [])
        elif how == 1:
            case.stdout = "closed"
        elif how == 2:
            case.stderr = self.random.choice(("full", "closed"))
        else:
            case.environment = self.random.choice((
                {"TMPDIR": "/proc/none"}, {"TMPDIR": "a'b"}, {"LC_ALL": "tr_TR.UTF-8"},
                {"LC_ALL": "none"}, {"GNUTERM": "x11"}, {"HOME": ""}, {"PATH": ""},
                {"RATTLEBACK_CACHE": "/dev/null"}, {"RATTLEBACK_CACHE": "/proc/none"}))
        return case

    def interruption(self, folder):
        """Case of long work that is interrupted soon."""
        problem, method, step = self.random.choice((
            ("chaotic_r7", "dla_leapfrog", "0.01"), ("chaotic_r7", "gni", "0.01"),
            ("snakeboard", "gni", "0.01"), ("chaplygin_sphere", "energy_momentum_gni", "0.01"),
            ("suslov", "ida", "0.01"), ("contact_oscillator", "odeint_rk4", "0.01")))
        long_time = ["--step", step, "--until", "1e7"]
        arguments = self.random.choice((
            ["run", problem, method, *long_time],
            ["run", problem, method, *long_time, "--every", "1000", "--output", "out.csv", "--json"],
            ["ensemble", "chaotic_r7", "dla_leapfrog", "--orbits", "1000", *long_time, "--energy",
             "3", "--seed", "1", *self.random.choice(([], ["--checkpoint", "pieces"]))],
            ["ensemble", "chaotic_r7", "gni", "--orbits", "1000", *long_time, "--energy", "3",
             "--seed", "1", "--section", "y1=0", "--output", "out.csv"],
            ["compare", problem], ["converge", problem, "--steps-per-unit", "4,8,16,32,64,1024"],
            ["reproduce", "mp2006_figure_5", "--quick", "--output", "results"]))
        return Case(arguments, bounded=False, writes=[b"out.csv", b"pieces", b"results"],
                    interrupt_after=self.random.uniform(0.02, 0.3))

    def merge(self, folder):
        """Case of shards, some of which are damaged. A successful merge gives the statistics of the whole,
        unless a damaged shard has a correct hash."""
        names = [f"{i}.json" for i in range(1, stocks.SHARDS + 1)]
        for name in names:
            shutil.copy(self.stock.folder / "shards" / name, folder)
        shutil.copy(self.stock.folder / "other.json", folder)
        made_up = self.random.random() < 0.4
        for _ in range(self.random.choice((1, 1, 1, 2))):
            self.spoil(folder / self.random.choice(names), made_up)
        given = list(names)
        if self.random.random() < 0.2:
            given.insert(self.random.randrange(4), self.random.choice(
                [*names, "other.json", "none.json", ".", "1.json/"]))
        as_json = self.random.random() < 0.5
        whole = self.stock.whole_json if as_json else self.stock.whole

        def judge(ending, folder):
            if ending.status == 0 and ending.stdout != whole and not made_up:
                return ["merged damaged shards give different statistics"]
            return []

        return Case(["merge", *given, *(["--json"] if as_json else [])], judge=judge)

    def checkpoint(self, folder):
        """Case of a checkpoint with a damaged piece, which is computed again."""
        pieces = folder / "pieces"
        shutil.copytree(self.stock.folder / "pieces", pieces)
        piece = self.random.choice(sorted(pieces.iterdir()))
        others = self.stock.folder / "other_pieces" / piece.name
        readable, made_up = True, self.random.random() < 0.4
        if self.random.random() < 0.1 and others.exists():
            shutil.copy(others, piece)
            made_up = False
        else:
            readable = self.spoil(piece, made_up)

        def judge(ending, folder):
            if ending.status == 0 and ending.stdout != self.stock.whole_json and not made_up:
                return ["a damaged piece gives different statistics"]
            if readable and ending.status != 0:
                return ["a damaged piece is fatal"]
            return []

        return Case([*stocks.ENSEMBLE, "--json", "--checkpoint", "pieces"], writes=[b"pieces"],
                    judge=judge)

    def references(self, folder):
        """Case of a damaged reference, which is computed again."""
        shutil.copytree(self.stock.folder / "references", folder / "references")
        readable = self.spoil(self.random.choice(sorted((folder / "references").iterdir())))

        def judge(ending, folder):
            if ending.status == 0 and ending.stdout != self.stock.orders:
                return ["a damaged reference gives different orders"]
            if readable and ending.status != 0:
                return ["a damaged reference is fatal"]
            return []

        return Case(stocks.CONVERGE, writes=[b"references"], judge=judge,
                    environment={"RATTLEBACK_CACHE": "references"})

    def results(self, folder):
        """Case of a damaged results folder, which `reproduce` repairs unless its hashes were changed too."""
        results = folder / "results"
        shutil.copytree(self.stock.folder / "results", results, symlinks=True)
        files = sorted(path for path in results.rglob("*") if path.is_file())
        told = [path for path in files if path.suffix == ".json"]
        readable = sealed = True
        for _ in range(self.random.choice((1, 1, 2))):
            path = self.random.choice(self.random.choice((files, told)))
            if not path.is_file():
                continue
            readable = self.spoil(path) and readable
            if self.random.random() < 0.4:
                sealed = False
                self.seal(path)
        (results / "thesis.part").write_text("kept\n")
        verb = self.random.choice(("report", "reproduce", "diff"))
        if verb == "report":
            return Case(["report", "results"], writes=[b"results"])
        if verb == "diff":
            shutil.copytree(self.stock.folder / "results", folder / "sound")
            return Case(["diff", *self.random.sample(("results", "sound"), 2)])

        def judge(ending, folder):
            if not readable:
                return []
            if ending.status != 0:
                return ["a damaged results folder is fatal"] if sealed else []
            if sealed and self.differs(results):
                return [f"damage remains: {self.differs(results)}"]
            return []

        return Case(["reproduce", stocks.EXPERIMENT, "--quick", "--jobs", "1", "--output",
                     "results"], writes=[b"results"], judge=judge)

    def seal(self, path):
        """Updates the hash of a changed file in its manifest."""
        manifest = path.parent / "manifest.json"
        if path.parent.name == "figures":
            manifest = path.parent.parent / "manifest.json"
        try:
            record = json.loads(manifest.read_bytes())
            record["outputs"][str(path.relative_to(manifest.parent))] = damage.sha256(path.read_bytes())
            manifest.write_text(json.dumps(record, indent=2) + "\n")
        except (OSError, ValueError, LookupError, TypeError):
            pass

    def differs(self, results):
        """Returns the first changed file of the experiment, apart from dates and times."""
        whole = self.stock.folder / "results" / stocks.EXPERIMENT
        for path in sorted(whole.rglob("*")):
            if path.name == "manifest.json" or not path.is_file():
                continue
            now = results / stocks.EXPERIMENT / path.relative_to(whole)
            if not now.is_file() or now.read_bytes() != path.read_bytes():
                return str(path.relative_to(whole))
        return ""

    def comparison(self, folder):
        """Case of `report` with a damaged file of a comparison."""
        (folder / "results").mkdir()
        shutil.copytree(self.stock.folder / "comparison", folder / "results" / "comparison")
        self.spoil(self.random.choice(sorted((folder / "results" / "comparison").iterdir())))
        return Case(["report", "results"], writes=[b"results"])

    def timings(self, folder):
        """Case of `diff` and `report` with a damaged file of timings."""
        (folder / "results").mkdir()
        for path in ("results/bench.json", "old.json"):
            shutil.copy(self.stock.folder / "bench.json", folder / path)
        self.spoil(folder / "results" / "bench.json")
        if self.random.random() < 0.3:
            return Case(["report", "results"], writes=[b"results"])
        pair = self.random.sample(("old.json", "results/bench.json"), 2)
        return Case(["diff", *pair, *self.random.choice(([], ["--strict"]))])

    def spoil(self, path, seal=False):
        """Damages a file; `seal`: with a correct hash of the shard. Returns False if the result is not a
        regular file."""
        if not path.is_file():
            return False
        if self.random.random() < 0.93:
            data = damage.damaged(self.random, path.read_bytes())
            path.write_bytes(damage.sealed(data) if seal else data)
            return True
        path.unlink()
        how = self.random.randrange(6)
        if how == 0:
            return True
        if how < 5:
            damage.instead(path, how - 1)
        else:
            with socket.socket(socket.AF_UNIX) as end:
                old = pathlib.Path.cwd()
                os.chdir(path.parent)  # names of sockets must be short
                try:
                    end.bind(path.name)
                finally:
                    os.chdir(old)
        return False

    text = bad_texts.text

    # Frequencies of the kinds, by the costs of a case and the expected number of defects.
    SHARES = {"line": 50, "surroundings": 8, "interruption": 3, "merge": 12, "checkpoint": 10,
              "results": 7, "comparison": 3, "timings": 7, "references": 2, "caches": 6, "headers": 3,
              "text": 20}

    def any(self, folder, kinds=()):
        """Returns a random case of one of these kinds (default: all)."""
        shares = {kind: share for kind, share in self.SHARES.items() if not kinds or kind in kinds}
        kind = self.random.choices(list(shares), shares.values())[0]
        return kind, getattr(self, kind)(folder)
