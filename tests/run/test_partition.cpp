#include <gmock/gmock.h>

#include <fmt/format.h>

#include <numeric>

#include "../support/scene.h"
#include "deck/build_model.h"
#include "deck/deck.h"
#include "la/csr_matrix.h"
#include "program.h"
#include "registry.h"
#include "run/partition_files.h"

// Partition of a model, as `jounce check --partition` shows it.

namespace jounce::test {
namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kControl = R"toml(
[integrator]
type = "nsga-ggl"
step = 1e-3
end = 0.01
)toml";

const std::string kSolid = R"(
[model]
dimension = 3
)" + scene::material({.name = "elastic", .E = 900, .nu = 0.3, .rho = 1});

/// A block of solids, x from..from + length.
std::string block(const std::string& name, double from, double length, int cells) {
  return fmt::format(R"toml(
[[mesh]]
name = "{0}"
type = "block"
from = [{1}, 0, 0]
to = [{2}, 1, 1]
counts = [{3}, 2, 2]
[[element]]
name = "{0}_solid"
type = "solid"
mesh = "{0}"
material = "elastic"
)toml",
                     name, from, from + length, cells);
}

std::unique_ptr<Model> model_of(const std::string& text) {
  return deck::build_model(deck::read_deck_text(text, "test.toml", deck_schema(), {}));
}

double sum(const ModelPartition& partition, std::size_t column) {
  double sum = 0;
  for (const PartContent& part : partition.contents) sum += part_columns()[column].value(part);
  return sum;
}

double share(const ModelPartition& partition, const std::string& name) {
  for (const PartColumn& column : part_columns())
    if (name == column.name) return largest_share(partition, column);
  return NAN;
}

TEST(Partition, BlockIsCutAtItsCrossSection) {
  const auto model = model_of(kSolid + block("bar", 0, 10, 19) + kControl);
  const ModelPartition partition(*model, 2);
  for (const PartContent& part : partition.contents) {
    EXPECT_EQ(part.dofs, 3 * 9 * 10);  // 20 layers of 9 nodes
    EXPECT_EQ(part.elements, 19 * 4 / 2);
    EXPECT_EQ(part.halo, 3 * 9);
    EXPECT_EQ(part.neighbours, 1);
  }
  EXPECT_EQ(partition.cut_edges, 49);  // of two layers of 3 x 3 nodes: (2 + 3 + 2)^2 pairs
  EXPECT_EQ(partition.halo_bytes(), 8 * 2 * 27);
  EXPECT_EQ(share(partition, "nonzeros"), 0.5);
}

TEST(Partition, NonzerosAreThoseOfTheStiffness) {
  const auto model = model_of(kSolid + block("bar", 0, 10, 7) + R"toml(
[[boundary]]
on = "bar.x_min"
components = ["x", "z"]
)toml" + kControl);
  const System& system = model->system;
  PatternBuilder pattern(system.nv());
  for (const auto& block : system.blocks()) block->add_tangent(system.initial_state(), 0, 1, pattern);
  CsrMatrix K;
  pattern.build(K);
  int entries = 0;  // of free rows and columns
  for (Index i = 0; i < system.n_free(); ++i)
    for (Index k = K.row_starts()[i]; k < K.row_starts()[i + 1]; ++k)
      entries += K.columns()[k] < system.n_free();
  for (const int parts : {1, 2, 3}) {
    const ModelPartition partition(*model, parts);
    EXPECT_EQ(sum(partition, 2), entries);
    EXPECT_EQ(sum(partition, 0), system.n_free());
    EXPECT_EQ(sum(partition, 1), 7 * 4);
  }
}

TEST(Partition, OnePartHasEverything) {
  const auto model = model_of(kSolid + block("bar", 0, 10, 7) + kControl);
  const ModelPartition partition(*model, 1);
  EXPECT_EQ(partition.contents[0].halo, 0);
  EXPECT_EQ(partition.contents[0].neighbours, 0);
  EXPECT_EQ(partition.cut_edges, 0);
  EXPECT_EQ(partition.contents[0].dofs, model->system.nv());
}

