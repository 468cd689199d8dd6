#pragma once

#include <stdexcept>

#include "reduction/linear_model.h"

namespace jounce {

/// How the floating frame is tied to the deformed body.
enum class ReferenceCondition {
  tangent,           ///< the supported nodes do not move in the frame (clamped there)
  pinned,            ///< first node fixed, second node on the x axis through both (simply supported)
  free_free,         ///< mean axis: no momentum and no moment of momentum of the deformation
  articulated_free,  ///< first node fixed, mean axis for the rotation about it
};

enum class ElasticCoordinates {
  nodal,          ///< all nodal displacements: sparse
  modal,          ///< the lowest modes under the reference conditions
  craig_bampton,  ///< constraint modes of the interface nodes and modes with these held (Craig, Bampton
                  ///< 1968), made orthogonal to each other
};

struct BasisRequest {
  ReferenceCondition reference = ReferenceCondition::tangent;
  ElasticCoordinates coordinates = ElasticCoordinates::nodal;
  std::vector<int> supports;    ///< nodes of the condition: any number (tangent), 2 (pinned), 1 (articulated)
  std::vector<int> interfaces;  ///< nodes of craig_bampton
  int modes = 0;                ///< their number (beside constraint modes); 0: by highest_frequency
  double highest_frequency = 0;  ///< modes up to this one, in cycles a unit of time
  bool stiffening = false;       ///< with the geometric stiffness of the stresses that rotation causes
  double damping_ratio = 0;      ///< of every mode
};

/// The reference conditions or the modes asked for do not fit the model.
class BasisError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Flexible body of a linear model. Mean axis conditions of nodal coordinates come as rows `conditions`;
/// modes obey them by themselves, the rigid modes being left out. Throws BasisError.
FlexibleBody reduce(const LinearModel& model, const BasisRequest& request);

}  // namespace jounce
