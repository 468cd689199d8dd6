#include "materials/principal.h"

#include <cmath>

namespace jounce {

void answer_in_principal_axes(const Eigen::SelfAdjointEigenSolver<Matrix3>& principal, const Vector3& beta,
                              const Matrix3& d_beta, bool tangent, MaterialResponse& out) {
  const Vector3& squares = principal.eigenvalues();
  const Matrix3& N = principal.eigenvectors();
  const Vector3 S = beta.cwiseQuotient(squares);
  out.stress = to_voigt(N * S.asDiagonal() * N.transpose(), 1);
  if (!tangent) return;
  out.tangent.setZero();
  Matrix3 slope;  // (1 / lambda_b) dS_a/dlambda_b
  for (Index a = 0; a < 3; ++a)
    for (Index b = 0; b < 3; ++b)
      slope(a, b) = (d_beta(a, b) - (a == b ? 2 * beta[a] : 0.0)) / (squares[a] * squares[b]);
  for (Index a = 0; a < 3; ++a)
    for (Index b = 0; b < 3; ++b) {
      const Voigt M_a = to_voigt(N.col(a) * N.col(a).transpose(), 1);
      const Voigt M_b = to_voigt(N.col(b) * N.col(b).transpose(), 1);
      out.tangent += slope(a, b) * M_a * M_b.transpose();
      if (b <= a) continue;
      const double gap = squares[b] - squares[a];
      const double ratio =
          std::abs(gap) > 1e-6 * squares[b] ? (S[b] - S[a]) / gap : (slope(b, b) - slope(a, b)) / 2;
      const Matrix3 M_ab = N.col(a) * N.col(b).transpose();
      const Voigt shear = to_voigt(M_ab + M_ab.transpose(), 1);
      out.tangent += ratio * shear * shear.transpose();
    }
}

}  // namespace jounce
