#include "contact/surface_pair.h"

// Second derivatives of the rows of SurfacePair.

namespace jounce {

/// Calls visit(degrees of freedom, dW/dq) for every pair of faces in the row; without derivatives,
/// `only_layout`, with zeros.
template <class Visit>
void SurfacePair::for_face_pairs(const Vector& q, const ContactRow& row, Direction direction,
                                 bool only_layout, Visit&& visit) const {
  const FacingPoints& found = found_of(row);
  const auto shares = found.shares_of(row_of(row));
  const int dimension = surface_.dimension();
  Facing own;
  Facing::Matrix K;
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
      facing.add_second_derivatives(direction, shares[i].weight, K);
    }
    visit(dofs_, K);
  }
}

void SurfacePair::add_reaction_gradient(const State& state, const ContactRow& row, Direction direction,
                                        double lambda, double w, MatrixSink& sink) const {
  if (FeatureRows::has(row)) {
    dofs_.clear();
    sharp_->of(row).append_dofs(row, dofs_);
    const auto n = static_cast<Index>(dofs_.size());
    Facing::Matrix K = Facing::Matrix::Zero(n, n);
    if (lambda != 0) K = w * lambda * sharp_->of(row).gradient(state, row, direction);
    return sink.add(dofs_, dofs_, K.data());
  }
  for_face_pairs(state.q, row, direction, lambda == 0,
                 [&](const std::vector<Index>& dofs, Facing::Matrix& K) {
                   K *= w * lambda;
                   sink.add(dofs, dofs, K.data());
                 });
}

void SurfacePair::add_velocity_gradient(const State& state, const ContactRow& row, Direction direction,
                                        double w, Index matrix_row, MatrixSink& sink) const {
  const std::array<Index, 1> at = {matrix_row};
  if (FeatureRows::has(row)) {
    dofs_.clear();
    sharp_->of(row).append_dofs(row, dofs_);
    Facing::Row velocity(static_cast<Index>(dofs_.size()));
    for (Index i = 0; i < velocity.size(); ++i) velocity[i] = state.v[dofs_[i]];
    velocity = w * (sharp_->of(row).gradient(state, row, direction).transpose() * velocity).eval();
    return sink.add(at, dofs_, velocity.data());
  }
  Facing::Row v, change;
  for_face_pairs(state.q, row, direction, false,
                 [&](const std::vector<Index>& dofs, const Facing::Matrix& K) {
                   v.resize(K.rows());
                   for (Index i = 0; i < v.size(); ++i) v[i] = state.v[dofs[i]];
                   change.noalias() = w * (K.transpose() * v);
                   sink.add(at, dofs, change.data());
                 });
}

}  // namespace jounce
