#include "deck/body_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "../io/temporary_folder.h"
#include "../support/deck_run.h"
#include "elements/floating_body.h"
#include "io/checkpoint.h"

namespace jounce::test {
namespace {

using io::test::TemporaryFolder;
using io::test::write;
using testing::HasSubstr;

const std::string kIntegrator = "[integrator]\nstep = 1e-4\nend = 1\n";

class BodyFiles : public testing::Test {
 protected:
  std::unique_ptr<Model> build(const std::string& text) {
    write(folder / "deck.toml", text);
    return deck::build_model(deck::read_deck(folder / "deck.toml", deck_schema()));
  }
  std::string refusal(const std::string& text) {
    try {
      build(text);
    } catch (const params::InputError& error) {
      return error.what();
    }
    return "accepted";
  }
  static FlexibleBody body(const Model& model) {
    return dynamic_cast<const FloatingBodyBlock&>(*model.find_block("f")).body();
  }
  TemporaryFolder folder;
};

/// A square of four nodes with mass 2 each, and springs between all of them along x and along y.
void write_square(const TemporaryFolder& folder) {
  write(folder / "square.inp",
        "*Heading\n** a comment\n*Node\n 1, 0., 0.\n 2, 1., 0.\n 3, 1., 1.\n 4, 0., 1.\n*Nset, nset=left\n "
        "1, 4\n"
        "*Nset, nset=all, generate\n 1, 4, 1\n*Element, type=CPS4\n 1, 1, 2, 3, 4\n");
  std::string M, K = "%%MatrixMarket matrix coordinate real symmetric\n8 8 24\n";
  for (int i = 1; i <= 8; ++i) M += std::to_string(i) + " " + std::to_string(i) + "  2.0e+00\n";
  for (int component = 0; component < 2; ++component)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j <= i; ++j)
        K += std::to_string(2 * i + component + 1) + " " + std::to_string(2 * j + component + 1) +
             (i == j ? " 3\n" : " -1\n");
  write(folder / "square_M.mtx", M);
  write(folder / "square_K.mtx", K);
}

const std::string kSquare = kIntegrator + R"(
[[body]]
name = "f"
type = "flexible"
position = [0, 0]
mass_matrix = "square_M.mtx"
stiffness_matrix = "square_K.mtx"
nodes = "square.inp"
supports = ["left"]
)";

TEST_F(BodyFiles, ImportsMatricesWithNodesAndGroups) {
  write_square(folder);
  const FlexibleBody imported = body(*build(kSquare));
  EXPECT_EQ(imported.n, 4);
  EXPECT_NEAR(imported.mass, 8, 1e-14);
  EXPECT_NEAR(imported.inertia(2, 2), 2 * (0 + 1 + 2 + 1), 1e-14);
  EXPECT_NEAR(imported.first_moment.x(), 4, 1e-14);
  const FlexibleBody modal = body(*build(kSquare + R"(
coordinates = "modal"
modes = 4
)"));
  // The two free nodes against the two held ones: together 2 k / m = 1, against each other 4 k / m = 2.
  for (Index k = 0; k < 4; ++k) EXPECT_NEAR(modal.omega_squared[k], k < 2 ? 1 : 2, 1e-12);
}

TEST_F(BodyFiles, RefusesFilesThatDoNotFit) {
  write_square(folder);
  const auto with = [](std::string from, const std::string& to) {
    std::string text = kSquare;
    return text.replace(text.find(from), from.size(), to);
  };
  EXPECT_THAT(refusal(with("square_M.mtx", "nothing.mtx")), HasSubstr("nothing.mtx"));
  EXPECT_THAT(refusal(with(R"(nodes = "square.inp"
)",
                           "")),
              HasSubstr("also need 'nodes'"));
  EXPECT_THAT(refusal(with("square.inp", "square_M.mtx")), HasSubstr("has no *Node block"));
  EXPECT_THAT(refusal(with("square_M.mtx", "square.inp")),
              HasSubstr("square.inp:1: expected row, column and value"));
  write(folder / "outside.mtx", "9 1 2.0\n");
  EXPECT_THAT(refusal(with("square_M.mtx", "outside.mtx")), HasSubstr("outside the 8 unknowns"));
  write(folder / "half.mtx", "2 1 2.0\n1 1 1.0\n");
  EXPECT_THAT(refusal(with("square_K.mtx", "half.mtx")), HasSubstr("not symmetric"));
  EXPECT_THAT(refusal(kSquare + R"(reduced = "x"
)"),
              HasSubstr("needs one of"));
  write(folder / "long.inp", "*Node\n 1, 0., 0.\n*Nset, nset=all, generate\n 1, 1e15, 1\n");
  EXPECT_THAT(refusal(with("square.inp", "long.inp")), HasSubstr("long.inp:4: there is no node 2"));
  write(folder / "still.inp", "*Node\n 1, 0., 0.\n*Nset, nset=all, generate\n 1, 1, 0\n");
  EXPECT_THAT(refusal(with("square.inp", "still.inp")), HasSubstr("a positive increment"));
}

