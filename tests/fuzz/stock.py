"""Valid files of every kind that the program reads, created once by the program."""

import pathlib
import shutil
import subprocess

import headers

ENSEMBLE = ["ensemble", "contact_oscillator", "dla_leapfrog", "--orbits", "200", "--step", "0.1",
            "--until", "2", "--every", "5", "--energy", "1.5", "--seed", "1", "--threads", "1"]
OTHER_SEED = [*ENSEMBLE[:-3], "2", *ENSEMBLE[-2:]]
SHARDS = 3
EXPERIMENT = "fim2008_figure_3"
CONVERGE = ["converge", "anisotropic_particle", "dla_leapfrog", "--steps-per-unit", "4,8,16,32"]
SAMPLES = pathlib.Path(__file__).resolve().parent.parent / "reports"


class Stock:
    """Folder with `shards/1.json`.., `other.json` (a shard of another run), `pieces/`, `references/`,
    `results/` (one finished experiment), `comparison/`, `bench.json`, and the results of the undamaged
    files. `headers`: cache of compiled headers."""

    def __init__(self, program, folder, environment, kinds=()):
        """`kinds`: kinds of cases that use the folder (default: all)."""
        self.folder = pathlib.Path(folder)
        shutil.rmtree(self.folder, ignore_errors=True)
        if not kinds or headers.KINDS & set(kinds):
            self.headers = headers.Stock(program, self.folder / "headers", environment)
        if not kinds or set(kinds) - headers.KINDS:
            self.make_files(program, environment)

    def make_files(self, program, environment):
        (self.folder / "shards").mkdir(parents=True)

        def printed(*arguments, **further):
            return subprocess.run([program, *arguments], check=True, capture_output=True,
                                  cwd=self.folder, env=environment | further).stdout

        for i in range(1, SHARDS + 1):
            text = printed(*ENSEMBLE, "--shard", f"{i}/{SHARDS}", "--json")
            (self.folder / "shards" / f"{i}.json").write_bytes(text)
        (self.folder / "other.json").write_bytes(
            printed(*OTHER_SEED, "--shard", f"1/{SHARDS}", "--json"))
        self.whole = printed(*ENSEMBLE, "--checkpoint", "pieces")
        self.whole_json = printed(*ENSEMBLE, "--json")
        printed(*OTHER_SEED, "--checkpoint", "other_pieces")
        self.orders = printed(*CONVERGE, RATTLEBACK_CACHE="references")
        printed("reproduce", EXPERIMENT, "--quick", "--jobs", "1", "--output", "results")
        (self.folder / "comparison").mkdir()
        for name in ("knife_edge", "suslov"):
            shutil.copy(SAMPLES / "comparison" / f"{name}.json", self.folder / "comparison")
        shutil.copy(SAMPLES / "bench.json", self.folder)
