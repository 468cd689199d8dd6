#!/usr/bin/env bash
# User CPU time, peak memory and iterations of a static analysis of a clamped cube under shear (inputs/cantilever_block.toml
# with equal edges), by number of unknowns and solver; a direct solution of the largest takes 10 GB.
#
#   [PROGRAM=build/jounce] benchmarks/static_cube.sh [solver] [elements along an edge]...
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
program=${PROGRAM:-build/jounce}
solver=${1:-iterative}
shift || true
edges=("$@")
[[ ${#edges[@]} -gt 0 ]] || edges=(18 31 45)
export OPENBLAS_NUM_THREADS=1
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

printf '%10s %10s %10s   %s\n' unknowns s MB 'strain energy, iterations'
for n in "${edges[@]}"; do
  /usr/bin/time -o "$folder/time" -f '%U %M' "$program" run inputs/cantilever_block.toml -o "$folder/results" \
    --set parameters.n="$n" --set 'mesh.block.to=[1, 1, 1]' --set 'mesh.block.counts=["n", "n", "n"]' \
    --set analysis.solver="$solver" --set output.frames=0 >"$folder/log"
  read -r seconds memory <"$folder/time"
  iterations=$(grep -o '[0-9]* iterations of conjugate gradients' "$folder/log" || echo 'direct')
  energy=$(tail -n 1 "$folder/results/history.csv" | cut -d, -f3)
  awk -v n="$n" -v s="$seconds" -v m="$memory" -v e="$energy" -v i="$iterations" \
    'BEGIN { printf "%10d %10.2f %10.0f   %s, %s\n", 3 * n * (n + 1) ^ 2, s, m / 1000, e, i }'
done
