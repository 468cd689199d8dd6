#include "stepping/shared_rows.h"

#include "model/wide_rows.h"

namespace jounce {
namespace {

constexpr Index kShareFrom = 3000;  ///< free degrees of freedom for which messages between ranks pay

int home_of(const System& system, const RowJacobian& rows, int row) {
  for (const Index dof : rows.dofs(row))
    if (dof < system.n_free()) return system.share()->owner()[dof];
  return 0;
}

}  // namespace

void SharedRows::lay_out(const System& system, const std::vector<Multipliers>& stages) {
  owners_ = nullptr;
  own_rows_.clear();
  if (!system.has_partial_matrices()) return;
  const std::vector<int>& of_dofs = system.share()->owner();
  std::vector<int> owners;
  for (const Multipliers& multipliers : stages) {
    owners.insert(owners.end(), of_dofs.begin(), of_dofs.begin() + system.n_free());
    for (const RowJacobian* rows : multipliers)
      for (int row = 0; row < rows->rows(); ++row) owners.push_back(home_of(system, *rows, row));
  }
  const int rank = system.share()->ranks().rank();
  own_rows_.reserve(owners.size());
  for (const int owner : owners) own_rows_.push_back(owner == rank ? 1 : 0);
  owners_ = std::make_shared<const std::vector<int>>(std::move(owners));
}

Sharing sharing_of_matrices(const System& system) {
  const bool shares =
      system.n_free() >= kShareFrom && system.has_shareable_elements() && has_wide_rows(system);
  return shares ? Sharing::matrices : Sharing::none;
}

}  // namespace jounce
