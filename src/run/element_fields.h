#pragma once

#include <memory>
#include <span>
#include <vector>

#include "io/field_writer.h"
#include "model/model.h"
#include "params/units.h"
#include "run/whole_drawings.h"

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
  /// @param points  of the drawings @param parts  of a model in parts, else null
  void evaluate(const State& state, std::size_t points, WholeDrawings* parts = nullptr);
  /// Values of the last evaluation, in the order of `fields`.
  const std::vector<std::vector<double>>& values() const { return values_; }
  /// Frees the memory of the values.
  void clear() {
    for (std::vector<double>* numbers : {&sums_, &of_source_}) std::vector<double>().swap(*numbers);
    for (std::vector<double>& values : values_) std::vector<double>().swap(values);
  }

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
    std::vector<double> weight = {};  ///< of the means: one over the number of elements at each point
    bool has_deleted = false;         ///< elements, in these weights
  };
  void add_sources(const std::vector<std::unique_ptr<ElementBlock>>& blocks, const FlexiblePart* part,
                   const std::shared_ptr<const Marker>& frame,
                   const std::function<std::vector<int>(const Connectivity&)>& drawn_points);
  /// Adds the values of a source to the sums at its points.
  /// @param rotation  of a flexible body, by which its stresses turn; null: none
  void add_values(const Source& source, const State& state, const Matrix3* rotation);
  static bool has_deleted(const Drawn& drawn, const State& state);
  /// The weights stay as long as no element is deleted.
  static void find_weights(Drawn& drawn, const State& state, std::size_t points, WholeDrawings* parts);
  /// The means go into the values from `place` on, which is then behind them.
  void find_means(const Drawn& drawn, std::size_t& place);

  std::vector<Drawn> drawn_;
  std::vector<std::vector<double>> values_;
  // Workspace: at the points, at the nodes of a source
  std::vector<double> sums_, of_source_;
};

}  // namespace jounce
