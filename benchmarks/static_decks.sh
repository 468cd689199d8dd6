#!/usr/bin/env bash
# User CPU time of static decks of CalculiX's test suite (package calculix-ccx-test), Jounce and ccx of CalculiX in
# turn, least of several runs, and the largest deviation of each from the values that CalculiX's maintainers keep,
# over the largest of its table. Decks that print contacts alone also get displacements of all nodes; where no table is
# kept that Jounce prints, its deviation is that from CalculiX (with a star).
#
#   benchmarks/static_decks.sh [program] [deck]...
#   RUNS=5 benchmarks/static_decks.sh build/jounce thread
set -euo pipefail
program=$(readlink -f "${1:-build/jounce}")
shift || true
decks=("$@")
[[ ${#decks[@]} -gt 0 ]] || decks=(hueeber1 hueeber2 hueeber3 hueeber4 metalforming metalformingmortar thread)
suite=${SUITE:-/usr/share/doc/calculix-ccx-test/examples/test}
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"

# What is printed in both files: largest difference over the largest value, of the table where that is most.
deviation() {
  awk '
    { sub(/ L$/, "") } # of local axes
    /time/ && / for / { gsub(/ +/, " "); table = $0; next }
    !NF { next }
    $1 !~ /^[0-9]+$/ { table = ""; next }
    table == "" { next }
    {
      first = table ~ /stresses|element\+face/ ? 3 : 2
      key = table
      for (k = 1; k < first; ++k) key = key " " $k
      for (k = first; k <= NF; ++k) {
        if (FNR == NR) { value[key, k] = $k; found[table] = 1; continue }
        if (!(table in found)) continue
        d = $k - value[key, k]; if (d < 0) d = -d
        s = $k < 0 ? -$k : $k + 0
        if (d > difference[table]) difference[table] = d
        if (s > scale[table]) scale[table] = s
      }
    }
    END {
      worst = -1
      for (t in scale) { d = scale[t] > 0 ? difference[t] / scale[t] : difference[t]; if (d > worst) worst = d }
      if (worst < 0) print "-"; else printf "%.1e\n", worst
    }' "$1" "$2"
}
least() { # of what is known and a new time
  awk -v a="$1" -v b="$2" 'BEGIN { print a == "" || b < a ? b : a }'
}
unpack() { # file of the suite
  if [[ -e $suite/$1.gz ]]; then zcat "$suite/$1.gz" >"$1"; else cp "$suite/$1" "$1"; fi
}
print_displacements() { # of a deck without *NODE PRINT
  grep -qi '^\*node *print' "$1" && return
  sed -i '/^\*contact *print/I i *NODE PRINT, NSET=Nall, FREQUENCY=1000\nU' "$1"
}
seconds() { /usr/bin/time -o time -f %U "$@" >log 2>&1 && cat time; }

printf '%-20s %9s %9s %6s %12s %12s\n' deck jounce calculix ratio "jounce dev" "calculix dev"
for deck in "${decks[@]}"; do
  unpack "$deck.inp"
  unpack "$deck.dat.ref"
  print_displacements "$deck.inp"
  own="" other=""
  for ((run = 0; run < ${RUNS:-3}; ++run)); do
    own=$(least "$own" "$(seconds "$program" run -q "$deck.inp" -o results)")
    if command -v ccx >/dev/null; then other=$(least "$other" "$(seconds ccx -i "$deck")"); fi
  done
  ratio=- far=- other_far=-
  far=$(deviation "results/$deck.dat" "$deck.dat.ref")
  if [[ -n $other ]]; then
    ratio=$(awk -v a="$own" -v b="$other" 'BEGIN { printf "%.2f", a / b }')
    other_far=$(deviation "$deck.dat" "$deck.dat.ref")
    [[ $far != - ]] || far="$(deviation "results/$deck.dat" "$deck.dat")*"
  fi
  printf '%-20s %9s %9s %6s %12s %12s\n' "$deck" "$own" "${other:--}" "$ratio" "$far" "$other_far"
done
