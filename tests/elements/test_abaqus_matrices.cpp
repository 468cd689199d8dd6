// Mass and stiffness matrices that Abaqus exported for a block of C3D4, C3D8 and C3D20 (data that come with
// EXUDYN). They lie outside the repository (folder shared/data beside the checkout); without them the test
// says so and is skipped.

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "../support/solids.h"

namespace jounce {
namespace {

using namespace test;
namespace fs = std::filesystem;

std::optional<fs::path> data_folder() {
  const fs::path folder = fs::path(JOUNCE_SOURCE_DIR) / ".." / "shared" / "data" / "abaqus-elements";
  if (fs::is_directory(folder)) return folder;
  std::puts("the Abaqus matrices (shared/data/abaqus-elements) are not here; nothing is compared");
  return std::nullopt;
}

std::vector<double> numbers_of(std::string line) {
  for (char& c : line)
    if (c == ',') c = ' ';
  std::istringstream stream(line);
  std::vector<double> numbers;
  for (double x = 0; stream >> x;) numbers.push_back(x);
  return numbers;
}

/// The cards *Node and *Element of a deck; nodes and elements are numbered from 1 without gaps.
SolidCells read_cells(const fs::path& file, CellShape shape) {
  std::ifstream stream(file);
  std::vector<double> places;
  std::vector<int> nodes;
  std::string card;
  std::size_t wanted = 0;  // entries of an element still to come
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind('*', 0) == 0) {
      card = line.substr(0, line.find_first_of(",\r"));
      continue;
    }
    const auto numbers = numbers_of(line);
    if (card == "*Node") places.insert(places.end(), numbers.begin() + 1, numbers.begin() + 4);
    if (card != "*Element") continue;
    const std::size_t first = wanted == 0 ? 1 : 0;
    if (first == 1) wanted = static_cast<std::size_t>(topology(shape).nodes);
    for (std::size_t i = first; i < numbers.size(); ++i, --wanted)
      nodes.push_back(static_cast<int>(numbers[i]) - 1);
  }
  return solid_cells(shape, std::move(places), std::move(nodes));
}

/// Lines "row column value" from 1, both triangles.
DenseMatrix read_matrix(const fs::path& file, Index size) {
  DenseMatrix matrix = DenseMatrix::Zero(size, size);
  std::ifstream stream(file);
  Index i = 0, j = 0;
  for (double value = 0; stream >> i >> j >> value;) matrix(i - 1, j - 1) = value;
  return matrix;
}

struct Comparison {
  double largest;  ///< difference over the largest entry
  double entries;  ///< largest relative difference of the entries above 1e-6 of the largest one
};

Comparison compare(const DenseMatrix& computed, const DenseMatrix& expected) {
  const double scale = expected.cwiseAbs().maxCoeff();
  Comparison c{(computed - expected).cwiseAbs().maxCoeff() / scale, 0};
  for (Index i = 0; i < expected.size(); ++i) {
    const double x = expected.data()[i];
    if (std::abs(x) > 1e-6 * scale)
      c.entries = std::max(c.entries, std::abs(computed.data()[i] - x) / std::abs(x));
  }
  return c;
}

void compare_block(const std::string& name, CellShape shape, bool lumped) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "no data";
  SolidProperties p = elastic(2e11, 0.3, 2900);
  p.formulation = SolidFormulation::b_bar;
  p.lumped = lumped;
  const SolidCells cells = read_cells(*folder / (name + ".inp"), shape);
  const State state = rest(cells);
  ASSERT_GT(cells.size(), 2U);
  ASSERT_EQ(find_inverted(cells), cells.size());
  const auto block = solid(cells, p);
  const Comparison K =
      compare(stiffness(*block, state), read_matrix(*folder / (name + "_STIF1.mtx"), state.q.size()));
  const Comparison M =
      compare(mass(*block, state), read_matrix(*folder / (name + "_MASS1.mtx"), state.q.size()));
  std::printf("%s: K %.1e (entries %.1e), M %.1e (entries %.1e)\n", name.c_str(), K.largest, K.entries,
              M.largest, M.entries);
  // round-off of sums over points and elements; the files have 16 digits
  EXPECT_LT(K.largest, 1e-13);
  EXPECT_LT(M.largest, 1e-13);
  EXPECT_LT(K.entries, 1e-11);
  EXPECT_LT(M.entries, 1e-11);
}

TEST(AbaqusMatrices, C3D4) { compare_block("blockC3D4", CellShape::tetrahedron4, true); }
TEST(AbaqusMatrices, C3D8) { compare_block("blockC3D8", CellShape::hexahedron8, true); }
TEST(AbaqusMatrices, C3D20) { compare_block("blockC3D20", CellShape::hexahedron20, false); }

}  // namespace
}  // namespace jounce
