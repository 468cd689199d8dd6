// The equations of a contact model with many conditions, by GMRES.

#include <algorithm>
#include <cmath>

#include "integrators/ggl/contact_model.h"

namespace jounce {
namespace {

constexpr double kRough = 1e-6;  ///< residual of a solution, which the next one corrects
constexpr int kMostGmres = 200;

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

bool ContactModel::solve_iteratively() {
  invert_blocks();
  const Gmres::Product A = [this](const Vector& x, Vector& y) { y.noalias() = matrix_ * x; };
  const Gmres::Product P = [this](const Vector& x, Vector& y) {
    for (const Block& block : blocks_) {
      Eigen::Vector4d local = Eigen::Vector4d::Zero();
      for (int a = 0; a < block.size; ++a) local[a] = x[block.places[a]];
      local = block.inverse * local;
      for (int a = 0; a < block.size; ++a) y[block.places[a]] = local[a];
    }
  };
  if (!gmres_.solve(A, P, right_, kRough, kMostGmres, dense_step_)) return false;
  dense_step_ = scale_.cwiseProduct(dense_step_);
  return true;
}

}  // namespace jounce
