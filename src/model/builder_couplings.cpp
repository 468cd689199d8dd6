// Markers on the nodes of a mesh group: averaging and rigid couplings.

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <map>

#include "la/decompositions.h"
#include "math/quadrature.h"
#include "math/shape_functions.h"
#include "mesh/mesh_names.h"
#include "model/builder.h"
#include "model/rigid_offset.h"

namespace jounce {
namespace {

constexpr double kLine = 1e-8;  ///< width over length below which nodes lie in a line

/// Moments int N_i dA and int X N_i dA of the nodes of a cell (a line, triangle or quadrilateral).
void add_moments(CellShape shape, const std::vector<Vector3>& X,
                 std::vector<AveragingMarker::Share>& shares) {
  const auto n = static_cast<Index>(X.size());
  const int dimension = topology(shape).dimension;
  Vector N(n);
  DenseMatrix dN(n, dimension);
  for (const QuadraturePoint& q : face_rule(shape)) {
    evaluate_shape(shape, q.xi, N.data(), dN.data());
    Vector3 place = Vector3::Zero(), first = Vector3::Zero(), second = Vector3::Zero();
    for (Index i = 0; i < n; ++i) {
      const Vector3& at = X[i];
      place += N[i] * at;
      first += dN(i, 0) * at;
      if (dimension == 2) second += dN(i, 1) * at;
    }
    const double area = q.weight * (dimension == 2 ? first.cross(second).norm() : first.norm());
    for (Index i = 0; i < n; ++i) {
      shares[i].m += area * N[i];
      shares[i].a += area * N[i] * place;
    }
  }
}

/// Three places (in the plane two) that span the others best; fewer when all lie in a line (in a point).
std::vector<std::size_t> span(const std::vector<Vector3>& X, int dimension) {
  const auto farthest = [&](const auto& distance) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < X.size(); ++i)
      if (distance(X[i]) > distance(X[best])) best = i;
    return best;
  };
  const std::size_t A = farthest([&](const Vector3& x) { return (x - X[0]).norm(); });
  const std::size_t B = farthest([&](const Vector3& x) { return (x - X[A]).norm(); });
  const Vector3 u = X[B] - X[A];
  if (u.norm() == 0) return {A};
  if (dimension == 2) return {A, B};
  const auto height = [&](const Vector3& x) { return u.cross(x - X[A]).norm() / u.norm(); };
  const std::size_t C = farthest(height);
  if (height(X[C]) <= kLine * u.norm()) return {A, B};
  return {A, B, C};
}

}  // namespace

bool ModelBuilder::is_of_mesh(const std::string& name) const {
  return find_mesh_name(model_.meshes, name).has_value();
}

bool ModelBuilder::is_of_points(const std::string& name) const {
  const auto found = find_mesh_name(model_.meshes, name);
  if (!found) return false;
  const auto has_rotations = [&](int point) {
    return nodes_[mesh_first_node_[found->mesh] + point].rotations > 0;
  };
  if (found->group != nullptr) return std::ranges::none_of(found->group->points, has_rotations);
  for (int point = 0; point < static_cast<int>(model_.meshes[found->mesh].points.size()); ++point)
    if (has_rotations(point)) return false;
  return true;
}

Vector3 ModelBuilder::initial_place(int node) const {
  Vector3 place = Vector3::Zero();
  const std::vector<Index> d = dofs(node);
  for (int k = 0; k < dimension(); ++k) place[k] = initial_.q[d[k]];
  return place;
}

std::shared_ptr<const Marker> ModelBuilder::node_marker(int node) const {
  return body_marker(fmt::format("node {}", node), node, Vector3::Zero(), Matrix3::Identity());
}

