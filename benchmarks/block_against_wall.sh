#!/usr/bin/env bash
# User CPU time of a step of the elastic cube against a wall (inputs/block_against_wall.toml), by number of unknowns:
# a run of many steps less a run of one, over the difference of their steps, so that reading and setting up do not
# count. Peak memory is that of the long run.
#
#   benchmarks/block_against_wall.sh [program] [elements along an edge]...
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
program=${1:-build/jounce}
shift || true
edges=("$@")
[[ ${#edges[@]} -gt 0 ]] || edges=(18 31 45 69)
export OPENBLAS_NUM_THREADS=1
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
steps=10

# Seconds and kilobytes of a run of $2 steps.
run() {
  local end
  end=$(awk "BEGIN { print $2 * 1e-3 }")
  /usr/bin/time -o "$folder/time" -f '%U %M' "$program" run -q inputs/block_against_wall.toml -o "$folder/results" \
    --set parameters.n="$1" --set integrator.end="$end" --set output.frames=0 >"$folder/log"
  cat "$folder/time"
}

printf '%10s %12s %12s %10s\n' unknowns 's per step' 's to set up' MB
for n in "${edges[@]}"; do
  read -r short _ <<<"$(run "$n" 1)"
  read -r long memory <<<"$(run "$n" $((1 + steps)))"
  awk -v n="$n" -v a="$short" -v b="$long" -v m="$memory" -v k="$steps" \
    'BEGIN { s = (b - a) / k; printf "%10d %12.3f %12.2f %10.0f\n", 3 * (n + 1) ^ 3, s, a - s, m / 1000 }'
done
