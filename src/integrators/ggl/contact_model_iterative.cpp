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
  blocks_.clear();
  block_of_.assign(m_, -1);
  const auto put = [&](int row, Index place) -> Block& {
    if (block_of_[row] < 0) {
      block_of_[row] = static_cast<int>(blocks_.size());
      blocks_.emplace_back();
    }
    Block& block = blocks_[block_of_[row]];
    block.places[block.size++] = static_cast<int>(place);
    return block;
  };
  for (Index i = 0; i < normals(); ++i) put(active_[i] % m_, i);
  for (const Friction& at : friction_)
    for (int a = 0; a < at.size; ++a) put(at.row, at.place + a).friction = &at;
  for (Block& block : blocks_) {
    Eigen::Matrix4d J = Eigen::Matrix4d::Identity();
    for (int a = 0; a < block.size; ++a)
      for (int b = 0; b < block.size; ++b) {
        const int i = block.places[a], j = block.places[b], k = active_[j];
        const double value =
            i < normals() ? R(active_[i], k) : friction_entry(*block.friction, i - block.friction->place, k);
        J(a, b) = row_scale_[i] * scale_[j] * value;
      }
    const Eigen::FullPivLU<Eigen::Matrix4d> lu(J);
    block.inverse = lu.isInvertible() ? Eigen::Matrix4d(lu.inverse()) : Eigen::Matrix4d::Identity();
  }
}

/// y = D_r J D_c x for the equations J of the active conditions, with their scales D.
void ContactModel::multiply_active(const Vector& x, Vector& y) {
  const auto count = static_cast<Index>(active_.size());
  change_.setZero(size_);
  for (Index j = 0; j < count; ++j) change_[active_[j]] = scale_[j] * x[j];
  moved_.resize(size_);
  moved_smooth_.resize(m_);
  step_->multiply(change_, moved_, moved_smooth_);
  y.resize(count);
  for (Index i = 0; i < normals(); ++i) y[i] = moved_[active_[i]];
  for (const Friction& at : friction_)
    y.segment(at.place, at.size) = at.d.N * change_[m_ + at.row] +
                                   at.d.T * change_.segment(at.first, at.size) +
                                   at.d.S * moved_.segment(at.first, at.size);
  y.array() *= row_scale_.array();
}

bool ContactModel::solve_iteratively() {
  invert_blocks();
  const Gmres::Product A = [this](const Vector& x, Vector& y) {
    if (by_products_)
      multiply_active(x, y);
    else
      y.noalias() = matrix_ * x;
  };
  const Gmres::Product P = [this](const Vector& x, Vector& y) {
    for (const Block& block : blocks_) {
      Eigen::Vector4d local = Eigen::Vector4d::Zero();
      for (int a = 0; a < block.size; ++a) local[a] = x[block.places[a]];
      local = block.inverse * local;
      for (int a = 0; a < block.size; ++a) y[block.places[a]] = local[a];
    }
  };
  return gmres_.solve(A, P, right_, kRough, kMostGmres, dense_step_);
}

}  // namespace jounce
