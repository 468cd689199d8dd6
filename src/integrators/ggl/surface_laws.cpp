#include "integrators/ggl/surface_laws.h"

#include <cmath>
#include <utility>

#include "la/decompositions.h"
#include "la/symmetric_product.h"

namespace jounce {
namespace {

constexpr int kMostGmresIterations = 400;  ///< of GMRES

}  // namespace

void SurfaceLaws::set_compliances(DenseMatrix K_S, DenseMatrix K_M) {
  K_S_ = std::move(K_S);
  K_M_ = std::move(K_M);
}

void SurfaceLaws::begin(const ContactSet& contacts, Vector gap_free, Vector u_free) {
  contacts_ = &contacts;
  m_ = contacts.size();
  s_ = contacts.tangents();
  gap_free_ = std::move(gap_free);
  u_free_ = std::move(u_free);
  of_row_.resize(m_);
}

/// Forces on S and on M from nu^, Lambda and Lambda_T.
void SurfaceLaws::split(const Vector& c) {
  f_S_.resize(m_ + s_);
  f_M_.resize(m_ + s_);
  f_S_.head(m_) = c.head(m_);
  f_S_.tail(s_) = theta_ * c.tail(s_);
  f_M_.head(m_) = c.segment(m_, m_) - c.head(m_);
  f_M_.tail(s_) = (1 - theta_) * c.tail(s_);
}

void SurfaceLaws::evaluate(Point& at) {
  c_.resize(2 * m_ + s_);
  c_ << at.nu / h_beta_, at.Lambda, at.Lambda_T;
  split(c_);
  symmetric_product(K_S_, f_S_, w_S_);
  symmetric_product(K_M_, f_M_, w_M_);
  symmetric_product(K_M_, f_S_, w_U_);
  at.gap = gap_free_ + h_beta_ * w_S_.head(m_);
  at.gap_smooth = at.gap - h_beta_ * w_U_.head(m_);
  at.u = u_free_.head(m_) + w_S_.head(m_) + w_M_.head(m_);
  at.tangential = u_free_.tail(s_) + w_S_.tail(s_) + w_M_.tail(s_);
}

double SurfaceLaws::residual(const Point& at, const std::vector<std::uint8_t>& sets, double h) {
  right_.setZero(2 * m_ + s_);
  for (int j = 0; j < m_; ++j) {
    Contact& contact = of_row_[j];
    contact.at_position = sets[j] != contact_set::open;
    contact.at_velocity = sets[m_ + j] != contact_set::open;
    contact.has_friction = false;
    contact.tangents = 0;
    if (contact.at_position) right_[j] = -at.gap[j] / h_beta_;
    if (contact.at_velocity) right_[m_ + j] = contacts_->target(j) - at.u[j];
  }
  const Vector no_joints;
  for (const ContactSet::FrictionRows& f : contacts_->friction()) {
    Contact& contact = of_row_[f.row];
    contact.first = f.first;
    contact.tangents = f.size;
    contact.has_friction = contact.at_velocity;
    if (!contact.has_friction) continue;
    const CoulombPoint point = contacts_->coulomb(f, {at.Lambda, at.Lambda_T, at.tangential, no_joints, h});
    const std::uint8_t set = sets[m_ + f.flag];
    contact.r = f.r;
    contact.law = point.derivatives(set);
    // A slip is a law of impulses; over r it is one of velocities, as all others are.
    const double unit = set == contact_set::stick ? 1 : 1 / f.r;
    contact.law.N *= unit;
    contact.law.T *= unit;
    contact.law.S *= unit;
    right_.segment(2 * m_ + f.first, f.size) = -unit * point.residual(set);
  }
  return right_.size() > 0 ? right_.lpNorm<Eigen::Infinity>() : 0.0;
}

void SurfaceLaws::multiply(const Vector& x, Vector& y) {
  split(x);
  symmetric_product(K_S_, f_S_, w_S_);
  symmetric_product(K_M_, f_M_, w_M_);
  y = x;
  for (int j = 0; j < m_; ++j) {
    const Contact& contact = of_row_[j];
    if (contact.at_position) y[j] = w_S_[j];
    if (contact.at_velocity) y[m_ + j] = w_S_[j] + w_M_[j];
    if (!contact.has_friction) continue;
    const int at = m_ + contact.first;  // among the rows
    const auto Lambda_T = x.segment(m_ + at, contact.tangents);
    const CoulombPoint::Tangential u =
        w_S_.segment(at, contact.tangents) + w_M_.segment(at, contact.tangents);
    y.segment(m_ + at, contact.tangents) =
        contact.law.N * x[m_ + j] + contact.law.T * Lambda_T + contact.law.S * u;
  }
}

/// The blocks of single contacts, over (nu^, Lambda, Lambda_T).
void SurfaceLaws::invert_blocks() {
  for (int j = 0; j < m_; ++j) {
    Contact& contact = of_row_[j];
    const int t = contact.tangents, first = m_ + contact.first;
    Block J = Block::Identity(2 + t, 2 + t);
    const auto place = [&](int k) { return k == 0 ? j : first + k - 1; };  // normal, then tangents
    const auto value = [&](const DenseMatrix& K, int a, int b) {
      return K(std::max(place(a), place(b)), std::min(place(a), place(b)));
    };
    /// Velocity along direction a by the unknowns of the block.
    const auto velocity = [&](int a, auto&& row) {
      row(0) = value(K_S_, a, 0) - value(K_M_, a, 0);
      row(1) = value(K_M_, a, 0);
      for (int b = 1; b <= t; ++b) row(1 + b) = theta_ * value(K_S_, a, b) + (1 - theta_) * value(K_M_, a, b);
    };
    if (contact.at_position) {
      J.row(0).setZero();
      J(0, 0) = value(K_S_, 0, 0);
      for (int b = 1; b <= t; ++b) J(0, 1 + b) = theta_ * value(K_S_, 0, b);
    }
    if (contact.at_velocity) velocity(0, J.row(1));
    if (contact.has_friction) {
      Block u = Block::Zero(t, 2 + t);
      for (int a = 1; a <= t; ++a) velocity(a, u.row(a - 1));
      Block law = contact.law.S * u;
      law.col(1) += contact.law.N;
      law.rightCols(t) += contact.law.T;
      J.bottomRows(t) = law;
    }
    contact.inverse =
        J.fullPivLu().isInvertible() ? Block(J.inverse()) : Block(Block::Identity(2 + t, 2 + t));
  }
}

void SurfaceLaws::precondition(const Vector& x, Vector& y) const {
  Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 4, 1> local;
  for (int j = 0; j < m_; ++j) {
    const Contact& contact = of_row_[j];
    const int t = contact.tangents, first = 2 * m_ + contact.first;
    local.resize(2 + t);
    local[0] = x[j];
    local[1] = x[m_ + j];
    local.tail(t) = x.segment(first, t);
    local = contact.inverse * local;
    y[j] = local[0];
    y[m_ + j] = local[1];
    y.segment(first, t) = local.tail(t);
  }
}

void SurfaceLaws::solve(const std::vector<std::uint8_t>& sets, double tolerance, Point& at) {
  invert_blocks();
  const Gmres::Product J = [this](const Vector& x, Vector& y) { multiply(x, y); };
  const Gmres::Product P = [this](const Vector& x, Vector& y) { precondition(x, y); };
  gmres_.solve(J, P, right_, tolerance, kMostGmresIterations, step_);
  at.nu += h_beta_ * step_.head(m_);
  at.Lambda += step_.segment(m_, m_);
  at.Lambda_T += step_.tail(s_);
  clear_open(sets, at);
  evaluate(at);
}

void SurfaceLaws::clear_open(const std::vector<std::uint8_t>& sets, Point& at) const {
  for (int j = 0; j < m_; ++j) {
    if (sets[j] == contact_set::open) at.nu[j] = 0;
    if (sets[m_ + j] == contact_set::open) at.Lambda[j] = 0;
  }
  for (const ContactSet::FrictionRows& f : contacts_->friction())
    if (sets[m_ + f.flag] == contact_set::open) at.Lambda_T.segment(f.first, f.size).setZero();
}

}  // namespace jounce
