// What shells offer to histories and fields.

#include <algorithm>
#include <cmath>

#include "elements/shell_block.h"
#include "math/quadrature.h"
#include "math/shape_functions.h"

namespace jounce {
namespace {

QuantityType face_stress_type(const char* name) {
  return {
      name, "shell", {{name, params::dim::stress, {"xx", "yy", "zz", "xy", "xz", "yz"}, false, true}}, true};
}

}  // namespace

const QuantityType& shell_top_stress_quantity() {
  static const QuantityType type = face_stress_type("stress_top");
  return type;
}

const QuantityType& shell_bottom_stress_quantity() {
  static const QuantityType type = face_stress_type("stress_bottom");
  return type;
}

const QuantityType& shell_force_quantity() {
  static const QuantityType type = {"shell_force",
                                    "shell",
                                    {{"shell_force", params::dim::line_force, {"N_11", "N_22", "N_12"}},
                                     {"shell_moment", params::dim::force, {"M_11", "M_22", "M_12"}},
                                     {"shell_shear_1", params::dim::line_force, {"Q_1"}},
                                     {"shell_shear_2", params::dim::line_force, {"Q_2"}}},
                                    true};
  return type;
}

namespace shell {
namespace {

/// Values at integration points, one column each.
template <int N>
using AtPoints = Eigen::Matrix<double, Eigen::Dynamic, kPoints<N>>;

/// Values at the nodes of the linear (quadrilaterals: bilinear) function that is nearest to those at the
/// integration points.
template <int N>
Eigen::Matrix<double, N, kPoints<N>> nodes_from_points() {
  constexpr CellShape shape = linear_shape(kShape<N>);
  constexpr int corners = shape_nodes(shape);
  ShapeValues<shape> values;
  ShapeGradients<shape> gradients;
  const auto at = [&](const Vector3& xi) {
    evaluate_shape<shape>(xi, values, gradients);
    return values.transpose();
  };
  const Quadrature rule = point_rule<N>();
  Eigen::Matrix<double, kPoints<N>, corners> at_points;
  for (int p = 0; p < kPoints<N>; ++p) at_points.row(p) = at(rule[static_cast<std::size_t>(p)].xi);
  if constexpr (N == corners) {
    return at_points.inverse();
  } else {
    Eigen::Matrix<double, N, corners> at_nodes;
    const auto nodes = reference_nodes(kShape<N>);
    for (int a = 0; a < N; ++a) at_nodes.row(a) = at(nodes[static_cast<std::size_t>(a)]);
    const Eigen::Matrix<double, corners, corners> normal = at_points.transpose() * at_points;
    return at_nodes * normal.inverse() * at_points.transpose();
  }
}

template <int N>
void to_nodes(const AtPoints<N>& at_points, std::span<double> values) {
  static const Eigen::Matrix<double, N, kPoints<N>> extrapolation = nodes_from_points<N>();
  const auto size = at_points.rows();
  Eigen::Map<DenseMatrix>(values.data(), size, N) = at_points * extrapolation.transpose();
}

}  // namespace

/// Cauchy's stress of a face in fixed axes: F S F^T / det F with F = [x_,1 + z d_,1, x_,2 + z d_,2] of the
/// local axes, and sqrt(1 + 2 E_33) across.
template <int N>
Voigt ShellBlock<N>::face_stress(const Element& e, std::size_t p, bool top) const {
  const Point<N>& at = e.geometry->points[p];
  const Section::Point& point = top ? section().points().back() : section().points().front();
  const double* const history = history_at(e, p);
  PointState from(history == nullptr ? nullptr : history + point.history);
  from.dt = e.dt;
  MaterialResponse response;
  section().law(point).evaluate(Section::strain_at(strains(e, at), point.z), from, true, response);
  const Eigen::Matrix<double, 3, 2> initial = (e.geometry->X + point.z * e.geometry->D) * at.slopes;
  const Eigen::Matrix<double, 3, 2> F = (e.x + point.z * e.d) * at.slopes;
  Eigen::Matrix2d S;
  S << response.stress[0], response.stress[3], response.stress[3], response.stress[1];
  const double across = std::sqrt(std::max(1 + 2 * response.strain_33, 0.0));
  const double J = F.col(0).cross(F.col(1)).norm() / initial.col(0).cross(initial.col(1)).norm() * across;
  return to_voigt(F * S * F.transpose() / J, 1);
}

template <int N>
void ShellBlock<N>::nodal_stresses(const State& state, std::size_t element, bool top,
                                   std::span<double> values) const {
  const Element e = gather(state, element);
  AtPoints<N> at_points(6, kPoints<N>);
  for (int p = 0; p < kPoints<N>; ++p) at_points.col(p) = face_stress(e, static_cast<std::size_t>(p), top);
  to_nodes<N>(at_points, values);
}

template <int N>
void ShellBlock<N>::nodal_forces(const State& state, std::size_t element, std::span<double> values) const {
  const Element e = gather(state, element);
  AtPoints<N> at_points(kStrains, kPoints<N>);
  Resultants out;
  for (int p = 0; p < kPoints<N>; ++p) at_points.col(p) = stress(e, static_cast<std::size_t>(p), out, false);
  at_points.template bottomRows<2>() *= e.geometry->shear_scale;
  to_nodes<N>(at_points, values);
}

template <int N>
void ShellBlock<N>::nodal_history(const State& state, std::size_t element, const MaterialQuantity& quantity,
                                  std::span<double> values) const {
  const Element e = gather(state, element);
  AtPoints<N> at_points(1, kPoints<N>);
  for (int p = 0; p < kPoints<N>; ++p) {
    double greatest = 0;
    for (const Section::Point& point : section().points()) {
      if (section().law(point).history_size() <= quantity.place) continue;
      const double value = history_at(e, static_cast<std::size_t>(p))[point.history + quantity.place];
      if (std::abs(value) > std::abs(greatest)) greatest = value;
    }
    at_points(0, p) = greatest;
  }
  to_nodes<N>(at_points, values);
  if (!quantity.type->is_non_negative) return;
  for (double& value : values.first(N)) value = std::max(value, 0.0);
}

template <int N>
std::vector<ElementQuantity> ShellBlock<N>::quantities() const {
  const std::size_t n = cells().size();
  std::vector<ElementQuantity> list;
  for (const bool top : {true, false})
    list.push_back({top ? &shell_top_stress_quantity() : &shell_bottom_stress_quantity(), n, nullptr,
                    [this, top](const State& state, std::size_t element, std::span<double> values) {
                      nodal_stresses(state, element, top, values);
                    }});
  list.push_back({&shell_force_quantity(), n, nullptr,
                  [this](const State& state, std::size_t element, std::span<double> values) {
                    nodal_forces(state, element, values);
                  }});
  if (first_history_ < 0) return list;
  for (const MaterialQuantity& quantity : section().law(section().points().front()).quantities())
    list.push_back({quantity.type, n, nullptr,
                    [this, quantity](const State& state, std::size_t element, std::span<double> values) {
                      nodal_history(state, element, quantity, values);
                    }});
  return list;
}

template class ShellBlock<3>;
template class ShellBlock<4>;
template class ShellBlock<6>;
template class ShellBlock<8>;

}  // namespace shell
}  // namespace jounce
