#pragma once

#include <array>
#include <string>
#include <vector>

#include "collision/broad_phase.h"
#include "contact/edge_point.h"
#include "contact/feature_rows.h"
#include "contact/ridges.h"

namespace jounce {

/// Contact of the ridges of two surfaces, or of one with itself: where the edge of one body crosses that of
/// the other, no node meets a face. A row is the closest points of two edges (EdgePoint), found where these
/// lie within both and n is a direction from which either can be touched: between the normals of its two
/// faces, by more than an angle, since nearly flat parts are what nodes and faces are for (the two arcs cross
/// on the sphere of normals: D. Gregorius, The Separating Axis Test between Convex Polyhedra, Game Developers
/// Conference 2013). Edges that overlap are in contact where no way out along one of their faces is shorter,
/// and where it is not the other side of a wall that is near. Edges that are held (HeldParts) need be no
/// ridges: n points out of the faces around them.
class EdgeRows final : public FeatureRows {
 public:
  explicit EdgeRows(const TwoSides& sides) : sides_(sides) {}

  /// Rows have the points -1 to -count.
  std::int64_t count() const;
  /// Finds the edges that may touch while nothing moves by more than the reach.
  void find_candidates(const Ridges& ridges, double reach);
  /// Appends the rows within an envelope.
  void append(const State& state, double envelope, const ContactRow& of_pair,
              std::vector<ContactRow>& rows) const;

  std::string name_of(const ContactRow& row) const override;
  void append_dofs(const ContactRow& row, std::vector<Index>& dofs) const override;
  double gap(const State& state, const ContactRow& row) const override { return point(state, row).gap; }
  Vector3 position(const State& state, const ContactRow& row) const override { return point(state, row).x; }
  Vector3 axis(const State& state, const ContactRow& row, Direction direction) const override {
    return point(state, row).direction(direction);
  }
  void jacobian(const State& state, const ContactRow& row, Direction direction, double* W) const override {
    point(state, row).row(direction, W);
  }
  void evaluate(const State& state, const ContactRow& row, double& gap, double* W,
                double* W_T) const override;
  Facing::Matrix gradient(const State& state, const ContactRow& row, Direction direction) const override {
    return point(state, row).gradient(direction);
  }

 private:
  static constexpr double kBetween = 0.05;  ///< least component of n out of both faces: sine of an angle
  static constexpr double kBarelyBetween = -0.02;  ///< the same where corners and faces do not hold the edges
  static constexpr double kHeld = 0.02;            ///< of the edges, an overlap that means of corners allow
  static constexpr double kParallel = 0.1;         ///< sine of the angle between edges that cross nowhere
  static constexpr double kDeep = 0.5;             ///< of a wall and of the edges, an overlap that is none

  /// Numbers of the edge of the first surface and of that of the second.
  std::array<std::size_t, 2> edges_of(const ContactRow& row) const;
  const SurfaceEdges& edges(std::size_t side) const { return sides_.of(side); }
  EdgePoint point(const State& state, const ContactRow& row) const;
  EdgePoint point(const State& state, std::size_t i, std::size_t j, double sign) const;
  /// Whether two edges touch within an envelope; finds the sign of n.
  bool touch(const State& state, std::size_t i, std::size_t j, double envelope, double& sign) const;
  bool is_held(std::size_t i, std::size_t j) const;
  /// The thinnest of the walls behind two edges.
  double wall(std::size_t i, std::size_t j) const;
  /// Whether two edges overlap by a depth along n that is the shortest way out, through a part of a wall.
  bool overlap(const SurfaceEdges::Frame& a, const SurfaceEdges::Frame& b, const EdgePoint& at, std::size_t i,
               std::size_t j) const;

  const TwoSides& sides_;
  std::vector<std::array<std::size_t, 2>> candidates_;

  // workspace of a search
  collision::BroadPhase broad_phase_;
  std::vector<collision::Bounds> boxes_;
  std::vector<int> groups_;
  std::vector<std::size_t> of_box_;
  std::vector<std::array<int, 2>> pairs_;
};

}  // namespace jounce
