#include "io/field_file.h"

#include <gmock/gmock.h>
#include <hdf5.h>

#include <stdexcept>

#include "io/output_error.h"
#include "temporary_folder.h"

namespace jounce::io {
namespace {

using test::message_of;
using testing::ElementsAre;
using testing::HasSubstr;

/// A triangle and a line on four points, with two fields on points and one on cells.
class FieldFileTest : public testing::Test {
 protected:
  FieldFileTest() {
    mesh_.points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 2, 0};
    mesh_.connectivity = {0, 1, 2, 2, 3};
    mesh_.offsets = {0, 3, 5};
    mesh_.types = {5, 3};
    mesh_.body = {1, 0};
    mesh_.body_names = {"rod", "plate"};
  }
  void write(int frames) {
    FieldWriter writer(file_, mesh_,
                       {{"speed", "m/s", 1, true}, {"force", "", 3, true}, {"part", "kg", 1, false}},
                       {{"title", "A model"}, {"time_unit", "ms"}}, {10, {}});
    for (int k = 0; k < frames; ++k) {
      std::vector<double> points = mesh_.points;
      for (double& x : points) x += k;
      const std::vector<double> speed = {0.0 + k, 1.0 + k, 2.0 + k, 3.0 + k}, part = {10.0 + k, 20.0 + k};
      std::vector<double> force(12, 0.0);
      force[4] = k;
      const std::vector<std::span<const double>> values = {speed, force, part};
      writer.frame(0.5 * k, points, values);
    }
    writer.close();
  }

  test::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "fields.vtkhdf";
  FieldMesh mesh_;
};

TEST_F(FieldFileTest, ReadsWhatWasWritten) {
  write(3);
  const FieldFile file(file_);
  EXPECT_EQ(file.path(), file_);
  EXPECT_EQ(file.metadata("title"), "A model");
  EXPECT_EQ(file.metadata("time_unit"), "ms");
  EXPECT_EQ(file.metadata("time_name"), "");
  EXPECT_THAT(file.times(), ElementsAre(0, 0.5, 1));
  EXPECT_EQ(file.mesh().connectivity, mesh_.connectivity);
  EXPECT_EQ(file.mesh().offsets, mesh_.offsets);
  EXPECT_EQ(file.mesh().types, mesh_.types);
  std::vector<std::string> known;
  for (const Field& field : file.fields())
    known.push_back(field.name + " " + field.unit + " " + std::to_string(field.components) +
                    (field.on_points ? " points" : " cells"));
  EXPECT_THAT(known,
              ElementsAre("force  3 points", "speed m/s 1 points", "body  1 cells", "part kg 1 cells"));
}

TEST_F(FieldFileTest, ReadsAnyFrame) {
  write(3);
  const FieldFile file(file_);
  EXPECT_THAT(file.points(1), ElementsAre(1, 1, 1, 2, 1, 1, 1, 2, 1, 3, 3, 1));
  EXPECT_THAT(file.values("speed", 0), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(file.values("speed", 2), ElementsAre(2, 3, 4, 5));
  EXPECT_THAT(file.values("part", 1), ElementsAre(11, 21));
  EXPECT_EQ(file.values("force", 2)[4], 2);
  for (std::size_t frame = 0; frame < 3; ++frame)  // does not change
    EXPECT_THAT(file.values("body", frame), ElementsAre(1, 0));
  EXPECT_THROW(file.values("speed", 3), std::out_of_range);
  EXPECT_THROW(file.points(3), std::out_of_range);
  EXPECT_THROW(file.values("sped", 0), std::out_of_range);
}

TEST_F(FieldFileTest, ARunThatHasOnlyBegunHasNoFrame) {
  write(0);
  EXPECT_TRUE(FieldFile(file_).times().empty());
}

TEST_F(FieldFileTest, RefusesOtherFiles) {
  EXPECT_THAT(message_of<OutputError>([&] { FieldFile{file_}; }), HasSubstr(file_.string()));
  test::write(file_, "time,force\n0,0\n");
  EXPECT_THAT(message_of<OutputError>([&] { FieldFile{file_}; }), HasSubstr("cannot read"));
  H5Fclose(H5Fcreate(file_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  EXPECT_THAT(message_of<OutputError>([&] { FieldFile{file_}; }), HasSubstr("no field results"));
}

TEST_F(FieldFileTest, RefusesCellsOnPointsThatDoNotExist) {
  write(1);
  const hid_t file = H5Fopen(file_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t data = H5Dopen2(file, "/VTKHDF/Connectivity", H5P_DEFAULT);
  const long long wrong[5] = {0, 1, 4, 2, 3};
  H5Dwrite(data, H5T_NATIVE_LLONG, H5S_ALL, H5S_ALL, H5P_DEFAULT, wrong);
  H5Dclose(data);
  H5Fclose(file);
  EXPECT_THAT(message_of<OutputError>([&] { FieldFile{file_}; }), HasSubstr("points that do not exist"));
}

}  // namespace
}  // namespace jounce::io