ModelBuilder::CoupledNodes ModelBuilder::coupled_nodes(const Params& source, const std::string& key) const {
  const std::string& name = source.text(key);
  CoupledNodes all;
  std::map<int, AveragingMarker::Share> shares;
  const bool has_faces = find_cells(name, dimension()).empty();  // else a part of the solid itself
  for (const CellSelection& selection :
       has_faces ? find_cells(name, dimension() - 1) : std::vector<CellSelection>())
    for (const int number : selection.numbers) {
      const auto points = selection.cells->cell(static_cast<std::size_t>(number));
      std::vector<Vector3> X;
      for (const int point : points) X.push_back(initial_place(selection.first_node + point));
      std::vector<AveragingMarker::Share> own(X.size());
      add_moments(selection.cells->shape, X, own);
      for (std::size_t i = 0; i < own.size(); ++i) {
        AveragingMarker::Share& share = shares[selection.first_node + points[i]];
        share.m += own[i].m;
        share.a += own[i].a;
      }
    }
  if (shares.empty())
    for (const int node : nodes(source, key, name)) shares[node] = {1.0, initial_place(node)};
  double total = 0;
  for (const auto& [node, share] : shares) {
    total += share.m;
    all.centre += share.a;
  }
  all.centre /= total;
  for (const auto& [node, share] : shares) {
    all.nodes.push_back(node);
    all.shares.push_back({share.m / total, (share.a - share.m * all.centre) / total});
  }
  return all;
}

ModelBuilder::CoupledNodes ModelBuilder::make_rigid(const std::string& name, const Params& source,
                                                    const std::string& key, const std::vector<int>& nodes) {
  std::vector<Vector3> X;
  X.reserve(nodes.size());
  for (const int node : nodes) X.push_back(initial_place(node));
  const std::vector<std::size_t> base = span(X, dimension());
  if (static_cast<int>(base.size()) < dimension())
    source.fail(key, fmt::format("the nodes of '{}' lie in {}, so that they have no orientation",
                                 source.text(key), dimension() == 2 ? "a point" : "a line"));
  CoupledNodes three;
  std::vector<Index> base_dofs;
  std::vector<Vector3> places;
  for (const std::size_t i : base) {
    three.nodes.push_back(nodes[i]);
    three.centre += X[i] / static_cast<double>(base.size());
    places.push_back(X[i]);
    const auto own = dofs(nodes[i]);
    base_dofs.insert(base_dofs.end(), own.begin(), own.end());
  }
  for (const Vector3& place : places)
    three.shares.push_back(
        {1.0 / static_cast<double>(base.size()), (place - three.centre) / static_cast<double>(base.size())});
  const auto is_free = [&](const std::vector<Index>& list) {
    return std::any_of(list.begin(), list.end(), [&](Index dof) { return dof < model_.system.n_free(); });
  };
  for (std::size_t i = 0; i < base.size() && is_free(base_dofs); ++i)
    for (std::size_t j = i + 1; j < base.size(); ++j) {
      MarkerRow row;
      row.kind = MarkerRow::Kind::distance;
      row.offset = (X[base[j]] - X[base[i]]).norm();
      add(std::make_unique<MarkerConstraint>(
          fmt::format("{}.{}{}", name, "ABC"[i], "ABC"[j]), node_marker(nodes[base[i]]),
          node_marker(nodes[base[j]]), std::vector<MarkerRow>{row}, std::vector<std::string>{"distance"}));
    }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (std::find(base.begin(), base.end(), i) != base.end()) continue;
    std::vector<Index> all = base_dofs;
    const auto own = dofs(nodes[i]);
    all.insert(all.end(), own.begin(), own.end());
    if (!is_free(all)) continue;  // supports give the motion of all of them
    std::vector<Vector3> with = places;
    with.push_back(X[i]);
    add(std::make_unique<RigidOffset>(fmt::format("{}.{}", name, i + 1), dimension(), std::move(all), with));
  }
  return three;
}

std::shared_ptr<const Marker> ModelBuilder::marker_with(const std::string& name, int node, const Vector3& at,
                                                        const Matrix3& axes) const {
  MarkerKinematics own;
  node_marker(node)->evaluate(initial_, Derivatives::none, own);
  return body_marker(name, node, own.R.transpose() * (at - own.x), own.R.transpose() * axes);
}

