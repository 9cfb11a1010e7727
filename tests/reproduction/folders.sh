#!/usr/bin/env bash
# Results folders from outside: nothing is removed but what the program made, damage heals or is said
# in one line, and several programs do not disturb each other. Usage: folders.sh PROGRAM FOLDER
set -euo pipefail
source "$(dirname "$0")/common.sh"
first=fim2008_figure_1
results=$folder/results
marker=.rattleback-results

reproduce() { timeout 300 "$program" reproduce "$first" --quick --threads 1 --output "$@"; }

# A folder of another program stays unchanged.
foreign=$folder/foreign
mkdir -p "$foreign/.mine.partial" "$foreign/.$first.partial" "$foreign/comparison"
touch "$foreign/film.part" "$foreign/.mine.partial/x" "$foreign/index.html" "$foreign/.$first.partial/x" \
  "$foreign/comparison/prices.json"
echo '{"experiments": 3}' > "$foreign/run.json"
before=$(find "$foreign" | sort)
refuses 'not a results folder' "$program" reproduce "$first" --quick --output "$foreign"
refuses 'nothing to report' "$program" report "$foreign"
[ "$before" = "$(find "$foreign" | sort)" ] || fail "a foreign folder was changed"
mkdir "$folder/empty"
refuses 'nothing to report' "$program" report "$folder/empty"
[ -z "$(ls -A "$folder/empty")" ] || fail "report wrote into an empty folder"
echo > "$folder/file"
refuses "$folder/file" "$program" reproduce "$first" --quick --output "$folder/file"
refuses "$folder/file" "$program" reproduce "$first" --quick --output "$folder/file/below"

# In a folder of ours, only names of ours are removed.
reproduce "$results" > "$folder/log"
[ -f "$results/$marker" ] || fail "a new results folder carries no marker"
rm "$results/$marker"  # as folders of earlier versions
mkdir -p "$results/.mine.partial" "$results/.$first.partial" "$results/.$first.old.partial" \
  "$results/.$first.x.partial"
touch "$results/film.part" "$results/run.json.part" "$results/x.1.part"
"$program" report "$results" > "$folder/log"
[ -f "$results/$marker" ] || fail "an earlier results folder does not get the marker"
for name in .mine.partial ".$first.x.partial" film.part run.json.part x.1.part; do
  [ -e "$results/$name" ] || fail "$name was removed"
  rm -r "${results:?}/$name"
done
[ -z "$(find "$results" -name '*.partial')" ] || fail "unfinished folders of ours were left"

# A run killed while it replaced a folder had only put the old one aside.
mv "$results/$first" "$results/.$first.old.partial"
reproduce "$results" > "$folder/log"
grep -q "$first: up to date" "$folder/log" || fail "a folder put aside is lost: $(cat "$folder/log")"

# Damage heals.
cp -r "$results" "$folder/whole"
same_as_whole() {
  diff -r -q -x manifest.json -x run.json -x index.html -x site "$folder/whole" "$results" ||
    fail "$1: another result"
  reproduce "$results" > "$folder/log"
  grep -q "$first: up to date" "$folder/log" || fail "$1: it does not stand: $(cat "$folder/log")"
}
heals() {
  reproduce "$results" > "$folder/log" || fail "$1: $(cat "$folder/log")"
  grep -q "$first: done" "$folder/log" || fail "$1 was not noticed: $(cat "$folder/log")"
  same_as_whole "$1"
}
data=$(basename "$(find "$results/$first/data" -type f | head -n 1)")
for name in experiment.json measurements.json "data/$data"; do
  # As if it had been gone when the manifest was written.
  rm "$results/$first/$name"
  sed -i "\|\"$name\": |d" "$results/$first/manifest.json"
  heals "$name gone"
  rm "$results/$first/$name"
  mkfifo "$results/$first/$name"
  heals "$name a pipe"
done
rm "$results/$first/manifest.json"
mkfifo "$results/$first/manifest.json"
heals "manifest a pipe"
mkfifo "$results/$first/data/pipe"
timeout 60 "$program" report "$results" > "$folder/log" 2> "$folder/err" || fail "a pipe stops report"
grep -Fq 'data/pipe' "$folder/err" || fail "no word of the pipe"
same_as_whole "a pipe in the folder of the data"

# Removed while it is written, it is not taken for whole.
for delay in 0 0.05 0.1 0.2 0.4 0.8; do
  rm -rf "$results"
  reproduce "$results" > "$folder/log" 2> "$folder/err" &
  job=$!
  while kill -0 "$job" 2> /dev/null && [ ! -e "$results/.$first.partial" ]; do sleep 0.005; done
  sleep "$delay"
  # The program may put something into a folder that has just been emptied.
  until rm -rf "$results" 2> /dev/null; do :; done
  status=0
  wait "$job" || status=$?
  [ "$status" -eq 0 ] || [ "$status" -eq 2 ] || fail "status $status: $(cat "$folder/err")"
  if [ "$status" -eq 2 ] && [ "$(wc -l < "$folder/err")" -ne 1 ]; then fail "$(cat "$folder/err")"; fi
  reproduce "$results" > "$folder/log" || fail "removed after $delay s: $(cat "$folder/log")"
  same_as_whole "removed after $delay s"
done

# Many at once: each has its turn or says that another one writes.
for i in $(seq 30); do
  { timeout 120 "$program" report "$results" > "$folder/out.$i" 2> "$folder/err.$i" &&
    echo 0 > "$folder/status.$i" || echo $? > "$folder/status.$i"; } &
done
wait
for i in $(seq 30); do
  status=$(cat "$folder/status.$i")
  if [ "$status" -eq 0 ]; then continue; fi
  [ "$status" -eq 2 ] && [ "$(wc -l < "$folder/err.$i")" -eq 1 ] &&
    grep -Fq "another rattleback is writing into the results folder '$results'" "$folder/err.$i" ||
    fail "report $i of many: status $status, $(cat "$folder/err.$i")"
done
same_as_whole "many reports at once"

# What cannot be removed is said. Root removes everything, hence another user.
mkdir -p "$results/.$first.old.partial/locked"
touch "$results/.$first.old.partial/locked/file"
chmod 555 "$results/.$first.old.partial/locked"
as_user=()
if [ "$(id -u)" -eq 0 ]; then
  chown -R 65534 "$folder"
  as_user=(setpriv --reuid 65534 --clear-groups)
fi
if "${as_user[@]}" test -w "$results"; then
  refuses ".$first.old.partial" "${as_user[@]}" "$program" report "$results"
  grep -q 'Permission denied' "$folder/err" || fail "no reason: $(cat "$folder/err")"
fi
chmod 755 "$results/.$first.old.partial/locked"
"$program" report "$results" > "$folder/log"
echo "folders: passed"
