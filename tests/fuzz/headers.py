"""Cases of headers and of the cache of compiled headers: random headers, failing compilers, and damage to
compiled objects."""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess

import damage
from case import Case

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "examples"
KINDS = {"caches", "headers"}
PLUGINS = "cache/rattleback/plugins"
ON = ["--on", "contact_oscillator"]
STEPS = ["--step", "0.1", "--steps", "20", "--json"]

# Compiler that compiles each unit once and then returns the stored object. FAILURE: kind of failure.
COMPILER = """#!/bin/sh
here=$(dirname "$0")
test "$1" = --version && { echo stored; exit; }
case "$FAILURE" in
  silent) exit 1 ;;
  killed) kill -9 $$ ;;
  nothing) exit 0 ;;
  folder) mkdir unit.so; exit 0 ;;
  empty) : >unit.so; exit 0 ;;
  garbage) echo garbage >unit.so; exit 0 ;;
  full) echo "cc1plus: fatal error: error writing to /x/cc.s: No space left on device" >&2; exit 1 ;;
  junk) head -c 100000 "$0" /dev/urandom >&2; exit 1 ;;
  long) yes "unit.cpp:1:1: note: $(printf '%5000s')" | head -n 4000 >&2; exit 1 ;;
  error) printf 'a\\033[31m.hpp:3:5: error: \\033]0;x\\007%s\\n' "$(printf '%9000s' x)" >&2; exit 1 ;;
esac
key=$here/objects/$(sha256sum unit.cpp | cut -c1-64)
test -f "$key" || g++ "$@" || exit 1
test -f "$key" || { cp unit.so "$key.$$" && mv "$key.$$" "$key"; }
cp "$key" unit.so
"""
FAILURES = ("silent", "killed", "nothing", "folder", "empty", "garbage", "full", "junk", "long",
            "error")


class Stock:
    """Folder with a header and `cache`, where it is compiled, and the output of commands with them."""

    def __init__(self, program, folder, environment):
        self.folder = pathlib.Path(folder)
        (self.folder / "objects").mkdir(parents=True)
        for name in ("my_leapfrog.hpp", "upright_coin.toml", "upright_coin.hpp", "skate.toml"):
            shutil.copy(EXAMPLES / name, self.folder)
        (self.folder / "compiler").write_text(COMPILER)
        (self.folder / "compiler").chmod(0o755)
        self.header = str(self.folder / "my_leapfrog.hpp")
        self.environment = {"CXX": str(self.folder / "compiler")}
        by_path = [["build", self.header, *ON],
                   ["run", "contact_oscillator", self.header, *STEPS]]
        by_id = [["run", "contact_oscillator", "my_leapfrog", *STEPS], ["show", "my_leapfrog"],
                 ["run", "contact_oscillator", "compose(my_leapfrog,yoshida4)", *STEPS]]
        of_all = [["list", "integrators"], ["list", "integrators", "--json"],
                  ["run", "contact_oscillator", "dla_leapfrog", *STEPS],
                  ["show", str(self.folder / "skate.toml")]]
        self.by_id = by_id
        self.printed = [
            (command, subprocess.run(
                [program, *command], check=True, capture_output=True, cwd=self.folder,
                env=environment | self.environment |
                {"XDG_CACHE_HOME": str(self.folder / "cache")}).stdout)
            for command in (*by_path, *by_id, *of_all)]
        plugins = self.folder / PLUGINS
        text = hashlib.sha256((self.folder / "skate.toml").read_bytes()).hexdigest()[:32]
        (plugins / f"{text}.text").write_text("skate.toml\n")
        (plugins / f"{text}.log").write_text("messages\n")


def defects(ending):
    return ["a defect of the program"] if b"defect of the program" in (ending.stderr or b"") else []


def without_built(printed):
    """Returns the output of a list without the lines of built classes."""
    if not printed.startswith(b"["):
        return b"".join(line for line in printed.splitlines(True)
                        if not line.startswith(b"my_leapfrog "))
    return [entry for entry in json.loads(printed) if entry["id"] != "my_leapfrog"]


