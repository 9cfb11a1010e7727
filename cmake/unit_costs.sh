#!/bin/sh
# Compiler launcher that appends the costs of a translation unit: its name, CPU seconds and the peak
# memory of the compiler in MiB.  unit_costs.sh COSTS.csv COMPILER ARGUMENTS...
costs=$1
shift
object=""
previous=""
for argument in "$@"; do
  [ "$previous" != -o ] || object=$argument
  previous=$argument
done
mkdir -p "$(dirname "$costs")"
measured=$(mktemp)
/usr/bin/time -q -o "$measured" -f "%U %S %M" "$@"
status=$?
awk -v unit="$object" '{
  sub(/^.*CMakeFiles\//, "", unit); sub(/\.dir\//, "/", unit); sub(/\.(o|gch)$/, "", unit)
  printf "%s,%.1f,%.0f\n", unit, $1 + $2, $3 / 1024 }' "$measured" >> "$costs"
rm -f "$measured"
exit $status
