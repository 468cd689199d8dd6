#include "elements/floating_body.h"

#include <algorithm>
#include <utility>

#include "elements/blocks_of.h"
#include "math/rotation.h"

namespace jounce {
namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// The six (k, l, m) with eps_klm != 0, and its sign.
struct Permutation {
  std::size_t k, l, m;
  double sign;
};
constexpr Permutation kPermutations[] = {{0, 1, 2, 1},  {1, 2, 0, 1},  {2, 0, 1, 1},
                                         {0, 2, 1, -1}, {2, 1, 0, -1}, {1, 0, 2, -1}};

constexpr std::size_t at(std::size_t k, std::size_t l) { return 3 * k + l; }

}  // namespace

FloatingBodyBlock::FloatingBodyBlock(std::string name, std::shared_ptr<const FlexibleBody> body,
                                     const FloatingFrame& frame)
    : ElementBlock(std::move(name)), body_(std::move(body)), frame_(frame) {
  for (std::size_t i = 0; i < 6; ++i) {
    const Index dof = i < 3 ? frame_.translation[i] : frame_.rotation[i - 3];
    if (dof < 0) continue;
    reference_dofs_.push_back(dof);
    reference_rows_.push_back(static_cast<Index>(i));
  }
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t l = 0; l < 3; ++l)
      has_row_[at(k, l)] =
          body_->b[at(k, l)].size() > 0 || !body_->H[at(k, l)].empty() || !body_->H[at(l, k)].empty();
  for (const auto& values : body_->G) stiffens_ = stiffens_ || !values.empty();
  const Index n = body_->n;
  for (Vector* x : {&q_, &v_, &a_, &elastic_}) x->setZero(n);
  for (std::size_t i = 0; i < 9; ++i) {
    B_[i].setZero(n);
    Hv_[i].setZero(n);
    Gq_[i].setZero(n);
  }
  for (Rows* rows : {&C_, &G_, &D_, &rate_}) rows->setZero(3, n);
  upper_.setZero(6, n);
  lower_.setZero(6, n);
  values_.resize(body_->family.nonzeros());
  packed_.resize(6 * n);
}

void FloatingBodyBlock::gather(const Vector& x, Vector3& translation, Vector3& rotation,
                               Vector& elastic) const {
  for (std::size_t i = 0; i < 3; ++i) {
    translation[static_cast<Index>(i)] = frame_.translation[i] < 0 ? 0.0 : x[frame_.translation[i]];
    rotation[static_cast<Index>(i)] = frame_.rotation[i] < 0 ? 0.0 : x[frame_.rotation[i]];
  }
  for (std::size_t i = 0; i < frame_.elastic.size(); ++i)
    elastic[static_cast<Index>(i)] = x[frame_.elastic[i]];
}

void FloatingBodyBlock::scatter(const Vector3& translation, const Vector3& rotation, const Vector& elastic,
                                double w, Vector& f) const {
  for (std::size_t i = 0; i < 3; ++i) {
    if (frame_.translation[i] >= 0) f[frame_.translation[i]] += w * translation[static_cast<Index>(i)];
    if (frame_.rotation[i] >= 0) f[frame_.rotation[i]] += w * rotation[static_cast<Index>(i)];
  }
  for (std::size_t i = 0; i < frame_.elastic.size(); ++i)
    f[frame_.elastic[i]] += w * elastic[static_cast<Index>(i)];
}

void FloatingBodyBlock::configure(const State& state) const {
  A_ = frame_.orientation(state);
  for (std::size_t i = 0; i < frame_.elastic.size(); ++i)
    q_[static_cast<Index>(i)] = state.q[frame_.elastic[i]];
  s_ = body_->first_moment;
  s_.noalias() += body_->Sbar * q_;
  // B_kl = b_kl + q^T H_kl; J = J0 + sum over (b_kl + q^T H_kl / 2) of its linear form
  Matrix3 moments = Matrix3::Zero();
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t l = 0; l < 3; ++l) {
      if (!has_row_[at(k, l)]) continue;  // stays zero
      Vector& row = B_[at(k, l)];
      if (body_->b[at(k, l)].size() > 0)
        row = body_->b[at(k, l)];
      else
        row.setZero();
      const double linear = row.dot(q_);
      if (!body_->H[at(l, k)].empty()) body_->family.multiply(body_->H[at(l, k)], 1.0, q_, row);
      moments(static_cast<Index>(k), static_cast<Index>(l)) = 0.5 * (linear + row.dot(q_));
    }
  J_ = body_->inertia - moments - moments.transpose();
  J_.diagonal().array() += 2 * moments.trace();
  coupling(B_, C_);
}

