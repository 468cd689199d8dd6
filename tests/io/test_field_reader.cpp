#include "io/field_reader.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "io/field_writer.h"
#include "io/output_error.h"
#include "temporary_folder.h"

namespace jounce::io {
namespace {

using ::testing::Test;

/// Two points with a field of one and one of three components.
class FieldReader : public Test {
 protected:
  FieldReader() {
    mesh_.points = {0, 0, 0, 1, 0, 0};
    mesh_.connectivity = {0, 1};
    mesh_.offsets = {0, 1, 2};
    mesh_.types = {1, 1};
    mesh_.body = {0, 0};
    mesh_.body_names = {"balls"};
  }

  test::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "fields.vtkhdf";
  FieldMesh mesh_;
};

TEST_F(FieldReader, ReadsTheLastFrameAlsoWhereRoomIsReserved) {
  FieldWriter writer(file_, mesh_, {{"present", "", 1}, {"velocity", "m/s", 3}}, {}, {10, {}});
  for (int k = 0; k < 3; ++k) {
    const double at = k;
    const std::vector<double> points = {at, 1, 2, at, 4, 5}, present = {1, at},
                              velocity = {at, 7, 8, 9, 10, 11};
    const std::vector<std::span<const double>> values = {present, velocity};
    writer.frame(0.5 * k, points, values);
  }
  writer.close();
  const LastFrame frame = read_last_frame(file_, "present");
  EXPECT_EQ(frame.time, 1);
  EXPECT_EQ(frame.points, (std::vector<double>{2, 1, 2, 2, 4, 5}));
  EXPECT_EQ(frame.field, (std::vector<double>{1, 2}));
  EXPECT_EQ(read_last_frame(file_, "velocity").field, (std::vector<double>{2, 7, 8, 9, 10, 11}));
}

TEST_F(FieldReader, RefusesWhatIsNotThere) {
  EXPECT_THROW(read_last_frame(file_, "present"), OutputError);
  FieldWriter(file_, mesh_, {{"present", "", 1}}).close();
  EXPECT_THROW(read_last_frame(file_, "present"), std::runtime_error);
  FieldWriter writer(file_, mesh_, {{"present", "", 1}});
  const std::vector<double> points(6, 0.0), present(2, 1.0);
  const std::vector<std::span<const double>> values = {present};
  writer.frame(0, points, values);
  writer.close();
  EXPECT_NO_THROW(read_last_frame(file_, "present"));
  EXPECT_THROW(read_last_frame(file_, "speed"), OutputError);
}

}  // namespace
}  // namespace jounce::io
