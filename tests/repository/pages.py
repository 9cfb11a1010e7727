#!/usr/bin/env python3
"""Runs a page of the documentation and compares what its commands print with what the page shows.

    pages.py PROGRAM SOURCE PAGE... [--update | --links]

Blocks of code, in their order:
    ```toml NAME, ```cpp NAME, ```python NAME
                                  a file, written before the following commands
    ```sh                         commands that have to end with status 0
    ```console                    lines "$ COMMAND", each followed by what it prints to stdout
In a console block a line "..." stands for any lines. Numbers agree if they differ by at most a thousandth
or are both below 1e-9; times in seconds or microseconds are not compared. Lines of code that begin with
`make` or `./setup` are not run: their targets have to exist. Every relative link has to lead to a file,
and its anchor to a heading. --update replaces the printed lines of the page, except in blocks with "...".
--links checks targets and links alone."""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:e[-+]?\d+)?")
TIME = re.compile(r"[-+.\de]+ (s|microseconds|ms)\b")
FENCE = re.compile(r"^```(\w*) ?(\S*)\n(.*?)^```$", re.M | re.S)


def same_line(shown, printed):
    shown, printed = (TIME.sub("TIME", line.rstrip()) for line in (shown, printed))
    if re.sub(r"\s+", " ", NUMBER.sub("#", shown)) != re.sub(r"\s+", " ", NUMBER.sub("#", printed)):
        return False
    for a, b in zip(map(float, NUMBER.findall(shown)), map(float, NUMBER.findall(printed))):
        if abs(a - b) > 1e-3 * max(abs(a), abs(b)) and max(abs(a), abs(b)) > 1e-9:
            return False
    return True


def matches(shown, printed):
    """True if the printed lines are the shown ones, where "..." stands for any lines."""
    if not shown:
        return not printed
    if shown[0].strip() == "...":
        return any(matches(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and same_line(shown[0], printed[0]) and matches(shown[1:], printed[1:])


class Page:
    def __init__(self, program, source, page, update):
        self.source, self.page, self.update = source, page, update
        self.text = page.read_text()
        self.name = str(page.relative_to(source))
        self.faults = []
        self.holder = tempfile.TemporaryDirectory(prefix="rattleback-page-")
        self.folder = pathlib.Path(self.holder.name)
        # Debian's Python, which has numpy, may be behind another one.
        (self.folder / "bin").mkdir()
        (self.folder / "bin/python3").symlink_to("/usr/bin/python3")
        self.environment = os.environ | {"PATH": f"{program.parent}:{self.folder}/bin:{os.environ['PATH']}",
                                         "PYTHONPATH": str(program.parent / "python"), "MPLBACKEND": "Agg",
                                         "XDG_CACHE_HOME": str(self.folder / "cache")}
        shutil.copytree(source / "docs", self.folder / "docs")

    def fault(self, text):
        self.faults.append(f"{self.name}: {text}")

    def shell(self, command):
        return subprocess.run(["bash", "-c", command], cwd=self.folder, env=self.environment,
                              capture_output=True, text=True, timeout=900)

    def check(self):
        """The faults of targets and links."""
        self.check_targets()
        self.check_links()
        if self.page.parent.name == "methods":
            self.check_ids()
        return self.faults

    def check_ids(self):
        """Statements and findings that a page names have accepted numbers."""
        known = "".join(path.read_text() for path in self.source.glob("verdicts/full/*.csv"))
        for name in set(re.findall(r"\b[A-Z]{2,3}-\d+(?:/\w+)?", self.text)):
            if f",{name}," not in known:
                self.fault(f"there is no statement or finding {name}")

    def run(self):
        result, end = [], 0
        for block in FENCE.finditer(self.text):
            kind, file, body = block.groups()
            if file:
                (self.folder / file).write_text(body)
            elif kind == "sh":
                for command in body.splitlines():
                    done = self.shell(command)
                    if done.returncode != 0:
                        self.fault(f"'{command}' ended with {done.returncode}: {done.stderr.strip()}")
            elif kind == "console":
                body = self.console(body)
            result += [self.text[end:block.start(3)], body]
            end = block.end(3)
        self.check()
        if self.update:
            self.page.write_text("".join(result) + self.text[end:])
        return self.faults

    def console(self, body):
        shown, commands = [], []
        for line in body.splitlines():
            if line.startswith("$ "):
                commands.append((line[2:], shown := []))
            else:
                shown.append(line)
        updated = ""
        for command, shown in commands:
            done = self.shell(command)
            printed = done.stdout.splitlines()
            if done.returncode not in (0, 1):
                self.fault(f"'{command}' ended with {done.returncode}: {done.stderr.strip()}")
            elif self.update and "..." not in shown:
                shown = printed
            elif not matches(shown, printed):
                self.fault(f"'{command}' prints\n{done.stdout}")
            updated += "".join(line + "\n" for line in (f"$ {command}", *shown))
        return updated

    def check_targets(self):
        for line in re.findall(r"^(?:    |\$ |`)?((?:\./setup|make)\b[^`#\n]*)", self.text, re.M):
            for part in line.split("&&"):
                words = [word for word in part.split() if "=" not in word]
                if words and words[0] == "./setup" and not (self.source / "setup").exists():
                    self.fault("there is no ./setup")
                for target in words[1:] if words and words[0] == "make" else []:
                    if re.fullmatch(r"[a-z-]+", target) and not re.search(
                            rf"^{target}:", (self.source / "Makefile").read_text(), re.M):
                        self.fault(f"the Makefile has no target '{target}'")

    def check_links(self):
        for target in re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", self.text)):
            if re.match(r"https?:", target):
                continue
            path, _, anchor = target.partition("#")
            file = (self.page.parent / path).resolve() if path else self.page
            if not file.exists():
                self.fault(f"the link {target} leads nowhere")
            elif anchor and anchor not in [
                    re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")
                    for heading in re.findall(r"^#+ (.*)$", file.read_text(), re.M)]:
                self.fault(f"the link {target} names no heading")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("pages", nargs="+")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--links", action="store_true")
    options = parser.parse_args()
    faults = []
    for page in options.pages:
        source = options.source.resolve()
        checked = Page(options.program.resolve(), source, source / page, options.update)
        faults += checked.check() if options.links else checked.run()
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
