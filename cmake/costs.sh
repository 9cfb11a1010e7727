#!/usr/bin/env bash
# Measures the costs of the project next to their targets on two cores: a cold build of the program with
# its equation generator, building and running the tests, and the five papers.
# Usage: costs.sh BUILD_FOLDER JOBS, in the project's folder; writes results/build.csv and
# results/costs.csv.
set -euo pipefail
build=$1
jobs=$2
mkdir -p results
units=$PWD/results/build.csv
costs=results/costs.csv

# Runs a command; sets its wall time and the CPU time of all of its processes, in seconds.
timed() {
  /usr/bin/time -q -o "$build/time" -f '%e %U %S' "$@"
  read -r wall user system < "$build/time"
  cpu=$(awk "BEGIN {print $user + $system}")
}
# Adds a row: cost, measured value, bound and their unit (s if it is left out).
row() { printf '%s,%.2f,%s,%s\n' "$1" "$2" "$3" "${4:-s}" >> "$costs.part"; }

cmake --preset repro -B "$build" -Wno-dev "-DCMAKE_CXX_COMPILER_LAUNCHER=$PWD/cmake/unit_costs.sh;$units.part"
echo "unit,cpu_seconds,peak_MiB" > "$units.part"
echo "cost,measured,at_most,unit" > "$costs.part"

timed cmake --build "$build" --target rattleback -j "$jobs"
row "cold build: wall time on $jobs cores" "$wall" 400
row "cold build: CPU time" "$cpu" 1436
cp "$units.part" "$units"
unit() { awk -F, -v name="/$1.cpp" 'index($1, name) {print $2; exit}' "$units"; }
row "unit of contact_oscillator: CPU time" "$(unit contact_oscillator)" 11
row "unit of chaotic_r11: CPU time" "$(unit chaotic_r11)" 25
row "largest unit of problems in texts: peak memory" \
  "$(awk -F, '$1 ~ /rattleback_texts\// && $3 > most {most = $3} END {print most + 0}' "$units")" 1229 MiB
touch integrators/core/run/recorder.cpp
timed cmake --build "$build" --target rattleback -j "$jobs"
row "edit of the recorder, built and linked: CPU time" "$cpu" 20
timed env XDG_CACHE_HOME="$build/cache" "$build/rattleback" run contact_oscillator \
  docs/examples/my_leapfrog.hpp --step 0.1 --steps 20 --json > /dev/null
row "a method named by its header, compiled for a problem: CPU time" "$cpu" 7
# No example has this space with three constraints, and nothing can be compiled.
cat > "$build/six_dimensions.toml" <<'TEXT'
name = "Particle in R^6 under three constraints"
coordinates = ["x1", "x2", "x3", "x4", "x5", "x6"]
lagrangian = "(vx1^2 + vx2^2 + vx3^2 + vx4^2 + vx5^2 + vx6^2)/2 - (x1^2 + x2^2 + x3^2)/2"
constraints = ["vx1 - x2*vx4", "vx2 - x3*vx5", "vx3 - x1*vx6"]

[[case]]
name = "A"
q = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
v = { vx4 = 0.3, vx5 = -0.2, vx6 = 0.1 }
TEXT
timed env CXX=/bin/false XDG_CACHE_HOME="$build/no_cache" "$build/rattleback" run \
  "$build/six_dimensions.toml" odeint_rk4 --step 0.1 --steps 1 --json > /dev/null
row "first number of a text of another shape, R^6 with 3 constraints: wall time" "$wall" 0.2
awk -F, 'NR > 1 {sum += $2; if ($3 > most) most = $3}
  END {printf "%d units, %.0f CPU s, at most %d MiB; the most expensive:\n", NR - 1, sum, most}' "$units"
tail -n +2 "$units" | sort -t, -k2,2nr | head -n 10

timed cmake --build "$build" -j "$jobs"
built=$cpu
timed ctest --test-dir "$build" --output-on-failure -j "$jobs"
row "tests: CPU time of building and running them" "$(awk "BEGIN {print $built + $cpu}")" 1000

papers=$(cd experiments && ls -d *_[0-9][0-9][0-9][0-9])
rm -rf "$build/papers"
timed "$build/rattleback" reproduce $papers --full --threads 1 --output "$build/papers"
row "five papers: CPU time of their full reproduction" "$cpu" 200
rm "$units.part"
mv "$costs.part" "$costs"
awk -F, 'NR > 1 {printf "%-72s %8.2f %s, at most %s allowed\n", $1, $2, $4, $3}' "$costs"
