#include "scene/symbols.h"

#include <algorithm>
#include <map>

#include "la/types.h"
#include "math/rotation.h"

namespace jounce::scene {
namespace {

using io::SceneShape;

std::array<double, 4> turn_from_z(const Vector3& axis) {
  const Quaternion q = Quaternion::FromTwoVectors(Vector3::UnitZ(), axis);
  return {q.x(), q.y(), q.z(), q.w()};
}

/// The symbol of a joint at the origin, along z.
io::ScenePiece joint_symbol(const std::string& type, double size) {
  io::ScenePiece piece;
  piece.radius = size;
  if (type == "revolute") {
    piece.kind = SceneShape::cylinder;
    piece.half = {0, 0, 1.6 * size};
  } else if (type == "cylindrical" || type == "prismatic" || type == "point-on-line") {
    piece.kind = type == "cylindrical" ? SceneShape::cylinder : SceneShape::box;
    piece.half = {size, size, 2.5 * size};
  } else if (type == "fixed" || type == "planar") {
    piece.kind = SceneShape::box;
    piece.half = {1.3 * size, 1.3 * size, type == "fixed" ? 1.3 * size : 0.3 * size};
  }
  return piece;
}

void add_rod(const io::SceneJoint& joint, std::size_t side, std::int32_t part, double size, Scene& scene) {
  const Vector3 end = Vector3::Map(joint.places[side].data());
  if (!(end.norm() > 0)) return;
  Piece rod{{}, part, true};
  rod.shape.kind = SceneShape::capsule;
  rod.shape.point = joint.points[side];
  rod.shape.name = joint.name;
  rod.shape.radius = 0.6 * size;
  rod.shape.half = {0, 0, end.norm() / 2};
  Vector3::Map(rod.shape.position.data()) = end / 2;
  rod.shape.rotation = turn_from_z(end);
  scene.pieces.push_back(rod);
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
    Piece piece{joint_symbol(record.names[joint.type], size), joints, true};
    const std::size_t side = joint.points[0] >= 0 ? 0 : 1;
    piece.shape.point = joint.points[side];
    piece.shape.name = joint.name;
    piece.shape.position = joint.places[side];
    const Vector3 axis = Vector3::Map(joint.axis.data());
    if (axis.norm() > 0) piece.shape.rotation = turn_from_z(axis);
    scene.pieces.push_back(piece);
    for (std::size_t k = 0; k < 2; ++k) {
      const auto body = reach.find(joint.points[k]);
      if (body != reach.end() && Vector3::Map(joint.places[k].data()).norm() > body->second)
        add_rod(joint, k, part_of(joint.points[k]), size, scene);
    }
  }
}

}  // namespace jounce::scene
