#include "mesh/mesh_cut.h"

#include <metis.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <stdexcept>

namespace jounce {
namespace {

int highest_dimension(const Mesh& mesh) {
  int dimension = 0;
  for (const Mesh::Cells& cells : mesh.cells)
    dimension = std::max(dimension, topology(cells.shape).dimension);
  return dimension;
}

/// Calls visit(shape's place, number, nodes) for the cells of a dimension, or of those below it.
template <class Visit>
void each_cell(const Mesh& mesh, const auto& wanted, const Visit& visit) {
  for (std::size_t place = 0; place < mesh.cells.size(); ++place) {
    const Mesh::Cells& cells = mesh.cells[place];
    if (!wanted(topology(cells.shape).dimension)) continue;
    for (std::size_t i = 0; i < cells.size(); ++i) visit(place, i, cells.cell(i));
  }
}

/// Parts of the cells of highest dimension of all meshes, one after another.
std::vector<int> cut_cells(std::span<const Mesh> meshes, int parts) {
  std::vector<idx_t> starts = {0}, corners;
  idx_t first = 0, common = std::numeric_limits<idx_t>::max();
  for (const Mesh& mesh : meshes) {
    const int dimension = highest_dimension(mesh);
    common = std::min<idx_t>(common, std::max(1, dimension));
    each_cell(
        mesh, [&](int d) { return d == dimension; },
        [&](std::size_t place, std::size_t, std::span<const int> nodes) {
          const auto count = static_cast<std::size_t>(topology(mesh.cells[place].shape).corners);
          for (const int node : nodes.first(count)) corners.push_back(first + node);
          starts.push_back(static_cast<idx_t>(corners.size()));
        });
    first += static_cast<idx_t>(mesh.points.size());
  }
  idx_t cells = static_cast<idx_t>(starts.size()) - 1, count = parts, cut = 0;
  std::vector<idx_t> of_cells(starts.size() - 1, 0);
  // METIS 5.1 answers one part, and no cells, with a floating point exception.
  if (parts == 1 || cells <= count) {
    for (idx_t i = 0; i < cells; ++i) of_cells[static_cast<std::size_t>(i)] = i % count;
    return {of_cells.begin(), of_cells.end()};
  }
  std::array<idx_t, METIS_NOPTIONS> options;
  METIS_SetDefaultOptions(options.data());
  options[METIS_OPTION_SEED] = 1;
  options[METIS_OPTION_NUMBERING] = 0;
  std::vector<idx_t> of_points(static_cast<std::size_t>(first));
  const int status =
      METIS_PartMeshDual(&cells, &first, starts.data(), corners.data(), nullptr, nullptr, &common, &count,
                         nullptr, options.data(), &cut, of_cells.data(), of_points.data());
  if (status != METIS_OK) throw std::runtime_error("METIS could not cut the meshes into parts");
  return {of_cells.begin(), of_cells.end()};
}

/// The cells of highest dimension around every point, as part and nodes.
class CellsAround {
 public:
  CellsAround(const Mesh& mesh, const std::vector<std::vector<int>>& of_cells)
      : starts_(mesh.points.size() + 1) {
    const int highest = highest_dimension(mesh);
    const auto each = [&](const auto& visit) {
      each_cell(
          mesh, [&](int d) { return d == highest; }, visit);
    };
    each([&](std::size_t, std::size_t, std::span<const int> nodes) {
      for (const int node : nodes) ++starts_[static_cast<std::size_t>(node) + 1];
    });
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    cells_.resize(starts_.back());
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    each([&](std::size_t place, std::size_t i, std::span<const int> nodes) {
      for (const int node : nodes)
        cells_[next[static_cast<std::size_t>(node)]++] = {nodes, of_cells[place][i]};
    });
  }
  /// The lowest part of the cells that have all these nodes; 0 where there is none. @param cut  set where
  /// they are of several parts
  int part_with(std::span<const int> nodes, bool& cut) const {
    int lowest = std::numeric_limits<int>::max(), highest = -1;
    const auto first = static_cast<std::size_t>(nodes.front());
    for (std::size_t k = starts_[first]; k < starts_[first + 1]; ++k)
      if (std::ranges::all_of(nodes, [&](int node) { return std::ranges::count(cells_[k].nodes, node) > 0; }))
        lowest = std::min(lowest, cells_[k].part), highest = std::max(highest, cells_[k].part);
    cut = cut || highest > lowest;
    return lowest < std::numeric_limits<int>::max() ? lowest : 0;
  }

 private:
  struct Cell {
    std::span<const int> nodes;
    int part = 0;
  };
  std::vector<std::size_t> starts_;
  std::vector<Cell> cells_;
};

std::size_t dimension_of(const Mesh::Cells& cells) {
  return static_cast<std::size_t>(topology(cells.shape).dimension);
}

/// Places here of those numbers that are here. @param in_list  where these stand among the numbers
std::vector<int> restrict_to(const std::vector<int>& places, const std::vector<int>& numbers,
                             std::vector<int>* in_list = nullptr) {
  std::vector<int> here;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const int place = places[static_cast<std::size_t>(numbers[i])];
    if (place < 0) continue;
    here.push_back(place);
    if (in_list != nullptr) in_list->push_back(static_cast<int>(i));
  }
  return here;
}

}  // namespace

