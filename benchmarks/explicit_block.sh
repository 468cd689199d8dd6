#!/usr/bin/env bash
# Nanoseconds of user CPU time for an element and step of explicit dynamics: a cube of n^3 cells hits a rough wall, with
# each kind of element and law; ledger, contact search and history every 100 steps
# included. A run of many steps less a run of a few, over their difference.
#
#   benchmarks/explicit_block.sh [program] [n]
set -euo pipefail
program=$(readlink -f "${1:-build/jounce}")
n=${2:-30}
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
few=20
many=320

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
measure "the same with nodal pressure" "$plastic" green-lagrange nodal-pressure "$tetrahedra"
