#pragma once

#include <memory>
#include <span>
#include <vector>

#include "io/field_writer.h"
#include "model/model.h"
#include "parallel/natural_order.h"
#include "parallel/numbering.h"

namespace jounce {

/// The drawings of a model in parts, put together on rank 0 in the order of the whole model. All calls are
/// collective.
class WholeDrawings {
 public:
  explicit WholeDrawings(const Model& model);

  /// The drawings of the whole model on rank 0; nothing on others. @param own  this rank's drawn_mesh
  io::FieldMesh whole_mesh(const io::FieldMesh& own);
  /// Makes sums over the elements of this rank at its points sums over those of all ranks.
  void total(std::span<double> at_points, int width);
  /// Values at points, `width` numbers each, in the order of the whole model on rank 0.
  void gather(std::span<const double> at_points, int width, std::vector<double>& whole) {
    points_in_order_->gather(at_points, width, whole);
  }

 private:
  std::unique_ptr<parallel::Numbering> points_;
  std::unique_ptr<parallel::NaturalOrder> points_in_order_;
  std::vector<std::int64_t> cell_numbers_;
  std::vector<double> column_;
};

}  // namespace jounce
