#include "model/redundancy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/SparseQR>
#include <algorithm>
#include <cmath>
#include <map>

#include "la/decompositions.h"
#include "la/diagonal_sink.h"

namespace jounce {
namespace {

constexpr double kRank = 1e-9;  ///< of rows scaled to length 1

/// 1/sqrt(M_ii), with the mean of the others where there is no mass; 0 for prescribed degrees of freedom.
Vector dof_scale(const System& system, const State& state) {
  Vector diagonal = Vector::Zero(system.nv());
  DiagonalSink sink(diagonal);
  system.add_mass(state, 1.0, sink);
  system.complete_assembled(diagonal);
  double sum = 0;
  Index count = 0;
  for (Index i = 0; i < system.n_free(); ++i)
    if (diagonal[i] > 0) {
      sum += diagonal[i];
      ++count;
    }
  const double mean = count > 0 ? sum / static_cast<double>(count) : 1.0;
  Vector scale = Vector::Zero(system.nv());
  for (Index i = 0; i < system.n_free(); ++i) scale[i] = 1 / std::sqrt(diagonal[i] > 0 ? diagonal[i] : mean);
  return scale;
}

/// Rows of G over the listed columns, scaled by columns and then to length 1.
DenseMatrix dense_rows(const RowJacobian& G, const Vector& scale, const std::vector<int>& rows,
                       const std::map<Index, Index>& column_of, bool unit) {
  DenseMatrix A = DenseMatrix::Zero(static_cast<Index>(rows.size()), static_cast<Index>(column_of.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto at = static_cast<Index>(i);
    const auto dofs = G.dofs(rows[i]);
    const auto values = G.values(rows[i]);
    double norm2 = 0;
    for (std::size_t k = 0; k < dofs.size(); ++k) {
      const double value = values[k] * scale[dofs[k]];
      norm2 += value * value;
      if (const auto column = column_of.find(dofs[k]); column != column_of.end())
        A(at, column->second) += value;
    }
    if (unit && norm2 > 0) A.row(at) /= std::sqrt(norm2);
  }
  return A;
}

std::map<Index, Index> columns_of(const RowJacobian& G, const Vector& scale, const std::vector<int>& rows) {
  std::map<Index, Index> columns;
  for (const int row : rows)
    for (const Index dof : G.dofs(row))
      if (scale[dof] > 0) columns.try_emplace(dof, static_cast<Index>(columns.size()));
  return columns;
}

/// The joints in which no row can depend on the rest have been taken off; returns those left.
std::vector<int> peel(const System& system, const RowJacobian& G, const Vector& scale) {
  const auto& constraints = system.joints().all();
  const auto n = constraints.size();
  std::vector<std::vector<Index>> dofs(n);  // free ones, each once
  std::vector<std::vector<int>> users(static_cast<std::size_t>(system.nv()));
  for (std::size_t i = 0; i < n; ++i) {
    for (const Index dof : constraints[i]->dofs())
      if (scale[dof] > 0) dofs[i].push_back(dof);
    std::sort(dofs[i].begin(), dofs[i].end());
    dofs[i].erase(std::unique(dofs[i].begin(), dofs[i].end()), dofs[i].end());
    for (const Index dof : dofs[i]) users[dof].push_back(static_cast<int>(i));
  }
  std::vector<int> count(users.size());
  for (std::size_t i = 0; i < users.size(); ++i) count[i] = static_cast<int>(users[i].size());
  std::vector<std::uint8_t> gone(n, 0);
  std::vector<int> queue(n);
  for (std::size_t i = 0; i < n; ++i) queue[i] = static_cast<int>(i);
  while (!queue.empty()) {
    const auto i = static_cast<std::size_t>(queue.back());
    queue.pop_back();
    if (gone[i] != 0) continue;
    std::map<Index, Index> own;
    for (const Index dof : dofs[i])
      if (count[dof] == 1) own.try_emplace(dof, static_cast<Index>(own.size()));
    const int rows = constraints[i]->rows();
    if (static_cast<int>(own.size()) < rows) continue;
    std::vector<int> numbers(static_cast<std::size_t>(rows));
    for (int row = 0; row < rows; ++row) numbers[row] = system.joints().first_row(static_cast<int>(i)) + row;
    Eigen::ColPivHouseholderQR<DenseMatrix> qr;
    qr.setThreshold(1e-6);  // pivots well away from zero; doubtful joints stay
    qr.compute(dense_rows(G, scale, numbers, own, true));
    if (qr.rank() < rows) continue;
    gone[i] = 1;
    for (const Index dof : dofs[i]) {
      --count[dof];
      for (const int user : users[dof])
        if (gone[user] == 0) queue.push_back(user);
    }
  }
  std::vector<int> left;
  for (std::size_t i = 0; i < n; ++i)
    if (gone[i] == 0) left.push_back(static_cast<int>(i));
  return left;
}

/// Groups joints that are connected through free degrees of freedom; as lists of rows.
std::vector<std::vector<int>> connected(const System& system, const Vector& scale,
                                        const std::vector<int>& joints) {
  std::vector<int> first(static_cast<std::size_t>(system.nv()), -1), parent(joints.size());
  const auto root = [&](int i) {
    while (parent[i] != i) i = parent[i];
    return i;
  };
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const int self = static_cast<int>(i);
    parent[i] = self;
    for (const Index dof : system.joints().all()[joints[i]]->dofs()) {
      if (scale[dof] == 0) continue;
      int& other = first[dof];
      if (other < 0)
        other = self;
      else
        parent[root(other)] = root(self);
    }
  }
  std::map<int, std::vector<int>> groups;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    auto& rows = groups[root(static_cast<int>(i))];
    for (int row = 0; row < system.joints().all()[joints[i]]->rows(); ++row)
      rows.push_back(system.joints().first_row(joints[i]) + row);
  }
  std::vector<std::vector<int>> result;
  for (auto& [key, rows] : groups) {
    std::sort(rows.begin(), rows.end());
    result.push_back(std::move(rows));
  }
  return result;
}

}  // namespace

