#!/usr/bin/env bash
# Nanoseconds of user CPU time for an element and step of explicit dynamics: a cube of n^3 cells, or a sheet of 5 n times
# 4 n cells in the plane, hits a rough wall, with each kind of element and law; ledger, contact search and history every
# 100 steps included. A run of many steps less a run of a few, over their difference. PATTERN selects names.
#
#   benchmarks/explicit_block.sh [program] [n] [pattern]
set -euo pipefail
program=$(readlink -f "${1:-build/jounce}")
n=${2:-30}
pattern=${3:-.}
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
few=20
many=320

# deck MATERIAL STRAIN FORMULATION CELLS [MORE OF THE ELEMENT]; in the plane where that says so
deck() {
  local side=z_min velocity='5, 0, -50' through='0, 0, -1e-5' normal='0, 0, 1' dimension=3
  if [[ ${5:-} == plane* ]]; then
    side=y_min velocity='5, -50' through='0, -1e-5' normal='0, 1' dimension=2
  fi
  cat <<DECK
[parameters]
n = $n
steps = $few
[model]
dimension = $dimension
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
${5:-}
[[initial]]
on = "cube"
velocity = [$velocity]
[[contact]]
name = "wall"
type = "point-plane"
points = ["cube.$side"]
through = [$through]
normal = [$normal]
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

# measure NAME MATERIAL STRAIN FORMULATION CELLS [MORE]
measure() {
  [[ $1 =~ $pattern ]] || return 0
  deck "${@:2}" >deck.toml
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

sheet='type = "block"
from = [1, 0]
to = [2, 0.8]
counts = ["5*n", "4*n"]'
cat >sheet.geo <<GEO
SetFactory("OpenCASCADE");
Rectangle(1) = {1, 0, 0, 1, 0.8};
Physical Surface("cube") = {1};
Physical Curve("y_min") = {1};
Mesh.MeshSizeMin = 0.2 / $n;
Mesh.MeshSizeMax = 0.2 / $n;
GEO
triangles='type = "gmsh"
file = "sheet.geo"'
copper="type = \"johnson-cook\"
E = 124e9
nu = 0.34
rho = 8960
A = 90e6
B = 292e6
n = 0.31
C = 0.025
m = 1.09
transition_temperature = 20
melting_temperature = 1083
reference_rate = 1
specific_heat = 383"
measure "hexahedron, 8 points, damped, Green-Lagrange" "$rubber" green-lagrange full "$block" 'damping_stiffness = 1e-7'
measure "hexahedron, 8 points, damped, small strain" "$elastic" small full "$block" 'damping_stiffness = 1e-9'
strain='plane = "strain"'
ring='plane = "axisymmetric"'
measure "quadrilateral, ring, plastic, logarithmic" "$plastic" logarithmic b-bar "$sheet" "$ring"
measure "quadrilateral, ring, Johnson-Cook" "$copper" logarithmic b-bar "$sheet" "$ring"
measure "quadrilateral, plane strain, neo-Hookean" "$rubber" green-lagrange b-bar "$sheet" "$strain"
measure "quadrilateral, 1 point, plastic" "$plastic" green-lagrange reduced "$sheet" "$strain"
measure "triangle, plane strain, plastic" "$plastic" green-lagrange full "$triangles" "$strain"
measure "triangle, ring, plastic, logarithmic" "$plastic" logarithmic full "$triangles" "$ring"
