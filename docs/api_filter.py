#!/usr/bin/env python3
"""Filter of the API reference (Doxyfile): makes the comment below `#pragma once` the documentation of the file,
and sets the formulas of comments: powers, indices and Greek letters.

    api_filter.py HEADER"""

import re
import sys

GREEK = {"alpha": "α", "gamma": "γ", "epsilon": "ε", "eta": "η", "theta": "θ", "lambda": "λ", "xi": "ξ",
         "rho": "ρ", "tau": "τ", "phi": "φ", "omega": "ω", "Omega": "Ω"}
LETTER = "|".join(GREEK)


def set_formulas(text):
    """HTML of a comment without code in backquotes."""
    parts = re.split(r"(`[^`]*`|@param(?:\[\w+\])? +\w+|@tparam +\w+|<[^ >]*>)", text)
    for i in range(0, len(parts), 2):
        part = parts[i]
        part = re.sub(r"\^(-?\d+|T|\*)(?!\w)", r"<sup>\1</sup>", part)
        part = re.sub(rf"\b([A-Za-z]|Ad|ad|dexp|dcay|{LETTER})_([a-z]|[0-9]|xi|eta|lambda)(?!\w)",
                      r"\1<sub>\2</sub>", part)
        parts[i] = re.sub(rf"\b({LETTER})(?!\w)", lambda letter: GREEK[letter[0]], part)
    return "".join(parts)


def main():
    in_file_comment = False
    with open(sys.argv[1], encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if number == 2 and re.match(r"// ", line):
                print("/// @file")
                in_file_comment = True
            if in_file_comment and line.startswith("//"):
                line = "///" + line[2:]
            else:
                in_file_comment = False
            code, mark, comment = line.partition("///")
            print(code + mark + set_formulas(comment), end="")


if __name__ == "__main__":
    main()
