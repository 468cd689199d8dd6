#!/usr/bin/env bash
# Nanoseconds of user CPU time for an element and step of explicit dynamics: a cube of n^3 cells hits a rough wall, with
# each kind of element and law; ledger, contact search and history every 100 steps
# included. A run of many steps less a run of a few, over their difference. With ccx of CalculiX on the path, its explicit
# scheme solves the elastic cube (8-node hexahedra, finite strain) in turn.
#
#   benchmarks/explicit_block.sh [program] [n]
set -euo pipefail
program=$(readlink -f "${1:-build/jounce}")
n=${2:-30}
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
few=10
many=60

# deck MATERIAL STRAIN FORMULATION CELLS
deck() {
  cat <<DECK
[parameters]
n = $n
steps = $few
[model]
dimension = 3
[[material]]
name = "m"
$1
[[mesh]]
name = "cube"
$4
[[element]]
name = "cube"
type = "solid"
mesh = "cube"
material = "m"
strain = "$2"
formulation = "$3"
mass = "lumped"
[[initial]]
on = "cube"
velocity = [5, 0, -50]
[[contact]]
name = "wall"
type = "point-plane"
points = ["cube.z_min"]
through = [0, 0, -1e-5]
normal = [0, 0, 1]
friction = 0.3
[integrator]
type = "half-explicit"
step = 1e-6
end = "1e-6 * steps"
[output]
frames = 0
history_every = 100
DECK
}

user_time() {  # of a command, in seconds
  local TIMEFORMAT=%U
  { time "$@" >/dev/null; } 2>&1 | tail -1
}

# measure NAME MATERIAL STRAIN FORMULATION CELLS
measure() {
  deck "$2" "$3" "$4" "$5" >deck.toml
  local short long elements
  short=$(user_time "$program" run deck.toml -o short --quiet)
  long=$(user_time "$program" run deck.toml --set parameters.steps=$many -o long --quiet)
  elements=$(sed -n 's/^elements = //p' long/run.toml)
  awk -v name="$1" -v e="$elements" -v a="$short" -v b="$long" -v s=$((many - few)) \
    'BEGIN { printf "%-44s %8.0f ns\n", name, 1e9 * (b - a) / s / e }'
}

elastic='E = 70e9
nu = 0.33
rho = 2700'
plastic="type = \"plastic\"
$elastic
yield_stress = [20e6, 180e6]
plastic_strain = [0, 0.1]"
rubber='type = "neo-hookean"
E = 3e6
nu = 0.45
rho = 1000'
block='type = "block"
from = [0, 0, 0]
to = [1, 1, 1]
counts = ["n", "n", "n"]'
cat >cube.geo <<GEO
SetFactory("OpenCASCADE");
Box(1) = {0, 0, 0, 1, 1, 1};
Physical Volume("cube") = {1};
Physical Surface("z_min") = {5};
Mesh.MeshSizeMin = 1.2 / $n;
Mesh.MeshSizeMax = 1.2 / $n;
GEO
tetrahedra='type = "gmsh"
file = "cube.geo"'
measure "hexahedron, 8 points, plastic, Green-Lagrange" "$plastic" green-lagrange b-bar "$block"
measure "hexahedron, 8 points, plastic, logarithmic" "$plastic" logarithmic b-bar "$block"
measure "hexahedron, 8 points, neo-Hookean" "$rubber" green-lagrange b-bar "$block"
measure "hexahedron, 1 point, plastic, Green-Lagrange" "$plastic" green-lagrange reduced "$block"
measure "hexahedron, 8 points, elastic, Green-Lagrange" "$elastic" green-lagrange full "$block"
measure "hexahedron, 8 points, elastic, small strain" "$elastic" small full "$block"

measure "tetrahedron, linear, plastic, Green-Lagrange" "$plastic" green-lagrange full "$tetrahedra"

# The elastic cube for CalculiX: steps.
input_file() {
  awk -v n="$n" -v steps="$1" '
    function at(i, j, k) { return 1 + i + (n + 1) * (j + (n + 1) * k) }
    BEGIN {
      print "*NODE, NSET=ALL"
      for (k = 0; k <= n; ++k) for (j = 0; j <= n; ++j) for (i = 0; i <= n; ++i)
        printf "%d, %.9g, %.9g, %.9g\n", at(i, j, k), i / n, j / n, k / n
      print "*ELEMENT, TYPE=C3D8, ELSET=CUBE"
      for (k = 0; k < n; ++k) for (j = 0; j < n; ++j) for (i = 0; i < n; ++i)
        printf "%d, %d, %d, %d, %d, %d, %d, %d, %d\n", 1 + i + n * (j + n * k), at(i, j, k), at(i + 1, j, k),
          at(i + 1, j + 1, k), at(i, j + 1, k), at(i, j, k + 1), at(i + 1, j, k + 1), at(i + 1, j + 1, k + 1), at(i, j + 1, k + 1)
      print "*MATERIAL, NAME=M\n*ELASTIC\n70e9, 0.33\n*DENSITY\n2700.\n*SOLID SECTION, ELSET=CUBE, MATERIAL=M"
      printf "*NSET, NSET=FOOT, GENERATE\n1, %d\n*BOUNDARY\nFOOT, 1, 3\n", (n + 1) ^ 2
      print "*INITIAL CONDITIONS, TYPE=VELOCITY\nALL, 3, -50."
      printf "*STEP, INC=100000, NLGEOM\n*DYNAMIC, EXPLICIT, DIRECT\n1e-6, %g\n*END STEP\n", 1e-6 * steps
    }' >cube.inp
}
if command -v ccx >/dev/null; then
  input_file $few
  short=$(user_time ccx cube)
  input_file $many
  long=$(user_time ccx cube)
  awk -v e=$((n * n * n)) -v a="$short" -v b="$long" -v s=$((many - few)) \
    'BEGIN { printf "%-44s %8.0f ns\n", "CalculiX: 8 points, elastic, finite strain", 1e9 * (b - a) / s / e }'
fi
