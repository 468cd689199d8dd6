#include "input_files/contact_values.h"

#include <Eigen/QR>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "keyword/contact_law_params.h"
#include "keyword/element_sides.h"
#include "mesh/cell_shape.h"

namespace jounce {
namespace {

/// The place of "contact_2", "contact_2_hard" in Input::contacts; -1 for other names.
int pair_named(const std::string& name) {
  constexpr std::string_view kPrefix = "contact_";
  int number = 0;
  if (!name.starts_with(kPrefix)) return -1;
  std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), number);
  return number - 1;
}

/// Number of a point of the mesh from its name, "mesh.7" is 6; -1 for other names.
int point_named(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  int number = 0;
  if (dot == std::string::npos) return -1;
  const auto end = std::from_chars(name.data() + dot + 1, name.data() + name.size(), number);
  return end.ptr == name.data() + name.size() ? number - 1 : -1;
}

/// Tangents of a master with normal n.
std::array<Vector3, 2> tangents(const Vector3& n) {
  constexpr double kAlongX = 1.5231e-6;  // 1 - cos(0.1 degrees)
  const Vector3 axis = Vector3::Unit(1 - std::abs(n.x()) < kAlongX ? 2 : 0);
  const Vector3 first = (axis - n.dot(axis) * n).normalized();
  return {first, n.cross(first)};
}

/// Energy by area of a pressure law at an overclosure: the integral of its pressure, backwards until little
/// is left. Exact for a linear law.
double energy_of_pressure(const PressureLaw& law, double overclosure) {
  constexpr double kLittle = 1e-9;
  constexpr int kMostSteps = 400;
  double energy = 0, o = overclosure;
  const double all = law.pressure(o);
  for (int i = 0; i < kMostSteps && law.is_closed(o, 0) && law.pressure(o) > kLittle * all; ++i) {
    const double slope = law.slope(o), p = law.pressure(o);
    const double step = slope > 0 ? 0.25 * p / slope : 0.02 * std::abs(overclosure);
    energy += step / 6 * (p + 4 * law.pressure(o - step / 2) + law.pressure(o - step));
    o -= step;
  }
  return energy;
}

/// Of the laws, by area.
double energy_of(const ContactLaw& law, const ContactPoint& point) {
  double energy = law.pressure == nullptr ? 0 : energy_of_pressure(*law.pressure, -point.displacement[0]);
  if (law.stick_stiffness > 0)
    energy +=
        (point.stress[1] * point.stress[1] + point.stress[2] * point.stress[2]) / (2 * law.stick_stiffness);
  return energy;
}

/// Values at corners from those at points, whose functions of first order stand in rows.
/// @param is_limited  by the least and the greatest at points
DenseMatrix to_corners(const DenseMatrix& functions, const DenseMatrix& values, bool is_limited) {
  const Index points = values.rows(), corners = functions.cols();
  DenseMatrix result(corners, values.cols());
  if (points < std::min<Index>(corners, 3)) {
    result.rowwise() = values.colwise().mean();
  } else if (points < corners) {  // a plane through three points of a quadrilateral
    DenseMatrix plane(4, 3);
    plane << 1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1;
    result = plane * (functions * plane).completeOrthogonalDecomposition().solve(values);
  } else {
    result = functions.completeOrthogonalDecomposition().solve(values);
  }
  for (Index k = 0; is_limited && k < values.cols(); ++k)
    result.col(k) = result.col(k).cwiseMax(values.col(k).minCoeff()).cwiseMin(values.col(k).maxCoeff());
  return result;
}

}  // namespace

bool ContactPoint::is_shown() const {
  constexpr double kOpen = 1e-3;
  return is_closed() || (side == 0 && displacement[0] <= kOpen * std::sqrt(area));
}

