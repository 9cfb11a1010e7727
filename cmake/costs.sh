#!/usr/bin/env bash
# What the project costs here, beside what is aimed at on two cores: a cold build of the program with
# the generator of its equations, then building and running its tests, then the five papers.
# Usage: costs.sh BUILD_FOLDER JOBS, in the project's folder; writes results/build.csv and
# results/costs.csv.
set -euo pipefail
build=$1
jobs=$2
mkdir -p results
units=$PWD/results/build.csv
costs=results/costs.csv

# Runs a command; leaves its wall time and the CPU time of all of its processes, in seconds.
timed() {
  /usr/bin/time -q -o "$build/time" -f '%e %U %S' "$@"
  read -r wall user system < "$build/time"
  cpu=$(awk "BEGIN {print $user + $system}")
}
row() { printf '%s,%.0f,%s\n' "$1" "$2" "$3" >> "$costs.part"; }

cmake --preset repro -B "$build" -Wno-dev "-DCMAKE_CXX_COMPILER_LAUNCHER=$PWD/cmake/unit_costs.sh;$units.part"
echo "unit,cpu_seconds,peak_MiB" > "$units.part"
echo "cost,seconds,at_most" > "$costs.part"

timed cmake --build "$build" --target rattleback -j "$jobs"
row "cold build: wall time on $jobs cores" "$wall" 400
cp "$units.part" "$units"
awk -F, 'NR > 1 {sum += $2; if ($3 > most) most = $3}
  END {printf "%d units, %.0f CPU s, at most %d MiB; the dearest:\n", NR - 1, sum, most}' "$units"
tail -n +2 "$units" | sort -t, -k2,2nr | head -n 10

timed cmake --build "$build" -j "$jobs"
built=$cpu
timed ctest --test-dir "$build" --output-on-failure -j "$jobs"
row "tests: CPU time of building and running them" "$(awk "BEGIN {print $built + $cpu}")" 1000

papers=$(cd experiments && ls -d *_[0-9][0-9][0-9][0-9])
rm -rf "$build/papers"
timed "$build/rattleback" reproduce $papers --full --jobs 1 --output "$build/papers"
row "five papers: CPU time of their full reproduction" "$cpu" 200
rm "$units.part"
mv "$costs.part" "$costs"
awk -F, 'NR > 1 {printf "%-55s %6d s, at most %d wanted\n", $1, $2, $3}' "$costs"
