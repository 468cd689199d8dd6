// Contacts of a system: rows of all pairs, and of the friction in joints behind them.

#include <fmt/format.h>

#include <algorithm>

#include "model/system.h"

namespace jounce {

void System::search(const State& state, const SearchRange& range, std::vector<ContactRow>& rows) const {
  rows.clear();
  for (std::size_t i = 0; i < pairs_.size(); ++i) pairs_[i]->search(state, range, static_cast<int>(i), rows);
}

void System::gaps(const std::vector<ContactRow>& rows, const State& state, Vector& g) const {
  g.resize(static_cast<Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    g[static_cast<Index>(i)] = pairs_[static_cast<std::size_t>(rows[i].pair)]->gap(state, rows[i]);
}

void System::lay_out(const std::vector<ContactRow>& rows, RowJacobian& W) const {
  // The caller clears W when the list of rows changes; the layout of an unchanged list is kept.
  if (W.rows() == static_cast<int>(rows.size())) return;
  W.clear();
  std::vector<Index> dofs;
  for (const ContactRow& row : rows) {
    dofs.clear();
    pairs_[static_cast<std::size_t>(row.pair)]->append_dofs(row, dofs);
    W.add_row(dofs);
  }
}

void System::lay_out_tangents(const std::vector<ContactRow>& rows, RowJacobian& D) const {
  int count = 0;
  for (const ContactRow& row : rows) count += row.law->tangents;
  for (const auto& friction : joint_frictions_) count += friction->size();
  if (D.rows() == count) return;
  D.clear();
  std::vector<Index> dofs;
  for (const ContactRow& row : rows) {
    dofs.clear();
    pairs_[static_cast<std::size_t>(row.pair)]->append_dofs(row, dofs);
    for (int i = 0; i < row.law->tangents; ++i) D.add_row(dofs);
  }
  for (const auto& friction : joint_frictions_)
    for (int i = 0; i < friction->size(); ++i) D.add_row(friction->dofs());
}

void System::joint_tangents(const State& state, int first, RowJacobian& D) const {
  for (const auto& friction : joint_frictions_)
    for (int i = 0; i < friction->size(); ++i) friction->jacobian(state, i, D.values(first++).data());
}

void System::contact_jacobian(const std::vector<ContactRow>& rows, const State& state, RowJacobian& W) const {
  lay_out(rows, W);
  for (std::size_t i = 0; i < rows.size(); ++i)
    pairs_[static_cast<std::size_t>(rows[i].pair)]->jacobian(state, rows[i], Direction::normal,
                                                             W.values(static_cast<int>(i)).data());
}

void System::contact_tangents(const std::vector<ContactRow>& rows, const State& state, RowJacobian& D) const {
  lay_out_tangents(rows, D);
  int at = 0;
  for (const ContactRow& row : rows)
    for (int i = 0; i < row.law->tangents; ++i)
      pairs_[static_cast<std::size_t>(row.pair)]->jacobian(state, row, tangent(i), D.values(at++).data());
  joint_tangents(state, at, D);
}

void System::contacts_at(const std::vector<ContactRow>& rows, const State& state, Vector& g, RowJacobian& W,
                         RowJacobian& D, const std::vector<std::uint8_t>* only) const {
  lay_out(rows, W);
  lay_out_tangents(rows, D);
  g.resize(static_cast<Index>(rows.size()));
  int at = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int tangents = rows[i].law->tangents;
    if (only == nullptr || (*only)[i] != 0)
      pairs_[static_cast<std::size_t>(rows[i].pair)]->evaluate(state, rows[i], g[static_cast<Index>(i)],
                                                               W.values(static_cast<int>(i)).data(),
                                                               tangents > 0 ? D.values(at).data() : nullptr);
    at += tangents;
  }
  joint_tangents(state, at, D);
}

bool System::has_friction() const {
  return !joint_frictions_.empty() ||
         std::any_of(pairs_.begin(), pairs_.end(), [](const auto& pair) { return pair->law().tangents > 0; });
}

void System::add_contact_reaction_gradient(const ContactRow& row, const State& state, double lambda, double w,
                                           MatrixSink& sink, Direction direction) const {
  pairs_[static_cast<std::size_t>(row.pair)]->add_reaction_gradient(state, row, direction, lambda, w, sink);
}

void System::add_contact_velocity_gradient(const ContactRow& row, const State& state, double w,
                                           Index matrix_row, MatrixSink& sink, Direction direction) const {
  pairs_[static_cast<std::size_t>(row.pair)]->add_velocity_gradient(state, row, direction, w, matrix_row,
                                                                    sink);
}

std::string System::describe(const ContactRow& row) const {
  const ContactPair& pair = *pairs_[static_cast<std::size_t>(row.pair)];
  return pair.points() == 1 ? pair.name() : fmt::format("{}:{}", pair.name(), pair.point_name(row));
}

}  // namespace jounce
