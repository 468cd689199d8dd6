#pragma once

#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace jounce {

/// Where the points of the drawings are at the start, and which of them follow a part.
class DrawnPlaces {
 public:
  explicit DrawnPlaces(const Model& model);

  const State& state() const { return state_; }  ///< the start
  /// The point nearest to a place among those that follow the part of a marker; -1: none does, or it is the
  /// ground.
  int nearest(const Marker& marker, const Vector3& place) const;
  /// Point of the node with this first degree of freedom; -1: it is not drawn.
  int of_node(Index dof) const;
  /// First point of a drawing of a flexible body; -1: it is not drawn.
  int first_of(const std::string& drawing) const;

  /// A place in axes of a point, and these axes; fixed ones for point -1.
  struct Anchor {
    Vector3 place;
    Matrix3 axes;
  };
  Anchor anchor(int point, const Vector3& place) const;

 private:
  const Model& model_;
  State state_;
  std::vector<double> points_, quaternions_;               ///< as the fields have them
  std::unordered_map<Index, std::vector<int>> followers_;  ///< of a degree of freedom
};

}  // namespace jounce
