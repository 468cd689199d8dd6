// The equations of a contact model with many conditions, by GMRES.

#include <algorithm>
#include <cmath>

#include "integrators/ggl/contact_model.h"

namespace jounce {
namespace {

constexpr double kRough = 1e-6;  ///< residual of a solution, which the next one corrects
constexpr double kFine = 1e-11;  ///< the same where factors make it cheap
constexpr int kMostGmres = 200;
constexpr long kMany = 12;  ///< iterations with factors that cost more than new ones

}  // namespace

/// Largest residual of the conditions that hold as equations, over the largest velocity.
double ContactModel::largest_residual(const std::vector<std::uint8_t>& sets) const {
  double worst = 0;
  for (const int k : active_)
    if (k < 2 * m_) worst = std::max(worst, std::abs(y_[k]));
  for (const ContactSet::FrictionRows& at : contacts_->friction())
    if (at.in_contact() && sets[m_ + at.flag] == contact_set::stick)
      worst = std::max(worst, coulomb(at).residual(contact_set::stick).norm());
  const double speed = std::max(y_free.lpNorm<Eigen::Infinity>(), y_.lpNorm<Eigen::Infinity>());
  return speed > 0 ? worst / speed : 0.0;
}

/// The inverses of the equations of single contacts.
void ContactModel::invert_blocks() {
  const auto put = [&](int row, Index place) {
    if (block_of_[row] < 0) {
      block_of_[row] = static_cast<int>(blocks_.size());
      blocks_.emplace_back();
    }
    Block& block = blocks_[block_of_[row]];
    block.places[block.size++] = static_cast<int>(place);
  };
  blocks_.clear();
  block_of_.assign(m_, -1);
  Index i = 0;
  const auto count = static_cast<Index>(active_.size());
  for (; i < count && active_[i] < 2 * m_; ++i) put(active_[i] % m_, i);
  for (const ContactSet::FrictionRows& at : contacts_->friction()) {
    if (i == count) break;
    if (at.in_contact() && active_[i] == 2 * m_ + at.first)
      for (int k = 0; k < at.size; ++k) put(at.row, i++);
  }
  for (Block& block : blocks_) {
    Eigen::Matrix4d J = Eigen::Matrix4d::Identity();
    for (int a = 0; a < block.size; ++a)
      for (int b = 0; b < block.size; ++b) J(a, b) = matrix_(block.places[a], block.places[b]);
    const Eigen::FullPivLU<Eigen::Matrix4d> lu(J);
    block.inverse = lu.isInvertible() ? Eigen::Matrix4d(lu.inverse()) : Eigen::Matrix4d::Identity();
  }
}

/// Equations that come with the same active conditions a second time are factorised; from then on their
/// factors serve, until GMRES takes many iterations with them.
bool ContactModel::is_preconditioned_by_factor() {
  if (active_ == factored_ && !is_slow_) return true;
  const bool comes_again = active_ == last_active_;
  last_active_ = active_;
  factored_.clear();
  if (!comes_again || !factor_.factor(matrix_)) return false;
  factored_ = active_;
  return true;
}

bool ContactModel::solve_iteratively() {
  const bool has_factor = is_preconditioned_by_factor();
  if (!has_factor) invert_blocks();
  const Gmres::Product A = [this](const Vector& x, Vector& y) { y.noalias() = matrix_ * x; };
  const Gmres::Product P = [this, has_factor](const Vector& x, Vector& y) {
    if (has_factor) {
      factor_.solve(x, y);
      return;
    }
    for (const Block& block : blocks_) {
      Eigen::Vector4d local = Eigen::Vector4d::Zero();
      for (int a = 0; a < block.size; ++a) local[a] = x[block.places[a]];
      local = block.inverse * local;
      for (int a = 0; a < block.size; ++a) y[block.places[a]] = local[a];
    }
  };
  const long before = gmres_.iterations();
  const bool is_solved = gmres_.solve(A, P, right_, has_factor ? kFine : kRough, kMostGmres, dense_step_);
  is_slow_ = gmres_.iterations() - before > kMany;
  if (!is_solved) return false;
  dense_step_ = scale_.cwiseProduct(dense_step_);
  return true;
}

}  // namespace jounce
