#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "../run/program.h"
#include "io/csv.h"

// `jounce modes` and `jounce matrices` as a user runs them.

namespace jounce::test {
namespace {

using testing::HasSubstr;

struct Modes : testing::Test {
  /// Column `column` of a CSV file, without its head.
  std::vector<double> column(const std::string& file, std::size_t column) {
    std::vector<double> values;
    const auto text = lines(folder / file);
    for (std::size_t i = 1; i < text.size(); ++i) {
      std::vector<std::string_view> cells;
      std::vector<std::string> storage;
      io::split_csv(text[i], cells, storage);
      double value = NAN;
      io::parse_number(cells.at(column), value);
      values.push_back(value);
    }
    return values;
  }
  TemporaryFolder folder;
};

TEST_F(Modes, FreeBarHasRigidAndElasticModes) {
  const Outcome outcome =
      jounce(folder.path(), {"modes", kInputs + "elastic_bar.toml", "-n", "4", "-o", "m"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("rigid"));
  const auto f = column("m/modes.csv", 1);
  ASSERT_EQ(f.size(), 4U);
  EXPECT_EQ(f[0], 0);
  // Consistent two-node bars: omega^2 = 6 (c / l)^2 (1 - cos z) / (2 + cos z), z = k pi / n; c = 30, l =
  // 0.05.
  for (std::size_t k = 1; k < 4; ++k) {
    const double z = static_cast<double>(k) * std::numbers::pi / 200;
    const double omega = 30 / 0.05 * std::sqrt(6 * (1 - std::cos(z)) / (2 + std::cos(z)));
    EXPECT_NEAR(f[k], omega / (2 * std::numbers::pi), 1e-8);
  }
  EXPECT_NEAR(column("m/modes.csv", 3)[0], 1, 1e-9);  // all mass moves in the rigid mode
  EXPECT_THAT(read(folder / "m/modes.xdmf"), HasSubstr("shape"));
}

TEST_F(Modes, ManyUnknownsGoToTheSparseSolver) {
  const Outcome outcome = jounce(folder.path(), {"modes", kInputs + "elastic_bar.toml", "-n", "4", "-o", "m",
                                                 "--set", "mesh.bar.elements=2000"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto f = column("m/modes.csv", 1);
  EXPECT_EQ(f[0], 0);
  for (std::size_t k = 1; k < 4; ++k) EXPECT_NEAR(f[k], 1.5 * static_cast<double>(k), 1e-5);
}

TEST_F(Modes, WeightStiffensAHangingPendulumAndUpsetsAStandingOne) {
  write(folder / "deck.toml", kPendulum);
  const auto frequency = [&](const char* position) {
    const Outcome outcome = jounce(folder.path(), {"modes", "deck.toml", "-o", "m", "--set",
                                                   std::string("body.bob.position=") + position});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return column("m/modes.csv", 1).at(0);
  };
  const double f = std::sqrt(10 / 1.1) / (2 * std::numbers::pi);
  EXPECT_NEAR(frequency("[0, -1]"), f, 1e-12);
  EXPECT_NEAR(frequency("[0, 1]"), -f, 1e-12);
}

TEST_F(Modes, MatricesAreThoseOfTheModel) {
  write(folder / "deck.toml", kPendulum);
  const Outcome outcome = jounce(folder.path(), {"matrices", "deck.toml", "-o", "x"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(lines(folder / "x/M.mtx")[0], "%%MatrixMarket matrix coordinate real general");
  const auto numbers = [&](const char* file) {  // without the comments
    std::vector<std::string> list = lines(folder / file);
    std::erase_if(list, [](const std::string& line) { return line.starts_with('%'); });
    return list;
  };
  const auto M = numbers("x/M.mtx");
  EXPECT_EQ(M[0], "3 3 3");
  EXPECT_EQ(M[3], "3 3 0.1");
  const auto G = numbers("x/G.mtx");
  EXPECT_EQ(G[0].substr(0, 4), "2 3 ");
  EXPECT_THAT(G, testing::Contains(testing::StartsWith("1 1 ")));
  EXPECT_THAT(read(folder / "x/dofs.csv"),
              HasSubstr(R"toml(3,"'bob' (at (1, 0) at the start, rotation about z)")toml"));
  EXPECT_EQ(numbers("x/K.mtx")[0], "3 3 0");
}

TEST_F(Modes, Errors) {
  EXPECT_EQ(jounce(folder.path(), {"modes", "nothing.toml"}).status, 2);
  EXPECT_EQ(jounce(folder.path(), {"modes", kInputs + "pendulum.toml", "-n", "0"}).status, 2);
  EXPECT_EQ(jounce(folder.path(), {"matrices"}).status, 2);
  write(folder / "file", "");
  const Outcome outcome = jounce(folder.path(), {"matrices", kInputs + "pendulum.toml", "-o", "file/x"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("file/x"));
  EXPECT_THAT(jounce(folder.path(), {"mode"}).err, HasSubstr("did you mean 'modes'"));
}

}  // namespace
}  // namespace jounce::test
