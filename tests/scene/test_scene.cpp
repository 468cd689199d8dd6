#include "scene/scene.h"

#include <gmock/gmock.h>

#include <map>

#include "../io/temporary_folder.h"
#include "io/output_error.h"
#include "math/rotation.h"
#include "scene/symbols.h"

namespace jounce::scene {
namespace {

using io::SceneShape;
using testing::ElementsAre;
using testing::HasSubstr;

/// A beam of two lines (points 0 to 2, body "rod"), a body without shape (3, "arm"), and two balls (4 and 5,
/// "balls"), of which the second comes later and lies far away before. The rod moves up by 1 in the second
/// frame.
class SceneTest : public testing::Test {
 protected:
  SceneTest() {
    mesh_.points = {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 3, 0, 5, 0, 0, 100, 0, 0};
    mesh_.connectivity = {0, 1, 1, 2, 3, 4, 5};
    mesh_.offsets = {0, 2, 4, 5, 6, 7};
    mesh_.types = {3, 3, 1, 1, 1};
    mesh_.body = {0, 0, 1, 2, 2};
    mesh_.body_names = {"rod", "arm", "balls"};
    record_.body_ends = {3, 4, 6};
  }
  Scene scene(int frames = 2) {
    io::FieldWriter writer(file_, mesh_, {{"present", "", 1, true}}, {}, {10, {}, &record_});
    for (int k = 0; k < frames; ++k) {
      std::vector<double> points = mesh_.points;
      if (k > 0)
        for (std::size_t i = 0; i < 3; ++i) points[3 * i + 2] = 1;
      const std::vector<double> present = {1, 1, 1, 1, 1, 0};
      const std::vector<std::span<const double>> values = {present};
      writer.frame(k, points, values);
    }
    writer.close();
    return scene_of(io::FieldFile(file_));
  }
  io::ScenePiece ball(int point, double radius) {
    io::ScenePiece piece;
    piece.point = point;
    piece.radius = radius;
    piece.name = record_.name_number("ball");
    return piece;
  }

