#include <fmt/format.h>

#include <cmath>

#include "mesh/mesh_names.h"
#include "model/builder.h"

// Markers of nodes and bodies, and marker entries of decks.

namespace jounce {
namespace {

constexpr double kSameNode = 1e-6;  // of the size of a flexible body

/// The flexible body with a group of one node of this name, "rod.left"; null when there is none.
template <class Bodies, class Floating>
auto floating_of_group(const Bodies& bodies, const Floating& floating, const std::string& name) {
  const decltype(&floating.begin()->second) none = nullptr;
  if (floating.empty()) return none;
  for (const auto& body : bodies) {
    const auto place = floating.find(body.node);
    if (place == floating.end()) continue;
    for (const auto& [group, nodes] : place->second.body->groups)
      if (nodes.size() == 1 && name == body.name + "." + group) return &place->second;
  }
  return none;
}

}  // namespace

std::shared_ptr<const Marker> ModelBuilder::body_marker(const std::string& name, int node, const Vector3& s,
                                                        const Matrix3& R_0) const {
  const std::vector<Index> d = dofs(node);
  if (const FloatingBody* floating = find_floating(node))  // s = 0: the origin of its frame
    return std::make_shared<FloatingMarker>(name, *floating->body, floating->frame, -1, R_0);
  const Manifold& manifold = model_.system.manifold();
  switch (nodes_[node].rotations) {
    case 0:
      return std::make_shared<PointMarker>(name, d);
    case 1:
      return std::make_shared<PlanarBodyMarker>(name, d, s, std::atan2(R_0(1, 0), R_0(0, 0)));
    default: {
      const int rotation = manifold.rotation_of(d[3]);
      const Index quaternion = manifold.rotations()[rotation].quaternion;
      return std::make_shared<SpatialBodyMarker>(name, d, quaternion, s, R_0);
    }
  }
}

void ModelBuilder::add_marker(const std::string& name, const Params& source, const std::string& key,
                              const Vector3& at, const Matrix3& R_0) {
  const std::string& on = source.text(key);
  std::shared_ptr<const Marker> marker;
  if (on == "ground") {
    marker = std::make_shared<GroundMarker>(name, at, R_0);
  } else {
    (void)nodes(source, key, on);  // refuses a name that stands for nothing
    const int node = body_node(source, key, on);
    if (const FloatingBody* floating = find_floating(node)) {
      model_.markers.emplace_back(name, floating_marker(source, key, name, *floating, at, R_0));
      return;
    }
    if (nodes_[node].rotations == 0)
      source.fail(
          key,
          fmt::format("'{}' is a point without orientation: a marker off its centre needs a rigid body", on));
    marker = body_marker(name, node, at, R_0);
  }
  model_.markers.emplace_back(name, std::move(marker));
}

std::shared_ptr<const Marker> ModelBuilder::marker(const Params& source, const std::string& key,
                                                   const std::string& name,
                                                   const std::optional<Vector3>& at) const {
  check_stays(source, key, name);
  if (at && name == "ground") return std::make_shared<GroundMarker>(name, *at);
  if (const auto coupling = couplings_.find(name); at && coupling != couplings_.end())
    return coupling->second->at(name, coupling->second->place_of(initial_, *at));
  if (const auto weld = welds_.find(name); at && weld != welds_.end())
    return marker_with(name, weld->second, *at, Matrix3::Identity());
  if (at)
    if (const FloatingBody* floating = floating_of_group(bodies_, floating_, name)) {
      auto known = model_.find_marker(name);
      MarkerKinematics place;
      known->evaluate(initial_, Derivatives::none, place);
      if ((place.x - *at).norm() <= kSameNode * floating->body->extent()) return known;
      source.fail(source.given("at") ? "at" : key,
                  fmt::format("'{}' is a node at ({:.6g}, {:.6g}, {:.6g}), not at this point; omit 'at' to "
                              "use the position of the node",
                              name, place.x.x(), place.x.y(), place.x.z()));
    }
  if (at) {
    const int node = body_node(source, key, name);
    if (nodes_[node].rotations == 0)
      source.fail(
          key, fmt::format(
                   "'{}' is a point without orientation and cannot carry a frame or a point off its centre",
                   name));
    MarkerKinematics centre;
    model_.find_marker(name)->evaluate(initial_, Derivatives::none, centre);
    if (const FloatingBody* floating = find_floating(node))
      return floating_marker(source, key, name, *floating, centre.R.transpose() * (*at - centre.x),
                             Matrix3::Identity());
    return body_marker(name, node, centre.R.transpose() * (*at - centre.x), Matrix3::Identity());
  }
  if (auto known = model_.find_marker(name)) return known;
  const std::vector<int> group = nodes(source, key, name);
  if (group.size() != 1)
    source.fail(key,
                fmt::format("'{}' has {} nodes, but exactly one point is required here{}", name, group.size(),
                            is_of_points(name) ? "; a [[marker]] on it stands for all of them" : ""));
  return body_marker(name, group[0], Vector3::Zero(), Matrix3::Identity());
}

std::vector<std::shared_ptr<const Marker>> ModelBuilder::markers(const Params& source, const std::string& key,
                                                                 const std::string& name) const {
  check_stays(source, key, name);
  if (auto known = model_.find_marker(name)) return {known};
  if (auto group = floating_group(name); !group.empty()) return group;
  const std::vector<int> group = nodes(source, key, name);
  const auto named = find_mesh_name(model_.meshes, name);
  std::vector<std::shared_ptr<const Marker>> found;
  found.reserve(group.size());
  for (std::size_t i = 0; i < group.size(); ++i) {
    const Mesh* const mesh = named ? &model_.meshes[named->mesh] : nullptr;
    const std::size_t count = mesh != nullptr ? mesh->all_points(named->group) : group.size();
    const int number = mesh != nullptr ? mesh->place_in_whole(named->group, i) : static_cast<int>(i);
    found.push_back(body_marker(count == 1 ? name : fmt::format("{}[{}]", name, number), group[i],
                                Vector3::Zero(), Matrix3::Identity()));
  }
  return found;
}

std::vector<int> ModelBuilder::places_in_whole(const std::vector<std::string>& names) const {
  std::vector<int> places;
  int first = 0;
  for (const std::string& name : names) {
    const auto named = find_mesh_name(model_.meshes, name);
    if (!named || model_.meshes[named->mesh].share == nullptr) return {};
    const Mesh& mesh = model_.meshes[named->mesh];
    const std::size_t count = named->group == nullptr ? mesh.points.size() : named->group->points.size();
    for (std::size_t k = 0; k < count; ++k) places.push_back(first + mesh.place_in_whole(named->group, k));
    first += static_cast<int>(mesh.all_points(named->group));
  }
  return places;
}

}  // namespace jounce
