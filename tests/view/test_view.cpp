#include "view/view.h"

#include <gmock/gmock.h>

#include <fstream>

#include "../io/temporary_folder.h"
#include "io/field_writer.h"
#include "io/output_error.h"
#include "view/frame_data.h"
#include "view/history_data.h"

namespace jounce::view {
namespace {

using io::test::message_of;
using io::test::read;
using io::test::write;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A triangle that moves, with a field.
class ViewTest : public testing::Test {
 protected:
  void write_fields(int frames, const std::string& title = "A triangle") {
    io::FieldMesh mesh;
    mesh.points = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    mesh.connectivity = {0, 1, 2};
    mesh.offsets = {0, 3};
    mesh.types = {5};
    mesh.body = {0};
    mesh.body_names = {"plate"};
    io::FieldWriter writer(
        file_, mesh, {{"displacement", "m", 3, true}, {"heat", "K", 1, true}, {"stress", "Pa", 6, true}},
        {{"title", title}, {"time_unit", "s"}}, {10, {}});
    for (int k = 0; k < frames; ++k) {
      std::vector<double> points = mesh.points, moved(9, 0.0);
      for (std::size_t i = 0; i < 9; i += 3) points[i] += moved[i] = k;
      const std::vector<double> heat = {1.0 * k, 2.0 * k, 3.0 * k}, stress(18, 0.0);
      const std::vector<std::span<const double>> values = {moved, heat, stress};
      writer.frame(k, points, values);
    }
    writer.close();
  }
  std::string page(const ViewRequest& request) {
    const View view = write_view(request);
    return read(view.page);
  }

  io::test::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "fields.vtkhdf";
};

TEST_F(ViewTest, WritesOnePageThatLoadsNothing) {
  write_fields(3, "Plate </script><b> /*script*/ /*style*/");
  write(folder_ / "history.csv", "time,force\n0,1\n1,2\n2,4\n");
  const std::string text = page({folder_.path(), {}, 0, {}});
  EXPECT_TRUE(std::filesystem::exists(folder_ / "view.html"));
  EXPECT_LT(text.size(), 1500000u);
  EXPECT_THAT(text, HasSubstr("default-src 'none'"));
  for (const char* outside : {"http://", "https://", "src=\"", "<link", "<!--data-->"})
    EXPECT_THAT(text, Not(HasSubstr(outside))) << outside;
  EXPECT_THAT(text, Not(HasSubstr("Plate </script>")));  // the title ends no element
  EXPECT_THAT(text, HasSubstr("Plate \\u003c/script>\\u003cb>"));
  EXPECT_THAT(text, HasSubstr("\"name\": \"force\""));
  // The title is not taken for a place of the template.
  EXPECT_THAT(text, HasSubstr("b> /*script*/ /*style*/\""));
  EXPECT_GT(text.find("class Viewer"), text.find("/*script*/"));
  EXPECT_LT(text.find(":root"), text.find("/*style*/"));
}

TEST_F(ViewTest, TakesFramesAndFieldsThatAreAskedFor) {
  write_fields(10);
  const ViewRequest request{file_, folder_ / "other.html", 4, {"heat"}};
  const View view = write_view(request);
  EXPECT_EQ(view.frames, 4u);
  EXPECT_EQ(view.all_frames, 10u);
  EXPECT_FALSE(view.is_quantised);
  const std::string text = read(folder_ / "other.html");
  EXPECT_THAT(text, HasSubstr("\"name\": \"heat\""));
  EXPECT_THAT(text, Not(HasSubstr("\"name\": \"stress\"")));
}

TEST_F(ViewTest, SpreadsFramesFromTheFirstToTheLast) {
  write_fields(10);
  const io::FieldFile file(file_);
  const scene::Scene scene = scene::scene_of(file);
  EXPECT_THAT(choose_frames(file, scene, 4, {}).frames, ElementsAre(0, 3, 6, 9));
  EXPECT_THAT(choose_frames(file, scene, 1, {}).frames, ElementsAre(9));
  EXPECT_EQ(choose_frames(file, scene, 100, {}).frames.size(), 10u);
}

TEST_F(ViewTest, SaysWhatIsMissing) {
  const auto refusal = [&](const ViewRequest& request) {
    return message_of<io::OutputError>([&] { write_view(request); });
  };
  EXPECT_THAT(refusal({folder_ / "nothing", {}, 0, {}}), HasSubstr("there is no '"));
  EXPECT_THAT(refusal({folder_.path(), {}, 0, {}}), HasSubstr("was it run with output.frames = 0?"));
  write_fields(0);
  EXPECT_THAT(refusal({folder_.path(), {}, 0, {}}), HasSubstr("has no frame yet"));
  write_fields(2);
  EXPECT_THAT(
      refusal({folder_.path(), {}, 0, {"haet"}}),
      HasSubstr("there is no field 'haet' on points (did you mean 'heat'?); there are displacement, heat"));
  EXPECT_THAT(message_of<NotWritten>([&] {
                write_view({folder_.path(), folder_ / "no/such/page.html", 0, {}});
              }),
              HasSubstr("page.html"));
  write(folder_ / "text.vtkhdf", "no fields");
  EXPECT_NE(refusal({folder_ / "text.vtkhdf", {}, 0, {}}), "");
}

TEST_F(ViewTest, LeavesOutAHistoryThatCannotBeRead) {
  write_fields(2);
  write(folder_ / "history.csv", "time,force\n0\n1,2,3\n");
  EXPECT_THAT(page({folder_.path(), {}, 0, {}}), HasSubstr("\"history\": []"));
}

TEST(ThinnedHistory, KeepsPeaks) {
  std::vector<double> column(1000, 0.0), times(1000);
  for (std::size_t i = 0; i < 1000; ++i) times[i] = static_cast<double>(i);
  column[503] = 7;
  column[504] = -3;
  const std::vector<float> kept = thinned(column, 100), kept_times = thinned_times(times, 100);
  ASSERT_EQ(kept.size(), 100u);
  ASSERT_EQ(kept_times.size(), 100u);
  EXPECT_EQ(*std::max_element(kept.begin(), kept.end()), 7);
  EXPECT_EQ(*std::min_element(kept.begin(), kept.end()), -3);
  const auto peak = std::max_element(kept.begin(), kept.end()) - kept.begin();
  EXPECT_NEAR(kept_times[static_cast<std::size_t>(peak)], 503, 20);
  EXPECT_EQ(kept[static_cast<std::size_t>(peak) + 1], -3);  // after the peak, as it was
  EXPECT_EQ(kept_times.back(), 999);
  EXPECT_EQ(thinned({1, 2, 3}, 100), (std::vector<float>{1, 2, 3}));
}

}  // namespace
}  // namespace jounce::view