  io::test::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "fields.vtkhdf";
  io::FieldMesh mesh_;
  io::SceneRecord record_;
};

TEST_F(SceneTest, NamesPartsAndNumbersNodes) {
  const Scene s = scene();
  ASSERT_EQ(s.parts.size(), 3u);
  EXPECT_EQ(s.parts[0].name, "rod");
  EXPECT_EQ(s.parts[0].kind, "mesh");
  EXPECT_EQ(s.parts[2].kind, "bodies");
  ASSERT_EQ(s.points.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    const std::int64_t point = s.points[i];
    EXPECT_EQ(s.point_parts[i], point < 3 ? 0 : point < 4 ? 1 : 2);
    EXPECT_EQ(s.point_numbers[i], point < 3 ? point : point < 4 ? 0 : point - 4);
  }
  EXPECT_THAT(s.cell_numbers, ElementsAre(0, 1, 0, 0, 1));
}

TEST_F(SceneTest, BoxHoldsWhatIsThereInAllFrames) {
  record_.pieces = {ball(4, 0.5)};
  const Scene s = scene();
  EXPECT_THAT(s.low, ElementsAre(0, -0.5, -0.5));
  EXPECT_THAT(s.high, ElementsAre(5.5, 3, 1));  // not the ball that is not present
  EXPECT_FALSE(s.is_plane);
  EXPECT_TRUE(scene(1).is_plane);
}

/// Its symbol does not fill the picture.
TEST_F(SceneTest, OnePointAtRestHasRoomAboutIt) {
  mesh_.points = {1, 2, 3};
  mesh_.connectivity = {0};
  mesh_.offsets = {0, 1};
  mesh_.types = {1};
  mesh_.body = {0};
  mesh_.body_names = {"carriage"};
  record_.body_ends = {1};
  io::FieldWriter writer(file_, mesh_, {}, {}, {10, {}, &record_});
  writer.frame(0, mesh_.points, {});
  writer.close();
  const Scene s = scene_of(io::FieldFile(file_));
  EXPECT_GT(s.high[0] - s.low[0], 10 * kSymbolSize * s.size());
  EXPECT_DOUBLE_EQ((s.low[1] + s.high[1]) / 2, 2);
}

/// A flywheel about the origin moves by round-off.
TEST_F(SceneTest, APointThatMovesByRoundOffHasRoomToo) {
  mesh_.points = {0, 0, 0};
  mesh_.connectivity = {0};
  mesh_.offsets = {0, 1};
  mesh_.types = {1};
  mesh_.body = {0};
  mesh_.body_names = {"wheel"};
  record_.body_ends = {1};
  io::FieldWriter writer(file_, mesh_, {}, {}, {10, {}, &record_});
  writer.frame(0, mesh_.points, {});
  writer.frame(1, std::vector<double>{0, 6e-35, 0}, {});
  writer.close();
  EXPECT_GT(scene_of(io::FieldFile(file_)).size(), 0.1);
}

TEST_F(SceneTest, LinesWithSectionsAreBeams) {
  record_.sections = {{record_.name_number("beam"), false, {0.1, 0.1, -0.1, 0.1, -0.1, -0.1, 0.1, -0.1}}};
  record_.beams = {{{2, 1}, 0, {0, 0, 0, 1}}};
  const Scene s = scene();
  ASSERT_EQ(s.beams.size(), 1u);
  EXPECT_EQ(s.points[s.beams[0].points[0]], 2);
  ASSERT_EQ(s.lines.size(), 1u);
  EXPECT_EQ(s.points[s.lines[0][0]], 0);
  EXPECT_EQ(s.points[s.lines[0][1]], 1);
  EXPECT_DOUBLE_EQ(s.low[1], -0.1);
}

TEST_F(SceneTest, BodiesWithoutShapeAreSmallBallsWithRodsToTheirJoints) {
  record_.pieces = {ball(4, 0.5), ball(5, 0.5)};
  io::SceneJoint joint;
  joint.name = record_.name_number("pin");
  joint.type = record_.name_number("revolute");
  joint.points = {-1, 3};
  joint.places = {{{0, 1, 0}, {0, -2, 0}}};
  record_.joints = {joint};
  const Scene s = scene();
  ASSERT_EQ(s.pieces.size(), 5u);
  EXPECT_FALSE(s.pieces[0].is_symbol);
  const Piece& arm = s.pieces[2];
  EXPECT_TRUE(arm.is_symbol);
  EXPECT_EQ(arm.shape.kind, SceneShape::sphere);
  EXPECT_DOUBLE_EQ(arm.shape.radius, kSymbolSize * s.size());
  const Piece& pin = s.pieces[3];
  EXPECT_EQ(pin.shape.kind, SceneShape::cylinder);
  EXPECT_EQ(s.parts[pin.part].kind, "joints");
  EXPECT_EQ(s.points[pin.shape.point], 3);
  EXPECT_THAT(pin.shape.position, ElementsAre(0, -2, 0));
  const Piece& rod = s.pieces[4];
  EXPECT_EQ(rod.shape.kind, SceneShape::capsule);
  EXPECT_EQ(s.parts[rod.part].name, "arm");
  EXPECT_THAT(rod.shape.position, ElementsAre(0, -1, 0));
  EXPECT_DOUBLE_EQ(rod.shape.half[2], 1);
  // Its axis z lies along y.
  const Quaternion q(rod.shape.rotation[3], rod.shape.rotation[0], rod.shape.rotation[1],
                     rod.shape.rotation[2]);
  EXPECT_NEAR(std::abs((q * Vector3::UnitZ()).y()), 1, 1e-12);
}

TEST_F(SceneTest, RodsReachJointsOutsideOfShapes) {
  record_.pieces = {ball(3, 0.5), ball(4, 0.5), ball(5, 0.5)};
  io::SceneJoint joint;
  joint.name = joint.type = record_.name_number("spherical");
  joint.points = {4, 3};
  joint.places = {{{0, 0.4, 0}, {0, -0.6, 0}}};  // within the first ball, beyond the other
  record_.joints = {joint};
  const Scene s = scene();
  ASSERT_EQ(s.pieces.size(), 5u);
  EXPECT_EQ(s.pieces[4].shape.kind, SceneShape::capsule);
  EXPECT_EQ(s.parts[s.pieces[4].part].name, "arm");
}

/// Every type has a symbol of its own: what it is made of, and the direction of its first piece.
TEST_F(SceneTest, WhatJoinsTwoPartsHasASymbolAlongItsAxis) {
  const std::map<std::string, std::pair<SceneShape, std::size_t>> symbols = {
      {"revolute", {SceneShape::cylinder, 1}},
      {"cylindrical", {SceneShape::cylinder, 1}},
      {"universal", {SceneShape::cylinder, 1}},
      {"prismatic", {SceneShape::box, 1}},
      {"planar", {SceneShape::box, 1}},
      {"fixed", {SceneShape::box, 1}},
      {"spherical", {SceneShape::sphere, 1}},
      {"point-on-line", {SceneShape::box, 2}},
      {"bushing", {SceneShape::cylinder, 2}},
      {"knife-edge", {SceneShape::cylinder, 1}},
      {"motion displacement", {SceneShape::cylinder, 2}},
      {"actuator displacement", {SceneShape::cylinder, 2}},
      {"torsion-spring", {SceneShape::cylinder, 28}},  // 27 rods of a spiral
      {"motion angle", {SceneShape::cylinder, 12}},    // three quarters of a ring, a head
      {"actuator angle", {SceneShape::cylinder, 12}},
  };
  record_.pieces = {ball(3, 3), ball(4, 0.5), ball(5, 0.5)};
  for (const auto& [type, symbol] : symbols) {
    io::SceneJoint joint;
    joint.name = joint.type = record_.name_number(type);
    joint.points = {3, 4};
    joint.places = {{{0.25, 0.5, 0}, {0, 0.25, 0}}};
    joint.axis = {0, 1, 0};
    record_.joints = {joint};
    const Scene s = scene();
    ASSERT_EQ(s.pieces.size(), 3 + symbol.second) << type;
    EXPECT_TRUE(s.links.empty()) << type;
    const Piece& first = s.pieces[3];
    EXPECT_EQ(first.shape.kind, symbol.first) << type;
    EXPECT_EQ(s.points[first.shape.point], type == "knife-edge" ? 4 : 3) << type;
    for (std::size_t i = 3; i < s.pieces.size(); ++i) {
      EXPECT_EQ(s.parts[s.pieces[i].part].kind, "joints") << type;
      const Vector3 from = Vector3::Map(s.pieces[i].shape.position.data()) -
                           Vector3::Map(joint.places[type == "knife-edge"].data());
      EXPECT_LT(from.norm(), 4 * kSymbolSize * s.size()) << type;
      EXPECT_NEAR(from.y(), 0, 1e-12) << type << ": rings lie across the axis";
    }
    const auto& q = first.shape.rotation;
    EXPECT_NEAR((Quaternion(q[3], q[0], q[1], q[2]) * Vector3::UnitZ() - Vector3::UnitY()).norm(), 0, 1e-12)
        << type;
  }
}

/// Teeth of a wheel lie on its pitch circle about the axis, and the picture has room for it.
TEST_F(SceneTest, WheelsAreAsLargeAsTheirPitchCircle) {
  io::SceneJoint joint;
  joint.name = joint.type = record_.name_number("gear");
  joint.points = {3, 3};
  joint.places = {{{0, 0, 0}, {0, 0, 30}}};
  joint.axis = {1, 0, 0};
  record_.joints = {joint};
  record_.pieces = {ball(3, 0.5)};
  const Scene s = scene();
  int teeth = 0;
  double highest = 0;
  for (const Piece& piece : s.pieces) {
    if (!piece.is_symbol || piece.shape.kind != SceneShape::box) continue;
    ++teeth;
    EXPECT_NEAR(Vector3::Map(piece.shape.position.data()).norm() + piece.shape.half[0], 30, 1e-9);
    EXPECT_NEAR(piece.shape.position[0], 0, 1e-9) << "across the axis";
    highest = std::max(highest, piece.shape.position[2] + piece.shape.half[0]);
  }
  EXPECT_GE(teeth, 10);
  EXPECT_NEAR(highest, 30, 1e-9) << "a tooth at the place where wheels touch";
  EXPECT_GE(s.high[2] - s.low[2], 60);

  record_.joints[0].type = record_.name_number("rack");
  record_.joints[0].places = {{{0, -4, 1}, {0, 6, 1}}};
  const Scene other = scene();
  const auto rack = std::ranges::find_if(other.pieces, [](const Piece& piece) {
    return piece.is_symbol && piece.shape.kind == SceneShape::box;
  });
  ASSERT_NE(rack, other.pieces.end());
  EXPECT_EQ(rack->shape.half[2], 5);
  EXPECT_NEAR((Vector3::Map(rack->shape.position.data()) - Vector3(0, 1, 1)).norm(), 0, 1e-12);
}

TEST_F(SceneTest, CouplingsOfNodesHaveSymbols) {
  record_.pieces = {ball(3, 0.5), ball(4, 0.5), ball(5, 0.5)};
  for (const std::string type : {"tie", "symmetry", "rotation-support", "collinear", "coplanar",
                                 "mean-rotation", "knot", "equation"}) {
    const bool is_pair = type == "knot" || type == "equation";
    io::SceneJoint joint;
    joint.name = joint.type = record_.name_number(type);
    joint.points = {3, is_pair ? 4 : 3};
    joint.axis = {0, 1, 0};
    record_.joints = {joint};
    const Scene s = scene();
    ASSERT_EQ(s.pieces.size(), 4u) << type;
    EXPECT_EQ(s.parts[s.pieces[3].part].kind, "joints") << type;
    EXPECT_EQ(s.links.size(), is_pair ? 1u : 0u) << type;
    if (type != "symmetry" && type != "rotation-support") continue;
    const auto& q = s.pieces[3].shape.rotation;  // a plate across the normal, a square bar along the axis
    EXPECT_NEAR((Quaternion(q[3], q[0], q[1], q[2]) * Vector3::UnitZ() - Vector3::UnitY()).norm(), 0, 1e-12);
    const double slenderness = s.pieces[3].shape.half[2] / s.pieces[3].shape.half[0];
    if (type == "symmetry")
      EXPECT_LT(slenderness, 0.2);
    else
      EXPECT_GT(slenderness, 2);
  }
}

TEST_F(SceneTest, PlacesThatAreApartHaveLinks) {
  for (const auto& [type, kind] : std::map<std::string, std::string>{{"distance", "rod"},
                                                                     {"motion distance", "rod"},
                                                                     {"actuator distance", "actuator"},
                                                                     {"tether", "rope"}}) {
    io::SceneJoint joint;
    joint.name = joint.type = record_.name_number(type);
    joint.points = {-1, 4};
    joint.places = {{{0, 0, -20}, {0, 0, 0}}};
    record_.joints = {joint};
    record_.pieces = {ball(4, 0.5)};
    const Scene s = scene();
    ASSERT_EQ(s.links.size(), 1u) << type;
    EXPECT_EQ(s.links[0].kind, kind);
    EXPECT_EQ(s.links[0].points[0], -1);
    EXPECT_EQ(s.points[s.links[0].points[1]], 4);
    EXPECT_EQ(s.low[2], -20) << "the place on the ground is in the picture";
  }
}

TEST_F(SceneTest, DampersAreNotMeshes) {
  record_.dampers = {"rod"};
  EXPECT_EQ(scene().parts[0].kind, "damper");
}

TEST_F(SceneTest, PlanesLieUnderTheMiddleOfTheModel) {
  io::ScenePiece plane;
  plane.kind = SceneShape::plane;
  plane.name = record_.name_number("floor");
  plane.position = {40, 50, -1};
  record_.pieces = {ball(4, 0.5), plane};
  const Scene s = scene();
  const Piece& floor = s.pieces[1];
  EXPECT_EQ(s.parts[floor.part].name, "floor");
  EXPECT_EQ(s.parts[floor.part].kind, "ground");
  EXPECT_NEAR(floor.shape.position[0], 2.75, 1e-12);
  EXPECT_NEAR(floor.shape.position[1], 1.25, 1e-12);
  EXPECT_NEAR(floor.shape.position[2], -1, 1e-12);
  EXPECT_DOUBLE_EQ(floor.shape.half[0], 0.6 * s.size());
  EXPECT_DOUBLE_EQ(s.high[0], 5.5);  // planes do not widen the box
}

TEST_F(SceneTest, NeedsAFrame) {
  EXPECT_THAT(io::test::message_of<io::OutputError>([&] { scene(0); }), HasSubstr("has no frame yet"));
}

}  // namespace
}  // namespace jounce::scene
