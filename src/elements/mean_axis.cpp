#include "elements/mean_axis.h"

#include <fmt/format.h>

namespace jounce {
namespace {

std::vector<std::string> names(Index rows) {
  std::vector<std::string> list;
  for (Index i = 0; i < rows; ++i) list.push_back(fmt::format("motion {}", i + 1));
  return list;
}

/// Rows of length 1, so that values are displacements whatever the masses and lengths are.
DenseMatrix normalised(DenseMatrix rows) {
  rows.rowwise().normalize();
  return rows;
}

}  // namespace

MeanAxisConstraint::MeanAxisConstraint(std::string name, DenseMatrix conditions,
                                       std::vector<Index> elastic_dofs)
    : Constraint(std::move(name), names(static_cast<Index>(conditions.rows())), std::move(elastic_dofs)),
      conditions_(normalised(std::move(conditions))) {}

void MeanAxisConstraint::value(const State& state, double* g) const {
  for (Index row = 0; row < conditions_.rows(); ++row) {
    g[row] = 0;
    for (std::size_t i = 0; i < dofs().size(); ++i)
      g[row] += conditions_(row, static_cast<Index>(i)) * state.q[dofs()[i]];
  }
}

void MeanAxisConstraint::jacobian(const State&, int first_row, RowJacobian& G) const {
  for (Index row = 0; row < conditions_.rows(); ++row) {
    const auto values = G.values(first_row + row);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = conditions_(row, static_cast<Index>(i));
  }
}

}  // namespace jounce
