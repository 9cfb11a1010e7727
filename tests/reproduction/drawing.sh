#!/usr/bin/env bash
# Drawing from outside: what cannot be drawn is said before anything is computed, what was computed
# survives a drawing that fails, `report` draws figures that are gone, and an interruption while
# gnuplot draws ends both within a second. Usage: drawing.sh PROGRAM FOLDER
set -euo pipefail
source "$(dirname "$0")/common.sh"
first=immm2008_figure_1
results=$folder/results

mkdir "$folder/bin"
real=$(command -v gnuplot)
arguments=(reproduce "$first" --quick --threads 1 --output "$results")

# Refused before anything is computed as well.
refuses_at_once() {
  refuses "$@"
  [ ! -e "$results/$first" ] || fail "something was computed"
}

fake() {
  printf '#!/bin/sh\nreal=%s\n%s\n' "$real" "$1" > "$folder/bin/gnuplot"
  chmod +x "$folder/bin/gnuplot"
}
faked=(env "PATH=$folder/bin:$PATH")

refuses_at_once 'gnuplot is missing' env PATH=/nowhere "$program" "${arguments[@]}"
refuses_at_once 'TMPDIR' env "TMPDIR=$folder/none" "$program" "${arguments[@]}"
fake 'echo "no licence" >&2; exit 3'
refuses_at_once 'exit status 3: no licence' "${faked[@]}" "$program" "${arguments[@]}"
mkdir "$folder/small"
if mount -t tmpfs -o size=64k tmpfs "$folder/small" 2> /dev/null; then
  head -c 60000 /dev/zero > "$folder/small/file" || true
  TMPDIR=$folder/small refuses_at_once "$folder/small" "$program" "${arguments[@]}"
  umount "$folder/small"
fi

# Only the trial is drawn: what was computed stays, and the next run only draws.
fake 'if grep -q trial script.gp || [ "$1" = --version ]; then exec "$real" "$@"; fi; exec 2>&1; echo worn out; exit 1'
complains 'worn out' "${faked[@]}" "$program" "${arguments[@]}"
[ -s "$results/$first/measurements.json" ] || fail "what was computed is gone"
[ ! -e "$results/$first/figures" ] || fail "there are figures"
[ -z "$(find "$results" -name '*.partial')" ] || fail "a partial folder was left"
"$program" "${arguments[@]}" > "$folder/log"
grep -q "$first: figures redrawn" "$folder/log" || fail "figures were not drawn"
! grep -q "$first: done" "$folder/log" || fail "what was kept was computed again"

# report draws what is gone, with the same bytes.
hashes() { (cd "$results" && sha256sum "$first"/figures/* "$first"/manifest.json); }
before=$(hashes)
[ "$(ls "$results/$first/figures" | wc -l)" -ge 3 ] || fail "no figures"
rm -r "$results/$first/figures"
"$program" report "$results" > "$folder/log"
[ "$before" = "$(hashes)" ] || fail "report did not draw the same figures again"
"$program" "${arguments[@]}" > "$folder/log"
grep -q "$first: up to date" "$folder/log" || fail "redrawn figures are not up to date"
rm "$results/$first/figures"/*
refuses 'gnuplot is missing' env PATH=/nowhere "$program" report "$results"
"$program" report "$results" > "$folder/log"

# The list of experiments is not a list of paths.
cp -r "$results" "$folder/listed"
mkdir "$folder/victim"
for id in .. ../victim "$folder/victim" "$first/../../victim" '' . no_such_experiment; do
  sed "s|\"$first\"|\"$id\"|" "$results/run.json" > "$folder/listed/run.json"
  refuses run.json "$program" report "$folder/listed"
done
[ -d "$folder/victim" ] || fail "a folder outside was touched"
[ -z "$(find "$folder" -maxdepth 1 -name '.*')" ] || fail "something was written outside"

# A process that has ended may wait for its parent.
gone() {
  local state
  state=$(ps -o stat= -p "$1") || true
  [ -z "$state" ] || [[ $state == Z* ]]
}

# Interrupted while gnuplot draws: status 130 within a second, and no process and no file is left.
interrupted() {
  local status=0 begun ended job child
  set -m
  "$@" > "$folder/log" 2>&1 &
  job=$!
  set +m
  child=
  while [ -z "$child" ]; do
    kill -0 "$job" 2> /dev/null || fail "ended before it was interrupted: $(cat "$folder/log")"
    child=$(pgrep -P "$job" | head -n 1) || true
  done
  sleep "0.0$((RANDOM % 10))"
  begun=$(date +%s%N)
  kill -INT "$job" 2> /dev/null || return 1
  wait "$job" || status=$?
  ended=$(date +%s%N)
  [ "$status" -eq 0 ] && return 1  # it had just ended
  [ "$status" -eq 130 ] || fail "exit status $status after an interruption: $(cat "$folder/log")"
  [ $((ended - begun)) -lt 1000000000 ] || fail "it took $(((ended - begun) / 1000000)) ms"
  gone "$child" || fail "gnuplot is left"
  [ -z "$(find "$results" -name '*.partial')" ] || fail "a partial folder was left"
  [ -z "$(ls "$TMPDIR")" ] || fail "scratch files were left: $(ls "$TMPDIR")"
}
count=0
for _ in $(seq 40); do
  if interrupted "$program" report "$results"; then count=$((count + 1)); fi
  [ "$count" -lt 20 ] || break
done
[ "$count" -eq 20 ] || fail "only $count runs could be interrupted"
fake "trap '' INT TERM; sleep 100 & echo \$! > '$folder/sleeper'; wait"
for _ in 1 2 3 4 5; do
  interrupted "${faked[@]}" "$program" report "$results" || fail "a gnuplot that hangs ended"
  [ ! -s "$folder/sleeper" ] || gone "$(cat "$folder/sleeper")" || fail "a child of gnuplot is left"
  rm -f "$folder/sleeper"
done
"$program" report "$results" > "$folder/log"
[ "$before" = "$(hashes)" ] || fail "interruptions changed the figures"

# A process that is killed takes gnuplot with it.
fake 'exec sleep 100'
set -m
"${faked[@]}" "$program" report "$results" > "$folder/log" 2>&1 &
job=$!
set +m
# A guard, the child of the program, is the parent of gnuplot.
until guard=$(pgrep -P "$job") && child=$(pgrep -P "$guard" sleep); do sleep 0.01; done
kill -KILL "$job"
wait "$job" 2> /dev/null || true
for _ in $(seq 100); do
  ! gone "$child" || break
  sleep 0.01
done
gone "$child" || fail "a killed program leaves gnuplot"
# Texts state the sizes of their run.
"$program" reproduce immm2008_figure_2 --quick --threads 1 --output "$results" > "$folder/log"
grep -q '= 0.01, 5000 steps\.' "$results/immm2008_figure_2/experiment.json" || fail "not the size of a quick run"
echo "drawing: passed"
