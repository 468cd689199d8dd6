#include <Eigen/LU>

#include "contact/surface_pair_facing.h"

// Second derivatives of the rows of SurfacePair.

namespace jounce {

/// Adds weight times dW/dq of one point, W being the row of the direction. With dx - dy = w, the rows over
/// the displacements
///   T_a = a_a . w,   B_a = n . dy,a,   X = (A^-1)(T + g B) = dxi,   A_ab = a_a . a_b - g n . y,ab,
///   dn = -a^a N_a,   N_a = B_a + n . y,ab X_b
/// it is  -(a^a . w) N_a - B_a X_a  for the normal (T. A. Laursen, J. C. Simo, Int. J. Numer. Methods Eng. 36
/// (1993) 3451) and  dt . w - (t . dy,a) X_a  for a tangent t.
void SurfacePair::add_second_derivatives(const Facing& facing, Direction direction, double weight,
                                         LocalMatrix& K) const {
  const int dimension = surface_.dimension(), parameters = dimension - 1;
  const FacePoint& y = facing.y;
  const FaceCurvatures second = face_curvatures(facing.opposite->shape, y.xi);
  const auto along = [&](const Vector3& d) {
    LocalRow r(facing.nodes() * dimension);
    for (int i = 0; i < facing.nodes(); ++i)
      for (int k = 0; k < dimension; ++k) r[i * dimension + k] = facing.share(i) * d[k];
    return r;
  };
  const auto gradient = [&](const Vector3& d, int a) {  // d . dy,a
    LocalRow r = LocalRow::Zero(facing.nodes() * dimension);
    for (int j = 0; j < facing.opposite->size(); ++j)
      for (int k = 0; k < dimension; ++k) r[(facing.face->size() + j) * dimension + k] = y.dN(j, a) * d[k];
    return r;
  };
  Eigen::Matrix2d metric = Eigen::Matrix2d::Identity(), curvature = Eigen::Matrix2d::Zero();
  constexpr int kColumn[2][2] = {{0, 2}, {2, 1}};
  for (int a = 0; a < parameters; ++a)
    for (int b = 0; b < parameters; ++b) {
      metric(a, b) = y.a[a].dot(y.a[b]);
      curvature(a, b) = y.n.dot(facing.opposite_nodes * second.col(kColumn[a][b]));
    }
  const Eigen::Matrix2d inverse = metric.inverse();
  const Eigen::Matrix2d A_inverse = (metric - facing.gap * curvature).inverse();
  std::array<LocalRow, 2> T, B, X;
  std::array<Vector3, 2> dual;  // a^a
  for (std::size_t a = 0; a < static_cast<std::size_t>(parameters); ++a) {
    T[a] = along(y.a[a]);
    B[a] = gradient(y.n, static_cast<int>(a));
    dual[a].setZero();
    for (int b = 0; b < parameters; ++b) dual[a] += inverse(static_cast<int>(a), b) * y.a[b];
  }
  for (int a = 0; a < parameters; ++a) {
    LocalRow& x = X[a];
    x.setZero(facing.nodes() * dimension);
    for (int b = 0; b < parameters; ++b) x += A_inverse(a, b) * (T[b] + facing.gap * B[b]);
  }
  for (std::size_t a = 0; a < static_cast<std::size_t>(parameters); ++a) {
    LocalRow N = B[a];
    for (int b = 0; b < parameters; ++b) N += curvature(static_cast<int>(a), b) * X[b];
    if (direction == Direction::normal) {
      K.noalias() -= weight * (along(dual[a]) * N.transpose());
      K.noalias() -= weight * (B[a] * X[a].transpose());
      continue;
    }
    const std::size_t d = static_cast<std::size_t>(direction) - 1;
    const Vector3& t = facing.t[d];
    LocalRow change = t.dot(dual[a]) * along(y.n);
    if (dimension == 3)
      change += (d == 0 ? -1.0 : 1.0) * facing.turn * facing.t[1].dot(dual[a]) * along(facing.t[1 - d]);
    K.noalias() += weight * (change * N.transpose());
    K.noalias() -= weight * (gradient(t, static_cast<int>(a)) * X[a].transpose());
  }
}

/// Calls visit(degrees of freedom, dW/dq) for every pair of faces in the row; without derivatives,
/// `only_layout`, with zeros.
template <class Visit>
void SurfacePair::for_face_pairs(const Vector& q, const ContactRow& row, Direction direction,
                                 bool only_layout, Visit&& visit) const {
  const FacingPoints& found = found_of(row);
  const auto shares = found.shares_of(row_of(row));
  const int dimension = surface_.dimension();
  Facing own;
  LocalMatrix K;
  for (std::size_t i = 0; i < shares.size();) {  // points of one pair of faces follow each other
    const FacingPoints::Point& first = found.points[shares[i].point];
    const ContactSurface::Face& face = surface_.faces()[first.face];
    const ContactSurface::Face& opposite = opposite_.faces()[first.opposite];
    dofs_.clear();
    for (int k = 0; k < face.size(); ++k) {
      const Index* dofs = surface_.dofs(face.nodes[k]);
      dofs_.insert(dofs_.end(), dofs, dofs + dimension);
    }
    for (int k = 0; k < opposite.size(); ++k) {
      const Index* dofs = opposite_.dofs(opposite.nodes[k]);
      dofs_.insert(dofs_.end(), dofs, dofs + dimension);
    }
    K.setZero(static_cast<Index>(dofs_.size()), static_cast<Index>(dofs_.size()));
    for (; i < shares.size(); ++i) {
      const FacingPoints::Point& point = found.points[shares[i].point];
      if (point.face != first.face || point.opposite != first.opposite) break;
      if (only_layout) continue;
      const Facing& facing = face_each_other(q, found, row_of(row), shares[i], own);
      add_second_derivatives(facing, direction, shares[i].weight, K);
    }
    visit(dofs_, K);
  }
}

void SurfacePair::add_reaction_gradient(const State& state, const ContactRow& row, Direction direction,
                                        double lambda, double w, MatrixSink& sink) const {
  if (EdgeRows::has(row)) {
    dofs_.clear();
    edges_->append_dofs(row, dofs_);
    const EdgePoint::Matrix K = w * lambda * edges_->point(state, row).gradient(direction);
    return sink.add(dofs_, dofs_, K.data());
  }
  for_face_pairs(state.q, row, direction, lambda == 0, [&](const std::vector<Index>& dofs, LocalMatrix& K) {
    K *= w * lambda;
    sink.add(dofs, dofs, K.data());
  });
}

void SurfacePair::add_velocity_gradient(const State& state, const ContactRow& row, Direction direction,
                                        double w, Index matrix_row, MatrixSink& sink) const {
  const std::array<Index, 1> at = {matrix_row};
  if (EdgeRows::has(row)) {
    dofs_.clear();
    edges_->append_dofs(row, dofs_);
    Eigen::Matrix<double, EdgePoint::kDofs, 1> velocity;
    for (Index i = 0; i < velocity.size(); ++i) velocity[i] = state.v[dofs_[i]];
    velocity = w * (edges_->point(state, row).gradient(direction).transpose() * velocity).eval();
    return sink.add(at, dofs_, velocity.data());
  }
  LocalRow v, change;
  for_face_pairs(state.q, row, direction, false, [&](const std::vector<Index>& dofs, const LocalMatrix& K) {
    v.resize(K.rows());
    for (Index i = 0; i < v.size(); ++i) v[i] = state.v[dofs[i]];
    change.noalias() = w * (K.transpose() * v);
    sink.add(at, dofs, change.data());
  });
}

}  // namespace jounce
