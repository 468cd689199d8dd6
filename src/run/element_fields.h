#pragma once

#include <memory>
#include <span>
#include <vector>

#include "io/field_writer.h"
#include "model/model.h"
#include "params/units.h"

namespace jounce {

/// What elements offer to fields (ElementQuantity), on the points of the drawings: a node has the mean over
/// the elements that meet there and are not deleted, and zero where there are none. Stresses of flexible
/// bodies are recovered from their elastic coordinates, and turned with the body; von Mises' value is that of
/// the mean stress.
class ElementFields {
 public:
  explicit ElementFields(const Model& model);

  /// The fields of a model, in the order of the registry's parts.
  static std::vector<io::Field> fields(const Model& model, const params::Units& units);

  /// Evaluates all fields at a state.
  void evaluate(const State& state, std::size_t points);
  /// Values of the last evaluation, in the order of `fields`.
  const std::vector<std::vector<double>>& values() const { return values_; }
  /// Frees the memory of the values.
  void clear() { std::vector<std::vector<double>>().swap(values_); }

 private:
  /// A quantity of one block.
  struct Source {
    const ElementBlock* block;
    ElementQuantity quantity;
    std::shared_ptr<const Connectivity> cells;
    std::vector<int> points;              ///< drawn point of every node of the cells; -1: none
    const FlexiblePart* part = nullptr;   ///< of a flexible body
    std::shared_ptr<const Marker> frame;  ///< of it
  };
  struct Drawn {
    const QuantityType* type = nullptr;
    std::vector<Source> sources = {};
  };
  void add_sources(const std::vector<std::unique_ptr<ElementBlock>>& blocks, const FlexiblePart* part,
                   const std::shared_ptr<const Marker>& frame,
                   const std::function<std::vector<int>(const Connectivity&)>& drawn_points);
  /// Adds the values of a source to those of its points, and counts them.
  /// @param rotation  of a flexible body, by which its stresses turn; null: none
  static void add_values(const Source& source, const State& state, std::vector<double>& sums,
                         std::vector<int>& count, const Matrix3* rotation);
  void append_means(const QuantityType& type, const std::vector<double>& sums, const std::vector<int>& count);

  std::vector<Drawn> drawn_;
  std::vector<std::vector<double>> values_;
};

}  // namespace jounce
