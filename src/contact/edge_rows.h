#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "collision/broad_phase.h"
#include "contact/edge_point.h"
#include "contact/moved_nodes.h"
#include "contact/surface_edges.h"

namespace jounce {

/// Contact of the ridges of two surfaces, or of one with itself: where the edge of one body crosses that of
/// the other, no node meets a face. A row is the closest points of two edges (EdgePoint), found where these
/// lie within both and n is a direction from which either can be touched: between the normals of its two
/// faces, by more than an angle, since nearly flat parts are what nodes and faces are for (the two arcs cross
/// on the sphere of normals: D. Gregorius, The Separating Axis Test between Convex Polyhedra, Game Developers
/// Conference 2013). Edges that overlap are in contact where no way out along one of their faces is shorter,
/// and where it is not the other side of a wall that is near.
class EdgeRows {
 public:
  /// What is known of two edges of the same surface: nodes that belong together never touch.
  using AreJoined = std::function<bool(const std::array<int, 2>&, const std::array<int, 2>&)>;
  /// Thickness of the body behind a node of the first or second surface.
  using Wall = std::function<double(bool first, int node)>;

  EdgeRows(const ContactSurface& surface, const ContactSurface& rest, const ContactSurface& opposite,
           const ContactSurface& opposite_rest, bool is_self, Wall wall, AreJoined are_joined);

  static bool has(const ContactRow& row) { return row.point < 0; }

  /// Appends the rows within an envelope.
  void search(const State& state, double envelope, int pair_number, const ContactLaw& law,
              std::vector<ContactRow>& rows);
  std::string name_of(const ContactRow& row) const;
  void append_dofs(const ContactRow& row, std::vector<Index>& dofs) const;
  EdgePoint point(const State& state, const ContactRow& row) const;

 private:
  static constexpr double kReach = 0.25;       ///< of candidates beyond the envelope, of the shortest edge
  static constexpr double kNearlyFlat = 0.99;  ///< the same of candidates, which may bend further
  static constexpr double kBetween = 0.05;     ///< least component of n out of both faces: sine of an angle
  static constexpr double kBarelyBetween = -0.02;  ///< the same where corners and faces do not hold the edges
  static constexpr double kHeld = 0.02;            ///< of the edges, an overlap that means of corners allow
  static constexpr double kParallel = 0.1;         ///< sine of the angle between edges that cross nowhere
  static constexpr double kDeep = 0.5;             ///< of a wall and of the edges, an overlap that is none

  /// Numbers of the edge of the first surface and of that of the second.
  std::array<std::size_t, 2> edges_of(const ContactRow& row) const;
  const SurfaceEdges& edges(std::size_t side) const { return side == 0 ? edges_.front() : edges_.back(); }
  EdgePoint point(const State& state, std::size_t i, std::size_t j, double sign) const;
  void find_candidates(const State& state, double reach);
  /// Whether two edges touch within an envelope; finds the sign of n.
  bool touch(const State& state, std::size_t i, std::size_t j, double envelope, double& sign) const;
  /// Whether two edges overlap by a depth along n that is the shortest way out, through a part of a wall.
  bool overlap(const SurfaceEdges::Frame& a, const SurfaceEdges::Frame& b, const EdgePoint& at, std::size_t i,
               std::size_t j) const;

  std::vector<SurfaceEdges> edges_;  ///< of one surface, or of two
  Wall wall_;
  AreJoined are_joined_;
  MovedNodes nodes_;
  double reach_ = -1;  ///< within which candidates were found
  std::vector<std::array<std::size_t, 2>> candidates_;

  // workspace of a search
  collision::BroadPhase broad_phase_;
  std::vector<collision::Bounds> boxes_;
  std::vector<int> groups_;
  std::vector<std::size_t> of_box_;
  std::vector<std::array<int, 2>> pairs_;
};

}  // namespace jounce