ContactValues::ContactValues(const keyword::Input& input, const keyword::Translation& translation,
                             const Model& model)
    : input_(input), model_(model) {
  const auto& places = model.system.dofs().places;
  node_of_point_.assign(places.size(), -1);
  node_of_dof_.assign(static_cast<std::size_t>(model.system.dofs().nv()), -1);
  for (std::size_t node = 0; node < translation.point_of_node.size(); ++node) {
    const int point = translation.point_of_node[node];
    if (point < 0) continue;
    node_of_point_[point] = static_cast<int>(node);
    for (const Index dof : places[point].position)
      if (dof >= 0) node_of_dof_[dof] = static_cast<int>(node);
  }
  for (const keyword::SurfacePair& contact : input.contacts) {
    Pair& pair = pairs_.emplace_back();
    const auto surface = input.surfaces.find(contact.slave);
    if (surface == input.surfaces.end()) continue;
    pair.is_of_nodes = surface->second.has_nodes;
    pair.is_by_nodes = keyword::is_node_to_surface(contact);
    for (const keyword::ElementFace& at : surface->second.faces) {
      const keyword::Element& element = input.elements[at.element];
      const CellFace& side = *keyword::find_side(input, at);
      Face face{at.element, at.face, {}, topology(side.shape).corners};
      for (const int k : side.nodes) face.nodes.push_back(element.nodes[k]);
      std::vector<int> key = face.nodes;
      std::sort(key.begin(), key.end());
      const auto place = pair.faces.emplace(std::move(key), std::move(face)).first;
      pair.by_side[{at.element, at.face}] = &place->second;
    }
  }
  for (const auto& pair : model.system.contacts().all()) {
    const int number = pair_named(pair->name());
    pair_of_.push_back(number < static_cast<int>(pairs_.size()) ? number : -1);
  }
}

/// The slave face whose nodes come first in a row.
const ContactValues::Face* ContactValues::face_of(const Pair& pair, std::span<const int> nodes) const {
  for (const std::size_t size : {8U, 6U, 4U, 3U, 2U}) {
    if (nodes.size() < size) continue;
    std::vector<int> key(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(size));
    std::sort(key.begin(), key.end());
    if (const auto found = pair.faces.find(key); found != pair.faces.end()) return &found->second;
  }
  return nullptr;
}

void ContactValues::find_place(const ContactRow& row, std::span<const int> nodes,
                               std::span<const double> shares, ContactPoint& point) const {
  const Pair& pair = pairs_[point.pair];
  if (pair.is_of_nodes) {
    point.node = nodes.front();
    return;
  }
  if (row.law->pressure == nullptr) {
    const int at = point_named(model_.system.contacts().all()[row.pair]->point_name(row));
    if (at >= 0 && at < static_cast<int>(node_of_point_.size())) point.node = node_of_point_[at];
    return;
  }
  const Face* const face = face_of(pair, nodes);
  if (face == nullptr) return;
  point.element = face->element;
  point.side = face->side;
  const auto share = [&](int node) {
    return shares[static_cast<std::size_t>(std::find(nodes.begin(), nodes.end(), node) - nodes.begin())];
  };
  // Functions of second order reproduce those of first order: middle nodes count half at both ends.
  const int corners = face->corners, middle = static_cast<int>(face->nodes.size()) - corners;
  for (int k = 0; k < corners; ++k) point.functions[k] = share(face->nodes[k]);
  for (int k = 0; k < middle; ++k) {
    const double half = share(face->nodes[corners + k]) / 2;
    point.functions[k] += half;
    point.functions[(k + 1) % corners] += half;
  }
}

void ContactValues::add_tangents(const ContactLaw& law, const Vector3& friction, const Vector3& moved,
                                 ContactPoint& point) const {
  point.force = point.stress[0] * point.area * point.normal + friction;
  if (law.tangents == 0) return;
  const std::array<Vector3, 2> t = tangents(point.normal);
  for (std::size_t k = 0; k < 2; ++k) {
    point.displacement[k + 1] = t[k].dot(moved);
    point.stress[k + 1] = -t[k].dot(friction) / point.area;
  }
}

