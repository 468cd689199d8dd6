#!/bin/bash
# User CPU time of one step of the elastic bar in closed contact: Jounce (GGL scheme, history every step) beside Siconos
# (Moreau-Jean, no output), in one run, alternating, on one thread.
#
#   benchmarks/peers/compare_bar.sh [JOUNCE] [ELEMENTS] [REPEATS]
#
# Needs Debian's libsiconos-kernel-dev and libboost-serialization-dev. Debian builds Siconos with assertions, see docs/performance.md.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
jounce=${1:-$here/../../build/jounce}
elements=${2:-200}
repeats=${3:-3}
h=1e-5  # the contact stays closed for 66,000 steps
steps=$((6000000 / elements > 30000 ? 30000 : 6000000 / elements))
peer_steps=100
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

include=/usr/include/siconos
g++ -O3 -DNDEBUG -std=gnu++17 -w -isystem $include -isystem $include/../suitesparse -isystem $include/numerics \
  -isystem $include/kernel -isystem $include/mechanics "$here/siconos_bar.cpp" -o "$folder/siconos_bar" \
  -lsiconos_kernel -lsiconos_numerics -lboost_serialization

# user CPU seconds of a Jounce run of so many steps
run() {
  { TIMEFORMAT=%U; time "$jounce" run -q "$here/../../inputs/elastic_bar.toml" --set parameters.elements="$elements" \
      --set parameters.gap=0 --set integrator.step=$h --set integrator.end="$(awk "BEGIN{print $1*$h}")" \
      --set output.frames=0 -o "$folder/run"; } 2>&1 | tail -1
}

for ((i = 0; i < repeats; ++i)); do
  # Start-up is removed by subtracting a short run; the long one is repeated steps of the same closed contact.
  short=$(run 30)
  long=$(run $steps)
  mine=$(awk "BEGIN{print ($long-$short)/($steps-30)*1e6}")
  peer=$("$folder/siconos_bar" "$elements" $h $peer_steps)
  theirs=$(awk '{print $1/$5*1e6}' <<<"$peer")
  awk -v n="$elements" -v a="$mine" -v b="$theirs" 'BEGIN{printf "n=%d  Jounce %.1f us a step  Siconos %.1f us a step  ratio %.3f\n", n, a, b, a/b}'
done
