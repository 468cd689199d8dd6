#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace jounce {

/// The size of a model at its start.
struct ModelSummary {
  struct MeshSize {
    std::string name;
    std::size_t nodes = 0, cells = 0;
  };
  /// A contact; `smallest_gap` is that of the points that it always has.
  struct ContactSize {
    std::string name;
    int points = 0;  ///< 0: a search finds them while the run goes on
    double smallest_gap = 0;
    std::string closest;
  };

  int dimension = 0;
  Index degrees_of_freedom = 0, prescribed = 0;
  int joint_rows = 0;
  std::size_t element_blocks = 0;
  bool is_linear = false;
  double mass = 0;
  double joint_violation = 0;  ///< largest |g| of the joints at the start
  std::vector<MeshSize> meshes;
  std::vector<ContactSize> contacts;
};

/// Mass of what is there at the start: the mean over the axes of e^T M e, e a uniform translation.
double total_mass(const Model& model);

ModelSummary summary_of(const Model& model);

}  // namespace jounce
