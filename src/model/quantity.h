#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "mesh/cell_shape.h"
#include "model/state.h"
#include "params/dimension.h"

namespace jounce {

/// Numbers of a quantity that belong together: a scalar, a vector, or a tensor.
struct QuantityPart {
  std::string field;                         ///< name of the field that shows it; empty: no field
  params::Dimension unit;                    ///< of all its numbers
  std::vector<std::string> components = {};  ///< names in [[history]]; none of a single number
  bool is_moment = false;                    ///< "N m" in histories, not "J"
  /// Stresses in the order of Voigt (11, 22, 33, 12, 13, 23) and in fixed axes: histories and fields show von
  /// Mises' value as well, and those of flexible bodies turn with them.
  bool is_stress = false;

  std::size_t size() const { return components.empty() ? 1 : components.size(); }
};

/// A result that elements offer to histories and fields. An element's part (ModelPart) or a material's
/// declares it, their blocks evaluate it (ElementQuantity).
struct QuantityType {
  std::string name;    ///< `quantity` of [[history]]
  std::string bearer;  ///< what has it, for messages: "bar", "beam", "solid element"
  std::vector<QuantityPart> parts;
  /// Of a history of a mesh or mesh group: the value of greatest magnitude among its nodes, each with the
  /// mean over its elements. Else `of` is the name of an element.
  bool is_nodal = false;
  bool is_numbered = true;       ///< else the block is one element, and [[history]] needs no number
  bool is_non_negative = false;  ///< an extrapolation below zero is zero

  std::size_t size() const;  ///< numbers of all parts
};

/// A quantity of the elements of one block.
struct ElementQuantity {
  const QuantityType* type = nullptr;
  std::size_t elements = 0;
  /// Values (QuantityType::size) at the place xi, from -1 at the first to 1 at the second node; null where
  /// the quantity is nodal.
  std::function<void(const State& state, std::size_t element, double xi, std::span<double> values)> at;
  /// Values at the nodes of Connectivity, one node after another; null where no field shows the quantity.
  std::function<void(const State& state, std::size_t element, std::span<double> values)> at_nodes;
  /// Adds the same of all elements that are not deleted to the sums at the nodes (Connectivity::dofs), one
  /// node after another; null: the elements are asked one by one.
  std::function<void(const State& state, std::span<double> sums)> add_at_nodes = {};
};

/// The elements of a block as cells between nodes. The same node may stand in `dofs` several times.
struct Connectivity {
  CellShape shape = CellShape::line2;
  std::vector<int> nodes = {};   ///< places in `dofs`, one cell after another
  std::vector<Index> dofs = {};  ///< first degree of freedom of each node
  std::string mesh = {};         ///< of `points`; empty where they are not known
  std::vector<int> points = {};  ///< point of the mesh of each node

  std::size_t size() const { return nodes.size() / static_cast<std::size_t>(topology(shape).nodes); }
  std::span<const int> cell(std::size_t i) const {
    const auto n = static_cast<std::size_t>(topology(shape).nodes);
    return std::span<const int>(nodes).subspan(i * n, n);
  }
  /// Appends a cell with nodes of its own, given by their first degrees of freedom.
  void add(std::span<const Index> first_dofs) {
    for (const Index dof : first_dofs) {
      nodes.push_back(static_cast<int>(dofs.size()));
      dofs.push_back(dof);
    }
  }
};

/// A quantity of two-node lines, at whose nodes xi is -1 and 1.
ElementQuantity line_quantity(
    const QuantityType& type, std::size_t elements,
    const std::function<void(const State&, std::size_t element, double xi, std::span<double> values)>& at);

}  // namespace jounce
