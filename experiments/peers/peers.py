"""Times the program and its peers on the same systems to the same error: `make bench-peers`, docs/comparison.md."""

import argparse
import csv
import json
import math
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

from systems import SYSTEMS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
COLUMNS = ["system", "peer", "method", "orbits", "error_asked", "error_met", "cpu_seconds", "ratio", "note",
           "made_by"]
PEERS = {"rattleback": ["taylor", "odeint_bulirsch_stoer", "odeint_dopri5", "odeint_rkf78", "dla_leapfrog",
                        "compose(dla_leapfrog,kahan_li8)"],
         "scipy": ["DOP853", "Radau", "LSODA"], "octave": ["ode45", "ode15s", "daspk"],
         "ida": ["ida"], "odeint": ["dopri5", "rkf78", "bulirsch_stoer"], "heyoka": ["taylor"], "odelab": ["default"]}
TITLES = {"rattleback": "Rattleback", "scipy": "SciPy", "octave": "Octave", "ida": "SUNDIALS IDA",
          "odeint": "Boost.Odeint"}
LIBRARIES = {"ida": ["-lsundials_ida", "-lsundials_nvecserial", "-lsundials_sunlinsoldense",
                     "-lsundials_sunmatrixdense"], "odeint": []}
BEGIN, END = "<!-- table of make bench-peers -->", "<!-- end of the table -->"


class Absent(Exception):
    """The peer is not installed; the message is its name."""


