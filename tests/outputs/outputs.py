#!/usr/bin/env python3
"""Readability of every table format: each problem and each method of the catalogue, in pairs, writes .csv, .npy
and .json, which numpy, pandas, Octave and gnuplot then read. (The columns of a table are those of the problem
and those of the method; one loop writes them all.)

    outputs.py PROGRAM FOLDER            all tables
    outputs.py PROGRAM FOLDER --memory   a .npy of 1e7 nodes, written in less than 200 MB"""

import argparse
import concurrent.futures
import json
import math
import pathlib
import resource
import shutil
import subprocess
import sys

import numpy
import pandas

STEPS = 5
ENDINGS = ("csv", "npy", "json")
MEMORY_LIMIT = 200_000  # KiB
MEMORY_NODES = 10_000_000


def printed(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True).stdout


def covering_pairs(problems):
    """Yields each problem with the methods that no problem before it had, or with its first method."""
    covered = set()
    for card in problems:
        methods = [method for method in card["integrators"] if method not in covered]
        covered.update(methods)
        yield card, methods or card["integrators"][:1]


def planned(program):
    """Returns (name of the table, arguments without --output) of all tables."""
    problems = json.loads(printed(program, "list", "problems", "--json"))
    plans = {}
    for card, methods in covering_pairs(problems):
        crossings = ["--until", "3", "--section", f"{card['velocities'][0]}=0", "--crossing", "both"]
        for method in methods:
            pair, label = [card["id"], method, "--step", "0.05"], f"{card['id']}-{method}"
            plans[f"run-{label}"] = ["run", *pair, "--steps", str(STEPS)]
            plans[f"section-{label}"] = ["run", *pair, *crossings]
            # Problems sampled in all coordinates, one on SO(3) and one on a product.
            if (card["ensemble_starts"].startswith("coordinates and") or
                    card["id"] in ("suslov", "chaplygin_sphere")):
                plans[f"ensemble-{label}"] = [
                    "ensemble", *pair, "--orbits", "20", "--energy", "1.5", "--seed", "1",
                    "--threads", "1", *crossings]
    return plans


def written(program, folder, name, arguments):
    """Writes a table in every format; returns complaints as text."""
    found = []
    for ending in ENDINGS:
        if ending == "json" and arguments[0] == "ensemble":
            continue
        done = subprocess.run([program, *arguments, "--output", folder / f"{name}.{ending}"],
                              capture_output=True)
        if done.returncode != 0:
            found.append(f"{name}.{ending}: status {done.returncode}: {done.stderr.decode()}")
    return found


def bits(values):
    """Returns values comparable to the last bit; all NaNs are equal."""
    values = numpy.asarray(values, dtype="<f8").copy()
    values[numpy.isnan(values)] = numpy.nan
    return values.view("<u8")


def read(folder, name):
    """Returns complaints as text, and (columns, values as rows x columns) of a table."""
    found = []
    path = folder / f"{name}.csv"
    lines = path.read_text(encoding="ascii").split("\n")
    if lines.pop() != "":
        found.append("the last line has no newline")
    columns = lines[0].split(",")
    cells = [line.split(",") for line in lines[1:]]
    if len(set(columns)) != len(columns):
        found.append("doubled names: " +
                     ", ".join(sorted({c for c in columns if columns.count(c) > 1})))
    if any(not column or not column.isidentifier() for column in columns):
        found.append(f"invalid names: {columns}")
    widths = {len(row) for row in cells} | {len(columns)}
    if len(widths) > 1:
        return [*found, f"rows of {sorted(widths)} cells"], None, None
    values = numpy.array([[float(cell) for cell in row] for row in cells]).reshape(-1, len(columns))

    table = pandas.read_csv(path, float_precision="round_trip")
    if list(table.columns) != columns:
        found.append(f"pandas reads the columns {list(table.columns)}")
    elif any(kind.kind not in "fi" for kind in table.dtypes) and len(table):
        found.append(f"pandas finds text in {[c for c in columns if table[c].dtype.kind not in 'fi']}")
    elif (bits(table.to_numpy(dtype=float)) != bits(values)).any():
        found.append("pandas reads different numbers")

    array = numpy.load(folder / f"{name}.npy", allow_pickle=False)
    if array.dtype.names is None or array.ndim != 1:
        found.append(f".npy is not an array of records: {array.dtype}, {array.shape}")
    elif list(array.dtype.names) != columns:
        found.append(f".npy has the fields {list(array.dtype.names)}")
    elif any(array.dtype[column].str != "<f8" for column in columns):
        found.append(f".npy has fields other than <f8: {array.dtype}")
    else:
        rows = numpy.array([[row[c] for c in columns] for row in array]).reshape(-1, len(columns))
        if rows.shape != values.shape or (bits(rows) != bits(values)).any():
            found.append(".npy contains different numbers")

    if (folder / f"{name}.json").exists():
        object = json.loads((folder / f"{name}.json").read_text(), parse_constant=refused)
        if object["columns"] != columns:
            found.append(f".json has the columns {object['columns']}")
        rows = object["trajectory"]
        if any(len(row) != len(columns) for row in rows):
            found.append(f".json has rows of {sorted({len(row) for row in rows})} cells")
        else:
            # Non-finite numbers are texts in JSON.
            numbers = numpy.array([[float(x) for x in row] for row in rows]).reshape(-1, len(columns))
            if numbers.shape != values.shape or (bits(numbers) != bits(values)).any():
                found.append(".json contains different numbers")
    return found, columns, values


