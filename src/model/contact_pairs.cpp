#include "model/contact_pairs.h"

#include <fmt/format.h>

#include <algorithm>

namespace jounce {

void ContactPairs::search(const State& state, const SearchRange& range, std::vector<ContactRow>& rows) const {
  rows.clear();
  for (std::size_t i = 0; i < pairs_.size(); ++i) pairs_[i]->search(state, range, static_cast<int>(i), rows);
}

namespace {

/// The pair that is prepared, which is released whatever happens meanwhile.
class PreparedPair {
 public:
  PreparedPair() = default;
  PreparedPair(const PreparedPair&) = delete;
  PreparedPair& operator=(const PreparedPair&) = delete;
  ~PreparedPair() { release(); }

  void prepare(const ContactPair& pair, const State& state, const ContactRow& row) {
    release();
    pair_ = &pair;
    pair.prepare(state, row);
  }

 private:
  void release() {
    if (pair_ != nullptr) pair_->release();
    pair_ = nullptr;
  }
  const ContactPair* pair_ = nullptr;
};

}  // namespace

template <class Act>
void ContactPairs::for_each_prepared(const std::vector<ContactRow>& rows, const State& state,
                                     Act&& act) const {
  PreparedPair prepared;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_first = i == 0 || rows[i].pair != rows[i - 1].pair || rows[i].found != rows[i - 1].found;
    if (is_first) prepared.prepare(of(rows[i]), state, rows[i]);
    act(i);
  }
}

void ContactPairs::gaps(const std::vector<ContactRow>& rows, const State& state, Vector& g) const {
  g.resize(static_cast<Index>(rows.size()));
  for_each_prepared(rows, state, [&](std::size_t i) {
    g[static_cast<Index>(i)] = of(rows[i]).gap(state, rows[i]) + rows[i].overlap;
  });
}

void ContactPairs::lay_out(const std::vector<ContactRow>& rows, RowJacobian& W) const {
  // The caller clears W when the list of rows changes; the layout of an unchanged list is kept.
  if (W.rows() == static_cast<int>(rows.size())) return;
  W.clear();
  std::vector<Index> dofs;
  for (const ContactRow& row : rows) {
    dofs.clear();
    of(row).append_dofs(row, dofs);
    W.add_row(dofs);
  }
}

void ContactPairs::lay_out_tangents(const std::vector<ContactRow>& rows, RowJacobian& D) const {
  int count = 0;
  for (const ContactRow& row : rows) count += row.law->tangents;
  for (const auto& friction : joint_frictions_) count += friction->size();
  if (D.rows() == count) return;
  D.clear();
  std::vector<Index> dofs;
  for (const ContactRow& row : rows) {
    dofs.clear();
    of(row).append_dofs(row, dofs);
    for (int i = 0; i < row.law->tangents; ++i) D.add_row(dofs);
  }
  for (const auto& friction : joint_frictions_)
    for (int i = 0; i < friction->size(); ++i) D.add_row(friction->dofs());
}

void ContactPairs::joint_tangents(const State& state, int first, RowJacobian& D) const {
  for (const auto& friction : joint_frictions_)
    for (int i = 0; i < friction->size(); ++i) friction->jacobian(state, i, D.values(first++).data());
}

void ContactPairs::jacobian(const std::vector<ContactRow>& rows, const State& state, RowJacobian& W) const {
  lay_out(rows, W);
  for (std::size_t i = 0; i < rows.size(); ++i)
    of(rows[i]).jacobian(state, rows[i], Direction::normal, W.values(static_cast<int>(i)).data());
}

void ContactPairs::tangents(const std::vector<ContactRow>& rows, const State& state, RowJacobian& D) const {
  lay_out_tangents(rows, D);
  int at = 0;
  for (const ContactRow& row : rows)
    for (int i = 0; i < row.law->tangents; ++i)
      of(row).jacobian(state, row, tangent(i), D.values(at++).data());
  joint_tangents(state, at, D);
}

void ContactPairs::evaluate(const std::vector<ContactRow>& rows, const State& state, Vector& g,
                            RowJacobian& W, RowJacobian& D, const std::vector<std::uint8_t>* only) const {
  lay_out(rows, W);
  lay_out_tangents(rows, D);
  g.resize(static_cast<Index>(rows.size()));
  int at = 0;
  const auto evaluate_row = [&](std::size_t i) {
    const int n_tangents = rows[i].law->tangents;
    if (only == nullptr || (*only)[i] != 0) {
      double& gap = g[static_cast<Index>(i)];
      of(rows[i]).evaluate(state, rows[i], gap, W.values(static_cast<int>(i)).data(),
                           n_tangents > 0 ? D.values(at).data() : nullptr);
      gap += rows[i].overlap;
    }
    at += n_tangents;
  };
  if (only == nullptr)
    for_each_prepared(rows, state, evaluate_row);
  else
    for (std::size_t i = 0; i < rows.size(); ++i) evaluate_row(i);
  joint_tangents(state, at, D);
}

bool ContactPairs::has_friction() const {
  return !joint_frictions_.empty() ||
         std::any_of(pairs_.begin(), pairs_.end(), [](const auto& pair) { return pair->law().tangents > 0; });
}

bool ContactPairs::is_linear() const {
  return joint_frictions_.empty() &&
         std::all_of(pairs_.begin(), pairs_.end(), [](const auto& pair) { return pair->is_linear(); });
}

void ContactPairs::add_reaction_gradient(const ContactRow& row, const State& state, double lambda, double w,
                                         MatrixSink& sink, Direction direction) const {
  of(row).add_reaction_gradient(state, row, direction, lambda, w, sink);
}

void ContactPairs::add_velocity_gradient(const ContactRow& row, const State& state, double w,
                                         Index matrix_row, MatrixSink& sink, Direction direction) const {
  of(row).add_velocity_gradient(state, row, direction, w, matrix_row, sink);
}

void ContactPairs::add_forces(const std::vector<ContactRow>& rows, const State& state, const Vector& Lambda,
                              const Vector& Lambda_T, double w, Vector& f) const {
  Vector g;
  RowJacobian W, D;
  evaluate(rows, state, g, W, D);
  if (Lambda.size() == W.rows()) W.add_transpose(Lambda, w, f);
  if (Lambda_T.size() == D.rows()) D.add_transpose(Lambda_T, w, f);
}

std::string ContactPairs::describe(const ContactRow& row) const {
  const ContactPair& pair = of(row);
  return pair.points() == 1 ? pair.name() : fmt::format("{}:{}", pair.name(), pair.point_name(row));
}

}  // namespace jounce
