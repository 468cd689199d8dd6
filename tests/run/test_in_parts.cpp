// Models of which every rank has a part, against one rank with the whole.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "../support/cube_against_walls.h"
#include "histories.h"
#include "io/history_reader.h"
#include "program.h"

namespace jounce::test {
namespace {

using testing::HasSubstr;

const std::string kColumns = R"(
[[history]]
name = "corner_x"
quantity = "position"
of = "cube.CORNER"
component = "x"
[[history]]
name = "corner_acceleration"
quantity = "acceleration"
of = "cube.CORNER"
component = "z"
[[history]]
name = "momentum_z"
quantity = "momentum"
of = "model"
component = "z"
[[history]]
name = "spin"
quantity = "angular_momentum"
of = "model"
component = "y"
[[history]]
name = "force"
quantity = "contact_force"
of = "wall"
[output]
frames = 6
)";

/// Two blocks that fly against a wall; the second one is held at its top.
std::string blocks(const std::string& more) {
  std::string text = kCube;
  const std::string counts = "counts = [3, 4, 3]";
  text.replace(text.find(counts), counts.size(), "counts = [5, 6, 5]");
  return text + kWall +
         scene::block_mesh({.name = "other", .from = {2, 0, 0}, .to = {3, 1, 1}, .counts = {3, 3, 4}}) +
         R"(
[[element]]
name = "held"
type = "solid"
mesh = "other"
material = "elastic"
[[boundary]]
on = "other.z_max"
components = ["x", "y", "z"]
)" + more;
}

std::string without_corner(std::string text) {
  const std::size_t first = text.find("[[history]]\nname = \"corner_x\""),
                    last = text.find("[[history]]\nname = \"momentum_z\"");
  return text.erase(first, last - first);
}

const std::string kLoads = R"toml(
[[load]]
name = "push"
type = "pressure"
surface = "other.y_min"
pressure = "20*sin(60*t)"
[[load]]
name = "drag"
type = "traction"
surface = "other.x_max"
traction = [0, 0.5, -1]
[[load]]
name = "pull"
type = "force"
on = "cube.z_max"
force = [0.02, 0, "0.01*t"]
)toml";

Outcome run_on(const TemporaryFolder& folder, int ranks, const Arguments& more = {}, std::string output = "",
               const std::string& end = "0.02") {
  if (output.empty()) output = "on_" + std::to_string(ranks);
  const Arguments arguments = Arguments{"run", "deck.toml", "-o", output} +
                              set({"integrator.solver=iterative", "integrator.end=" + end}) + more;
  return jounce(folder.path(), arguments, 0, ranks);
}

void expect_the_same(const io::History& a, const io::History& b, double tolerance) {
  ASSERT_EQ(a.names(), b.names());
  for (const std::string& name : a.names()) {
    if (name == "contact") continue;  // a name
    EXPECT_LT(difference(a, b, name, 1e-12), tolerance) << name;
  }
}

/// Names of contacts in the order of events.csv.
std::vector<std::string> contacts_of(const std::filesystem::path& events) {
  std::vector<std::string> names;
  for (const std::string& line : lines(events)) {
    const std::size_t first = line.find(',') + 1;
    names.push_back(line.substr(first, line.find(',', first) - first));
  }
  return names;
}

void expect_the_same_results(const TemporaryFolder& folder, int ranks) {
  const auto alone = folder.path() / "on_1", shared = folder.path() / ("on_" + std::to_string(ranks));
  expect_the_same(io::History(alone / "history.csv"), io::History(shared / "history.csv"), 1e-9);
  EXPECT_EQ(contacts_of(alone / "events.csv"), contacts_of(shared / "events.csv"));
  expect_the_same(io::History(alone / "events.csv"), io::History(shared / "events.csv"), 1e-8);
  // Everything but the numbers of frames is the same.
  const std::string xdmf = read(alone / "fields.xdmf");
  EXPECT_EQ(xdmf, read(shared / "fields.xdmf"));
}

struct Variant {
  std::string name, more;
  std::vector<std::string> set = {};

  friend void PrintTo(const Variant& variant, std::ostream* out) { *out << variant.name; }
};

class InParts : public testing::TestWithParam<Variant> {};

TEST_P(InParts, GivesTheResultsOfOneRank) {
  const TemporaryFolder folder;
  write(folder.path() / "deck.toml", blocks(GetParam().more) + without_corner(kColumns));
  const Arguments given = set(GetParam().set);
  ASSERT_EQ(run_on(folder, 1, given).status, 0);
  const Outcome outcome = run_on(folder, 2, given);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("which have parts of the model"));
  expect_the_same_results(folder, 2);
}