void FloatingBodyBlock::coupling(const std::array<Vector, 9>& B, Rows& C) const {
  C.setZero();
  for (const auto& [l, k, m, sign] : kPermutations)
    if (has_row_[at(m, l)]) C.row(static_cast<Index>(k)) += sign * B[at(m, l)].transpose();
}

void FloatingBodyBlock::inertia_gradient(const std::array<Vector, 9>& B, const Vector3& x, Rows& G) const {
  for (std::size_t k = 0; k < 3; ++k) {
    auto row = G.row(static_cast<Index>(k));
    row = 2 * x[static_cast<Index>(k)] * (B[at(0, 0)] + B[at(1, 1)] + B[at(2, 2)]).transpose();
    for (std::size_t l = 0; l < 3; ++l)
      if (x[static_cast<Index>(l)] != 0)
        row -= x[static_cast<Index>(l)] * (B[at(k, l)] + B[at(l, k)]).transpose();
  }
}

void FloatingBodyBlock::multiply(const std::array<std::vector<double>, 9>& A, const Vector& x,
                                 std::array<Vector, 9>& y) const {
  for (std::size_t i = 0; i < 9; ++i) {
    y[i].setZero();
    if (!A[i].empty()) body_->family.multiply(A[i], 1.0, x, y[i]);
  }
}

void FloatingBodyBlock::add_family(const std::array<std::vector<double>, 9>& A, const Matrix3& W,
                                   double w) const {
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t l = 0; l < 3; ++l) {
      const double factor = w * W(static_cast<Index>(k), static_cast<Index>(l));
      const auto& values = A[at(l, k)];
      if (factor == 0 || values.empty()) continue;
      for (std::size_t i = 0; i < values_.size(); ++i) values_[i] += factor * values[i];
    }
}

void FloatingBodyBlock::add_gyroscopic(const Vector3& x, double w) const {
  for (const auto& [l, k, m, sign] : kPermutations) {
    const double factor = w * sign * x[static_cast<Index>(k)];
    const auto& H = body_->H[at(m, l)];
    if (factor == 0 || H.empty()) continue;
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] += factor * H[i];
  }
}

void FloatingBodyBlock::emit(const Matrix6& reference, const Block* upper, const Block* lower,
                             bool with_elastic, MatrixSink& sink) const {
  const std::size_t r = reference_dofs_.size();
  std::array<double, 36> block;
  for (std::size_t j = 0; j < r; ++j)
    for (std::size_t i = 0; i < r; ++i) block[j * r + i] = reference(reference_rows_[i], reference_rows_[j]);
  sink.add(reference_dofs_, reference_dofs_, block.data());
  const auto n = static_cast<std::size_t>(body_->n);
  if (n == 0) return;
  if (upper != nullptr) {
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < r; ++i)
        packed_[j * r + i] = (*upper)(reference_rows_[i], static_cast<Index>(j));
    sink.add(reference_dofs_, frame_.elastic, packed_.data());
  }
  if (lower != nullptr) {
    for (std::size_t i = 0; i < r; ++i)
      for (std::size_t j = 0; j < n; ++j)
        packed_[i * n + j] = (*lower)(reference_rows_[i], static_cast<Index>(j));
    sink.add(frame_.elastic, reference_dofs_, packed_.data());
  }
  if (with_elastic) emit_elastic(sink);
}

void FloatingBodyBlock::emit_elastic(MatrixSink& sink) const {
  const auto n = static_cast<std::size_t>(body_->n);
  const MatrixFamily& family = body_->family;
  if (family.is_full()) {
    sink.add(frame_.elastic, frame_.elastic, values_.data());
    return;
  }
  std::array<Index, 64> rows;
  for (std::size_t j = 0; j < n; ++j) {
    auto k = static_cast<std::size_t>(family.column_starts()[j]);
    const auto end = static_cast<std::size_t>(family.column_starts()[j + 1]);
    while (k < end) {
      const std::size_t count = std::min(end - k, rows.size());
      for (std::size_t i = 0; i < count; ++i) rows[i] = frame_.elastic[family.rows()[k + i]];
      sink.add({rows.data(), count}, {&frame_.elastic[j], 1}, values_.data() + k);
      k += count;
    }
  }
}

void FloatingBodyBlock::add_mass(const State& state, double w, MatrixSink& sink) const {
  configure(state);
  Matrix6 reference = Matrix6::Zero();
  reference.topLeftCorner<3, 3>() = w * body_->mass * Matrix3::Identity();
  reference.topRightCorner<3, 3>() = -w * A_ * skew(s_);
  reference.bottomLeftCorner<3, 3>() = reference.topRightCorner<3, 3>().transpose();
  reference.bottomRightCorner<3, 3>() = w * J_;
  upper_.topRows<3>().noalias() = w * A_ * body_->Sbar;
  upper_.bottomRows<3>() = w * C_;
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = w * body_->M[i];
  emit(reference, &upper_, &upper_, true, sink);
}

