#include "integrators/mixed/lumped_delassus.h"

#include <algorithm>

namespace jounce {
namespace {

/// Calls visit(direction, dof, value) for the numbers of a contact at the free degrees of freedom.
template <typename Visit>
void for_each_value(const LumpedDelassus::Contact& contact, const LumpedDelassus::Rows& rows, Index free_dofs,
                    Visit&& visit) {
  const auto of_row = [&](const RowJacobian& jacobian, int row, int direction) {
    const auto dofs = jacobian.dofs(row);
    const auto values = jacobian.values(row);
    for (std::size_t k = 0; k < dofs.size(); ++k)
      if (dofs[k] < free_dofs) visit(direction, dofs[k], values[k]);
  };
  of_row(rows.normals, contact.normal, 0);
  for (int k = 0; k < contact.tangents; ++k) of_row(rows.tangents, contact.first_tangent + k, 1 + k);
}

}  // namespace

void LumpedDelassus::lay_down(std::span<const Contact> contacts, const Rows& forces, Index free_dofs) {
  first_entry_.resize(static_cast<std::size_t>(free_dofs), -1);
  for (std::size_t i = 0; i < contacts.size(); ++i)
    for_each_value(contacts[i], forces, free_dofs, [&](int direction, Index dof, double value) {
      int& first = first_entry_[dof];
      if (first < 0) touched_.push_back(dof);
      if (first < 0 || entries_[first].contact != static_cast<int>(i)) {
        entries_.push_back({static_cast<int>(i), first, {}});
        first = static_cast<int>(entries_.size()) - 1;
      }
      entries_[first].values[direction] += value;
    });
}

template <typename Visit>
void LumpedDelassus::meet(const Contact& contact, const Rows& laws, Index free_dofs, Visit&& visit) const {
  for_each_value(contact, laws, free_dofs, [&](int direction, Index dof, double value) {
    for (int at = first_entry_[dof]; at >= 0; at = entries_[at].next)
      visit(entries_[at], direction, dof, value);
  });
}

void LumpedDelassus::clear() {
  for (const Index dof : touched_) first_entry_[dof] = -1;
  touched_.clear();
  entries_.clear();
}

void LumpedDelassus::form(int d, std::span<const Contact> contacts, const Rows& laws, const Rows& forces,
                          const Vector& inverse_mass, contact_problem::BlockMatrix& W) {
  const Index free_dofs = inverse_mass.size(), area = d * d;
  lay_down(contacts, forces, free_dofs);
  block_of_.assign(contacts.size(), -1);
  W.dimension = d;
  W.row_starts.assign(1, 0);
  W.columns.clear();
  W.values.clear();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Index begin = W.blocks();
    W.columns.push_back(static_cast<Index>(i));
    block_of_[i] = begin;
    meet(contacts[i], laws, free_dofs, [&](const Entry& entry, int, Index, double) {
      if (block_of_[entry.contact] >= 0) return;
      block_of_[entry.contact] = begin;
      W.columns.push_back(entry.contact);
    });
    std::sort(W.columns.begin() + begin, W.columns.end());
    for (Index k = begin; k < W.blocks(); ++k) block_of_[W.columns[k]] = k;
    W.values.resize(static_cast<std::size_t>(W.blocks() * area), 0.0);
    meet(contacts[i], laws, free_dofs, [&](const Entry& entry, int direction, Index dof, double value) {
      double* const block = W.block(block_of_[entry.contact]) + direction;
      const double factor = value * inverse_mass[dof];
      for (int k = 0; k < d; ++k) block[d * k] += factor * entry.values[k];
    });
    for (Index k = begin; k < W.blocks(); ++k) block_of_[W.columns[k]] = -1;
    W.row_starts.push_back(W.blocks());
  }
  clear();
}

}  // namespace jounce
