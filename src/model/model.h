#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mesh/mesh.h"
#include "model/body_exchange.h"
#include "model/body_shape.h"
#include "model/flexible_body.h"
#include "model/system.h"
#include "params/named_list.h"

namespace jounce {

/// A body or a mesh as it is drawn in results: points and cells between them.
struct Drawing {
  enum class Cells : std::uint8_t { vertices, lines, polygons };

  std::string name;
  std::vector<std::shared_ptr<const Marker>> markers;  ///< points that follow markers, or
  std::vector<Index> node_dofs;                        ///< nodes with `coordinates` degrees of freedom each
  int coordinates = 0;
  Cells kind = Cells::vertices;
  std::vector<std::vector<int>> cells;  ///< indices into the points; of bodies: empty, each is one
  std::vector<std::uint8_t> types;      ///< VTK types of the cells; empty: as `kind` says
  bool is_of_bodies = false;            ///< points are centres of rigid bodies, one each
  /// Of a mesh in parts: what it is part of, and numbers of the cells that ascend in the whole drawing.
  std::shared_ptr<const Mesh::Share> share = {};
  std::vector<std::int64_t> cell_numbers = {};

  std::size_t all_points() const { return share != nullptr ? share->points : points(); }
  std::size_t points() const {
    return coordinates > 0 ? node_dofs.size() / static_cast<std::size_t>(coordinates) : markers.size();
  }
};

struct Model;

/// The elements of a flexible body as a model of their own, on which stresses and section forces are
/// recovered.
struct FlexiblePart {
  std::string body;
  std::shared_ptr<const Model> own;
  std::shared_ptr<const FlexibleBody> data;
  std::vector<Index> elastic;  ///< degrees of freedom of the elastic coordinates in the whole system

  /// State of `own` displaced and deformed (not moved) as the body is in its frame.
  State recover(const State& state) const;
};

/// A System together with the names by which decks, sensors, results and messages refer to its parts.
struct Model {
  System system;
  int dimension = 2;
  params::NamedList<Mesh> meshes;
  std::vector<Drawing> drawings;
  /// The ground, every body's centre, every mesh group of one node and every declared marker.
  params::NamedList<std::pair<std::string, std::shared_ptr<const Marker>>> markers;

  /// Names of markers that other ranks have, where the model is in parts.
  params::NamePlaces elsewhere;

  std::vector<BodyShape> idle_shapes;  ///< that no contact looks at: they are only drawn
  std::vector<FlexiblePart> flexible_parts;
  std::vector<std::string> frictionless_joints;  ///< whose deck gives a friction of zero
  BodyExchange exchange;                         ///< bodies that come and go

  std::shared_ptr<const Marker> find_marker(const std::string& name) const;
  bool is_elsewhere(const std::string& marker) const { return elsewhere.find(marker) >= 0; }
  int find_constraint(const std::string& name) const;    ///< -1 when there is none
  int find_contact_pair(const std::string& name) const;  ///< -1 when there is none
  const ElementBlock* find_block(const std::string& name) const;
  /// The flexible body with an element of this name; nullptr when there is none.
  const FlexiblePart* find_flexible_part(const std::string& element) const;
};

}  // namespace jounce
