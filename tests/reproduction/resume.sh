#!/usr/bin/env bash
# The main job from outside: interrupted after its first experiment it keeps that experiment and
# nothing half-written; a rerun resumes and ends with the same verdicts; the page needs no other file.
# Usage: resume.sh PROGRAM FOLDER
set -euo pipefail
source "$(dirname "$0")/common.sh"
first=mp2006_figure_1
second=mp2006_figure_2

arguments=(reproduce "$first" "$second" --quick --threads 1 --output "$folder/results")
run() { "$program" "${arguments[@]}"; }

# Job control on: a background job of a plain script would ignore the signal.
set -m
"$program" "${arguments[@]}" > "$folder/log" &
job=$!
for _ in $(seq 6000); do
  [ -e "$folder/results/$first/figures" ] && break
  sleep 0.05
done
kill -INT -- "$job" || fail "the run ended before it could be interrupted"
status=0
wait "$job" || status=$?
set +m
[ "$status" -eq 130 ] || fail "exit status $status after an interruption, 130 is wanted"
[ -e "$folder/results/$first/manifest.json" ] || fail "the finished experiment is gone"
[ ! -e "$folder/results/$second" ] || fail "an unfinished experiment was left"
[ -z "$(find "$folder/results" -name '*.partial')" ] || fail "a partial folder was left"

run > "$folder/log"
grep -q "$first: up to date" "$folder/log" || fail "the finished experiment ran again"
grep -q "$second: done" "$folder/log" || fail "the unfinished experiment did not run"
grep -Eq '^statements: [0-9]+ holds as printed / [0-9]+ holds corrected / [0-9]+ fails / [0-9]+ undetermined / [0-9]+ not run / [0-9]+ not checkable / [0-9]+ background; CPU' \
  "$folder/log" || fail "no summary line"
cp -r "$folder/results" "$folder/resumed"

rm -rf "$folder/results"
run > "$folder/log"
"$program" diff "$folder/results" "$folder/resumed" | grep -qx 'no differences' ||
  fail "the resumed run differs from an uninterrupted one"

[ -s "$folder/results/index.html" ] || fail "no entrance"
page="$folder/results/site/papers/mclachlan_perlmutter_2006.html"
[ -s "$page" ] || fail "no page"
! grep -Eq '(src|href)="https?:' "$page" || fail "the page loads something from outside"
for id in F1a F1d F6a C15; do
  grep -Fq "$id" "$page" || fail "the page does not show statement $id"
done
grep -Fq '| C15 |' "$folder/results/statements.md" || fail "no row for C15"

# What does not stand is done again, and the line before says why.
expect() {
  run > "$folder/log"
  grep -Fqx "[$1" "$folder/log" || fail "no line '[$1' in: $(cat "$folder/log")"
  grep -Fqx "[$2" "$folder/log" || fail "no line '[$2' in: $(cat "$folder/log")"
}
echo broken > "$folder/results/$second/manifest.json"
expect "2/2] $second: manifest unreadable" "2/2] $second: done"
echo >> "$folder/results/$first/figures/figure_1.svg"
expect "1/2] $first: figures/figure_1.svg missing or changed" "1/2] $first: figures redrawn"
"$program" report "$folder/results" > "$folder/log"
expect "1/2] $first: up to date" "2/2] $second: up to date"

# Two programs do not write into one folder.
flock "$folder/results" "$program" "${arguments[@]}" 2> "$folder/log" && fail "the lock was ignored"
grep -q "another rattleback" "$folder/log" || fail "no word of the lock"
echo "resume: passed"
