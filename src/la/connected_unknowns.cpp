#include "la/connected_unknowns.h"

#include <cstdint>
#include <numeric>

namespace jounce {

ConnectedUnknowns::ConnectedUnknowns(Index n) : above_(static_cast<std::size_t>(n)) {
  std::iota(above_.begin(), above_.end(), 0);
}

Index ConnectedUnknowns::root(Index dof) {
  const auto up = [this](Index i) -> Index& { return above_[i]; };
  while (up(dof) != dof) dof = up(dof) = up(up(dof));
  return dof;
}

void ConnectedUnknowns::add(std::span<const Index> rows, std::span<const Index> cols, const double* values) {
  for (const Index col : cols)
    for (const Index row : rows)
      if (*values++ != 0) join(col, row);
}

std::vector<Index> ConnectedUnknowns::with(std::span<const Index> from) {
  std::vector<std::uint8_t> is_wanted(above_.size(), 0);
  for (const Index dof : from) is_wanted[root(dof)] = 1;
  std::vector<Index> dofs;
  for (Index dof = 0; dof < static_cast<Index>(above_.size()); ++dof)
    if (is_wanted[root(dof)] != 0) dofs.push_back(dof);
  return dofs;
}

std::vector<int> ConnectedUnknowns::parts(int& count) {
  std::vector<int> of_root(above_.size(), -1), part(above_.size());
  count = 0;
  for (std::size_t dof = 0; dof < above_.size(); ++dof) {
    int& number = of_root[static_cast<std::size_t>(root(static_cast<Index>(dof)))];
    if (number < 0) number = count++;
    part[dof] = number;
  }
  return part;
}

}  // namespace jounce
