#!/usr/bin/env bash
# An ensemble under mpirun: the same bytes from 1, 2 and 4 ranks as from one process, and a killed
# rank leaves pieces that a rerun completes.
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

# Rank 1 is killed as soon as a piece is there.
"$mpirun" -n 2 bash -c '
  if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then
    "$@" & work=$!
    until ls pieces/*.json > /dev/null 2>&1; do sleep 0.01; done
    kill -9 $work
    wait $work
  else
    exec "$@"
  fi' bash "$program" "${run[@]}" --checkpoint pieces > killed.json 2> killed.err && exit 1
pieces=$(ls pieces | wc -l)
[ "$pieces" -gt 0 ] || { echo "no piece was kept"; exit 1; }
ls -l --time-style=full-iso pieces > before
"$mpirun" -n 2 "$program" "${run[@]}" --checkpoint pieces > again.json
cmp one.json again.json
# What was there was not made again.
ls -l --time-style=full-iso pieces > after
[ "$(grep -Fxc -f before after)" -ge "$pieces" ] || { echo "pieces were made twice"; exit 1; }
