// Bodies that fall farther in a step than their contact looks: none ends deep in another without a word.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "rigid_run.h"

namespace jounce::test {
namespace {

struct Fall {
  std::string shape;      ///< type and keys of a shape of half height 1
  std::string ground;     ///< the same, its top at z = 0
  double height;          ///< of the gap, over the half height
  double envelope, step;  ///< over the half height; over the time of the fall from `height`
  bool spins;
};

/// A body of half height `size` (metres or millimetres), at rest above the ground.
std::string deck_of(const Fall& fall, const std::string& scheme, double size, double gravity) {
  const double time = std::sqrt(2 * fall.height * size / gravity), step = fall.step * time;
  const auto scaled = [&](const std::string& keys) {  // numbers between @ and @ are lengths
    std::string text;
    for (std::size_t at = 0; at < keys.size();) {
      const std::size_t from = keys.find('@', at);
      if (from == std::string::npos) return text + keys.substr(at);
      const std::size_t to = keys.find('@', from + 1);
      text += keys.substr(at, from - at) +
              fmt::format("{:.17g}", size * std::stod(keys.substr(from + 1, to - from - 1)));
      at = to + 1;
    }
    return text;
  };
  return fmt::format(
      R"(
[model]
dimension = 3
gravity = [0, 0, {}]
[[body]]
name = "b"
type = "rigid-3d"
mass = 1
inertia = [{}, {}, {}]
position = [{}, {}, {:.17g}]
{}[[shape]]
name = "s"
on = ["b"]
{}[[shape]]
name = "g"
{}[[contact]]
name = "touch"
type = "bodies"
shapes = ["s", "g"]
envelope = {}
[integrator]
type = "{}"
step = {}
end = {}
)",
      -gravity, 0.5 * size * size, 0.45 * size * size, 0.4 * size * size, 0.1 * size, 0.2 * size,
      (1 + fall.height) * size, fall.spins ? fmt::format("angular_velocity = [0, {}, 0]\n", 0.3 / time) : "",
      scaled(fall.shape), scaled(fall.ground), fall.envelope * size, scheme, step, 3 * step);
}

std::vector<Fall> falls() {
  const std::vector<std::string> shapes = {
      R"(
type = "sphere"
radius = @1@
)",
      R"(
type = "capsule"
radius = @1@
length = @1.5@
rotation = [1.5, 0, 0]
)",
      R"(
type = "box"
size = [@2@, @2@, @2@]
)",
      R"(
type = "cylinder"
radius = @1@
length = @2@
)",
      R"(
type = "hull"
points = [@-1@, @-1@, @-1@, @1@, @-1@, @-1@, @0@, @1@, @-1@, @0@, @0@, @1@]
)"};
  const std::vector<std::string> grounds = {
      R"(type = "plane"
)",
      R"(
type = "box"
size = [@8@, @8@, @1@]
at = [@0@, @0@, @-0.5@]
)",
      R"(
type = "surface"
points = [@-8@, @-8@, @0@, @8@, @-8@, @0@, @-8@, @8@, @0@, @8@, @8@, @0@]
triangles = [0, 1, 2, 1, 3, 2]
)"};
  std::vector<Fall> list;
  for (const std::string& shape : shapes)
    for (const std::string& ground : grounds)
      for (const double height : {0.15, 0.8})
        for (const double envelope : {0.01, 0.1})
          for (const double step : {0.7, 1.5, 3.0}) {
            const bool can =
                ground.find("surface") == std::string::npos || shape.find("capsule") == std::string::npos;
            if (can) list.push_back({shape, ground, height, envelope, step, list.size() % 3 == 0});
          }
  return list;
}

class Falling : public testing::TestWithParam<std::string> {};

/// At the end of each step bodies are no deeper in each other than a tenth of the envelope (position
/// constraints), or than they fall in it (others, which have to say so).
TEST_P(Falling, NoneEndsDeepWithoutAWord) {
  const bool holds_positions = GetParam() == "nsga-ggl" || GetParam() == "generalized-alpha";
  const int stride = std::getenv("JOUNCE_SANITIZED") != nullptr ? 17 : 3;
  int searched_again = 0, cases = 0;
  for (const Fall& fall : falls())
    for (const auto& [size, gravity] : {std::pair{0.1, 9.81}, std::pair{100.0, 9810.0}}) {
      if (++cases % stride != 0) continue;
      SCOPED_TRACE(deck_of(fall, GetParam(), size, gravity));
      const QuietRun run(deck_of(fall, GetParam(), size, gravity));
      searched_again += static_cast<int>(run.record.searched_again);
      if (run.report.exit_status != 0) {
        EXPECT_NE(run.report.message.find("deep"), std::string::npos) << run.report.message;
        continue;
      }
      const double deepest = run.depths.empty() ? 0 : *std::max_element(run.depths.begin(), run.depths.end());
      if (holds_positions) {
        EXPECT_LE(deepest, 0.1 * fall.envelope * size);
      } else if (deepest > 0.02 * size) {
        EXPECT_NE(run.report.warning, "");
      }
      const double at_end = run.depths.empty() ? 0 : run.depths.back();
      EXPECT_NEAR(run.record.penetrations.at_end.depth, at_end, 1e-12 * size);
      if (holds_positions) {
        EXPECT_GT(run.end.q[2], 0.2 * size);  // not through
      }
    }
  EXPECT_GT(searched_again, cases / (10 * stride));
}

INSTANTIATE_TEST_SUITE_P(By, Falling,
                         testing::Values("nsga-ggl", "moreau-jean", "mixed-generalized-alpha",
                                         "half-explicit", "impulse-velocity", "generalized-alpha",
                                         "event-driven"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace jounce::test