def refused(literal):
    raise ValueError(f"the literal {literal}")


def same(a, b):
    """True if two readers returned the same number, or both NaN."""
    return a == b or (math.isnan(a) and math.isnan(b))


def octave(folder, tables):
    """Checks Octave's importdata and jsondecode: sizes, and the last row to the last bit."""
    script = """
      files = textscan(fopen('tables.txt'), '%s'){1};
      for i = 1:numel(files)
        try
          d = importdata([files{i} '.csv'], ',', 1);
          printf('%s %d %d %d', files{i}, size(d.data), numel(d.colheaders));
          printf(' %.17g', d.data(end, :));
          name = [files{i} '.json'];
          if (exist(name, 'file'))
            j = jsondecode(fileread(name));
            printf(' json %d', numel(j.columns));
          end
          printf('\\n');
        catch problem
          printf('%s fails: %s\\n', files{i}, strrep(problem.message, "\\n", ' '));
        end
      end
      """
    (folder / "tables.txt").write_text("\n".join(tables) + "\n")
    (folder / "tables.m").write_text(script)
    lines = subprocess.run(["octave-cli", "--norc", "--quiet", "tables.m"], cwd=folder,
                           capture_output=True, text=True, check=True).stdout.splitlines()
    found = []
    for (name, (columns, values)), line in zip(tables.items(), lines, strict=True):
        words = line.split(" ")
        if "fails:" in words:
            found.append(f"{name}: Octave: {line}")
            continue
        shape, last = (*map(int, words[1:4]),), list(map(float, words[4:4 + len(columns)]))
        if shape != (*values.shape, len(columns)):
            found.append(f"{name}: Octave reads {shape} instead of {(*values.shape, len(columns))}")
        elif not all(map(same, last, values[-1])):
            found.append(f"{name}: Octave reads the last row as {last}")
        if "json" in words and int(words[-1]) != len(columns):
            found.append(f"{name}: Octave reads {words[-1]} columns from the .json")
    return found


def gnuplot(folder, tables):
    """Checks gnuplot by column names: the first against the last."""
    script = "set datafile separator ','\nset datafile columnheaders\n"
    for name, (columns, _) in tables.items():
        script += (f"set table '{name}.gnuplot'\n"
                   f"plot '{name}.csv' using (column('t')):(column('{columns[-1]}')) with table\n")
    (folder / "tables.gp").write_text(script + "unset table\n")
    done = subprocess.run(["gnuplot", "--default-settings", "tables.gp"], cwd=folder,
                          capture_output=True, text=True)
    if done.returncode != 0 or done.stderr:
        return [f"gnuplot: {done.stderr.strip()}"]
    found = []
    for name, (columns, values) in tables.items():
        rows = [line.split() for line in (folder / f"{name}.gnuplot").read_text().splitlines()
                if line.strip() and not line.startswith("#")]
        seen = [[float(word) for word in row] for row in rows]
        # gnuplot prints six digits.
        if len(rows) != len(values) or not numpy.allclose(
                seen, values[:, [columns.index("t"), -1]], rtol=1e-4, atol=1e-300, equal_nan=True):
            found.append(f"{name}: gnuplot reads {seen}")
    return found


def all_tables(program, folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    plans = planned(program)
    found = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for words in pool.map(lambda item: written(program, folder, *item), plans.items()):
            found += words
    tables, empty = {}, 0
    for name in plans:
        if any(line.startswith(name + ".") for line in found):
            continue
        try:
            words, columns, values = read(folder, name)
        except (OSError, ValueError, LookupError, TypeError) as error:
            words, columns, values = [f"does not load: {error}"], None, None
        found += [f"{name}: {word}" for word in words]
        if not words and len(values):
            tables[name] = columns, values
        empty += not words and not len(values)
    if tables:
        found += octave(folder, tables) + gnuplot(folder, tables)
    print(f"outputs: {len(plans)} tables, {len(tables)} read by all, {empty} without a row, "
          f"{len(found)} complaints")
    return found


def memory(program, folder):
    """Checks that nodes are written to the disk during the run."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    path = folder / "long.npy"
    if shutil.disk_usage(folder).free < 4 << 30:
        return [f"less than 4 GiB are free in {folder}"]
    done = subprocess.run(
        [program, "run", "contact_oscillator", "dla_leapfrog", "--step", "0.01", "--steps",
         str(MEMORY_NODES), "--every", "1", "--output", path], stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30)))
    if done.returncode != 0:
        return [f"status {done.returncode}: {done.stderr.decode()}"]
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    array = numpy.load(path, mmap_mode="r", allow_pickle=False)
    found = []
    if len(array) != MEMORY_NODES + 1:
        found.append(f"{len(array)} nodes instead of {MEMORY_NODES + 1}")
    if most > MEMORY_LIMIT:
        found.append(f"{most} KiB of memory, more than {MEMORY_LIMIT}")
    print(f"outputs: {len(array)} nodes, {path.stat().st_size >> 20} MiB, {most >> 10} MiB of memory")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("folder", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--memory", action="store_true")
    arguments = parser.parse_args()
    found = (memory if arguments.memory else all_tables)(arguments.program, arguments.folder)
    for line in found:
        print(line)
    if not found:
        shutil.rmtree(arguments.folder)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