Redundancy::Redundancy(const System& system, const State& state) {
  if (system.joints().rows() == 0) return;
  RowJacobian G;
  system.joints().jacobian(state, G);
  const Vector scale = dof_scale(system, state);
  for (const std::vector<int>& rows : connected(system, scale, peel(system, G, scale)))
    factor(G, scale, rows);
  std::sort(dependences_.begin(), dependences_.end(),
            [](const Dependence& a, const Dependence& b) { return a.row < b.row; });
}

void Redundancy::factor(const RowJacobian& G, const Vector& scale, const std::vector<int>& rows) {
  const auto columns = columns_of(G, scale, rows);
  const auto b = static_cast<Index>(rows.size());
  if (rows.size() > kMaxDenseRows) {
    std::vector<Eigen::Triplet<double>> entries;
    for (Index i = 0; i < b; ++i) {
      const int row = rows[i];
      const DenseMatrix own = dense_rows(G, scale, {row}, columns_of(G, scale, {row}), true);
      for (const auto& [dof, column] : columns_of(G, scale, {row}))
        entries.emplace_back(static_cast<int>(columns.at(dof)), static_cast<int>(i), own(0, column));
    }
    Eigen::SparseMatrix<double> At(static_cast<int>(columns.size()), static_cast<int>(b));
    At.setFromTriplets(entries.begin(), entries.end());
    At.makeCompressed();
    Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> qr;
    qr.setPivotThreshold(kRank);
    qr.compute(At);
    for (Index k = qr.rank(); k < b; ++k)
      dependences_.push_back({rows[qr.colsPermutation().indices()[k]], {}});
    return;
  }
  Eigen::ColPivHouseholderQR<DenseMatrix> qr;
  qr.setThreshold(kRank);
  qr.compute(dense_rows(G, scale, rows, columns, true).transpose());
  const Index rank = qr.rank();
  if (rank == b) return;
  loops_.push_back(rows);
  const auto row_at = [&](Index k) { return rows[qr.colsPermutation().indices()[k]]; };
  // A P = Q [R_11 R_12; 0 0]: a dependent row is the combination R_11^-1 R_12 of the first ones.
  const DenseMatrix combination = qr.matrixR()
                                      .topLeftCorner(rank, rank)
                                      .triangularView<Eigen::Upper>()
                                      .solve(qr.matrixR().topRightCorner(rank, b - rank));
  for (Index k = 0; k < b - rank; ++k) {
    Dependence dependence{row_at(rank + k), {}};
    for (Index i = 0; i < rank; ++i)
      if (std::abs(combination(i, k)) > 1e-7) dependence.from.push_back(row_at(i));
    std::sort(dependence.from.begin(), dependence.from.end());
    dependences_.push_back(std::move(dependence));
  }
}

std::vector<std::string> Redundancy::describe(const System& system, const std::string& where) const {
  std::vector<std::string> sentences;
  for (const Dependence& dependence : dependences_) {
    const auto joint = static_cast<std::size_t>(system.joints().joint_of(dependence.row));
    const Constraint& own = *system.joints().all()[joint];
    const auto& row_name =
        own.row_names()[dependence.row - system.joints().first_row(static_cast<int>(joint))];
    std::vector<std::string> others;
    for (const int row : dependence.from) {
      const std::string name = "'" + system.joints().name_of(row) + "'";
      if (others.empty() || others.back() != name) others.push_back(name);
    }
    sentences.push_back(fmt::format(
        "row {} of joint '{}' is redundant {}{}", row_name, own.name(), where,
        others.empty() ? std::string() : fmt::format(": it follows from {}", fmt::join(others, ", "))));
  }
  return sentences;
}

void Redundancy::minimise(const System& system, const State& state, Vector& lambda) const {
  if (loops_.empty() || lambda.size() != system.joints().rows()) return;
  RowJacobian G;
  system.joints().jacobian(state, G);
  const Vector scale = dof_scale(system, state);
  for (const std::vector<int>& rows : loops_) {
    const DenseMatrix Gt = dense_rows(G, scale, rows, columns_of(G, scale, rows), false).transpose();
    Vector own(static_cast<Index>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) own[static_cast<Index>(i)] = lambda[rows[i]];
    Eigen::CompleteOrthogonalDecomposition<DenseMatrix> decomposition;
    decomposition.setThreshold(kRank);
    decomposition.compute(Gt);
    own = decomposition.solve(Gt * own);
    for (std::size_t i = 0; i < rows.size(); ++i) lambda[rows[i]] = own[static_cast<Index>(i)];
  }
}

}  // namespace jounce