def compiled(name, folder):
    """Returns the program of NAME.cpp, compiled as its user would, with -O2."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    sources = [HERE / f"{name}.cpp", HERE / "systems.hpp"]
    if not program.exists() or any(source.stat().st_mtime > program.stat().st_mtime for source in sources):
        finished = subprocess.run([os.environ.get("CXX", "c++"), "-std=c++20", "-O2", "-w", "-o", program, sources[0],
                                   *LIBRARIES[name]], capture_output=True, text=True)
        if finished.returncode:
            if re.search("No such file|cannot find -l", finished.stderr):
                raise Absent(TITLES[name])
            raise RuntimeError(f"{name}.cpp does not compile: {finished.stderr.splitlines()[0]}")
    return [str(program)]


def command_of(peer, folder):
    """Returns the command that takes SYSTEM METHOD END SECONDS ORBITS TOLERANCE...; raises Absent."""
    title = TITLES.get(peer, peer)
    if peer in LIBRARIES:
        return compiled(peer, folder)
    if peer == "octave":
        if not shutil.which("octave-cli"):
            raise Absent(title)
        return ["octave-cli", "--no-init-file", "--quiet", str(HERE / "octave_peers.m")]
    if peer == "odelab":
        if not shutil.which(os.environ.get("ODELAB", "")):
            raise Absent(title)
        return [os.environ["ODELAB"]]
    if peer == "heyoka" and not os.environ.get("HEYOKA"):
        raise Absent(title)
    probe = f"import sys; sys.path.insert(0, {os.environ.get('HEYOKA', '')!r}); import {peer}"
    if subprocess.run([sys.executable, "-c", probe], capture_output=True).returncode:
        raise Absent(title)
    return [sys.executable, str(HERE / "python_peers.py"), peer]


def lines(command, seconds):
    """Yields (CPU seconds, orbits done, coordinates) or a text, the failure, for each line; ends the process after
    `seconds` without a line, and when its caller needs no more lines."""
    process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                               cwd=ROOT)
    timer = threading.Timer(seconds, process.kill)
    try:
        timer.start()
        for line in process.stdout:
            if line.startswith("failed:"):
                yield line.strip().split(": the mass")[0].split("; applicable")[0]
            elif line[0].isdigit():  # DASPK prints its messages between the lines
                cpu, done, *q = line.split()
                yield float(cpu), int(done), list(map(float, q))
            timer.cancel()
            timer = threading.Timer(seconds, process.kill)
            timer.start()
    finally:
        timer.cancel()
        process.kill()
        process.wait()
        process.stdout.close()


def version_of(program):
    """The commit of the program, on which all rows depend."""
    return subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def reference(name, until, program, cache):
    """Final coordinates in quad precision: order eight with h and h/2, whose difference is the certificate."""
    known = json.loads(cache.read_text()) if cache.exists() else {}
    key = f"{name} {until} {version_of(program)}"
    if key not in known:
        ends = []
        for step in ("0.05", "0.025"):
            run = subprocess.run([program, "run", SYSTEMS[name].problem, "compose(implicit_midpoint,kahan_li8)",
                                  "--precision", "quad", "--step", step, "--until", str(until), "--every", "1000000",
                                  "--measure", "none", "--json"], capture_output=True, text=True, cwd=ROOT, check=True)
            ends.append(list(map(float, json.loads(run.stdout)["q"])))
        if error_of(ends[0], ends[1]) > 2e-14:
            raise RuntimeError(f"the reference of {name} is uncertain by {error_of(*ends):.1e}")
        known[key] = ends[1]
        cache.write_text(json.dumps(known, indent=1))
    return known[key]


def error_of(q, exact):
    """Largest difference of a coordinate, relative to the largest coordinate if that is above 1."""
    difference = max(abs(a - b) for a, b in zip(q, exact))
    return difference / max(1, *map(abs, exact)) if math.isfinite(difference) else math.inf


def ladder(method, until):
    """Tolerances in half decades; of fixed steps 1/steps, with sqrt(2) times as many steps from rung to rung."""
    if "dla" in method:
        return [1 / math.ceil(until * 2 ** (k / 2)) for k in range(41)]
    return [10 ** (-k / 2) for k in range(4, 29)]


def search(command, name, method, until, exact, errors, limit):
    """Returns the rungs (CPU seconds, error, tolerance), until two meet the smallest error, and the last failure."""
    rungs, failure = [], ""
    tolerances = ladder(method, until)
    for tolerance, line in zip(tolerances, lines([*command, name, method, until, limit, 1, *tolerances], limit + 10)):
        if isinstance(line, str):
            failure = line
            continue
        rungs.append((line[0], error_of(line[2], exact), tolerance))
        if all(rung[1] <= min(errors) for rung in rungs[-2:]) and len(rungs) > 1 or rungs[-1][0] * 1.5 > limit:
            break
    return rungs, failure


def extrapolated(rungs, error):
    """CPU seconds for an error that the limit cut off, by the power law of the last rungs; None without one."""
    (t0, e0), (t1, e1) = [(t, e) for t, e, _ in rungs[-5::4]] if len(rungs) > 4 else ((0, 0), (0, 0))
    if not (0 < e1 < e0 < math.inf and 0 < t0 < t1):
        return None
    return t1 * (e1 / error) ** (math.log(t1 / t0) / math.log(e0 / e1))


def cells(command, name, peer, method, options, exact):
    """Returns the rows of one method on one system."""
    until = options.until or SYSTEMS[name].until
    rungs, failure = search(command, name, method, until, exact, options.errors, options.limit)
    rows = []
    for error in options.errors if rungs else options.errors[:1]:
        # The next rung must meet the error, too, so that a passage of the error through zero does not count.
        enough = [rung for rung, following in zip(rungs, rungs[1:] + rungs[-1:])
                  if max(rung[1], following[1]) <= error]
        for orbits in options.orbits if rungs and not method.endswith("recorded") else options.orbits[:1]:
            row = dict.fromkeys(COLUMNS, "") | {"system": name, "peer": peer, "method": method, "orbits": orbits,
                                                "error_asked": f"{error:.0e}"}
            rows.append(row)
            if enough:
                cpu, met, tolerance = min(enough)
                row["error_met"] = f"{met:.1e}"
                measure_cell(row, [*command, name, method, until], cpu, orbits, tolerance, options.limit)
            elif rungs and rungs[-1][0] * 1.5 > options.limit and (cpu := extrapolated(rungs, error)):
                row["cpu_seconds"], row["note"] = f"{cpu * orbits:.3e}", "extrapolated from larger errors"
            else:
                best = f"does not reach the error; smallest error {min(r[1] for r in rungs):.1e}" if rungs else ""
                row["note"] = "; ".join(filter(None, [best, failure])) \
                    or f"failed: no run ended within {options.limit:g} s"
    return rows


def measure_cell(row, run, cpu, orbits, tolerance, limit):
    """Fills the time of a cell: a loop over orbits, of at least a fifth of a second."""
    wanted = max(orbits, min(1000, math.ceil(0.2 / max(cpu, 1e-6)))) if orbits == 1 else orbits
    seconds = limit if cpu * wanted < limit else limit / 10
    line = next(lines([*run, seconds, wanted, tolerance], 3 * limit + 10), "failed: no line within the limit")
    if isinstance(line, str):
        row["note"] = line
        return
    row["cpu_seconds"] = f"{line[0] / line[1] * orbits:.3e}"
    if line[1] < orbits:
        row["note"] = f"extrapolated from {line[1]} orbits"


def cell_of(row):
    return row["system"], str(row["orbits"]), row["error_asked"]


def with_ratios(rows):
    """Sets the ratios to the program's cheapest run without recording."""
    best = {}
    for row in rows:
        if row["peer"] == "rattleback" and row["cpu_seconds"] and not row["method"].endswith("recorded"):
            best[cell_of(row)] = min(float(row["cpu_seconds"]), best.get(cell_of(row), math.inf))
    for row in rows:
        own = best.get(cell_of(row))
        row["ratio"] = f"{float(row['cpu_seconds']) / own:.3g}" if own and row["cpu_seconds"] else ""
    return best


