#pragma once

#include <string>
#include <vector>

#include "contact/facing.h"
#include "model/contact.h"

namespace jounce {

/// Rows of single points that edges and corners touch with, beside those of means: numbers of their points
/// are below zero.
class FeatureRows {
 public:
  virtual ~FeatureRows() = default;
  static bool has(const ContactRow& row) { return row.point < 0; }

  virtual std::string name_of(const ContactRow& row) const = 0;
  virtual void append_dofs(const ContactRow& row, std::vector<Index>& dofs) const = 0;
  virtual double gap(const State& state, const ContactRow& row) const = 0;
  virtual Vector3 position(const State& state, const ContactRow& row) const = 0;
  virtual Vector3 axis(const State& state, const ContactRow& row, Direction direction) const = 0;
  virtual void jacobian(const State& state, const ContactRow& row, Direction direction, double* W) const = 0;
  /// The gap and the rows of all directions; those of tangents follow each other in W_T, unless it is null.
  virtual void evaluate(const State& state, const ContactRow& row, double& gap, double* W,
                        double* W_T) const = 0;
  /// dW/dq.
  virtual Facing::Matrix gradient(const State& state, const ContactRow& row, Direction direction) const = 0;
};

}  // namespace jounce
