#include "io/scene_record.h"

#include <gmock/gmock.h>

#include "io/field_file.h"
#include "io/output_error.h"
#include "temporary_folder.h"

namespace jounce::io {
namespace {

using test::message_of;
using testing::ElementsAre;
using testing::HasSubstr;

SceneRecord full_record() {
  SceneRecord scene;
  scene.dimension = 3;
  const int ball = scene.name_number("ball"), bowl = scene.name_number("bowl"),
            beam = scene.name_number("beam");
  scene.pieces.push_back({SceneShape::sphere, 1, ball, -1, 0.5, {0, 0, 0}, {1, 2, 3}, {0, 0, 0.6, 0.8}});
  scene.pieces.push_back({SceneShape::surface, -1, bowl, 0, 0, {0, 0, 0}, {0, 0, -1}, {0, 0, 0, 1}});
  scene.geometries.push_back({{0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 1, 2}});
  scene.sections.push_back({beam, false, {1, 1, -1, 1, -1, -1, 1, -1}});
  scene.sections.push_back({beam, true, {2, 0, 0, 2, -2, 0}});
  scene.beams.push_back({{2, 3}, 1, {0.6, 0, 0, 0.8}});
  scene.joints.push_back({scene.name_number("pin"),
                          scene.name_number("revolute"),
                          {-1, 3},
                          {{{1, 0, 0}, {0, 2, 0}}},
                          {0, 0, 1}});
  scene.body_ends = {2, 4};
  scene.springs = {"spring 1"};
  scene.dampers = {"dashpot"};
  return scene;
}

class SceneRecordTest : public testing::Test {
 protected:
  void write(const SceneRecord* scene) {
    FieldMesh mesh;
    mesh.points.assign(12, 0.0);
    mesh.connectivity = {0, 1, 2, 3};
    mesh.offsets = {0, 2, 4};
    mesh.types = {3, 3};
    mesh.body = {0, 1};
    mesh.body_names = {"a", "long name"};
    FieldWriter writer(file_, mesh, {}, {}, {1, {}, scene});
    writer.frame(0, mesh.points, {});
    writer.close();
  }
  test::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "fields.vtkhdf";
};

TEST_F(SceneRecordTest, ReadsWhatWasWritten) {
  const SceneRecord scene = full_record();
  write(&scene);
  const FieldFile file(file_);
  EXPECT_THAT(file.body_names(), ElementsAre("a", "long name"));
  const SceneRecord read = file.scene();
  EXPECT_EQ(read.names, scene.names);
  EXPECT_EQ(read.dimension, 3);
  EXPECT_EQ(read.springs, scene.springs);
  EXPECT_EQ(read.body_ends, scene.body_ends);
  ASSERT_EQ(read.pieces.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read.pieces[i].kind, scene.pieces[i].kind);
    EXPECT_EQ(read.pieces[i].point, scene.pieces[i].point);
    EXPECT_EQ(read.pieces[i].name, scene.pieces[i].name);
    EXPECT_EQ(read.pieces[i].geometry, scene.pieces[i].geometry);
    EXPECT_EQ(read.pieces[i].radius, scene.pieces[i].radius);
    EXPECT_EQ(read.pieces[i].half, scene.pieces[i].half);
    EXPECT_EQ(read.pieces[i].position, scene.pieces[i].position);
    EXPECT_EQ(read.pieces[i].rotation, scene.pieces[i].rotation);
  }
  ASSERT_EQ(read.geometries.size(), 1u);
  EXPECT_EQ(read.geometries[0].points, scene.geometries[0].points);
  EXPECT_EQ(read.geometries[0].triangles, scene.geometries[0].triangles);
  ASSERT_EQ(read.sections.size(), 2u);
  EXPECT_EQ(read.sections[1].outline, scene.sections[1].outline);
  EXPECT_TRUE(read.sections[1].is_round);
  EXPECT_FALSE(read.sections[0].is_round);
  ASSERT_EQ(read.beams.size(), 1u);
  EXPECT_EQ(read.beams[0].points, scene.beams[0].points);
  EXPECT_EQ(read.beams[0].section, 1);
  EXPECT_EQ(read.beams[0].rotation, scene.beams[0].rotation);
  EXPECT_EQ(read.springs, scene.springs);
  EXPECT_EQ(read.dampers, scene.dampers);
  ASSERT_EQ(read.joints.size(), 1u);
  EXPECT_EQ(read.joints[0].points, scene.joints[0].points);
  EXPECT_EQ(read.joints[0].places, scene.joints[0].places);
  EXPECT_EQ(read.joints[0].axis, scene.joints[0].axis);
  EXPECT_EQ(read.names[read.joints[0].type], "revolute");
}

TEST_F(SceneRecordTest, IsEmptyInFilesWithoutIt) {
  write(nullptr);
  const SceneRecord read = FieldFile(file_).scene();
  EXPECT_TRUE(read.pieces.empty() && read.beams.empty() && read.joints.empty() && read.names.empty());
  const SceneRecord empty;
  write(&empty);
  EXPECT_TRUE(FieldFile(file_).scene().pieces.empty());
}

TEST_F(SceneRecordTest, RefusesWhatDoesNotExist) {
  const auto refusal = [&](const auto& damage) {
    SceneRecord scene = full_record();
    damage(scene);
    write(&scene);
    return message_of<OutputError>([&] { FieldFile(file_).scene(); });
  };
  EXPECT_THAT(refusal([](SceneRecord& s) { s.pieces[0].point = 4; }),
              HasSubstr("scene/point 4 does not exist"));
  EXPECT_THAT(refusal([](SceneRecord& s) { s.pieces[1].geometry = 1; }),
              HasSubstr("geometry 1 does not exist"));
  EXPECT_THAT(refusal([](SceneRecord& s) { s.pieces[1].geometry = -1; }), HasSubstr("geometry -1"));
  EXPECT_THAT(refusal([](SceneRecord& s) { s.pieces[1].name = 99; }), HasSubstr("name 99 does not exist"));
  EXPECT_THAT(refusal([](SceneRecord& s) { s.geometries[0].triangles[2] = 3; }), HasSubstr("point 3"));
  EXPECT_THAT(refusal([](SceneRecord& s) { s.beams[0].section = 2; }), HasSubstr("section 2 does not exist"));
  EXPECT_THAT(refusal([](SceneRecord& s) { s.beams[0].points[0] = -1; }),
              HasSubstr("point -1 does not exist"));
  EXPECT_THAT(refusal([](SceneRecord& s) { s.joints[0].points[1] = 7; }),
              HasSubstr("point 7 does not exist"));
  EXPECT_THAT(refusal([](SceneRecord& s) { s.body_ends = {4, 2}; }), HasSubstr("body_ends"));
}

}  // namespace
}  // namespace jounce::io
