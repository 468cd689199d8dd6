// The conditions of a contact model solved as the contact problems that they are.

#include <algorithm>
#include <cmath>

#include "integrators/ggl/contact_model.h"

namespace jounce {

bool ContactModel::solve_problem(const std::vector<ModelContact>& contacts,
                                 const std::vector<int>& conditions) {
  if (contacts.empty()) return true;
  const auto count = static_cast<Index>(conditions.size());
  if (count > kMostModelConditions) return false;
  last_c_ = c;
  for (const int k : conditions) c[k] = 0;
  evaluate();
  DenseMatrix R_of(count, count);
  Vector y_0(count), solution(count);
  for (Index i = 0; i < count; ++i) {
    const int k = conditions[i];
    y_0[i] = y_[k];
    solution[i] = last_c_[k];
    for (Index j = 0; j < count; ++j) R_of(i, j) = R(k, conditions[j]);
  }
  c = last_c_;
  const bool is_solved = solve_contact_model(R_of, y_0, contacts, solution);
  if (is_solved)
    for (Index i = 0; i < count; ++i) c[conditions[i]] = solution[i];
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
  return solve_problem(contacts, conditions);
}

/// Of the contacts that close; the others have no impulse.
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
  return solve_problem(contacts, conditions);
}

/// Positions do not depend on impulses but through forces of the step, and impulses as little on nu: in
/// turns.
bool ContactModel::solve_laws(Step& step, std::vector<std::uint8_t>& sets) {
  constexpr int kTurns = 4;
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
