#include "materials/linear_elastic.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cassert>

namespace jounce {

void LinearElastic::evaluate(const Voigt& strain, const PointState&, bool tangent,
                             MaterialResponse& out) const {
  out.stress.noalias() = D_ * strain;
  out.energy = 0.5 * out.stress.dot(strain);
  if (tangent) out.tangent = D_;
}

batch::Law LinearElastic::batch_law() const {
  batch::Law law = Material::batch_law();
  law.kind = batch::LawKind::elastic;
  law.D = D_.data();
  return law;
}

VoigtMatrix isotropic_stiffness(double E, double nu) {
  const double mu = E / (2 * (1 + nu)), lambda = E * nu / ((1 + nu) * (1 - 2 * nu));
  VoigtMatrix D = VoigtMatrix::Zero();
  D.topLeftCorner<3, 3>().setConstant(lambda);
  D.diagonal() << lambda + 2 * mu, lambda + 2 * mu, lambda + 2 * mu, mu, mu, mu;
  return D;
}

VoigtMatrix orthotropic_stiffness(std::span<const double> E, std::span<const double> nu,
                                  std::span<const double> G) {
  assert(E.size() == 3 && nu.size() == 3 && G.size() == 3);
  Matrix3 compliance;
  compliance << 1 / E[0], -nu[0] / E[0], -nu[1] / E[0],  //
      -nu[0] / E[0], 1 / E[1], -nu[2] / E[1],            //
      -nu[1] / E[0], -nu[2] / E[1], 1 / E[2];
  VoigtMatrix D = VoigtMatrix::Zero();
  D.topLeftCorner<3, 3>() = compliance.inverse();
  D.diagonal().tail<3>() << G[0], G[1], G[2];
  return D;
}

VoigtMatrix stiffness_of(std::span<const double> constants) {
  assert(constants.size() == 9 || constants.size() == 21);
  VoigtMatrix D = VoigtMatrix::Zero();
  std::size_t next = 0;
  for (Index j = 0; j < 6; ++j) {
    const bool full = constants.size() == 21 || j < 3;
    for (Index i = full ? 0 : j; i <= j; ++i) D(i, j) = D(j, i) = constants[next++];
  }
  return D;
}

VoigtMatrix rotated_stiffness(const VoigtMatrix& D, const Matrix3& R) {
  VoigtMatrix T;  // strain in the material's axes of a strain in fixed axes
  for (Index i = 0; i < 6; ++i) T.col(i) = to_voigt(R.transpose() * to_matrix(Voigt::Unit(i), 0.5) * R, 2);
  return T.transpose() * D * T;
}

bool is_positive_definite(const VoigtMatrix& D) {
  return D.allFinite() && Eigen::LLT<VoigtMatrix>(D).info() == Eigen::Success;
}

}  // namespace jounce