std::size_t cells_of_highest_dimension(const Mesh& mesh) {
  std::size_t count = 0;
  const int highest = highest_dimension(mesh);
  for (const Mesh::Cells& cells : mesh.cells)
    if (topology(cells.shape).dimension == highest) count += cells.size();
  return count;
}

MeshCut::MeshCut(std::span<const Mesh> meshes, int parts) : meshes_(meshes) {
  const std::vector<int> of_highest = cut_cells(meshes, parts);
  const std::set<int> used(of_highest.begin(), of_highest.end());
  has_all_parts_ = used.size() == static_cast<std::size_t>(parts);
  auto next = of_highest.begin();
  for (const Mesh& mesh : meshes) {
    Parts& own = parts_.emplace_back();
    for (const Mesh::Cells& cells : mesh.cells) own.of_cells.emplace_back(cells.size(), 0);
    const int highest = highest_dimension(mesh);
    each_cell(
        mesh, [&](int d) { return d == highest; },
        [&](std::size_t place, std::size_t i, std::span<const int>) { own.of_cells[place][i] = *next++; });
    const CellsAround around(mesh, own.of_cells);
    own.owners.assign(mesh.points.size(), parts);
    const auto take = [&](std::size_t place, std::size_t i, std::span<const int> nodes) {
      for (const int node : nodes) {
        int& owner = own.owners[static_cast<std::size_t>(node)];
        owner = std::min(owner, own.of_cells[place][i]);
      }
    };
    each_cell(
        mesh, [&](int d) { return d < highest; },
        [&](std::size_t place, std::size_t i, std::span<const int> nodes) {
          // Sides alone: edges of solids may be where parts meet.
          bool is_cut = false;
          own.of_cells[place][i] = around.part_with(nodes, is_cut);
          cuts_inner_faces_ |= is_cut && topology(mesh.cells[place].shape).dimension == highest - 1;
        });
    each_cell(
        mesh, [](int) { return true; }, take);
    for (int& owner : own.owners)
      if (owner == parts) owner = 0;
  }
}

Mesh MeshCut::part(std::size_t number, int part) const {
  const Mesh& whole = meshes_[number];
  Places places;
  auto share = std::make_shared<Mesh::Share>();
  Mesh own;
  own.name = whole.name;
  take_cells(whole, parts_[number], part, places, *share);
  take_points(whole, parts_[number], part, places, own, *share);
  for (std::size_t place = 0; place < whole.cells.size(); ++place) {
    const Mesh::Cells& cells = whole.cells[place];
    Mesh::Cells& here = own.cells.emplace_back(Mesh::Cells{cells.shape, {}});
    for (const int i : share->cell_numbers[place])
      for (const int node : cells.cell(static_cast<std::size_t>(i)))
        here.nodes.push_back(places.points[static_cast<std::size_t>(node)]);
  }
  take_groups(whole, places, own, *share);
  own.share = std::move(share);
  return own;
}

/// Which cells and their points are here.
void MeshCut::take_cells(const Mesh& whole, const Parts& parts, int part, Places& places,
                         Mesh::Share& share) {
  places.is_in_cell.assign(whole.points.size(), 0);
  places.is_here.assign(whole.points.size(), 0);
  for (std::size_t place = 0; place < whole.cells.size(); ++place) {
    const Mesh::Cells& cells = whole.cells[place];
    share.cells += cells.size();
    share.shape_cells.push_back(cells.size());
    share.dimensions[dimension_of(cells)] |= cells.size() > 0;
    auto& numbers = share.cell_numbers.emplace_back();
    auto& own = places.cells.emplace_back(cells.size(), -1);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const bool is_here = parts.of_cells[place][i] == part;
      for (const int node : cells.cell(i)) {
        places.is_in_cell[static_cast<std::size_t>(node)] = 1;
        if (is_here) places.is_here[static_cast<std::size_t>(node)] = 1;
      }
      if (!is_here) continue;
      own[i] = static_cast<int>(numbers.size());
      numbers.push_back(static_cast<int>(i));
    }
  }
}

void MeshCut::take_points(const Mesh& whole, const Parts& parts, int part, Places& places, Mesh& own,
                          Mesh::Share& share) {
  share.points = whole.points.size();
  places.points.assign(whole.points.size(), -1);
  for (std::size_t i = 0; i < whole.points.size(); ++i) {
    if (places.is_here[i] == 0 && (places.is_in_cell[i] != 0 || part != 0)) continue;
    places.points[i] = static_cast<int>(own.points.size());
    own.points.push_back(whole.points[i]);
    share.point_numbers.push_back(static_cast<int>(i));
    share.owners.push_back(parts.owners[i]);
  }
}

void MeshCut::take_groups(const Mesh& whole, const Places& places, Mesh& own, Mesh::Share& share) {
  for (const Mesh::Group& group : whole.groups) {
    auto& in_list = share.group_places.emplace_back();
    Mesh::Group here{group.name, restrict_to(places.points, group.points, &in_list)};
    auto& dimensions = share.group_dimensions.emplace_back();
    for (std::size_t place = 0; place < group.cells.size(); ++place) {
      dimensions[dimension_of(whole.cells[place])] |= !group.cells[place].empty();
      here.cells.push_back(restrict_to(places.cells[place], group.cells[place]));
    }
    share.group_points.push_back(group.points.size());
    own.groups.push_back(std::move(here));
  }
}

}  // namespace jounce
