#!/usr/bin/env bash
# User CPU time of a step of the elastic cube against a wall on several ranks, the largest of the ranks, and what they
# send. Strong scaling cuts the same cube among more ranks, weak scaling gives every rank as many elements. A run of
# many steps less a run of one, over the difference of their steps; runs on different numbers of ranks alternate.
# On a cluster set MPIEXEC to its launcher (srun, mpiexec with a list of hosts), and the numbers of ranks.
#
#   benchmarks/scaling.sh [program] [strong|weak] [elements along an edge on one rank] [ranks]...
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
program=${1:-build/jounce}
kind=${2:-strong}
edge=${3:-45}
shift $(($# < 3 ? $# : 3))
ranks=("$@")
[[ ${#ranks[@]} -gt 0 ]] || ranks=(1 2)
launcher=${MPIEXEC:-mpiexec}
repetitions=${REPETITIONS:-5}
steps=${STEPS:-20}
export OPENBLAS_NUM_THREADS=1
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# Largest user time and memory of the ranks, of a run of $2 steps on $1 ranks. The summary stays in $folder/log.
run() {
  local n=$edge end
  [[ $kind == strong ]] || n=$(awk "BEGIN { print int($edge * $1 ^ (1 / 3) + 0.5) }")
  end=$(awk "BEGIN { print $2 * 1e-3 }")
  rm -f "$folder"/time.*
  # shellcheck disable=SC2016
  $launcher -n "$1" bash -c 'exec /usr/bin/time -o "$0.${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-${SLURM_PROCID:-0}}}" -f "%U %M" "$@"' \
    "$folder/time" "$program" run inputs/block_against_wall.toml -o "$folder/results" --set parameters.n="$n" \
    --set integrator.end="$end" --set integrator.solver=iterative --set output.frames=0 > "$folder/log" 2>&1
  awk '{ if ($1 > u) u = $1; if ($2 > m) m = $2 } END { print u, m }' "$folder"/time.*
}

for ((repetition = 1; repetition <= repetitions; ++repetition)); do
  for p in "${ranks[@]}"; do
    read -r short _ <<< "$(run "$p" 1)"
    grep -o 'sent .*' "$folder/log" > "$folder/short" || true
    read -r long memory <<< "$(run "$p" $((1 + steps)))"
    sent=$(grep -o 'sent .*' "$folder/log" || true)
    echo "$p $short $long $memory" >> "$folder/all"
    echo "$p|${sent:--}|$(cat "$folder/short")" > "$folder/sent.$p"
  done
done
printf '%6s %12s %10s %8s   %s\n' ranks 's per step' ratio MB "sent by the first rank in all $((1 + steps)) steps (in the first step)"
for p in "${ranks[@]}"; do
  awk -v p="$p" -v first="${ranks[0]}" -v k="$steps" -v sent="$(cut -d'|' -f2 "$folder/sent.$p") ($(cut -d'|' -f3 "$folder/sent.$p"))" '
    { s[$1] += ($3 - $2) / k; ++n[$1]; if ($4 > m[$1]) m[$1] = $4 }
    END { printf "%6d %12.4f %10.3f %8.0f   %s\n", p, s[p] / n[p], s[p] / n[p] / (s[first] / n[first]), m[p] / 1000, sent }' "$folder/all"
done
