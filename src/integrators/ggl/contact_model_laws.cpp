// The conditions of a contact model solved as the contact problems that they are.

#include <algorithm>
#include <cmath>

#include "integrators/ggl/contact_model.h"

namespace jounce {

/// Solves the laws of `contacts`, whose conditions these are. Others stay as they are, but those of `follow`
/// hold as equations: their multipliers are eliminated, and follow.
bool ContactModel::solve_problem(const std::vector<ModelContact>& contacts,
                                 const std::vector<int>& conditions, const std::vector<int>& follow) {
  if (contacts.empty()) return true;
  const auto count = static_cast<Index>(conditions.size()), followers = static_cast<Index>(follow.size());
  if (count > kMostModelConditions) return false;
  last_c_ = c;
  for (const std::vector<int>* of : {&conditions, &follow})
    for (const int k : *of) c[k] = 0;
  evaluate();
  const auto part = [&](const std::vector<int>& rows, const std::vector<int>& columns) {
    DenseMatrix of(static_cast<Index>(rows.size()), static_cast<Index>(columns.size()));
    for (Index i = 0; i < of.rows(); ++i)
      for (Index j = 0; j < of.cols(); ++j) of(i, j) = R(rows[i], columns[j]);
    return of;
  };
  DenseMatrix R_of = part(conditions, conditions);
  Vector y_0(count), solution(count), y_follow(followers);
  for (Index i = 0; i < count; ++i) {
    y_0[i] = y_[conditions[i]];
    solution[i] = last_c_[conditions[i]];
  }
  DenseMatrix following;  // multipliers of the followers: - following c - constant
  Vector constant;
  if (followers > 0) {
    for (Index i = 0; i < followers; ++i) y_follow[i] = y_[follow[i]];
    const Eigen::CompleteOrthogonalDecomposition<DenseMatrix> inverse(part(follow, follow));
    following = inverse.solve(part(follow, conditions));
    constant = inverse.solve(y_follow);
    const DenseMatrix by = part(conditions, follow);
    R_of -= by * following;
    y_0 -= by * constant;
  }
  c = last_c_;
  const bool is_solved = solve_contact_model(R_of, y_0, contacts, solution);
  if (is_solved) {
    for (Index i = 0; i < count; ++i) c[conditions[i]] = solution[i];
    if (followers > 0) solution = -following * solution - constant;
    for (Index i = 0; i < followers; ++i) c[follow[i]] = solution[i];
  }
  evaluate();
  return is_solved;
}

bool ContactModel::solve_positions(Step& step, const std::vector<std::uint8_t>& sets) {
  std::vector<ModelContact> contacts;
  std::vector<int> conditions;
  for (int j = 0; j < m_; ++j) {
    if (sets[j] == contact_set::open && c[j] == 0 && !(y_[j] <= 0)) continue;
    know_column(step, j);
    contacts.push_back({static_cast<int>(conditions.size()), 0, 0, 0});
    conditions.push_back(j);
  }
  return solve_problem(contacts, conditions, {});
}

/// Of the contacts that close; the others have no impulse. Positions that are closed stay so.
bool ContactModel::solve_velocities(Step& step) {
  std::vector<ModelContact> contacts;
  std::vector<int> conditions, contact_of(static_cast<std::size_t>(m_), -1);
  const auto add = [&](int condition) {
    know_column(step, condition);
    conditions.push_back(condition);
    return static_cast<int>(conditions.size()) - 1;
  };
  const GglConditions own(*this);
  for (int j = 0; j < m_; ++j) {
    if (!own.closes(j)) {
      c[m_ + j] = 0;
      continue;
    }
    contact_of[j] = static_cast<int>(contacts.size());
    contacts.push_back({add(m_ + j), 0, 0, 0});
  }
  for (const ContactSet::FrictionRows& at : contacts_->friction()) {
    if (!at.in_contact()) continue;
    const int of = contact_of[at.row];
    if (of < 0) {
      c.segment(2 * m_ + at.first, at.size).setZero();
      continue;
    }
    ModelContact& contact = contacts[of];
    contact.tangents = at.size;
    contact.mu = coulomb(at).mu();
    for (int i = 0; i < at.size; ++i) {
      const int condition = add(2 * m_ + at.first + i);
      if (i == 0) contact.first = condition;
    }
  }
  std::vector<int> closed;
  for (int j = 0; j < m_; ++j)
    if (c[j] > 0) closed.push_back(j);
  return solve_problem(contacts, conditions, closed);
}

/// Which positions close, and then the impulses with these positions, in turns.
bool ContactModel::solve_laws(Step& step, std::vector<std::uint8_t>& sets) {
  constexpr int kTurns = 8;
  for (int turn = 0; turn < kTurns; ++turn) {
    step.pass();
    for (int k = 0; k < size_; ++k)
      if (c_0[k] != c[k]) know_column(step, k);
    evaluate();
    if (!solve_positions(step, sets)) return false;
    want(step, sets);
    in_use_ = wanted_;
    if (!solve_velocities(step)) return false;
    sets = wanted_;
    for (int j = 0; j < m_; ++j) sets[m_ + j] = c[m_ + j] > 0 ? contact_set::stick : contact_set::open;
    want(step, sets);
    GglConditions(*this).keep_ties(sets, wanted_);
    // A step of Newton's method takes what the tolerance of the solver has left.
    sets = wanted_;
    find_columns(step, sets);
    solve_sets(sets);
    want(step, sets);
    GglConditions(*this).keep_ties(sets, wanted_);
    if (wanted_ == sets && !targets_changed_) return true;
  }
  return false;
}

}  // namespace jounce
