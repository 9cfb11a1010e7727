#!/usr/bin/env python3
"""Draws the includes between the folders of the project as docs/include_graph.svg, with Graphviz.

    include_graph.py SOURCE [--check]

An arrow leads from a folder to a folder that it includes. Arrows that follow from others are left out;
the width of an arrow grows with the number of includes. --check ends with status 1 if the picture does
not show the includes of the source."""

import argparse
import collections
import math
import pathlib
import re
import subprocess
import sys

# Name of a box, its folders (the longest prefix decides), and the text below the name.
BOXES = {
    "base": (["base/"], "errors, input, files"),
    "problems/core": (["problems/core/"], "numbers, spaces, concepts"),
    "problems": (["problems/"], "{problems} systems, texts"),
    "integrators/core": (["integrators/core/"], "equations, tables, loop, registry"),
    "integrators": (["integrators/"], "{methods} methods"),
    "experiments/core": (["experiments/core/", "experiments/statements/", "experiments/measure/",
                          "experiments/theory/"], "study, rules, theory"),
    "experiments": (["experiments/"], "papers, laws, comparison"),
    "reports": (["reports/"], "figures, pages"),
    "program": (["program/"], "command line"),
    "python": (["python/"], "package"),
}


def box_of(path):
    prefixes = [(prefix, box) for box, (folders, _) in BOXES.items() for prefix in folders
                if path.startswith(prefix)]
    return max(prefixes)[1] if prefixes else None


def includes(source):
    count = collections.Counter()
    for room in ("base", "problems", "integrators", "experiments", "reports", "program", "python"):
        for file in sorted((source / room).rglob("*.?pp")):
            at = box_of(str(file.relative_to(source)))
            for target in re.findall(r'^#include "([^"]+)"', file.read_text(), re.M):
                to = box_of(target)
                if to and to != at:
                    count[at, to] += 1
    return count


def reduced(edges):
    """Edges without those that follow from a longer path."""
    def reaches(a, b, without):
        seen, queue = {a}, [a]
        while queue:
            here = queue.pop()
            for x, y in edges:
                if x == here and (x, y) != without and y not in seen:
                    seen.add(y)
                    queue.append(y)
        return b in seen
    return sorted(edge for edge in edges if not reaches(*edge, edge))


def graph(source):
    count = includes(source)
    lines = ["digraph includes {", "  rankdir=BT; nodesep=0.4; ranksep=0.45;",
             '  node [shape=box, fontname="DejaVu Sans", fontsize=11, margin="0.18,0.1"];',
             '  edge [arrowsize=0.7];']
    counts = {"problems": len(list((source / "problems").glob("*.toml"))),
              "methods": len(re.findall(r"^\w", (source / "integrators/catalogue.txt").read_text(), re.M))}
    for box, (_, text) in BOXES.items():
        text = text.format(**counts)
        lines.append(f'  "{box}" [label=<<b>{box}</b><br/><font point-size="9">{text}</font>>];')
    for a, b in reduced(count.keys()):
        lines.append(f'  "{a}" -> "{b}" [penwidth={1 + math.log10(count[a, b]):.1f}];')
    return "\n".join(lines + ["}"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    text = graph(options.source)
    picture = options.source / "docs" / "include_graph.svg"
    arrows = sorted(re.findall(r'"([^"]+)" -> "([^"]+)"', text))
    if options.check:
        drawn = picture.read_text()
        shown = sorted(re.findall(r"<title>([^&]+)&#45;&gt;([^<]+)</title>", drawn))
        if shown != arrows:
            print(f"docs/include_graph.svg shows other includes; run docs/include_graph.py: "
                  f"{sorted(set(shown) ^ set(arrows))}")
            return 1
        return 0
    picture.write_text(subprocess.run(["dot", "-Tsvg"], input=text, text=True, check=True,
                                      capture_output=True).stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
