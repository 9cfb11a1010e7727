#!/bin/sh
# Runs of several threads under the thread sanitizer; usage: tsan.sh FOLDER, a build of the preset tsan.
# Runs all multithreaded computations, and the runner of commands for other languages. Exit status 1
# after a report, which goes to stderr.
set -eu

build=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export RATTLEBACK_CACHE="$work/references"
export TSAN_OPTIONS="suppressions=$here/suppressions.txt exitcode=66 die_after_fork=0 ${TSAN_OPTIONS:-}"
failed=0

run() {
  echo "tsan: $*"
  "$@" > out.txt || { echo "tsan: exit status $? of $*" >&2; failed=1; }
}

# Compares the bytes from one thread and from several.
same() {
  run "$@" --threads 1
  mv out.txt one.txt
  run "$@" --threads 3
  cmp one.txt out.txt || failed=1
}

rattleback="$build/rattleback"
for on in "contact_oscillator gni" "suslov reduced_gni"; do
  problem=${on% *}
  ensemble="ensemble $on --orbits 150 --step 0.1 --until 3 --seed 1 --energy 1 --json"
  # shellcheck disable=SC2086
  {
    same "$rattleback" $ensemble
    same "$rattleback" $ensemble --every 3
    run "$rattleback" $ensemble --threads 3 --checkpoint "$problem-pieces"
    rm "$(find "$problem-pieces" -type f | sort | head -1)"
    run "$rattleback" $ensemble --threads 3 --checkpoint "$problem-pieces"
    same "$rattleback" $ensemble --lyapunov
  }
done
same "$rattleback" ensemble contact_oscillator gni --orbits 40 --step 0.1 --until 20 --seed 1 --energy 1 \
  --section vy=0 --crossing both --json
same "$rattleback" ensemble contact_oscillator odeint_dopri5 --orbits 40 --step 0.1 --until 3 --seed 1 \
  --energy 1 --option rtol=1e-5 --json
run "$rattleback" ensemble contact_oscillator gni --orbits 40 --step 0.1 --until 3 --seed 1 --energy 1 \
  --threads 3 --figure statistics.svg --json
run "$rattleback" converge contact_oscillator --steps-per-unit 2,4,8,16 --json
run "$rattleback" laws gni --on contact_oscillator
exit $failed
