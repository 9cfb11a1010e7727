#!/usr/bin/env bash
# Ensembles under mpirun: the bytes from 1, 2 and 4 ranks equal those of one process, a killed rank
# leaves pieces that a rerun completes, and a failing rank ends all ranks with one message.
set -euo pipefail
program=$1 mpirun=$2 folder=$3
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none
run=(ensemble chaotic_r7 dla_leapfrog --orbits 1000 --step 0.1 --until 200 --energy 3 --seed 5
     --every 200 --threads 1 --json)

"$program" "${run[@]}" > one.json
for ranks in 1 2 4; do
  "$mpirun" -n $ranks "$program" "${run[@]}" > "$ranks.json"
  cmp one.json "$ranks.json"
done

# On SO(3), and from given initial conditions.
body=(ensemble suslov reduced_gni --orbits 300 --step 0.05 --until 5 --energy 1 --seed 5 --threads 1
      --json)
printf 'x,y,z,vx,vy,vz\n1,0.5,0,-1,0,2\n0,1,0,-0.5,1,0.5\n' > starts.csv
given=(ensemble contact_oscillator dla_leapfrog --starts starts.csv --step 0.1 --until 20 --json)
"$program" "${body[@]}" > body.json
"$program" "${given[@]}" > given.json
"$mpirun" -n 3 "$program" "${body[@]}" | cmp body.json
"$mpirun" -n 2 "$program" "${given[@]}" | cmp given.json

# Rank 1 is killed as soon as a piece exists.
"$mpirun" -n 2 bash -c '
  if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then
    "$@" & work=$!
    until ls pieces/*.json > /dev/null 2>&1; do sleep 0.01; done
    kill -9 $work
    wait $work
  else
    exec "$@"
  fi' bash "$program" "${run[@]}" --checkpoint pieces > killed.json 2> killed.err && exit 1
# The remains of a piece that was being written do not count as a piece.
pieces=$(ls pieces/*.json | wc -l)
[ "$pieces" -gt 0 ] || { echo "no piece was saved"; exit 1; }
ls -l --time-style=full-iso pieces/*.json > before
"$mpirun" -n 2 "$program" "${run[@]}" --checkpoint pieces > again.json
cmp one.json again.json
# Existing pieces were not computed again.
ls -l --time-style=full-iso pieces/*.json > after
[ "$(grep -Fxc -f before after)" -ge "$pieces" ] || { echo "pieces were computed twice"; exit 1; }

# Per-orbit output equals that of one process and is printed once.
orbits=(ensemble contact_oscillator dla_leapfrog --orbits 200 --step 0.1 --until 50 --energy 1.5
        --seed 2 --threads 1 --section vy=0 --lyapunov --json)
"$program" "${orbits[@]}" --output one.csv > one.json
for ranks in 2 3; do
  "$mpirun" -n $ranks "$program" "${orbits[@]}" --output $ranks.csv > $ranks.json
  cmp one.json $ranks.json
  cmp one.csv $ranks.csv
done

# A failure of one rank, or of all, ends all ranks at once: one error line, and its exit status.
failing() {  # RANKS STATUS LINE ARGUMENTS...
  local ranks=$1 status=$2 line=$3 ended=0
  shift 3
  # Open MPI's own launcher sometimes crashes after an abort (139, 134); such a run is repeated.
  for _ in 1 2 3 4; do
    ended=0
    timeout 20 "$mpirun" -n "$ranks" "$@" > failed.out 2> failed.err || ended=$?
    [ "$ended" = 139 ] || [ "$ended" = 134 ] || break
  done
  [ "$ended" = "$status" ] || { echo "status $ended: $*"; cat failed.err; exit 1; }
  grep '^rattleback: ' failed.err | grep -v '^rattleback: note: ' > said || true
  [ "$(wc -l < said)" = 1 ] || { echo "not one line: $*"; cat failed.err; exit 1; }
  grep -q "$line" said || { cat failed.err; exit 1; }
  [ ! -s failed.out ] || { echo "something on stdout: $*"; exit 1; }
}
long=(ensemble chaotic_r7 dla_leapfrog --orbits 1000 --step 0.1 --until 1e7 --energy 3 --seed 5
      --threads 1)
mkdir -p full/orbits-960-1000.json/folder
for ranks in 2 3; do
  failing $ranks 2 "parameter of chaotic_r7 'u'" "$program" "${run[@]}" --set u=1
  failing $ranks 2 'Not a directory' "$program" "${run[@]}" --checkpoint one.json
  # The last piece of the last rank cannot be written: a folder has its name.
  failing $ranks 2 'full/orbits-' "$program" "${run[@]}" --checkpoint full
  # One rank fails, while the others compute for hours: it has no memory, or is interrupted.
  failing $ranks 2 'available' bash -c '
    [ "$OMPI_COMM_WORLD_RANK" != 1 ] || ulimit -v 600000
    exec "$@"' bash "$program" "${long[@]}" --every 1
  failing $ranks 130 'interrupted' bash -c '
    if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then (sleep 1; kill -INT $$) & fi
    exec "$@"' bash "$program" "${long[@]}"
done
