#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "collision/broad_phase.h"
#include "collision/swept.h"
#include "contact/active_faces.h"
#include "contact/held_parts.h"
#include "contact/limited_reach.h"

namespace jounce {

/// Whether two surfaces, or parts of one, pass into each other in a step, however they are searched: nodes
/// move on straight lines, and a node that meets a face, or an edge that meets an edge, from outside is a
/// crossing (collision/swept.h).
///
/// What contacts may overlap is left out: each surface is taken as it is half a share of a wall further
/// inside, so that a crossing is as deep as this share of the thinner of the two walls: kLong of it in steps
/// that go farther than that, kShort in others, whose crossings shorter steps would not mend. What crosses is
/// held from then on where it can be, so that kLong serves in all steps; what is deeper at kShort, or is held
/// and has no row, crosses there. The wall at a node is the way from it through its body in the initial
/// state, at most kDepth times the size of its faces, and no more than what is left of it when the body is
/// squeezed. Within a surface, what is joined by a face or across a wall is left out: elements that turn
/// inside out are no contact, and sharper folds no mesh has. Quads are two triangles, faces of second order
/// those of their corners; edges between faces that are nearly in one plane are left out. Steps that are very
/// short against the walls are looked at together.
class SweptSurfaces {
 public:
  /// The rests of the boundaries of the bodies serve to find the walls.
  /// @param held  takes nodes that pass into faces; null where nothing can hold them
  SweptSurfaces(const ContactSurface& surface, const ContactSurface& surface_rest,
                const ContactSurface& opposite, const ContactSurface& opposite_rest, bool is_self,
                HeldParts* held = nullptr);

  /// The first crossing in a step. States are those of one run, in its order; a step may be tried again.
  std::optional<Crossing> find(const State& begin, const State& end);
  /// Wall behind a node of the first or the second surface, in the initial state; infinite at the middle of
  /// an edge of second order.
  double wall_behind(bool first, int node) const {
    const double wall = (first ? sides_.front() : sides_.back()).wall[node];
    return wall > 0 ? wall : std::numeric_limits<double>::infinity();
  }
  /// The typical wall of the first or the second surface: nodes where a body is cut have none of their own.
  double typical_wall(bool first) const { return (first ? sides_.front() : sides_.back()).typical; }
  /// Whether some of two lists of nodes of one surface are joined by a face or across a wall.
  bool are_joined(std::span<const int> a, std::span<const int> b) const;

 private:
  static constexpr double kDepth = 4;
  static constexpr double kLong = 0.25, kShort = HeldParts::kDeepest;
  static constexpr double kTogether = 0.05;   ///< of the wall, that steps go which are looked at together
  static constexpr double kTolerance = 1e-3;  ///< of meetings, of the wall

  struct Triangle {
    std::array<int, 3> nodes;  ///< in the plane two
    int face;
    std::array<std::uint8_t, 3> has_node = {}, has_edge = {};  ///< looked at with this triangle
    std::array<int, 3> neighbour = {-1, -1, -1};               ///< across the edge that begins at each node
  };
  /// Where the way from a node inwards leaves the body: a triangle of the side, or behind these of its rest.
  struct Foot {
    int triangle = -1;  ///< -1: nowhere near
    std::array<double, 3> N = {};
  };
  struct Side {
    Side(const ContactSurface& of, const ContactSurface& rest_of)
        : surface(&of), rest(&rest_of), active(of), active_rest(rest_of) {}
    const ContactSurface *surface, *rest;
    ActiveFaces active, active_rest;
    std::vector<Triangle> triangles;  ///< of the faces that are there
    std::vector<Triangle> rest_triangles;
    std::vector<std::vector<int>> joined;                 ///< to each node of self contact
    std::vector<double> wall;                             ///< of their nodes, in the initial state
    std::vector<double> wall_now;                         ///< the least of it at the beginning and the end
    std::vector<Foot> feet;                               ///< of the nodes
    double typical = 0;                                   ///< wall
    std::array<std::vector<Vector3>, 2> normals, places;  ///< of the nodes, at the beginning and the end
    std::vector<Vector3> last;                            ///< places at the last look

    collision::Path path(int node) const { return {places[0][node], places[1][node]}; }
  };
  /// Whether a node is one of these, or joined to one; of self contact.
  static bool is_joined(const Side& side, int node, std::span<const int> others);
  int corners() const { return dimension_ == 2 ? 2 : 3; }
  /// Triangles, in the plane edges, of the corners of the faces that are there.
  static std::vector<Triangle> triangles_of(const ContactSurface& surface, const ActiveFaces& active);
  void build(Side& side);
  void find_walls(Side& side);
  /// Finds what is joined to each node: by a face, or across the wall behind it.
  void join_nodes(Side& side);
  /// Finds wall_now, along the normals of now.
  void follow_walls(Side& side, const State& begin, const State& end) const;
  /// Unit normals of nodes at these places; zero where they have no faces.
  void find_normals(const std::vector<Triangle>& triangles, const std::vector<Vector3>& places,
                    std::vector<Vector3>& normals) const;
  static void find_places(const Side& side, const State& state, std::vector<Vector3>& places);
  /// Farthest way of a node in a step, beside the mean one.
  double motion(const State& begin, const State& end) const;
  /// Moves the surface inside, at the beginning and the end.
  void shrink(Side& side, double share, double other_wall) const;
  double wall() const;  ///< the thinner of the typical ones; infinite between points
  Vector3 normal(const Side& side, const Triangle& triangle, double time) const;
  std::size_t number_of(const Side& side) const { return static_cast<std::size_t>(&side - sides_.data()); }
  /// The way of a node of something that may pass: of what is held, farther inside its own body.
  collision::Path path_of(const Side& side, int node, bool is_held) const;
  /// Whether a node or an edge is held, and whether a row holds it already.
  template <typename Part>
  bool holds(const Side& side, const Part& part) const {
    return held_ != nullptr && held_->has(number_of(side), part);
  }
  template <typename Part>
  bool touches(const Side& side, const Part& part) const {
    return held_ != nullptr && held_->touches(number_of(side), part);
  }
  void add_boxes(const Side& side);
  void meet_nodes(const Side& a, const Triangle& i, const Side& b, const Triangle& j,
                  std::optional<Crossing>& first);
  void meet_edges(const Side& a, const Triangle& i, const Side& b, const Triangle& j,
                  std::optional<Crossing>& first);

  int dimension_;
  std::vector<Side> sides_;  ///< one where the two are the same
  HeldParts* held_;

  static void widen(collision::Bounds& box, const Vector3& x) {
    box.low = box.low.cwiseMin(x);
    box.high = box.high.cwiseMax(x);
  }

  double moved_ = 0;  ///< way since the last look
  /// What holds if the step is accepted: if the next one begins at this time.
  struct Pending {
    double time = std::numeric_limits<double>::quiet_NaN(), moved = 0;
  } pending_;

  // workspace
  collision::BroadPhase broad_phase_;
  std::vector<collision::Bounds> boxes_;
  std::vector<std::array<int, 2>> pairs_, of_box_;  ///< of every box: side and triangle
  std::vector<int> groups_;
  struct Passing {
    std::size_t side;
    std::array<int, 2> nodes;  ///< of a node twice the same
    Vector3 n;                 ///< out of the face that a node passes into
  };
  std::vector<Passing> passing_;
};

}  // namespace jounce
