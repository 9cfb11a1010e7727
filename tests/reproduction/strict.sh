#!/usr/bin/env bash
# A number and a curve that are not as they were accepted are named, and fail a strict run; what
# stays within its tolerance does not.
# Usage: strict.sh PROGRAM FOLDER
set -euo pipefail
source "$(dirname "$0")/common.sh"
experiment=mp2006_figure_1

run() {
  "$program" reproduce "$experiment" --quick --threads 1 --output "$folder/results" \
    --accepted "$folder/accepted" "$@" > "$folder/out"
}
accept() {
  rm -rf "$folder/accepted"
  mkdir -p "$folder/accepted/quick"
  cp "$folder"/results/guarded/*.csv "$folder/accepted/quick"
}
# Multiplies a column of the first line of a file that has a number of some size there.
scale() {
  local file=$folder/accepted/quick/$1 column=$2 factor=$3
  awk -F, -v OFS=, -v c="$column" -v f="$factor" \
    'NR > 1 && !done && $c + 0 != 0 {$c = sprintf("%.9g", $c * f); done = 1; print NR > "/dev/stderr"}
     {print}' "$file" 2> "$folder/line" > "$file.new"
  [ -s "$folder/line" ] || fail "no number in column $column of $1"
  mv "$file.new" "$file"
}
demand() {
  grep -Fq -e "$1" "$folder/out" || fail "no '$1' in: $(cat "$folder/out")"
}
fails() {
  local status=0
  run "$@" || status=$?
  [ "$status" -eq 1 ] || fail "exit status $status instead of 1 with $*"
}

"$program" reproduce "$experiment" --quick --threads 1 --output "$folder/results" > "$folder/log"
accept
run --strict || fail "numbers moved without a change: $(cat "$folder/out")"
demand "no number or curve differs"

scale curves.csv 6 1.0001
fails --strict
demand "regression: $experiment/data/"
demand ", column "
run --strict=verdicts || fail "a curve is not a verdict"
cp "$folder/results/guarded/made_by.txt" "$folder/accepted/quick"
run --strict && fail "exit status 0" || true
grep -q "another build" "$folder/out" && fail "one build is called another"
sed -i 's/^compiler: .*/compiler: another 1.0/' "$folder/accepted/quick/made_by.txt"
fails --strict
demand "made by another build (compiler: another 1.0;"
accept
scale curves.csv 6 1.000001
run --strict || fail "a millionth is within the tolerance: $(cat "$folder/out")"

accept
sed -i '2s/.*/mp2006,X,as printed,,1,1,,yes,holds/' "$folder/accepted/quick/readings.csv"
fails --strict
demand "is not among the accepted"

# An accepted run of verdict words alone.
rm "$folder"/accepted/quick/*
words=$folder/accepted/quick/verdicts.csv
cp "$folder/results/guarded/verdicts.csv" "$words"
run --strict || fail "words moved without a change: $(cat "$folder/out")"
demand "no verdict differs from the accepted ones, and the accepted quick run stores no numbers to"
sed -i 's/,holds as printed$/,fails/' "$words"
run --strict || fail "a better verdict is not a regression: $(cat "$folder/out")"
demand 'improved from "fails" to "holds as printed"'
sed -i '/,fails$/d' "$words"
fails --strict
demand "is not among the accepted verdicts"

refuses "there is no folder 'nowhere'" "$program" reproduce "$experiment" --accepted nowhere
refuses "nearest: verdicts" "$program" reproduce "$experiment" --strict=verdict
