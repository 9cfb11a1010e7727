#!/usr/bin/env python3
"""Damaged files of every kind that the program reads. Usage: see program.py."""

import dataclasses
import hashlib
import json
import pathlib
import shutil
import unittest

from hypothesis import given
from hypothesis import strategies as st

import program
from damage import sealed, spoil
from examples import examples

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHARDS = ["1.json", "2.json", "3.json"]
ENSEMBLE = ["ensemble", "contact_oscillator", "dla_leapfrog", "--orbits", "200", "--step", "0.1",
            "--until", "2", "--every", "5", "--energy", "1.5", "--threads", "1", "--seed"]
WHOLE = [*ENSEMBLE, "1", "--json"]
CONVERGE = ["converge", "anisotropic_particle", "dla_leapfrog", "--steps-per-unit", "4,8,16,32"]
EXPERIMENT = "fim2008_figure_3"
REPRODUCE = ["reproduce", EXPERIMENT, "--quick", "--threads", "1", "--output", "results"]
BUILD = ["build", "my_leapfrog.hpp", "--on", "contact_oscillator"]
RUN = ["run", "contact_oscillator", "my_leapfrog.hpp", "--step", "0.1", "--steps", "20", "--json"]
BY_ID = ["run", "contact_oscillator", "my_leapfrog", *RUN[3:]]


@dataclasses.dataclass(frozen=True)
class Command:
    """Command that reads files, of which one is damaged. `folder`: name of the files' folder in the stock, which is
    copied; `writes`: it is also written. `expected`: command whose output on sound files this one prints, if it
    succeeds; `repairs`: a damaged regular file is computed again."""
    words: list
    folder: str
    files: str = "*"
    writes: bool = False
    expected: list | None = None
    repairs: bool = False


COMMANDS = [
    Command(["merge", *SHARDS, "--json"], ".", "[1-3].json", expected=WHOLE),
    Command(["merge", *SHARDS], ".", "[1-3].json", expected=ENSEMBLE + ["1"]),
    Command(["merge", "1.json", "other.json", "3.json"], ".", "other.json"),
    Command([*WHOLE, "--checkpoint", "pieces"], "pieces", writes=True, expected=WHOLE, repairs=True),
    Command([*ENSEMBLE, "2", "--checkpoint", "pieces"], "pieces", writes=True, expected=ENSEMBLE + ["2"]),
    Command(CONVERGE, "references", writes=True, expected=CONVERGE, repairs=True),
    Command(RUN, "cache", "*.so", writes=True, expected=RUN, repairs=True),
    Command(BUILD, "cache", "*.method", writes=True, expected=BUILD, repairs=True),
    Command(["list", "integrators"], "cache", "*.method"),
    Command(BY_ID, "cache", "*.method", writes=True, expected=BY_ID),
    Command(["report", "timed"], "timed", "*.json", writes=True),
    Command(["report", "results"], "results", writes=True),
    Command(["diff", "results", "sound"], "results"), Command(["diff", "sound", "results"], "results"),
    Command(REPRODUCE, "results", writes=True, repairs=True)]


def seal(path):
    """Updates the hash of a changed file in its manifest."""
    manifest = path.parent / "manifest.json"
    if path.parent.name == "figures":
        manifest = path.parent.parent / "manifest.json"
    try:
        record = json.loads(manifest.read_bytes())
        record["outputs"][str(path.relative_to(manifest.parent))] = hashlib.sha256(path.read_bytes()).hexdigest()
        manifest.write_text(json.dumps(record, indent=2) + "\n")
    except (OSError, ValueError, LookupError, TypeError):
        pass


class FilesTest(program.ProgramTest):
    @classmethod
    def fill_stock(cls):
        cls.caches = {"RATTLEBACK_CACHE": "references", "XDG_CACHE_HOME": str(cls.folder / "cache")}
        shutil.copy(ROOT / "docs" / "examples" / "my_leapfrog.hpp", cls.folder)
        cls.printed(*BUILD, **cls.caches)
        for name, seed, shard in zip([*SHARDS, "other.json"], "1112", "1232"):
            (cls.folder / name).write_bytes(cls.printed(*ENSEMBLE, seed, "--shard", f"{shard}/3", "--json"))
        cls.printed(*WHOLE, "--checkpoint", "pieces")
        cls.printed(*REPRODUCE)
        shutil.copytree(cls.folder / "results", cls.folder / "sound")
        (cls.folder / "results" / "thesis.part").write_text("kept\n")
        for path in ("bench.json", "comparison/suslov.json"):
            (cls.folder / "timed" / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / "tests" / "reports" / path, cls.folder / "timed" / path)
        cls.expected = {tuple(command.expected): cls.printed(*command.expected, **cls.caches)
                        for command in COMMANDS if command.expected}
        cls.folder.rename(cls.stock)

    def differs(self):
        """Returns the first changed file of the experiment, apart from dates and times."""
        sound = self.stock / "sound"
        for path in sorted((sound / EXPERIMENT).rglob("*")):
            now = self.folder / "results" / path.relative_to(sound)
            if path.name != "manifest.json" and path.is_file() and not (
                    now.is_file() and now.read_bytes() == path.read_bytes()):
                return str(path.relative_to(sound))
        return ""

    @examples(100)
    @given(st.data(), st.sampled_from(COMMANDS), st.booleans())
    def test_damage(self, data, command, forged):
        """`forged`: the hash of the damaged file is corrected, so that its numbers are believed."""
        shutil.rmtree(self.folder, ignore_errors=True)
        needed = {command.folder, *command.words}
        shutil.copytree(self.stock, self.folder, ignore=lambda at, names: [
            name for name in names if at == str(self.stock) and (self.stock / name).is_dir() and name not in needed])
        path = data.draw(st.sampled_from(sorted(
            path for path in (self.folder / command.folder).rglob(command.files) if path.is_file())))
        forged = forged and command.folder in (".", "pieces", "results")
        readable = spoil(data.draw, path, sealed if forged and command.folder != "results" else bytes)
        if forged and command.folder == "results":
            seal(path)
        folder = command.folder.encode()
        ending = self.check(command.words, writes=[folder] if command.writes else [], environment=self.caches,
                            cache=[b"cache"])
        if command.expected and not forged and ending.status == 0:
            self.require(ending.stdout == self.expected[tuple(command.expected)], "damage changes the output")
        if command.repairs and readable and not forged:
            self.require(ending.status == 0, "damage is fatal")
            self.require(command.words != REPRODUCE or not self.differs(), f"damage remains: {self.differs()}")


if __name__ == "__main__":
    unittest.main()
