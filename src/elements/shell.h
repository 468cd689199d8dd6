#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "elements/shell_section.h"
#include "mesh/cell_shape.h"
#include "model/element.h"

namespace jounce {

/// What a shell is made of, apart from its section.
struct ShellProperties {
  bool lumped = false;
  bool scaled_rotary_inertia = false;  ///< j of at least m A / 8
  double drilling = 0;                 ///< share of the membrane shear stiffness
  double alpha = 0, beta = 0;          ///< Rayleigh damping
  shell::MembraneShear membrane_shear = shell::MembraneShear::mean;
};

/// The cells of one shape of a shell, with the nodes they use.
struct ShellCells {
  CellShape shape = CellShape::quadrilateral4;
  std::string mesh;
  std::vector<int> numbers;     ///< of the cells in Mesh::Cells
  std::vector<int> in_whole;    ///< of a part of a block: places of the cells in the whole; empty: the same
  std::vector<int> nodes;       ///< places in `points`, one cell after another
  std::vector<int> points;      ///< of the mesh, one for each node
  std::vector<Vector3> places;  ///< of the nodes
  std::vector<Vector3> directors;          ///< unit, of the corners of the cells, one cell after another
  std::vector<std::array<Index, 6>> dofs;  ///< of the nodes: translations, rotations
  std::vector<Index> quaternions;          ///< place of w in q, of the nodes

  std::size_t size() const { return numbers.size(); }
  std::size_t place_in_whole(std::size_t i) const {
    return in_whole.empty() ? i : static_cast<std::size_t>(in_whole[i]);
  }
  std::span<const int> cell(std::size_t i) const {
    const auto n = static_cast<std::size_t>(topology(shape).nodes);
    return std::span<const int>(nodes).subspan(i * n, n);
  }
};

/// Stresses on the two faces, and forces and moments of the section, at the nodes of shells.
const QuantityType& shell_top_stress_quantity();
const QuantityType& shell_bottom_stress_quantity();
const QuantityType& shell_force_quantity();

/// What loads, contacts and drawings ask shells for.
class ShellElements : public ElementBlock {
 public:
  ShellElements(std::string name, ShellCells cells, shell::Section section, const ShellProperties& properties,
                const Vector3& direction)
      : ElementBlock(std::move(name)),
        cells_(std::move(cells)),
        section_(std::move(section)),
        properties_(properties),
        direction_(direction) {}

  const ShellCells& cells() const { return cells_; }
  const shell::Section& section() const { return section_; }
  const ShellProperties& properties() const { return properties_; }

  Connectivity connectivity() const override;
  int shareable() const override { return static_cast<int>(cells_.size()); }
  std::unique_ptr<ElementBlock> part(std::span<const int> elements) const override;

 private:
  ShellCells cells_;
  shell::Section section_;
  ShellProperties properties_;
  Vector3 direction_;
};

/// The block of shell elements of these cells. Preconditions: all cells have an area at their corners.
/// @param direction      its part in the surface is local axis 1
/// @param first_history  place of the block's array in State::history; -1 without history
std::unique_ptr<ShellElements> make_shell(std::string name, ShellCells cells, shell::Section section,
                                          const ShellProperties& properties, const Vector3& direction,
                                          int first_history);

/// The blocks of shells among those of a system.
std::vector<const ShellElements*> shells_of(const std::vector<std::unique_ptr<ElementBlock>>& blocks);

}  // namespace jounce
