// Masses of solid elements that nodes in contact hand over to others: see MassRedistribution.

#include <algorithm>

#include "elements/solid_block.h"

namespace jounce::solid {

template <CellShape S>
int SolidBlock<S>::redistribute_mass(const std::vector<std::uint8_t>& in_contact) {
  constant_.reset();
  redistribution_ = MassRedistribution(cells(), in_contact, properties().contact_mass);
  return redistribution_.stranded();
}

template <CellShape S>
void SolidBlock<S>::gather_carried(std::size_t element, const Vector& values, Nodal<S>& nodal) const {
  gather(element, values, nodal);
  if (redistribution_.is_empty()) return;
  const auto nodes = cells().cell(element);
  for (Index a = 0; a < kNodes<S>; ++a) {
    const int node = nodes[a];
    if (!redistribution_.moves(node)) continue;
    for (Index k = 0; k < kDim<S>; ++k) {
      nodal(a, k) *= redistribution_.kept();
      for (const MassRedistribution::Carrier& carrier : redistribution_.carriers(node))
        nodal(a, k) += carrier.weight * values[cells().dofs[carrier.node * kDim<S> + k]];
    }
  }
}

template <CellShape S>
void SolidBlock<S>::scatter_carried(std::size_t element, const Nodal<S>& nodal, Vector& values) const {
  const auto nodes = cells().cell(element);
  for (Index a = 0; a < kNodes<S>; ++a) {
    const int node = nodes[a];
    const bool moves = redistribution_.moves(node);
    for (Index k = 0; k < kDim<S>; ++k) {
      const auto dof = [&](int of) { return cells().dofs[of * kDim<S> + k]; };
      values[dof(node)] += (moves ? redistribution_.kept() : 1) * nodal(a, k);
      if (!moves) continue;
      for (const MassRedistribution::Carrier& carrier : redistribution_.carriers(node))
        values[dof(carrier.node)] += carrier.weight * nodal(a, k);
    }
  }
}

template <CellShape S>
void SolidBlock<S>::add_redistributed_mass(std::size_t element, double w, MatrixSink& sink) const {
  const auto own = cells().cell(element);
  std::vector<int> nodes(own.begin(), own.end());
  const auto place = [&](int node) {
    const auto found = std::find(nodes.begin(), nodes.end(), node);
    if (found != nodes.end()) return static_cast<Index>(found - nodes.begin());
    nodes.push_back(node);
    return static_cast<Index>(nodes.size()) - 1;
  };
  struct Entry {
    Index row, column;
    double value;
  };
  std::vector<Entry> entries;  // of T
  for (Index a = 0; a < kNodes<S>; ++a) {
    const int node = own[a];
    const bool moves = redistribution_.moves(node);
    if (!moves || redistribution_.kept() > 0) entries.push_back({a, a, moves ? redistribution_.kept() : 1});
    if (!moves) continue;
    for (const MassRedistribution::Carrier& carrier : redistribution_.carriers(node))
      entries.push_back({a, place(carrier.node), carrier.weight});
  }
  const MassMatrix m = mass(element);
  const auto n = static_cast<Index>(nodes.size());
  DenseMatrix carried = DenseMatrix::Zero(n, n);
  for (const Entry& i : entries)
    for (const Entry& j : entries) carried(i.column, j.column) += w * i.value * m(i.row, j.row) * j.value;
  std::vector<Index> rows(nodes.size());
  for (int k = 0; k < kDim<S>; ++k) {
    for (std::size_t i = 0; i < nodes.size(); ++i) rows[i] = cells().dofs[nodes[i] * kDim<S> + k];
    sink.add(rows, rows, carried.data());
  }
}

#define JOUNCE_INSTANTIATE(S)                                                                               \
  template int SolidBlock<CellShape::S>::redistribute_mass(const std::vector<std::uint8_t>&);               \
  template void SolidBlock<CellShape::S>::gather_carried(std::size_t, const Vector&, Nodal<CellShape::S>&)  \
      const;                                                                                                \
  template void SolidBlock<CellShape::S>::scatter_carried(std::size_t, const Nodal<CellShape::S>&, Vector&) \
      const;                                                                                                \
  template void SolidBlock<CellShape::S>::add_redistributed_mass(std::size_t, double, MatrixSink&) const;
JOUNCE_FOR_SOLID_SHAPES(JOUNCE_INSTANTIATE)
#undef JOUNCE_INSTANTIATE

}  // namespace jounce::solid