void FloatingBodyBlock::add_mass_product(const State& state, const Vector& a, double w, Vector& f) const {
  configure(state);
  Vector3 a_X, alpha;
  gather(a, a_X, alpha, a_);
  const Vector3 z = A_.transpose() * a_X;
  const Vector3 translation = body_->mass * a_X + A_ * (alpha.cross(s_) + body_->Sbar * a_);
  const Vector3 rotation = s_.cross(z) + J_ * alpha + C_ * a_;
  elastic_.noalias() = body_->Sbar.transpose() * z;
  elastic_.noalias() += C_.transpose() * alpha;
  body_->family.multiply(body_->M, 1.0, a_, elastic_);
  scatter(translation, rotation, elastic_, w, f);
}

void FloatingBodyBlock::add_mass_gradient(const State& state, const Vector& a, double w,
                                          MatrixSink& sink) const {
  configure(state);
  Vector3 a_X, alpha;
  gather(a, a_X, alpha, a_);
  const Vector3 z = A_.transpose() * a_X;
  Matrix6 reference = Matrix6::Zero();
  reference.topRightCorner<3, 3>() = -w * A_ * skew(alpha.cross(s_) + body_->Sbar * a_);
  reference.bottomRightCorner<3, 3>() = w * skew(s_) * skew(z);
  // d(M a)/dq: rows of the frame, and rows of q by the frame's rotation
  multiply(body_->H, a_, Hv_);
  coupling(Hv_, D_);  // rows D_k q''
  inertia_gradient(B_, alpha, G_);
  upper_.topRows<3>().noalias() = w * A_ * skew(alpha) * body_->Sbar;
  upper_.bottomRows<3>() = w * (G_ + D_);
  upper_.bottomRows<3>().noalias() -= w * skew(z) * body_->Sbar;
  lower_.topRows<3>().setZero();
  lower_.bottomRows<3>().noalias() = w * skew(z).transpose() * body_->Sbar;
  std::fill(values_.begin(), values_.end(), 0.0);
  add_gyroscopic(alpha, -w);  // sum alpha_k D_k^T
  emit(reference, &upper_, &lower_, true, sink);
}

void FloatingBodyBlock::add_force(const State& state, Vector& f) const {
  configure(state);
  Vector3 velocity, Omega;
  gather(state.v, velocity, Omega, v_);
  const Vector3 drift = body_->Sbar * v_;
  const Vector3 translation = -A_ * (Omega.cross(Omega.cross(s_)) + 2 * Omega.cross(drift));
  Matrix3 rate;  // J'
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t l = 0; l < 3; ++l)
      rate(static_cast<Index>(k), static_cast<Index>(l)) = B_[at(k, l)].dot(v_);
  rate = Matrix3(-rate - rate.transpose() + 2 * rate.trace() * Matrix3::Identity());
  const Vector3 rotation = -Omega.cross(J_ * Omega + C_ * v_) - rate * Omega;

  elastic_.setZero();
  const Matrix3 W = Omega.squaredNorm() * Matrix3::Identity() - Omega * Omega.transpose();
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t l = 0; l < 3; ++l)
      if (const double factor = W(static_cast<Index>(k), static_cast<Index>(l)); factor != 0)
        elastic_ += factor * B_[at(k, l)];
  if (stiffens_)
    for (std::size_t i = 0; i < 9; ++i)
      if (!body_->G[i].empty())
        body_->family.multiply(body_->G[i], -W(static_cast<Index>(i / 3), static_cast<Index>(i % 3)), q_,
                               elastic_);
  for (const auto& [l, k, m, sign] : kPermutations) {
    const double factor = 2 * sign * Omega[static_cast<Index>(k)];
    if (factor != 0 && !body_->H[at(m, l)].empty())
      body_->family.multiply(body_->H[at(m, l)], factor, v_, elastic_);
  }
  body_->family.multiply(body_->K, -1.0, q_, elastic_);
  if (!body_->C.empty()) body_->family.multiply(body_->C, -1.0, v_, elastic_);
  scatter(translation, rotation, elastic_, 1.0, f);
}

