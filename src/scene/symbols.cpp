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

/// A toothed rim of this radius about z, with spokes.
Pieces gear(double radius, double size) {
  constexpr int kFewest = 10, kMost = 60, kSpokes = 4;
  constexpr double kPitch = 3.2;  // in sizes
  const int teeth =
      std::clamp(static_cast<int>(2 * std::numbers::pi * radius / (kPitch * size)), kFewest, kMost);
  const double height = std::min(0.8 * size, 0.2 * radius), rim = radius - height;
  const double width = 2 * std::numbers::pi * radius / teeth;  // of a tooth and the gap beside it
  const auto at = [&](double turns, double r) {
    const double angle = 2 * std::numbers::pi * turns;
    return Vector3(r * std::cos(angle), r * std::sin(angle), 0);
  };
  Pieces pieces;
  for (int k = 0; k < teeth; ++k) {
    const double turn = static_cast<double>(k) / teeth, next = (k + 1.0) / teeth;
    pieces.push_back(rod_between(at(turn, rim - 0.5 * height), at(next, rim - 0.5 * height), 0.5 * height));
    io::ScenePiece tooth = box(height, 0.22 * width, 0.6 * size);
    Vector3::Map(tooth.position.data()) = at(turn, rim);
    const Quaternion q(Eigen::AngleAxisd(2 * std::numbers::pi * turn, Vector3::UnitZ()));
    tooth.rotation = {q.x(), q.y(), q.z(), q.w()};
    pieces.push_back(tooth);
  }
  for (int k = 0; k < kSpokes; ++k)
    pieces.push_back(rod_between(Vector3::Zero(), at(static_cast<double>(k) / kSpokes, rim), 0.4 * size));
  return pieces;
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
  if (type == "symmetry") return {box(1.6 * size, 1.6 * size, 0.12 * size)};
  if (type == "rotation-support") return {box(0.5 * size, 0.5 * size, 2.4 * size)};
  if (type == "tie") return {box(0.5 * size, 0.5 * size, 0.5 * size)};
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

/// Adds pieces on one side of a joint, turned and moved from the origin.
void place(Pieces pieces, const Quaternion& q, std::size_t side, const io::SceneJoint& joint,
           std::int32_t part, Scene& scene) {
  for (io::ScenePiece& shape : pieces) {
    turn(q, shape);
    for (std::size_t i = 0; i < 3; ++i) shape.position[i] += joint.places[side][i];
    shape.point = joint.points[side];
    shape.name = joint.name;
    scene.pieces.push_back({shape, part, true});
  }
}

void place_symbol(const io::SceneJoint& joint, const std::string& type, double size, std::int32_t part,
                  Scene& scene) {
  const Vector3 axis = Vector3::Map(joint.axis.data());
  const Quaternion q =
      axis.norm() > 0 ? Quaternion::FromTwoVectors(Vector3::UnitZ(), axis) : Quaternion::Identity();
  place(symbol_of(type, size), q, io::symbol_side(type, joint.points), joint, part, scene);
}

/// A toothed wheel or rack, whose places lie on one part: centre and rim, or both ends.
bool place_gear(const io::SceneJoint& joint, const std::string& type, double size, std::int32_t part,
                Scene& scene) {
  constexpr double kOpenRadius = 4;  // in sizes
  if (type != "gear" && type != "rack") return false;
  const Vector3 across = Vector3::Map(joint.places[1].data()) - Vector3::Map(joint.places[0].data());
  const double length = across.norm();
  if (type == "rack") {
    io::ScenePiece rack = box(0.6 * size, 0.6 * size, length / 2);
    place({rack}, Quaternion::FromTwoVectors(Vector3::UnitZ(), across), 0, joint, part, scene);
    for (std::size_t i = 0; i < 3; ++i)
      scene.pieces.back().shape.position[i] += across[static_cast<Index>(i)] / 2;
    return true;
  }
  const Vector3 axis = Vector3::Map(joint.axis.data()).normalized();
  Matrix3 axes;
  axes.col(2) = axis;
  axes.col(0) = length > 0 ? Vector3(across / length) : axis.unitOrthogonal();
  axes.col(1) = axes.col(2).cross(axes.col(0));
  place(gear(length > 0 ? length : kOpenRadius * size, size), Quaternion(axes), 0, joint, part, scene);
  return true;
}

/// Nodes of couplings: balls, and lines between those of one knot or equation.
bool place_nodes(const io::SceneJoint& joint, const std::string& type, double size, std::int32_t part,
                 Scene& scene) {
  if (type != "knot" && type != "equation") return false;
  if (joint.points[0] != joint.points[1])
    scene.links.push_back({"rod", part, joint.name, joint.points, joint.places});
  const bool is_line = type == "knot" && joint.points[0] != joint.points[1];
  place({solid(SceneShape::sphere, 0.6 * size, {})}, Quaternion::Identity(), is_line ? 0 : 1, joint, part,
        scene);
  return true;
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
    if (place_gear(joint, type, size, joints, scene) || place_nodes(joint, type, size, joints, scene))
      continue;
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