def write(rows, path):
    with_ratios(rows)
    part = path.with_suffix(".part")
    with part.open("w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        table.writerows(rows)
    part.replace(path)


def markdown(rows):
    """Table of the ratios of each peer's cheapest method; the cells in which the program is behind stand first."""
    best = with_ratios(rows)
    measured = {row["peer"] for row in rows if row["ratio"]}
    peers = [peer for peer in PEERS if peer != "rattleback" and peer in measured]
    body = []
    for (system, orbits, error), own in best.items():
        ratios, names = [], []
        for peer in peers:
            found = [(float(row["ratio"]), "~" * ("extrapolated" in row["note"]), row["method"]) for row in rows
                     if cell_of(row) == (system, orbits, error) and row["peer"] == peer and row["ratio"]]
            ratios.append(min(found, default=(math.inf, "", ""))[0])
            names.append("{1}{0:.2g} ({2})".format(*min(found)) if found else "-")
        method = next(row["method"] for row in rows if cell_of(row) == (system, orbits, error) and row["ratio"] == "1"
                      and row["peer"] == "rattleback")
        body.append((min(ratios, default=math.inf), f"| {system} | {orbits} | {error} | {own:.2g} s ({method}) | "
                     f"{' | '.join(names)} |"))
    absent = sorted({row["note"] for row in rows if row["note"].startswith("not measured")})
    head = ["system", "orbits", "error", "CPU time of Rattleback"] + [TITLES.get(peer, peer) for peer in peers]
    behind = sum(ratio < 1 for ratio, _ in body)
    text = [f"Rattleback is behind a peer in {behind} of {len(body)} cells, which stand first. CPU time of the peer's",
            "cheapest method divided by that of Rattleback; ~: extrapolated; -: not reached or not measured.",
            "", "| " + " | ".join(head) + " |", "|---" * len(head) + "|", *(line for _, line in sorted(body)), "",
            "; ".join(absent)]
    return "\n".join(text)


def draw(rows, path):
    """Draws CPU time of one orbit against the error met: a panel per system, the cheapest method of each peer."""
    import matplotlib
    matplotlib.use("svg")
    from matplotlib import pyplot
    systems = [name for name in SYSTEMS if any(row["system"] == name and row["error_met"] for row in rows)]
    figure, axes = pyplot.subplots(1, len(systems), figsize=(3.2 * len(systems), 3.2), sharey=True, squeeze=False)
    for panel, name in zip(axes[0], systems):
        for peer, style in zip(PEERS, ("ko-", "k^--", "ks:", "kD-.", "kv--", "k*-", "kx:")):
            points = {}
            for row in rows:
                if (row["system"], row["peer"], str(row["orbits"])) == (name, peer, "1") and row["error_met"] \
                        and row["cpu_seconds"] and not row["method"].endswith("recorded"):
                    point = float(row["cpu_seconds"]), float(row["error_met"])
                    points[row["error_asked"]] = min(point, points.get(row["error_asked"], point))
            if points:
                times, errors = zip(*sorted(points.values()))
                panel.loglog(errors, times, style, label=TITLES.get(peer, peer), linewidth=0.8, markersize=4,
                             markerfacecolor="k" if peer == "rattleback" else "w")
        panel.set(title=f"{name.replace('_', ' ')}, t = {SYSTEMS[name].until}",
                  xlabel="relative error of the coordinates")
    axes[0][0].set_ylabel("CPU time of one orbit (s)")
    figure.tight_layout(rect=(0, 0.12, 1, 1))
    figure.legend(*axes[0][0].get_legend_handles_labels(), loc="lower center", ncol=3, fontsize="x-small",
                  frameon=False)
    for suffix in (".svg", ".pdf"):
        figure.savefig(path.with_suffix(suffix))


def replace_table(page, table):
    text = page.read_text()
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        sys.exit(f"peers.py: {page}: the lines '{BEGIN}' and '{END}' must occur once")
    before, rest = text.split(BEGIN)
    page.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.split(END)[1]}")


