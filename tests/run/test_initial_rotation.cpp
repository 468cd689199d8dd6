#include <gmock/gmock.h>

#include "../support/deck_run.h"
#include "../support/scene.h"
#include "../support/solid_block.h"
#include "program.h"

namespace jounce::test {
namespace {

std::string turning_block(const std::string& initial) {
  return scene::gravity({0, 0, 0}) + scene::material({.E = 1e6, .nu = 0.3, .rho = 1}) +
         solid_block("block", "[0, 0, 0]", "[1, 2, 3]", "[1, 2, 1]") + R"(
[[initial]]
on = "block"
)" + initial +
         R"(
[integrator]
type = "nsga-ggl"
step = 1e-3
end = 1e-3
)";
}

TEST(InitialRotation, IsThatOfARigidBodyAboutAnAxis) {
  const DeckRun run(turning_block(R"(
velocity = [1, 0, 0]
angular_velocity = 2
about = [0.5, 1, 7]
axis = [0, 0, 3]
)"));
  for (const auto& node : run.system().dofs().places) {
    const Vector3 x = run.state.q.segment<3>(node.position[0]), v = run.state.v.segment<3>(node.position[0]);
    EXPECT_LT((v - Vector3(1 - 2 * (x.y() - 1), 2 * (x.x() - 0.5), 0)).norm(), 1e-14);
  }
}

TEST(InitialRotation, RefusesWhatMeansNothing) {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"angular_velocity = 2", "give 'about', a point of the axis"},
      {"velocity = [1, 0, 0]\nabout = [0, 0, 0]", "'about' needs 'angular_velocity'"},
      {"velocity = [1, 0, 0]\naxis = [0, 0, 1]", "'axis' needs 'angular_velocity'"},
      {"angular_velocity = 1\nabout = [0, 0, 0]\naxis = [0, 0, 0]", "direction that is not zero"},
      {"about = [0, 0, 0]", "'about' needs 'angular_velocity'"},
      {"", "need 'velocity' or 'angular_velocity'"}};
  for (const auto& [initial, message] : cases) {
    write(folder / "deck.toml", turning_block(initial));
    const Outcome outcome = jounce(folder.path(), {"check", "deck.toml"});
    EXPECT_NE(outcome.status, 0) << initial;
    EXPECT_THAT(outcome.err, testing::HasSubstr(message));
  }
}

}  // namespace
}  // namespace jounce::test
