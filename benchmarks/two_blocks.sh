#!/usr/bin/env bash
# User CPU time of a step of two elastic blocks that collide and slide on each other, meshes of n and n + 1 hexahedra
# along an edge, without friction and with it: a run of several steps less a run of one, over their difference. With
# ccx of CalculiX on the path, its penalty contact (5e4 and 5e3) solves the same model in turn.
#
#   benchmarks/two_blocks.sh [program] [n]...
set -euo pipefail
program=$(readlink -f "${1:-build/jounce}")
shift || true
edges=("$@")
[[ ${#edges[@]} -gt 0 ]] || edges=(8 14)
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
steps=5

cat >blocks.toml <<'DECK'
[parameters]
n = 8
mu = 0
[model]
dimension = 3
[[material]]
name = "m"
E = 900
nu = 0.3
rho = 1
[[mesh]]
name = "low"
type = "block"
from = [0, 0, 0]
to = [1, 1, 1]
counts = ["n", "n", "n"]
[[mesh]]
name = "high"
type = "block"
from = [0.1, 0.1, 1.00001]
to = [0.9, 0.9, 1.80001]
counts = ["n + 1", "n + 1", "n + 1"]
[[element]]
name = "low"
type = "solid"
mesh = "low"
material = "m"
formulation = "full"
[[element]]
name = "high"
type = "solid"
mesh = "high"
material = "m"
formulation = "full"
[[boundary]]
on = "low.z_min"
components = ["x", "y", "z"]
[[initial]]
on = "high"
velocity = [0.05, 0, -0.1]
[[contact]]
name = "c"
type = "surfaces"
surface = "high.z_min"
against = "low.z_max"
friction = "mu"
[integrator]
type = "nsga-ggl"
step = 1e-3
end = 1e-3
[output]
frames = 0
DECK

# The same model for CalculiX: n, friction, steps.
input_file() {
  awk -v n="$1" -v mu="$2" -v steps="$3" '
    function nodes(base, m, o, z, h,   i, j, k) {
      for (k = 0; k <= m; ++k) for (j = 0; j <= m; ++j) for (i = 0; i <= m; ++i)
        printf "%d, %.9g, %.9g, %.9g\n", base + 1 + i + (m + 1) * (j + (m + 1) * k), o + h * i / m, o + h * j / m, z + h * k / m
    }
    function at(base, m, i, j, k) { return base + 1 + i + (m + 1) * (j + (m + 1) * k) }
    function elements(base, m,   i, j, k) {
      for (k = 0; k < m; ++k) for (j = 0; j < m; ++j) for (i = 0; i < m; ++i)
        printf "%d, %d, %d, %d, %d, %d, %d, %d, %d\n", base + 1 + i + m * (j + m * k), at(base, m, i, j, k), at(base, m, i + 1, j, k),
          at(base, m, i + 1, j + 1, k), at(base, m, i, j + 1, k), at(base, m, i, j, k + 1), at(base, m, i + 1, j, k + 1),
          at(base, m, i + 1, j + 1, k + 1), at(base, m, i, j + 1, k + 1)
    }
    BEGIN {
      b = (n + 1) ^ 3; m = n + 1
      print "*NODE, NSET=ALL"; nodes(0, n, 0, 0, 1); nodes(b, m, 0.1, 1.00001, 0.8)
      print "*ELEMENT, TYPE=C3D8, ELSET=LOW"; elements(0, n)
      print "*ELEMENT, TYPE=C3D8, ELSET=HIGH"; elements(b, m)
      printf "*NSET, NSET=MOVING, GENERATE\n%d, %d\n*NSET, NSET=HELD, GENERATE\n1, %d\n", b + 1, b + (m + 1) ^ 3, (n + 1) ^ 2
      print "*SURFACE, NAME=TOP"; for (q = 1; q <= n * n; ++q) printf "%d, S2\n", n * n * (n - 1) + q
      print "*SURFACE, NAME=SOLE"; for (q = 1; q <= m * m; ++q) printf "%d, S1\n", b + q
      print "*MATERIAL, NAME=M\n*ELASTIC\n900., 0.3\n*DENSITY\n1.\n*SOLID SECTION, ELSET=LOW, MATERIAL=M\n*SOLID SECTION, ELSET=HIGH, MATERIAL=M"
      print "*SURFACE INTERACTION, NAME=I\n*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR\n45000."
      if (mu > 0) printf "*FRICTION\n%g, 4500.\n", mu
      print "*CONTACT PAIR, INTERACTION=I, TYPE=SURFACE TO SURFACE\nSOLE, TOP\n*BOUNDARY\nHELD, 1, 3"
      print "*INITIAL CONDITIONS, TYPE=VELOCITY\nMOVING, 3, -0.1\nMOVING, 1, 0.05"
      printf "*STEP, INC=100000\n*DYNAMIC, DIRECT, SOLVER=ITERATIVE CHOLESKY\n1e-3, %g\n*END STEP\n", 1e-3 * steps
    }' >blocks.inp
}

seconds() { /usr/bin/time -o time -f %U "$@" >log && cat time; }
jounce() {
  seconds "$program" run -q blocks.toml -o results --set parameters.n="$1" --set parameters.mu="$2" \
    --set integrator.end="$(awk "BEGIN { print $3 * 1e-3 }")"
}
calculix() {
  input_file "$@"
  seconds ccx blocks
}

printf '%10s %6s %10s   %s\n' unknowns mu program 's per step'
for n in "${edges[@]}"; do
  for mu in 0 0.3; do
    for who in jounce $(command -v ccx >/dev/null && echo calculix); do
      short=$("$who" "$n" "$mu" 1)
      long=$("$who" "$n" "$mu" $((1 + steps)))
      awk -v n="$n" -v mu="$mu" -v w="$who" -v a="$short" -v b="$long" -v k="$steps" \
        'BEGIN { printf "%10d %6g %10s   %.3f\n", 3 * ((n + 1) ^ 3 + (n + 2) ^ 3), mu, w, (b - a) / k }'
    done
  done
done