def parsed():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one system, one error, one orbit")
    parser.add_argument("--only", action="append", choices=SYSTEMS, metavar="SYSTEM", help=", ".join(SYSTEMS))
    parser.add_argument("--limit", type=float, default=60, help="seconds beyond which a cell is extrapolated (60)")
    parser.add_argument("--fresh", action="store_true", help="measure again what the output has")
    parser.add_argument("--output", type=Path, default=ROOT / "results" / "peers.csv")
    parser.add_argument("--program", type=Path, default=ROOT / "build" / "repro" / "rattleback")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="replace the table of this page")
    options = parser.parse_args()
    if not options.limit > 0:
        parser.error(f"--limit: {options.limit:g} is not > 0")
    options.program = options.program.resolve()
    options.errors = [1e-6] if options.quick else [1e-3, 1e-6, 1e-9, 1e-12]
    options.orbits = [1] if options.quick else [1, 100, 10000]
    options.until = 10 if options.quick else None
    options.limit = min(options.limit, 5) if options.quick else options.limit
    options.systems = options.only or (["contact_oscillator"] if options.quick else list(SYSTEMS))
    return options


def methods_of(peer, options):
    if peer != "rattleback":
        return PEERS[peer][:1] if options.quick else PEERS[peer]
    listed = subprocess.run([options.program, "list", "integrators"], capture_output=True, text=True, check=True).stdout
    known = [method for method in PEERS[peer] if re.sub(r"compose\((.*),.*\)", r"\1", method) in listed.split()]
    if options.quick:
        return known[:2]
    return known + [f"{method} recorded" for method in known if not method.startswith("dla")]


def rows_of(name, peer, method, options, exact):
    failed = {"system": name, "peer": peer, "method": method, "orbits": 1, "error_asked": f"{options.errors[0]:.0e}"}
    try:
        return cells(command_of(peer, options.program.parent / "peers"), name, peer, method, options, exact)
    except Absent as absent:
        return [dict.fromkeys(COLUMNS, "") | failed | {"note": f"not measured: {absent} is not installed"}]
    except (OSError, RuntimeError) as reason:
        return [dict.fromkeys(COLUMNS, "") | failed | {"note": f"failed: {reason}"}]


def measure_all(options):
    """Measures the rows that the output lacks, and writes it after each method."""
    path = options.output
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = list(csv.DictReader(path.open())) if path.exists() and not options.fresh else []
    made_by = f"{version_of(options.program)}, limit {options.limit:g} s"
    rows = [row for row in rows if not row["note"].startswith("not measured") and row.get("made_by") == made_by]
    done = {(row["system"], row["peer"], row["method"]) for row in rows}
    for name in options.systems:
        exact = reference(name, options.until or SYSTEMS[name].until, options.program,
                          path.with_name("peers_references.json"))
        for peer in PEERS:
            for method in methods_of(peer, options):
                if (name, peer, method) in done:
                    continue
                begin = time.monotonic()
                rows += [row | {"made_by": made_by} for row in rows_of(name, peer, method, options, exact)]
                write(rows, path)
                print(f"{name}: {peer} {method} ({time.monotonic() - begin:.0f} s)", file=sys.stderr, flush=True)
    return rows


def main():
    options = parsed()
    if not os.access(options.program, os.X_OK):
        sys.exit(f"peers.py: {options.program} is not built; make build")
    package = str(options.program.parent / "python")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    try:
        rows = measure_all(options)
    except KeyboardInterrupt:
        print(f"peers.py: interrupted; {options.output} has the finished rows, the next run measures the others",
              file=sys.stderr)
        sys.exit(130)
    write(rows, options.output)
    table = markdown(rows)
    print(table)
    if options.write:
        replace_table(options.write, table)
    if not options.quick:
        draw(rows, options.output)


if __name__ == "__main__":
    main()
