# shellcheck shell=bash disable=SC2034
# Common part of the scripts of this folder, sourced with the program and an empty folder of its own as
# arguments: sets `program`, `folder` and TMPDIR within it.
program=$1
folder=$2
script=$(basename "$0" .sh)

fail() {
  echo "$script: $*" >&2
  exit 1
}

rm -rf "$folder"
mkdir -p "$folder/tmp"
export TMPDIR=$folder/tmp  # a killed program cannot remove its scratch files

# Runs a program, which must end with status 2 and one line that contains the first argument.
complains() {
  local words=$1 status=0
  shift
  timeout 60 "$@" > "$folder/out" 2> "$folder/err" || status=$?
  [ "$status" -eq 2 ] || fail "exit status $status instead of 2: $* ($(cat "$folder/err"))"
  [ "$(wc -l < "$folder/err")" -eq 1 ] || fail "not one line: $(cat "$folder/err")"
  grep -Fq -e "$words" "$folder/err" || fail "no '$words' in: $(cat "$folder/err")"
}

# The same, before anything is printed.
refuses() {
  complains "$@"
  [ ! -s "$folder/out" ] || fail "something was printed: $(cat "$folder/out")"
}
