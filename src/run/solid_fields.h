#pragma once

#include <vector>

#include "model/model.h"

namespace jounce {

class SolidElements;

/// Stresses and plastic strains on the points of the drawings: a node has the mean over the solid elements
/// that meet there. Those of flexible bodies are recovered from their elastic coordinates, and turned with
/// the body.
class SolidFields {
 public:
  explicit SolidFields(const Model& model);

  bool has_solids() const { return !blocks_.empty(); }
  bool has_plastic_strain() const { return is_plastic_; }

  /// @param stress     Cauchy's, 6 a point: xx, yy, zz, xy, yz, xz
  /// @param von_mises  of it
  void stresses(const State& state, std::size_t points, std::vector<double>& stress,
                std::vector<double>& von_mises) const;
  /// Equivalent plastic strain, 1 a point; zero where the material has none.
  void plastic_strains(const State& state, std::size_t points, std::vector<double>& strain) const;

 private:
  struct Block {
    const SolidElements* solids = nullptr;
    std::vector<int> points;              ///< drawn point of every node of the block; -1: none
    const FlexiblePart* part = nullptr;   ///< of a flexible body
    std::shared_ptr<const Marker> frame;  ///< of it
  };

  std::vector<Block> blocks_;
  bool is_plastic_ = false;
};

/// Whether the model has solid elements, in flexible bodies or without.
bool has_solids(const Model& model);
bool has_plastic_solids(const Model& model);

}  // namespace jounce
