#include "materials/material.h"

#include <algorithm>
#include <cmath>

namespace jounce {

QuantityType history_quantity(const char* name, const char* bearer) {
  return {name, bearer, {{name, params::dim::none}}, true, true, true};
}

VoigtMatrix Material::initial_stiffness() const {
  const std::vector<double> zero(static_cast<std::size_t>(std::max(1, history_size())), 0.0);
  MaterialResponse response;
  evaluate(Voigt::Zero(), zero.data(), true, response);
  return response.tangent;
}

namespace {

void answer_at_point(const void* of, const double* strain, const double* history, double dt,
                     const batch::PointAnswer& answer) {
  const auto& material = *static_cast<const Material*>(of);
  const Eigen::Map<const Voigt> E(strain);
  PointState at(history);
  at.dt = dt;
  MaterialResponse response;
  if (answer.trial != nullptr) {
    std::copy_n(history, material.history_size(), answer.trial);
    material.advance(E, at, response, answer.trial, answer.work);
  } else {
    material.evaluate(E, at, false, response);
    if (answer.work != nullptr && history != nullptr) *answer.work = material.plastic_work(E, at);
  }
  Eigen::Map<Voigt>(answer.stress) = response.stress;
  if (answer.energy != nullptr) *answer.energy = response.energy;
}

}  // namespace

void Material::advance(const Voigt& strain, const PointState& from, MaterialResponse& out, double* history,
                       double* work) const {
  evaluate(strain, from, false, out);
  if (work != nullptr) *work = plastic_work(strain, from);
  update(strain, from, history);
}

batch::Law Material::batch_law() const {
  batch::Law law;
  law.history_size = history_size();
  law.at_point = answer_at_point;
  law.depends_on_rate = depends_on_rate();
  law.failure = failure_place();
  law.material = this;
  return law;
}

Matrix3 to_matrix(const Voigt& voigt, double shear) {
  Matrix3 matrix;
  matrix << voigt[0], shear * voigt[3], shear * voigt[4],  //
      shear * voigt[3], voigt[1], shear * voigt[5],        //
      shear * voigt[4], shear * voigt[5], voigt[2];
  return matrix;
}

Voigt to_voigt(const Matrix3& matrix, double shear) {
  Voigt voigt;
  voigt << matrix(0, 0), matrix(1, 1), matrix(2, 2), shear * matrix(0, 1), shear * matrix(0, 2),
      shear * matrix(1, 2);
  return voigt;
}

double von_mises(const Voigt& s) {
  const double a = s[0] - s[1], b = s[1] - s[2], c = s[2] - s[0];
  return std::sqrt((a * a + b * b + c * c) / 2 + 3 * s.tail<3>().squaredNorm());
}

}  // namespace jounce