void FloatingBodyBlock::add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const {
  configure(state);
  Vector3 velocity, Omega;
  gather(state.v, velocity, Omega, v_);
  const Vector3 drift = body_->Sbar * v_;
  const Matrix3 spin = skew(Omega);
  multiply(body_->H, v_, Hv_);
  coupling(Hv_, D_);  // rows D_k q'
  inertia_gradient(B_, Omega, G_);
  std::fill(values_.begin(), values_.end(), 0.0);
  Matrix6 reference = Matrix6::Zero();
  upper_.setZero();
  lower_.setZero();

  if (w_k != 0) {
    const Vector3 y = Omega.cross(Omega.cross(s_)) + 2 * Omega.cross(drift);
    reference.topRightCorner<3, 3>() -= w_k * A_ * skew(y);
    upper_.topRows<3>().noalias() += w_k * A_ * spin * spin * body_->Sbar;
    upper_.bottomRows<3>().noalias() += w_k * spin * (G_ + D_);
    inertia_gradient(Hv_, Omega, rate_);  // d(J' Omega)/dq
    upper_.bottomRows<3>() += w_k * rate_;
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] += w_k * body_->K[i];
    const Matrix3 W = Omega.squaredNorm() * Matrix3::Identity() - Omega * Omega.transpose();
    add_family(body_->H, W, -w_k);
    add_family(body_->G, W, w_k);
  }
  if (w_c != 0) {
    Matrix3 rate;
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t l = 0; l < 3; ++l)
        rate(static_cast<Index>(k), static_cast<Index>(l)) = B_[at(k, l)].dot(v_);
    rate = Matrix3(-rate - rate.transpose() + 2 * rate.trace() * Matrix3::Identity());
    reference.topRightCorner<3, 3>() -=
        w_c * A_ * (skew(Omega.cross(s_)) + spin * skew(s_) + 2 * skew(drift));
    reference.bottomRightCorner<3, 3>() += w_c * (spin * J_ - skew(J_ * Omega + C_ * v_) + rate);
    upper_.topRows<3>().noalias() += 2 * w_c * A_ * spin * body_->Sbar;
    upper_.bottomRows<3>().noalias() += w_c * spin * C_;
    upper_.bottomRows<3>() += w_c * G_;
    lower_.bottomRows<3>() -= w_c * (G_ + 2 * D_);
    if (stiffens_) {  // d(sum W_kl G_kl q)/dOmega
      multiply(body_->G, q_, Gq_);
      inertia_gradient(Gq_, Omega, rate_);
      lower_.bottomRows<3>() += w_c * rate_;
    }
    if (!body_->C.empty())
      for (std::size_t i = 0; i < values_.size(); ++i) values_[i] += w_c * body_->C[i];
    add_gyroscopic(Omega, -2 * w_c);
  }
  emit(reference, &upper_, &lower_, true, sink);
}

void FloatingBodyBlock::add_elastic_matrix(double w_c, double w_k, MatrixSink& sink) const {
  if (body_->n == 0) return;
  for (std::size_t i = 0; i < values_.size(); ++i)
    values_[i] = w_k * body_->K[i] + (body_->C.empty() ? 0.0 : w_c * body_->C[i]);
  emit_elastic(sink);
}

void FloatingBodyBlock::add_stiffness_product(const Vector& x, double w, Vector& f) const {
  for (std::size_t i = 0; i < frame_.elastic.size(); ++i) v_[static_cast<Index>(i)] = x[frame_.elastic[i]];
  elastic_.setZero();
  body_->family.multiply(body_->K, w, v_, elastic_);
  for (std::size_t i = 0; i < frame_.elastic.size(); ++i)
    f[frame_.elastic[i]] += elastic_[static_cast<Index>(i)];
}

void FloatingBodyBlock::add_energies(const State& state, const Vector3& gravity, Energies& energies) const {
  configure(state);
  Vector3 velocity, Omega;
  gather(state.v, velocity, Omega, v_);
  elastic_.setZero();
  body_->family.multiply(body_->M, 1.0, v_, elastic_);
  energies.kinetic +=
      0.5 * (body_->mass * velocity.squaredNorm() + Omega.dot(J_ * Omega) + v_.dot(elastic_)) +
      velocity.dot(A_ * (Omega.cross(s_) + body_->Sbar * v_)) + Omega.dot(C_ * v_);
  elastic_.setZero();
  body_->family.multiply(body_->K, 1.0, q_, elastic_);
  energies.strain += 0.5 * q_.dot(elastic_);
  energies.gravity -= gravity.dot(body_->mass * frame_.position(state) + A_ * s_);
}

void FloatingBodyBlock::add_powers(const State& state, Powers& powers) const {
  if (body_->C.empty()) return;
  for (std::size_t i = 0; i < frame_.elastic.size(); ++i)
    v_[static_cast<Index>(i)] = state.v[frame_.elastic[i]];
  elastic_.setZero();
  body_->family.multiply(body_->C, 1.0, v_, elastic_);
  powers.damping += v_.dot(elastic_);
}

std::vector<const FloatingBodyBlock*> floating_bodies_of(
    const std::vector<std::unique_ptr<ElementBlock>>& blocks) {
  return blocks_of<const FloatingBodyBlock>(blocks);
}

}  // namespace jounce
