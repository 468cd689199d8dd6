#pragma once

#include <array>
#include <string>
#include <vector>

#include "collision/broad_phase.h"
#include "contact/feature_rows.h"
#include "contact/ridges.h"
#include "contact/surface_corners.h"

namespace jounce {

/// Contact of the nodes of sharp edges and corners of one surface with the faces of the other, both ways:
/// where a corner stands on a face, or an edge lies on it, means over the faces around it stay open. A row is
/// a node and the closest point of a face (Facing), found where nothing of the body but the node, or an edge
/// through it, touches this face. A node that is inside a body is in contact with the face that is the
/// shortest way out. Nodes that are held (HeldParts) have rows
/// wherever a face is near them.
class CornerRows final : public FeatureRows {
 public:
  /// @param first_point  rows have the points from there downwards
  CornerRows(const TwoSides& sides, std::int64_t first_point);

  /// Finds nodes and faces that may touch while nothing moves by more than the reach.
  void find_candidates(const State& state, const Ridges& ridges, double reach);
  /// Appends the rows within an envelope.
  void append(const State& state, double envelope, const ContactRow& of_pair, std::vector<ContactRow>& rows);

  std::string name_of(const ContactRow& row) const override;
  void append_dofs(const ContactRow& row, std::vector<Index>& dofs) const override;
  double gap(const State& state, const ContactRow& row) const override;
  Vector3 position(const State& state, const ContactRow& row) const override;
  Vector3 axis(const State& state, const ContactRow& row, Direction direction) const override;
  void jacobian(const State& state, const ContactRow& row, Direction direction, double* W) const override;
  void evaluate(const State& state, const ContactRow& row, double& gap, double* W,
                double* W_T) const override;
  Facing::Matrix gradient(const State& state, const ContactRow& row, Direction direction) const override;

 private:
  static constexpr double kSharp = 0.8;         ///< cosine between the normals of the faces of a sharp edge
  static constexpr double kSameWay = 0.9;       ///< the same of two faces that hold a node once
  static constexpr double kNoThickness = 1e-6;  ///< of the edges at a node
  static constexpr double kDeep = 0.5;          ///< of a wall and of the edges, an overlap that is none
  static constexpr double kTurned = 0.5;        ///< cosine of what a face turns between two searches
  static constexpr double kShallow = 0.1;       ///< of the deepest overlap of what came in by another face

  /// A node of a side and a face of the other one.
  struct Pair {
    std::size_t side;
    int node, face;

    bool has_same_node(const Pair& other) const { return side == other.side && node == other.node; }
  };
  struct Foot {
    Pair pair;
    double gap;
    Vector3 y, n;
  };
  const ContactSurface& surface_of(const Pair& pair) const { return sides_.surface(pair.side); }
  const ContactSurface& other_of(const Pair& pair) const { return sides_.surface(1 - pair.side); }
  std::int64_t point_of(const Pair& pair) const;
  Pair pair_of(const ContactRow& row) const;
  /// The same with the tangents of a row. @param point  workspace: the node as a face
  Facing facing(const Vector& q, const Pair& pair, ContactSurface::Face& point) const;
  Facing facing(const State& state, const ContactRow& row, ContactSurface::Face& point) const;
  void release(std::size_t side, const std::vector<int>& nodes);
  double deep(std::size_t side, int node) const {
    return sides_.holds(side, node) ? HeldParts::kDeepest : kDeep;
  }
  void add_candidates(const State& state, std::size_t side, const std::vector<int>& nodes, double reach);
  /// False where a node is too far from a face, or too deep behind it, for a row: without its foot.
  bool is_near(const State& state, const Pair& pair, double envelope) const;
  /// Replaces feet_ by those of the node of a candidate, nearest first, and goes on to the next node.
  std::size_t find_feet(const State& state, double envelope, std::size_t candidate);
  /// Whether a foot may hold its node: a node that is held and inside of the body leaves by the way it came.
  bool counts(const Foot& foot) const;
  void take_held(const Foot& foot);
  bool is_taken(const State& state, double envelope, std::size_t foot) const;
  /// How deep a node may be behind a face.
  double deepest(const Pair& pair) const;

  const TwoSides& sides_;
  std::int64_t first_point_, faces_;
  std::vector<SurfaceCorners> corners_;  ///< of the sides
  std::vector<Pair> candidates_;
  std::vector<Foot> feet_;  ///< workspace

  // workspace of a search
  collision::BroadPhase broad_phase_;
  std::vector<collision::Bounds> boxes_;
  std::vector<int> groups_, faces_of_boxes_;
  std::vector<std::array<int, 2>> pairs_;
};

}  // namespace jounce