/// A block as a mesh file with the groups "BOTTOM" and "CORNER" (one node).
std::string mesh_file(int n) {
  std::string text = "*NODE\n";
  const auto number = [n](int i, int j, int k) { return 1 + i + (n + 1) * (j + (n + 1) * k); };
  for (int k = 0; k <= n; ++k)
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i)
        text +=
            fmt::format("{}, {}, {}, {}\n", number(i, j, k), 1.0 * i / n, 1.0 * j / n, 0.003 + 1.0 * k / n);
  text += "*ELEMENT, TYPE=C3D8, ELSET=all\n";
  int element = 0;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        text += fmt::format("{}, {}, {}, {}, {}, {}, {}, {}, {}\n", ++element, number(i, j, k),
                            number(i + 1, j, k), number(i + 1, j + 1, k), number(i, j + 1, k),
                            number(i, j, k + 1), number(i + 1, j, k + 1), number(i + 1, j + 1, k + 1),
                            number(i, j + 1, k + 1));
  text += fmt::format("*NSET, NSET=CORNER\n{}\n*NSET, NSET=BOTTOM, GENERATE\n1, {}, 1\n", number(n, n, n),
                      (n + 1) * (n + 1));
  return text;
}

/// A deck with columns of the node of a corner.
void write_cube(const TemporaryFolder& folder) {
  std::string text = kCube;
  const std::size_t first = text.find("[[mesh]]"), last = text.find("[[element]]");
  text.replace(first, last - first, "[[mesh]]\nname = \"cube\"\ntype = \"abaqus\"\nfile = \"cube.inp\"\n");
  write(folder.path() / "cube.inp", mesh_file(6));
  write(folder.path() / "deck.toml",
        text + kColumns +
            scene::point_plane(
                {.name = "wall", .points = "cube.BOTTOM", .through = {0, 0, 0}, .normal = {0, 0, 1}}));
}

TEST(InPartsOfFiles, NodesAreKnownToTheRankThatHasThem) {
  const TemporaryFolder folder;
  write_cube(folder);
  ASSERT_EQ(run_on(folder, 1).status, 0);
  for (const int ranks : {2, 3}) {
    const Outcome outcome = run_on(folder, ranks);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("which have parts of the model"));
    expect_the_same_results(folder, ranks);
  }
}

TEST(InPartsOfFiles, CheckpointsGoOnOnAnyNumberOfRanks) {
  const TemporaryFolder folder;
  write_cube(folder);
  const Arguments checkpoints = set({"output.checkpoint_every=4"});
  ASSERT_EQ(run_on(folder, 1, checkpoints).status, 0);
  ASSERT_EQ(run_on(folder, 3, checkpoints, "", "0.01").status, 0);
  const auto checkpoint = folder.path() / "on_3" / "checkpoint.h5";
  const io::History whole(folder.path() / "on_1" / "history.csv");
  for (const int ranks : {1, 2}) {
    const std::string output = "again_" + std::to_string(ranks);
    const Outcome outcome =
        run_on(folder, ranks, checkpoints + Arguments{"--restart", checkpoint.string()}, output);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const io::History rest(folder.path() / output / "history.csv");
    ASSERT_EQ(rest.size(), 6u);
    for (const std::string& name : whole.names()) {
      double scale = 1e-12;
      for (const double value : whole.column(name)) scale = std::max(scale, std::abs(value));
      for (std::size_t i = 0; i < rest.size(); ++i)
        ASSERT_NEAR(rest.column(name)[i], whole.column(name)[whole.size() - rest.size() + i], 1e-9 * scale)
            << name;
    }
  }
}

TEST(InPartsOfFiles, MistakesAreReportedOnce) {
  const TemporaryFolder folder;
  write_cube(folder);
  const Outcome outcome = run_on(folder, 2, set({"contact.wall.points=[\"cube.BOTOM\"]"}));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("cube.BOTTOM"));
  EXPECT_EQ(outcome.err.find("cube.BOTOM", outcome.err.find("cube.BOTOM") + 1), std::string::npos)
      << outcome.err;
}

TEST(InPartsOfFiles, AMistakeThatOneRankSeesStopsAllOfThem) {
  const TemporaryFolder folder;
  write_cube(folder);
  const std::string support = "[[boundary]]\non = \"cube.CORNER\"\ncomponents = [\"angle\"]\n";
  write(folder.path() / "deck.toml", read(folder.path() / "deck.toml") + support);
  const Outcome alone = run_on(folder, 1), shared = run_on(folder, 2);
  EXPECT_EQ(alone.status, 2);
  EXPECT_EQ(shared.status, 2);
  EXPECT_THAT(shared.err, HasSubstr(alone.err.substr(0, alone.err.find('\n'))));
}

INSTANTIATE_TEST_SUITE_P(
    Of, InParts,
    testing::Values(Variant{"wall", ""}, Variant{"loads", kLoads},
                    Variant{"gravity", "", {"model.gravity=[1, 2, -9]"}},
                    Variant{"restitution", "", {"contact.wall.restitution=0.4"}},
                    Variant{"lumped", "", {"element.body.mass=lumped", "element.held.mass=lumped"}},
                    Variant{"hourglass", "", {"element.held.formulation=reduced"}},
                    Variant{"assembled", "", {"element.body.formulation=b-bar"}}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace jounce::test