/// Each other node keeps its place in the frame of that one, x_i = x + R s_i, and its orientation to it if it
/// has one.
int ModelBuilder::weld(const std::string& name, const std::vector<int>& nodes) {
  const auto is_free = [&](int node) {
    const auto own = dofs(node);
    return std::any_of(own.begin(), own.end(), [&](Index dof) { return dof < model_.system.n_free(); });
  };
  // Where some do not move, one of these: the others are then held by it.
  const auto turns = [&](int node) { return nodes_[node].rotations > 0; };
  auto base = std::ranges::find_if(nodes, [&](int node) { return turns(node) && !is_free(node); });
  if (base == nodes.end()) base = std::ranges::find_if(nodes, turns);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i] == *base || (!is_free(nodes[i]) && !is_free(*base))) continue;
    const auto A = marker_with(name, *base, initial_place(nodes[i]), Matrix3::Identity());
    const auto B = node_marker(nodes[i]);
    std::vector<MarkerRow> rows;
    std::vector<std::string> names;
    for (int k = 0; k < dimension(); ++k) {
      MarkerRow& row = rows.emplace_back();
      row.kind = MarkerRow::Kind::translation_global;
      row.a = Vector3::Unit(k);
      names.emplace_back(1, "xyz"[k]);
    }
    if (turns(nodes[i])) {
      MarkerKinematics frame;
      B->evaluate(initial_, Derivatives::none, frame);
      for (int k = dimension() == 2 ? 2 : 0; k < 3; ++k) {  // about k: two axes across it stay perpendicular
        MarkerRow& row = rows.emplace_back();
        row.kind = MarkerRow::Kind::dot;
        row.a = Vector3::Unit((k + 1) % 3);
        row.b = frame.R.transpose() * Vector3::Unit((k + 2) % 3);
        names.push_back(dimension() == 2 ? "angle" : fmt::format("turn_{}", "xyz"[k]));
      }
    }
    add(std::make_unique<MarkerConstraint>(fmt::format("{}.{}", name, i + 1), A, B, std::move(rows),
                                           std::move(names)));
  }
  return *base;
}

void ModelBuilder::add_coupling(const std::string& name, const Params& source, const std::string& key,
                                const std::optional<Vector3>& at, const Matrix3& R_0, bool rigid) {
  const std::string& on = source.text(key);
  if (dimension() == 1) source.fail("", "markers on meshes need model.dimension = 2 or 3");
  CoupledNodes coupled = coupled_nodes(source, key);
  const Vector3 centre = coupled.centre;
  if (rigid && !is_of_points(on)) {
    const int node = weld(name, nodes(source, key, on));
    welds_[name] = node;
    model_.markers.emplace_back(name, marker_with(name, node, at.value_or(centre), R_0));
    return;
  }
  if (rigid) {
    coupled = make_rigid(name, source, key, nodes(source, key, on));
  } else {
    const auto most = static_cast<std::size_t>(kMaxMarkerDofs / dimension());
    if (coupled.nodes.size() > most)
      source.fail(key, fmt::format("'{}' has {} nodes; an averaging coupling has {} at most: use fewer "
                                   "nodes, or coupling = \"rigid\"",
                                   on, coupled.nodes.size(), most));
    Matrix3 B = Matrix3::Zero();
    for (std::size_t i = 0; i < coupled.nodes.size(); ++i)
      B += (initial_place(coupled.nodes[i]) - centre) * coupled.shares[i].a.transpose();
    const Vector3 sizes = Eigen::SelfAdjointEigenSolver<Matrix3>(B).eigenvalues();  // ascending
    if (!(sizes[2] > 0) || (dimension() == 3 && sizes[1] <= kLine * kLine * sizes[2]))
      source.fail(key, fmt::format("the nodes of '{}' lie in {}, so that they have no orientation", on,
                                   sizes[2] > 0 ? "a line" : "a point"));
  }
  std::vector<Index> own;
  for (const int node : coupled.nodes) {
    const auto of_node = dofs(node);
    own.insert(own.end(), of_node.begin(), of_node.begin() + dimension());
  }
  const AveragingMarker frame(name, dimension(), own, coupled.shares, Vector3::Zero());
  const Vector3 s = frame.place_of(initial_, at.value_or(centre));
  const auto marker = std::make_shared<AveragingMarker>(name, dimension(), own, coupled.shares, s, R_0);
  couplings_[name] = marker;
  model_.markers.emplace_back(name, marker);
}

}  // namespace jounce
