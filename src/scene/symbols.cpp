#include "scene/symbols.h"

#include <algorithm>
#include <map>
#include <numbers>

#include "la/types.h"
#include "math/rotation.h"

namespace jounce::scene {
namespace {

using io::SceneShape;

std::array<double, 4> turn_from_z(const Vector3& axis) {
  const Quaternion q = Quaternion::FromTwoVectors(Vector3::UnitZ(), axis);
  return {q.x(), q.y(), q.z(), q.w()};
}

using Pieces = std::vector<io::ScenePiece>;

io::ScenePiece solid(SceneShape kind, double radius, const std::array<double, 3>& half) {
  io::ScenePiece piece;
  piece.kind = kind;
  piece.radius = radius;
  piece.half = half;
  return piece;
}

io::ScenePiece box(double x, double y, double z) { return solid(SceneShape::box, 0, {x, y, z}); }
io::ScenePiece pin(double radius, double half) { return solid(SceneShape::cylinder, radius, {0, 0, half}); }

io::ScenePiece rod_between(const Vector3& from, const Vector3& to, double radius) {
  io::ScenePiece piece = solid(SceneShape::capsule, radius, {0, 0, (to - from).norm() / 2});
  Vector3::Map(piece.position.data()) = (from + to) / 2;
  piece.rotation = turn_from_z(to - from);
  return piece;
}

/// Rods along the spiral of radii from `inner` to `outer` about z.
void add_spiral(double inner, double outer, double turns, double thickness, Pieces& pieces) {
  constexpr int kRods = 12;  // of a turn
  const int rods = static_cast<int>(kRods * turns);
  const auto at = [&](int k) {
    const double angle = 2 * std::numbers::pi * k / kRods, radius = inner + (outer - inner) * k / rods;
    return Vector3(radius * std::cos(angle), radius * std::sin(angle), 0);
  };
  for (int k = 0; k < rods; ++k) pieces.push_back(rod_between(at(k), at(k + 1), thickness));
}

/// Three quarters of a ring about z with a head: what turns is driven.
void add_round_arrow(double radius, double thickness, Pieces& pieces) {
  add_spiral(radius, radius, 0.75, thickness, pieces);
  const Vector3 tip(0, -radius, 0);
  for (const double side : {-1.0, 1.0})
    pieces.push_back(rod_between(tip, tip + radius * Vector3(-0.55, 0.4 * side, 0), thickness));
}

/// The symbol of what joins two parts, at the origin, along z.
Pieces symbol_of(const std::string& type, double size) {
  if (type == "revolute") return {pin(size, 1.6 * size)};
  if (type == "cylindrical") return {pin(size, 2.5 * size)};
  if (type == "universal") return {pin(0.5 * size, 2 * size)};  // one bar of the cross
  if (type == "prismatic") return {box(size, size, 2.5 * size)};
  if (type == "point-on-line")
    return {box(0.4 * size, 0.4 * size, 4 * size), solid(SceneShape::sphere, size, {})};
  if (type == "fixed") return {box(1.3 * size, 1.3 * size, 1.3 * size)};
  if (type == "planar") return {box(2 * size, 2 * size, 0.3 * size)};
  if (type == "bushing") return {pin(2 * size, 0.8 * size), pin(0.9 * size, 1.6 * size)};
  if (type == "knife-edge") return {pin(2 * size, 0.15 * size)};
  if (type.ends_with(" displacement")) return {pin(1.2 * size, 1.5 * size), pin(0.5 * size, 4 * size)};
  Pieces pieces = {solid(SceneShape::sphere, size, {})};
  if (type == "torsion-spring") {
    pieces = {pin(0.5 * size, 1.2 * size)};
    add_spiral(0.5 * size, 2.2 * size, 2.25, 0.2 * size, pieces);
  } else if (type.ends_with(" angle")) {
    pieces = {pin(0.7 * size, 1.6 * size)};
    add_round_arrow(2.2 * size, 0.25 * size, pieces);
  }
  return pieces;
}

/// Turns a piece about the origin.
void turn(const Quaternion& q, io::ScenePiece& piece) {
  const Quaternion own(piece.rotation[3], piece.rotation[0], piece.rotation[1], piece.rotation[2]);
  const Quaternion turned = q * own;
  piece.rotation = {turned.x(), turned.y(), turned.z(), turned.w()};
  Vector3::Map(piece.position.data()) = q * Vector3::Map(piece.position.data());
}

/// Which link a joint is; empty: none.
std::string link_kind(const std::string& type) {
  if (type == "tether") return "rope";
  if (type == "actuator distance") return "actuator";
  return type == "distance" || type == "motion distance" ? "rod" : "";
}

void add_rod(const io::SceneJoint& joint, std::size_t side, std::int32_t part, double size, Scene& scene) {
  const Vector3 end = Vector3::Map(joint.places[side].data());
  if (!(end.norm() > 0)) return;
  Piece rod{rod_between(Vector3::Zero(), end, 0.6 * size), part, true};
  rod.shape.point = joint.points[side];
  rod.shape.name = joint.name;
  scene.pieces.push_back(rod);
}

void place_symbol(const io::SceneJoint& joint, const std::string& type, double size, std::int32_t part,
                  Scene& scene) {
  const std::size_t side = io::symbol_side(type, joint.points);
  const Vector3 axis = Vector3::Map(joint.axis.data());
  for (io::ScenePiece& shape : symbol_of(type, size)) {
    if (axis.norm() > 0) turn(Quaternion::FromTwoVectors(Vector3::UnitZ(), axis), shape);
    for (std::size_t i = 0; i < 3; ++i) shape.position[i] += joint.places[side][i];
    shape.point = joint.points[side];
    shape.name = joint.name;
    scene.pieces.push_back({shape, part, true});
  }
}

}  // namespace

double reach_of(const io::ScenePiece& piece, const std::vector<io::SceneGeometry>& geometries) {
  double farthest = Vector3::Map(piece.half.data()).norm() + piece.radius;
  if (piece.geometry < 0) return farthest;
  const std::vector<double>& points = geometries[piece.geometry].points;
  for (std::size_t i = 0; i + 2 < points.size(); i += 3)
    farthest = std::max(farthest, Vector3::Map(&points[i]).norm());
  return farthest;
}

void add_symbols(const io::SceneRecord& record, const std::function<std::int32_t(std::int32_t)>& part_of,
                 Scene& scene) {
  if (record.joints.empty()) return;
  const double size = kSymbolSize * scene.size();
  // How far the shapes of bodies that are one point reach; small balls stand for bodies without.
  std::map<std::int32_t, double> reach;
  for (const Piece& piece : scene.pieces) {
    if (piece.shape.point < 0 || scene.parts[part_of(piece.shape.point)].kind != "bodies") continue;
    double& farthest = reach[piece.shape.point];
    if (!piece.is_symbol)
      farthest = std::max(farthest, Vector3::Map(piece.shape.position.data()).norm() +
                                        reach_of(piece.shape, record.geometries));
  }
  const auto joints = static_cast<std::int32_t>(scene.parts.size());
  scene.parts.push_back({"joints", "joints"});
  for (const io::SceneJoint& joint : record.joints) {
    const std::string& type = record.names[joint.type];
    if (const std::string kind = link_kind(type); !kind.empty())
      scene.links.push_back({kind, joints, joint.name, joint.points, joint.places});
    else
      place_symbol(joint, type, size, joints, scene);
    for (std::size_t k = 0; k < 2; ++k) {
      const auto body = reach.find(joint.points[k]);
      if (body != reach.end() && Vector3::Map(joint.places[k].data()).norm() > body->second)
        add_rod(joint, k, part_of(joint.points[k]), size, scene);
    }
  }
}

}  // namespace jounce::scene