std::vector<ContactPoint> ContactValues::points(const State& state, const StepResult& result,
                                                double h) const {
  std::vector<ContactPoint> list;
  if (result.rows.empty()) return list;
  const ContactPairs& contacts = model_.system.contacts();
  const Index nv = state.v.size();
  const Vector u = state.q.head(nv) - model_.system.initial_state().q.head(nv);
  const auto dimension = static_cast<std::size_t>(model_.dimension);
  Vector gaps;
  RowJacobian W, D;
  contacts.evaluate(result.rows, state, gaps, W, D);
  int tangent = 0;
  for (int i = 0; i < W.rows(); tangent += result.rows[i++].law->tangents) {
    const ContactRow& row = result.rows[i];
    const ContactPair& pair = *contacts.all()[row.pair];
    ContactPoint point;
    point.pair = pair_of_[row.pair];
    if (point.pair < 0 || !(row.area > 0)) continue;
    point.normal = pair.axis(state, row, Direction::normal);
    point.place = pair.position(state, row);
    point.area = row.area;
    point.displacement[0] = gaps[i];
    point.stress[0] = result.impulse[i] / h / row.area;
    // Each node moves the point by its share of the row, the master's with the opposite sign.
    std::vector<int> nodes;
    std::vector<double> shares;
    Vector3 moved = Vector3::Zero(), friction = Vector3::Zero();
    for (std::size_t at = 0; at < W.dofs(i).size(); at += dimension) {
      nodes.push_back(node_of_dof_[W.dofs(i)[at]]);
      double share = 0;
      for (std::size_t k = 0; k < dimension; ++k)
        share += W.values(i)[at + k] * point.normal[static_cast<Index>(k)];
      for (std::size_t k = 0; k < dimension; ++k)
        moved[static_cast<Index>(k)] += share * u[W.dofs(i)[at + k]];
      shares.push_back(share);
    }
    for (int d = 0; d < row.law->tangents && result.friction_impulse.size() > 0; ++d)
      friction += result.friction_impulse[tangent + d] / h * pair.axis(state, row, jounce::tangent(d));
    find_place(row, nodes, shares, point);
    if (point.node < 0 && point.side == 0) continue;
    add_tangents(*row.law, friction, moved, point);
    point.energy = point.area * energy_of(*row.law, point);
    list.push_back(point);
  }
  return list;
}

ContactAtNodes ContactValues::at_nodes(std::span<const ContactPoint> points) const {
  using FaceKey = std::array<int, 3>;
  std::map<FaceKey, std::vector<const ContactPoint*>> of_face;
  std::map<int, std::pair<std::array<double, 6>, int>> sums;
  const auto add = [&](int node, const auto& values) {
    auto& [sum, count] = sums[node];
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += values[k];
    ++count;
  };
  const auto values_of = [](const ContactPoint& point) {
    std::array<double, 6> values = {};
    std::copy(point.displacement.begin(), point.displacement.end(), values.begin());
    std::copy(point.stress.begin(), point.stress.end(), values.begin() + 3);
    return values;
  };
  for (const ContactPoint& point : points) {
    if (!point.is_shown()) continue;
    if (point.side == 0)
      add(point.node, values_of(point));
    else
      of_face[{point.pair, point.element, point.side}].push_back(&point);
  }
  for (const auto& [key, own] : of_face) {
    const Face& face = pairs_[key[0]].face(key[1], key[2]);
    DenseMatrix functions(own.size(), face.corners), values(own.size(), 6);
    for (std::size_t i = 0; i < own.size(); ++i) {
      const auto of_point = values_of(*own[i]);
      for (Index k = 0; k < face.corners; ++k) functions(i, k) = own[i]->functions[k];
      for (Index k = 0; k < 6; ++k) values(i, k) = of_point[k];
    }
    const DenseMatrix corners = to_corners(functions, values, !is_by_nodes(key[0]));
    for (std::size_t k = 0; k < face.nodes.size(); ++k) {
      const Index first = static_cast<Index>(k) % face.corners;
      const bool is_corner = static_cast<int>(k) < face.corners;
      const Vector value = is_corner
                               ? Vector(corners.row(first))
                               : Vector((corners.row(first) + corners.row((first + 1) % face.corners)) / 2);
      add(face.nodes[k], value);
    }
  }
  ContactAtNodes means;
  for (auto& [node, of_node] : sums) {
    auto& [sum, count] = of_node;
    for (double& value : sum) value /= count;
    means[node] = sum;
  }
  return means;
}

}  // namespace jounce
