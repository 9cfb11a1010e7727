#!/usr/bin/env bash
# Killed without warning (SIGKILL) at any moment, the main job run again ends with the same bytes as
# a run in one piece: at random moments, while figures are drawn, and while they alone are drawn
# again. Usage: kill.sh PROGRAM FOLDER [SEED]
set -euo pipefail
source "$(dirname "$0")/common.sh"
RANDOM=${3:-1}
first=mp2006_figure_1
second=mp2006_figure_2
results=$folder/results

run() { "$program" reproduce "$first" "$second" --quick --threads 2 --output "$1" > "$folder/log"; }

# Starts a run, waits for the command given to succeed, and kills the run.
# Counts in `killed` the runs that had not ended before.
killed=0
kill_when() {
  local status=0
  "$program" reproduce "$first" "$second" --quick --threads 2 --output "$results" > "$folder/log" &
  local job=$!
  while kill -0 "$job" 2> /dev/null && ! "$@"; do sleep 0.005; done
  kill -KILL "$job" 2> /dev/null || true
  wait "$job" 2> /dev/null || status=$?
  if [ "$status" -eq 137 ]; then killed=$((killed + 1)); fi
}

# What a run leaves, apart from when, where and how long it ran.
files() {
  (cd "$1" && find . -type f ! -name manifest.json ! -path ./run.json ! -path ./index.html ! -path './site/*' | sort)
}

same_as_whole() {
  run "$results"
  cmp <(files "$folder/whole") <(files "$results") || fail "$1: other files"
  for file in $(files "$folder/whole"); do
    cmp "$folder/whole/$file" "$results/$file" || fail "$1: $file differs"
  done
  run "$results"
  [ "$(grep -c ': up to date$' "$folder/log")" -eq 2 ] || fail "$1: a finished experiment ran again"
}

# Nothing that looks finished may be half-done: every output must have its recorded hash.
finished_is_whole() {
  local manifest
  for manifest in "$results"/*/manifest.json; do
    [ -e "$manifest" ] || continue
    (cd "$(dirname "$manifest")" &&
      sed -n '/"outputs"/,/}/s/^ *"\(.*\)": "\([0-9a-f]\{64\}\)",\{0,1\}$/\2  \1/p' manifest.json |
      sha256sum --check --quiet --strict) || fail "$1: $manifest does not hold"
  done
}

started=$(date +%s%N)
run "$folder/whole"
milliseconds=$((($(date +%s%N) - started) / 1000000))

after() { [ "$(date +%s%N)" -ge "$1" ]; }
for round in 1 2 3 4; do
  rm -rf "$results"
  # Twice in a row: the second finds what the first has left.
  for _ in 1 2; do
    delay=$((RANDOM * milliseconds / 32768))
    kill_when after $(($(date +%s%N) + delay * 1000000))
    finished_is_whole "round $round, ${delay} ms"
  done
  same_as_whole "round $round"
done
[ "$killed" -ge 3 ] || fail "only $killed of 8 runs could be killed"

drawing() { [ -e "$results/$1/manifest.json" ] && [ -e "$results/.$1.partial/measurements.json" ]; }
drawn_in_part() { [ -n "$(find "$results/.$1.partial/figures" -name '*.svg' 2> /dev/null)" ]; }
for moment in drawing drawn_in_part; do
  for experiment in "$first" "$second"; do
    rm -rf "$results"
    killed=0
    kill_when "$moment" "$experiment"
    if [ "$moment" = drawing ]; then
      [ "$killed" -eq 1 ] || fail "$experiment could not be killed while it was drawn"
      [ -d "$results/.$experiment.partial" ] || fail "$experiment: nothing was left to sweep"
      run "$results"
      grep -q "$experiment: figures redrawn" "$folder/log" ||
        fail "what was computed was not kept, or $experiment looks finished"
    fi
    same_as_whole "$moment $experiment"
  done
done

# Figures made by other code are drawn again from the same data, also when that is interrupted.
other_code() {
  sed -i 's/\("code of the figures": "\)[0-9a-f]*/\10/' "$results/$1/manifest.json"
}
other_code "$second"
killed=0
kill_when drawing "$second"
[ "$killed" -eq 1 ] || fail "the drawing alone could not be killed"
finished_is_whole "drawing alone"
run "$results"
grep -q "$second: code of the figures changed" "$folder/log" || fail "no reason to draw again"
grep -q "$second: figures redrawn" "$folder/log" || fail "figures were not drawn again"
! grep -q "done" "$folder/log" || fail "figures alone were due, more was done"
same_as_whole "drawing alone"
echo "kill: passed"
