#include <array>
#include <fstream>
#include <map>
#include <utility>

#include "shell_sheet.h"

namespace jounce::test {

namespace {

using PatchCell = std::vector<int>;

std::vector<PatchCell> patch_cells(bool triangles) {
  const std::vector<PatchCell> quadrilaterals = {
      {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}, {4, 5, 6, 7}};
  if (!triangles) return quadrilaterals;
  std::vector<PatchCell> cells;
  for (const PatchCell& c : quadrilaterals) {
    cells.push_back({c[0], c[1], c[2]});
    cells.push_back({c[0], c[2], c[3]});
  }
  return cells;
}

}  // namespace

std::unique_ptr<Model> patch(const ShellKind& kind) {
  std::vector<std::array<double, 2>> places = {{0, 0},     {2.4, 0},   {2.4, 1.2}, {0, 1.2},
                                               {0.4, 0.2}, {1.8, 0.3}, {1.6, 0.8}, {0.8, 0.8}};
  const bool triangles = kind.cells == "triangles";
  std::vector<PatchCell> cells = patch_cells(triangles);
  std::map<std::pair<int, int>, int> middles;
  for (PatchCell& cell : cells) {
    const std::size_t corners = cell.size();
    for (std::size_t k = 0; kind.order == 2 && k < corners; ++k) {
      const auto [a, b] = std::minmax(cell[k], cell[(k + 1) % corners]);
      const auto [at, added] = middles.try_emplace({a, b}, static_cast<int>(places.size()));
      const auto &from = places[static_cast<std::size_t>(a)], &to = places[static_cast<std::size_t>(b)];
      const std::array<double, 2> half = {(from[0] + to[0]) / 2, (from[1] + to[1]) / 2};
      if (added) places.push_back(half);
      cell.push_back(at->second);
    }
  }
  const int type = triangles ? (kind.order == 1 ? 2 : 9) : (kind.order == 1 ? 3 : 16);
  const std::string file = testing::TempDir() + fmt::format("shell_patch_{}.msh", type);
  std::ofstream out(file);
  out << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" << places.size() << '\n';
  for (std::size_t i = 0; i < places.size(); ++i)
    out << i + 1 << ' ' << places[i][0] << ' ' << places[i][1] << " 0\n";
  out << "$EndNodes\n$Elements\n" << cells.size() << '\n';
  for (std::size_t i = 0; i < cells.size(); ++i) {
    out << i + 1 << ' ' << type << " 2 1 1";
    for (const int node : cells[i]) out << ' ' << node + 1;
    out << '\n';
  }
  out << "$EndElements\n";
  out.close();
  return build(fmt::format("[[material]]\nname = \"m\"\nE = {}\nnu = {}\nrho = 1.5\n[[mesh]]\nname = \"l\"\n"
                           "type = \"gmsh\"\nfile = \"{}\"\n[[element]]\nname = \"plate\"\ntype = "
                           "\"shell\"\nmesh = \"l\"\nmaterial = \"m\"\nthickness = {}\ndrilling = 1e-3\n",
                           kShellE, kShellNu, file, kShellH),
               3);
}

}  // namespace jounce::test
