#pragma once

#include <cstdint>
#include <vector>

#include "elements/solid.h"
#include "io/field_writer.h"
#include "model/model.h"

namespace jounce {

/// True for a model with elements that are deleted when they fail.
bool elements_can_fail(const Model& model);

/// The deleted elements of a model.
DeletedElements deleted_elements(const Model& model, const State& state);

/// The field `status` of the cells of the drawings: 0 for deleted elements, 1 for all other cells.
class CellStatus {
 public:
  /// @param mesh  drawn_mesh of the model
  CellStatus(const Model& model, const io::FieldMesh& mesh);

  void evaluate(const State& state, std::vector<double>& status) const;

 private:
  struct Source {
    const SolidElements* block;
    std::vector<int> cells;  ///< drawn cell of every element; -1: none
  };
  std::size_t n_cells_;
  std::vector<Source> sources_;  ///< whose elements may fail
};

}  // namespace jounce
