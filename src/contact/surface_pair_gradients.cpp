#include "contact/surface_pair.h"

// Second derivatives of the rows of SurfacePair.

namespace jounce {

/// Calls begin() for every pair of faces in the row, with its degrees of freedom in dofs_, visit(facing,
/// weight) for the points of the pair, unless `only_layout`, and end().
template <class Begin, class Visit, class End>
void SurfacePair::for_face_pairs(const Vector& q, const ContactRow& row, bool only_layout, const Begin& begin,
                                 const Visit& visit, const End& end) const {
  const FacingPoints& found = found_of(row);
  const auto shares = found.shares_of(row_of(row));
  const int dimension = surface_.dimension();
  Facing own;
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
    begin();
    for (; i < shares.size(); ++i) {
      const FacingPoints::Point& point = found.points[shares[i].point];
      if (point.face != first.face || point.opposite != first.opposite) break;
      if (!only_layout) visit(face_each_other(q, found, row_of(row), shares[i], own), shares[i].weight);
    }
    end();
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
  Facing::Matrix K;
  for_face_pairs(
      state.q, row, lambda == 0,
      [&] { K.setZero(static_cast<Index>(dofs_.size()), static_cast<Index>(dofs_.size())); },
      [&](const Facing& facing, double weight) {
        facing.add_second_derivatives(direction, w * lambda * weight, K);
      },
      [&] { sink.add(dofs_, dofs_, K.data()); });
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
  for_face_pairs(
      state.q, row, w == 0,
      [&] {
        v.resize(static_cast<Index>(dofs_.size()));
        for (Index i = 0; i < v.size(); ++i) v[i] = state.v[dofs_[static_cast<std::size_t>(i)]];
        change.setZero(v.size());
      },
      [&](const Facing& facing, double weight) {
        facing.add_velocity_gradient(direction, w * weight, v, change);
      },
      [&] { sink.add(at, dofs_, change.data()); });
}

}  // namespace jounce
