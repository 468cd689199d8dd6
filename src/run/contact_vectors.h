#pragma once

#include <unordered_map>
#include <vector>

#include "model/model.h"
#include "stepping/stepper.h"

namespace jounce {

/// Forces of contacts on the points of the drawings, of one step: W^T r / h on the degrees of freedom of
/// nodes, with the row W of the normal direction and its impulse r, and the same of the tangential ones. What
/// acts on a rigid or flexible body as a whole is a force on that of its points that is nearest to the
/// contact.
class ContactVectors {
 public:
  explicit ContactVectors(const Model& model);

  /// @param points   3 coordinates a point, as they are drawn
  /// @param normal, friction   3 components a point, in fixed axes
  /// @param body_sums   1 a point, of bodies: sum of the magnitudes of the normal forces
  void evaluate(const Model& model, const State& state, const StepResult& step, double h,
                const std::vector<double>& points, std::vector<double>& normal, std::vector<double>& friction,
                std::vector<double>& body_sums);

 private:
  /// What a degree of freedom moves: a coordinate of a point, or of a body as a whole.
  struct Moved {
    int axis = 0;
    int point = -1;
    int body = -1;
  };
  void add(const Model& model, const State& state, const ContactRow& contact, const RowJacobian& rows,
           int row, double force, const std::vector<double>& points, std::vector<double>& sums,
           std::vector<double>* magnitudes = nullptr);

  std::unordered_map<Index, Moved> moved_;
  std::vector<std::vector<int>> points_of_body_;
  std::vector<std::pair<int, Vector3>> on_bodies_;  ///< workspace: of one row
};

}  // namespace jounce
