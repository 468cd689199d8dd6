#pragma once

#include <filesystem>
#include <string>

#include "run/model_partition.h"

namespace jounce {

/// Parts of the drawn points and cells of a model, -1 for what stands on the ground.
struct DrawnParts {
  std::vector<double> points, cells;
};
DrawnParts drawn_parts(const Model& model, const ModelPartition& partition);

/// Writes into a folder: partition.csv (the table) and partition.vtkhdf with partition.xdmf, the model in its
/// initial state with the fields `part` on points and `part_of_cell`, and, last, a picture of it,
/// partition.png. Throws io::OutputError.
void write_partition(const std::filesystem::path& folder, const std::string& title, const Model& model,
                     const ModelPartition& partition);

}  // namespace jounce
