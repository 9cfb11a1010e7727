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
row() { printf '%s,%.0f,%s\n' "$1" "$2" "$3" >> "$costs.part"; }

cmake --preset repro -B "$build" -Wno-dev "-DCMAKE_CXX_COMPILER_LAUNCHER=$PWD/cmake/unit_costs.sh;$units.part"
echo "unit,cpu_seconds,peak_MiB" > "$units.part"
echo "cost,seconds,at_most" > "$costs.part"

timed cmake --build "$build" --target rattleback -j "$jobs"
row "cold build: wall time on $jobs cores" "$wall" 400
row "cold build: CPU time" "$cpu" 1436
cp "$units.part" "$units"
unit() { awk -F, -v name="/$1.cpp" 'index($1, name) {print $2; exit}' "$units"; }
row "unit of contact_oscillator: CPU time" "$(unit contact_oscillator)" 11
row "unit of chaotic_r11: CPU time" "$(unit chaotic_r11)" 25
touch integrators/core/run/recorder.cpp
timed cmake --build "$build" --target rattleback -j "$jobs"
row "edit of the recorder, built and linked: CPU time" "$cpu" 20
timed env XDG_CACHE_HOME="$build/cache" "$build/rattleback" run contact_oscillator \
  docs/examples/my_leapfrog.hpp --step 0.1 --steps 20 --json > /dev/null
row "a method named by its header, compiled for a problem: CPU time" "$cpu" 7
awk -F, 'NR > 1 {sum += $2; if ($3 > most) most = $3}
  END {printf "%d units, %.0f CPU s, at most %d MiB; the most expensive:\n", NR - 1, sum, most}' "$units"
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
awk -F, 'NR > 1 {printf "%-65s %6d s, at most %d allowed\n", $1, $2, $3}' "$costs"