class HeaderCases:
    """Kinds of cases for `Cases`, which has `random`, `stock` and `spoil`."""

    def caches(self, folder):
        """Case of a damaged cache. Its contents are computed again, or the command fails with one line."""
        stock = self.stock.headers
        plugins = folder / PLUGINS
        shutil.copytree(stock.folder / "cache", folder / "cache")
        command, sound = self.random.choice(stock.printed)
        may_lose_record = may_fail = made_up = False
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            how = self.random.choice(("object",) * 5 + ("record",) * 4 + (
                "mark", "log", "leftovers", "lock", "sealed", "strangers", "folders"))
            if not plugins.is_dir():
                break
            if how == "lock":
                subprocess.Popen(["flock", plugins, "sleep", "0.3"], stderr=subprocess.DEVNULL)
            elif how == "leftovers":
                (plugins / "compiling-1" / "x").mkdir(parents=True, exist_ok=True)
                (plugins / "compiling-1" / "unit.cpp").write_text("int")
                (plugins / "my_leapfrog.method.rattleback-99.part").write_text("half")
            elif how == "sealed":
                may_lose_record = made_up = True
                self.forge(plugins / "my_leapfrog.method")
            elif how == "strangers":
                self.add_strangers(plugins)
            elif how == "folders":
                may_fail = True
                self.spoil_folder(folder)
            else:
                ending = {"object": ".so", "record": ".method", "mark": ".text", "log": ".log"}[how]
                paths = [path for path in plugins.iterdir()
                         if path.suffix == ending and path.is_file()]
                may_lose_record |= how == "record"
                if paths:
                    self.spoil(self.random.choice(paths))

        def judge(ending, folder):
            found = defects(ending)
            if ending.status == 2 and not may_fail and not (
                    may_lose_record and command in stock.by_id):
                found.append("damage in the cache is fatal")
            if ending.status == 0 and ending.stdout != sound and not made_up:
                lists = command[0] == "list" and (may_lose_record or may_fail)
                printed = ending.stdout
                if printed.startswith(b"[") and lists:
                    printed = json.loads(printed)
                if not lists or printed != without_built(sound):
                    found.append("damage in the cache changes the output")
            return found

        return Case(command, writes=[b"cache"], cache=b"cache", judge=judge, environment=stock.environment | {
            "XDG_CACHE_HOME": str(folder / "cache")})

    def forge(self, path):
        """Creates a record with a correct seal that this program has not written."""
        if not path.is_file():
            return
        lines = path.read_bytes().split(b"\n")[:-2]
        line = self.random.randrange(len(lines) or 1)
        lines[line:line + 1] = [self.random.choice((
            b"", b"/", b"/dev/null", b"/none.hpp", b"relative.hpp", b"a\"b", b"x" * 5000, b"int",
            b"\xff\x00", b"contact_oscillator", b"../..", b"none.toml", b"MyLeapfrog>",
            os.fsencode(self.stock.headers.folder / "upright_coin.hpp")))]
        text = b"\n".join(lines) + b"\n"
        path.write_bytes(text + b"sha256 " + hashlib.sha256(text).hexdigest().encode() + b"\n")

    def add_strangers(self, plugins):
        """Adds files that the program has not created."""
        for _ in range(self.random.randint(1, 3)):
            path = plugins / self.random.choice((
                "d.method", "dla_leapfrog.method", ".method", "x y.method", "e.problem", "0.so",
                "contact_oscillator.problem", "\udcff.method", "a" * 90 + ".problem", "f.text"))
            if not os.path.lexists(path):
                path.write_bytes(self.random.randbytes(self.random.choice((0, 10, 1000))))
                self.spoil(path)

    def spoil_folder(self, folder):
        """Damages the folders of the cache."""
        path = folder / self.random.choice((PLUGINS, "cache/rattleback", "cache"))
        how = self.random.randrange(6)
        if how == 0:
            path.chmod(0o500)
            return
        shutil.rmtree(path)
        if how == 1:
            path.write_text("a file\n")
        elif how < 5:
            damage.instead(path, how - 1)

    def headers(self, folder):
        """Case of a random header: rejected before compilation, by a failing compiler or by a real one."""
        stock = self.stock.headers
        is_compiled = self.random.random() < 0.1
        example = "my_leapfrog" if is_compiled else self.random.choice(
            ("my_leapfrog", "my_leapfrog", "upright_coin"))
        text = (stock.folder / f"{example}.hpp").read_bytes()
        for _ in range(self.random.choice((0, 1, 1, 2, 3))):
            text = self.changed_header(text)
        name = self.random.choice((f"{example}.hpp",) * 12 + (
            "a b.hpp", "a\"b.hpp", "a\\b.hpp", "a\nb.hpp", "ä.hpp", "'; x.hpp", ".hpp", "-x.hpp",
            "9.hpp", "a" * 240 + ".hpp", "$(touch x).hpp"))
        path = folder / name
        path.write_bytes(text)
        if not is_compiled and self.random.random() < 0.1:
            self.spoil(path)
        given = f"./{name}"
        further = self.random.choice(([],) * 6 + (
            ["--class", "MyLeapfrog"], ["--class", "none::X"], ["--class", ""],
            ["--class", "int"], ["--class", "x;"]))
        command = self.random.choice((
            ["build", given, *ON, *further], ["build", given, *ON, *further],
            ["run", "contact_oscillator", given, *STEPS], ["laws", given, *ON, "--json"],
            ["show", given], ["compare", "contact_oscillator", given, "--json"]))
        if not is_compiled and self.random.random() < 0.3:
            command = ["build", given, *further]
        if example == "upright_coin":  # the extra of a text
            text_file = path.with_suffix(".toml")
            shutil.copy(stock.folder / "upright_coin.toml", text_file)
            command = self.random.choice((["build", f"./{text_file.name}"], ["build", f"./{text_file.name}"],
                                          ["run", f"./{text_file.name}", "gni", *STEPS], command))
        environment = stock.environment | {"XDG_CACHE_HOME": str(folder / "cache")}
        if not is_compiled:
            environment["FAILURE"] = self.random.choice(FAILURES)
        # The compiler and the laws take a while.
        return Case(command, writes=[b"cache"], cache=b"cache", interrupt_after=600, environment=environment,
                    judge=lambda ending, folder: defects(ending))

    def changed_header(self, text):
        """Returns the text of a header with one change."""
        lines = text.split(b"\n")
        at = self.random.randrange(len(lines))
        long = self.random.choice((100, 40000, 300000))
        inserted = self.random.choice((
            b"/* " + b"x " * long + b"*/", b"// " + b"x" * long, b" " * long, b"/*" + b"*" * long,
            b"#include \"" + b"x" * long + b"\"", b"#" + b" " * long, b"\"" + b"a" * long, b"x" * long,
            b"R\"(" * 1000, b"\x00", b"\xff\xfe", b"#include \"./my_leapfrog.hpp\"",
            b"#include \"folder\"", b"#include \"/dev/null\"", b"#include \"none.hpp\"", b"#error x",
            b"static_assert(false, \"told\");", b"auto memroy(int);", b"}", b"{", b"(" * 1000,
            b"namespace rattleback { int x; }", b"#pragma GCC error \"told\"",
            b"struct Loud { Loud() { __builtin_puts(\"loud\"); } } static loud;",
            b"struct Exit { Exit() { __builtin_exit(0); } } static leaving;"))

        def exchanged():
            old, new = self.random.choice((
                (b"runs_on_lanes", b"runs_on_lane"), (b"card()", b"cart()"), (b"S(2)", b"S(0)"),
                (b"S(2)", b"S(3)"), (b"MyLeapfrog", b"Other"), (b"\"my_leapfrog\"", b"\"\""),
                (b"\"my_leapfrog\"", b"\"dla_leapfrog\""), (b"\"my_leapfrog\"", b"\"a b\""),
                (b"\"my_leapfrog\"", b"\"../x\""), (b"{\"plain\", 2, 2}", b""),
                (b"forces_per_step = 1", b"forces_per_step = -1"), (b"h / S(2)", b"-h"),
                (b"auto const qh", b"throw 42; auto const qh"),
                (b"auto const qh", b"throw std::runtime_error(\"boom\"); auto const qh"),
                (b"auto const qh", b"__builtin_exit(0); auto const qh"),
                (b"auto const qh", b"__builtin_trap(); auto const qh"),
                (b"template", b"temp"), (b"#pragma once", b""), (b"\n", b"\r\n"), (b"\n", b" ")))
            return text.replace(old, new)

        return self.random.choice((
            exchanged, exchanged, exchanged,
            lambda: b"\n".join(lines[:at] + [inserted] + lines[at:]),
            lambda: b"\n".join(lines[:at] + [inserted] + lines[at:]),
            lambda: b"\n".join(lines[:at] + lines[at + 1:]),
            lambda: b"\n".join(lines[:at]), lambda: text + text, lambda: b"\xef\xbb\xbf" + text))()