TEST(Partition, SeparateBodiesAreNotCut) {
  const auto model = model_of(kSolid + block("a", 0, 2, 6) + block("b", 3, 2, 6) + kControl);
  const ModelPartition partition(*model, 2);
  EXPECT_EQ(partition.cut_edges, 0);
  EXPECT_EQ(partition.halo_bytes(), 0);
  EXPECT_EQ(partition.contents[0].elements, 24);
  EXPECT_EQ(partition.contents[1].elements, 24);
}

std::string small_body(const std::string& name, double x) {
  return fmt::format(R"toml(
[[body]]
name = "{}"
type = "rigid-3d"
mass = 1
inertia = [1, 1, 1]
position = [{}, 0, 0]
)toml",
                     name, x);
}

const std::string kPin = R"(
[[joint]]
name = "pin"
type = "spherical"
between = ["left", "right"]
at = [-1.5, 0, 0]
)";

TEST(Partition, JointKeepsSmallBodiesTogether) {
  const auto model = model_of(kSolid + block("bar", 0, 10, 19) + small_body("left", -2) +
                              small_body("right", -1) + kPin + kControl);
  const ModelPartition partition(*model, 2);
  const ModelGraph& graph = partition.of;
  ASSERT_EQ(graph.constraints.size(), 1);
  const auto bodies = graph.constraints.of(0);
  ASSERT_EQ(bodies.size(), 2U);
  const auto part = [&](int vertex) { return partition.part_of_vertex[vertex]; };
  EXPECT_EQ(part(bodies[0]), part(bodies[1]));
  EXPECT_EQ(part(bodies[0]), part(graph.nodes));
  EXPECT_EQ(partition.straddling_joints, 0);
  EXPECT_EQ(sum(partition, 4), 1);
  EXPECT_EQ(sum(partition, 5), 2);
  for (const char* load : {"dofs", "elements", "nonzeros"}) EXPECT_LE(share(partition, load), 0.55) << load;
}

TEST(Partition, JointThatMustStraddleIsCounted) {
  const auto model = model_of("[model]\ndimension = 3\n" + small_body("left", -2) + small_body("right", -1) +
                              kPin + kControl);
  const ModelPartition partition(*model, 3);  // the two bodies and the joint
  EXPECT_EQ(partition.straddling_joints, 1);
  for (const PartContent& part : partition.contents) {
    // The joint refers to 12 degrees of freedom, each body to its 3 rows.
    EXPECT_EQ(part.halo, part.joints == 1 ? 12 : 3);
    EXPECT_EQ(part.neighbours, part.joints == 1 ? 2 : 1);
  }
  const ModelPartition more(*model, 5);
  EXPECT_EQ(more.contents[4].dofs, 0);
}

TEST(Partition, ContactsThatAreFoundJoinBodies) {
  const auto at_gap = [](double gap) {
    const auto model = model_of(kSolid + block("a", 0, 2, 6) + block("b", 2 + gap, 2, 6) + R"toml(
[[contact]]
name = "between"
type = "surfaces"
surface = "a.x_max"
against = "b.x_min"
)toml" + kControl);
    return ModelPartition(*model, 2);
  };
  const ModelPartition close = at_gap(1e-3), far = at_gap(50);
  EXPECT_EQ(sum(close, 3), 18);
  EXPECT_EQ(sum(far, 3), 18);
  EXPECT_GT(close.of.contacts.size(), 0);
  EXPECT_EQ(far.of.contacts.size(), 0);
  EXPECT_GT(close.edges, far.edges);
  EXPECT_EQ(far.cut_edges, 0);
  EXPECT_EQ(sum(close, 2), sum(far, 2)) << "nonzeros of the stiffness do not count contacts";
}

TEST(Partition, DrawnCellsHaveThePartsOfTheirElements) {
  const auto model = model_of(kSolid + block("bar", 0, 10, 19) + kControl);
  const ModelPartition partition(*model, 2);
  const DrawnParts drawn = drawn_parts(*model, partition);
  EXPECT_EQ(drawn.points.size(), 180U);
  ASSERT_EQ(drawn.cells.size(), 76U);
  EXPECT_EQ(std::accumulate(drawn.cells.begin(), drawn.cells.end(), 0.0), 38);
  EXPECT_EQ(std::accumulate(drawn.points.begin(), drawn.points.end(), 0.0), 90);
}

