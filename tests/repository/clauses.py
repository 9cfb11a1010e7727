"""Checks that each clause of clauses.toml is answered by something that exists: python3 clauses.py SOURCE"""

import pathlib
import sys
import tomllib

BLIND = ("clauses", "hypotheses", "quantifiers", "readings", "neighbours")
WORDS = ("background", "narrowed")


def names_of(statement):
    """Returns the names of a row's readings and parts; "as printed" where it has neither."""
    names = [name for key in ("reading", "part") for name in statement.get(key, {})]
    return names or ["as printed"]


def faults_of(row, asked, statements):
    """Returns sentences about what is wrong with one row of clauses."""
    if row not in statements:
        return [f"statements.toml has no row '{row}'"]
    faults = []
    words = sum(len(text.split()) for key in BLIND for text in asked.get(key, []))
    if words > 40:
        faults.append(f"{words} words, 40 are allowed")
    if len(asked.get("neighbours", [])) != 3:
        faults.append("three false neighbours are asked")
    if len(asked["clauses"]) != len(asked.get("answers", [])):
        faults.append("one answer for each clause is asked")
    for answer in asked.get("answers", []):
        exists = (
            answer.removeprefix("row ") in statements
            if answer.startswith("row ")
            else answer in WORDS or answer.startswith("misread: ") or answer in names_of(statements[row])
        )
        if not exists:
            faults.append(f"the answer '{answer}' names nothing")
    return faults


def main(source):
    rows = 0
    faults = []
    for path in sorted(source.glob("experiments/*/clauses.toml")):
        clauses = tomllib.loads(path.read_text())
        statements = tomllib.loads((path.parent / "statements.toml").read_text())["statement"]
        rows += len(clauses)
        for row, asked in clauses.items():
            faults += [f"{path.parent.name}, {row}: {one}" for one in faults_of(row, asked, statements)]
    print("\n".join([*faults, f"clauses: {rows} rows"]))
    return 1 if faults or rows == 0 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