TEST_F(BodyFiles, SavedBodyComesBackExactly) {
  write_square(folder);
  const std::string modal = kSquare + R"(
coordinates = "modal"
modes = 3
)";
  const FlexibleBody saved = body(*build(modal + R"(save = "body.h5"
)"));
  const auto model = build(kIntegrator + R"(
[[body]]
name = "f"
type = "flexible"
position = [0, 0]
reduced = "body.h5"
coordinates = "modal"
[[marker]]
name = "corner"
on = "f"
at = [1, 1]
)");
  const FlexibleBody loaded = body(*model);
  EXPECT_EQ(loaded.M, saved.M);
  EXPECT_EQ(loaded.K, saved.K);
  EXPECT_EQ(loaded.H, saved.H);
  EXPECT_EQ(loaded.b, saved.b);
  EXPECT_EQ(loaded.Sbar, saved.Sbar);
  EXPECT_EQ(loaded.inertia, saved.inertia);
  EXPECT_EQ(loaded.omega_squared, saved.omega_squared);
  EXPECT_EQ(DenseMatrix(loaded.Phi), DenseMatrix(saved.Phi));
  EXPECT_EQ(loaded.groups, saved.groups);
  EXPECT_NE(model->find_marker("corner"), nullptr);
}

TEST_F(BodyFiles, RefusesOtherFilesAsBodies) {
  write(folder / "text.h5", "no body");
  const std::string deck = kIntegrator + R"(
[[body]]
name = "f"
type = "flexible"
position = [0, 0]
reduced = "text.h5"
)";
  EXPECT_THAT(refusal(deck), HasSubstr("text.h5"));
  io::CheckpointWriter other;
  other.put("kind", "something else");
  other.write(folder / "text.h5");
  EXPECT_THAT(refusal(deck), HasSubstr("holds no flexible body"));
  write_square(folder);
  build(kSquare + R"(save = "text.h5"
)");
  std::string space = "[model]\ndimension = 3\n" + deck;
  space.replace(space.find("[0, 0]"), 6, "[0, 0, 0]");
  EXPECT_THAT(refusal(space), HasSubstr("has dimension 2, the model 3"));
}

/// A steel block of 4 x 1 x 1 that Abaqus exported: mass and inertia are those of the block, the shapes of
/// three meshes agree in the first frequencies.
TEST_F(BodyFiles, AbaqusBlock) {
  const auto data = std::filesystem::path(JOUNCE_SOURCE_DIR) / ".." / "shared" / "data" / "abaqus-elements";
  if (!std::filesystem::is_directory(data)) GTEST_SKIP() << "no reference data in " << data;
  std::vector<double> first;
  for (const std::string type : {"C3D8", "C3D20"}) {
    const std::string stem = (data / ("block" + type)).string();
    const FlexibleBody block = body(*build(fmt::format(R"(
[model]
dimension = 3
{}
[[body]]
name = "f"
type = "flexible"
position = [0, 0, 0]
mass_matrix = "{}_MASS1.mtx"
stiffness_matrix = "{}_STIF1.mtx"
nodes = "{}.inp"
reference = "free-free"
coordinates = "modal"
modes = 6
)",
                                                       kIntegrator, stem, stem, stem)));
    const double m = 2900 * 4;
    EXPECT_NEAR(block.mass, m, 1e-5 * m);
    EXPECT_TRUE(block.first_moment.isApprox(m * Vector3(2, 0.5, 0.5), 1e-5))
        << block.first_moment.transpose();
    // About the corner of the block: m (b^2 + c^2) / 3; lumped masses of C3D8 add m h^2 / 6 for edges h.
    EXPECT_NEAR(block.inertia(0, 0), m * 2 / 3, 0.06 * m);
    EXPECT_NEAR(block.inertia(1, 1), m * 17 / 3, 0.06 * m);
    first.push_back(std::sqrt(block.omega_squared[0]));
  }
  EXPECT_NEAR(first[0] / first[1], 1, 0.05);
}

}  // namespace
}  // namespace jounce::test