class CheckPartition : public testing::Test {
 public:
  TemporaryFolder folder;
};

TEST_F(CheckPartition, TableAndFiles) {
  const Outcome outcome = jounce(
      folder.path(), {"check", kInputs + "block_against_wall.toml", "--partition", "2", "-o", "parts"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("partition among 2 ranks"));
  EXPECT_THAT(outcome.out, HasSubstr("largest share"));
  EXPECT_THAT(outcome.out, HasSubstr("0 of 0 joints on several parts"));
  const auto rows = lines(folder / "parts/partition.csv");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0], "part,dofs,elements,nonzeros,contact_nodes,joints,bodies,neighbours,halo");
  std::vector<double> sums(9, 0), largest(9, 0);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    std::istringstream cells(rows[i]);
    std::string cell;
    for (std::size_t k = 0; std::getline(cells, cell, ','); ++k) {
      sums.at(k) += std::stod(cell);
      largest.at(k) = std::max(largest.at(k), std::stod(cell));
    }
  }
  EXPECT_EQ(sums[1], 3 * 9 * 9 * 9);
  EXPECT_EQ(sums[2], 512);
  EXPECT_EQ(sums[3], 9 * 25 * 25 * 25);  // 3 x 3 blocks; 9 nodes in a row have 2 + 7 * 3 + 2 neighbours
  EXPECT_EQ(sums[4], 81);
  for (const std::size_t load : {1U, 2U, 3U, 4U}) EXPECT_LE(largest[load], 0.55 * sums[load]) << load;
  EXPECT_THAT(read(folder / "parts/partition.xdmf"), HasSubstr("part_of_cell"));
  EXPECT_THAT(read(folder / "parts/partition.png"), testing::StartsWith("\x89PNG"));
}

TEST_F(CheckPartition, DefaultFolderAndSameTableAgain) {
  const Arguments arguments = {"check", kInputs + "cook_membrane.toml", "--partition", "3"};
  const Outcome first = jounce(folder.path(), arguments), second = jounce(folder.path(), arguments);
  ASSERT_EQ(first.status, 0) << first.err;
  const auto table = [](const Outcome& outcome) {  // memory is measured
    return outcome.out.substr(0, outcome.out.find("  memory of a rank about "));
  };
  EXPECT_LT(table(first).size(), first.out.size());
  EXPECT_EQ(table(first), table(second));
  EXPECT_TRUE(std::filesystem::exists(folder / "cook_membrane.partition/partition.csv"));
}

TEST_F(CheckPartition, WithoutItNothingIsWritten) {
  const Outcome outcome = jounce(folder.path(), {"check", kInputs + "block_against_wall.toml"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, Not(HasSubstr("partition")));
  EXPECT_FALSE(std::filesystem::exists(folder / "block_against_wall.partition"));
}

TEST_F(CheckPartition, WrongNumbersOfParts) {
  for (const char* parts : {"0", "-1", "2.5", "two", "1000000000"}) {
    const Outcome outcome =
        jounce(folder.path(), {"check", kInputs + "block_against_wall.toml", "--partition", parts});
    EXPECT_EQ(outcome.status, 2) << parts;
    EXPECT_THAT(outcome.err, HasSubstr("--partition")) << parts;
    EXPECT_THAT(outcome.err, HasSubstr(parts));
  }
  const Outcome outcome =
      jounce(folder.path(), {"check", kInputs + "block_against_wall.toml", "-o", "parts"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--partition"));
}

TEST_F(CheckPartition, FileInTheWayOfTheFolder) {
  write(folder / "parts", "");
  const Outcome outcome = jounce(
      folder.path(), {"check", kInputs + "block_against_wall.toml", "--partition", "2", "-o", "parts"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("parts"));
}

}  // namespace
}  // namespace jounce::test
