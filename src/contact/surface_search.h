#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "collision/broad_phase.h"
#include "contact/contact_surface.h"
#include "contact/face_overlap.h"
#include "contact/self_pairing.h"
#include "contact/way_out.h"
#include "model/contact.h"

namespace jounce {

/// What a search between two surfaces finds: points of integration with the faces on both sides, and rows
/// made of them.
class FacingPoints final : public FoundGeometry {
 public:
  struct Point {
    int face = 0, opposite = 0;
    Vector3 xi_opposite = Vector3::Zero();  ///< where the search for the closest point begins
    FaceValues N;                           ///< functions of the face at the point
  };
  /// A point in a row.
  struct Share {
    int point = 0;
    double weight = 0;  ///< of a row they add up to 1
    /// Places among the nodes of the row: of the nodes of the face, then of those of the opposite one.
    std::array<std::uint16_t, 2 * static_cast<std::size_t>(kMaxFaceNodes)> places = {};
  };
  struct Row {
    std::int64_t point = 0;  ///< corner of the first surface, or of points: see SurfacePair::node_of
    double area = 0;
    std::size_t first_share = 0, end_share = 0, first_node = 0, end_node = 0;
    Vector3 axis = Vector3::Zero();  ///< the first tangential direction lies in its plane with the normal
  };

  std::vector<Point> points;
  std::vector<Share> shares;
  std::vector<Row> rows;
  /// Of the rows; those of the second surface behind all of the first, unless both are the same.
  std::vector<int> nodes;

  std::span<const Share> shares_of(const Row& row) const {
    return std::span<const Share>(shares).subspan(row.first_share, row.end_share - row.first_share);
  }
  std::span<const int> nodes_of(const Row& row) const {
    return std::span<const int>(nodes).subspan(row.first_node, row.end_node - row.first_node);
  }
};

inline const FacingPoints& found_of(const ContactRow& row) {
  return static_cast<const FacingPoints&>(*row.found);
}
inline const FacingPoints::Row& row_of(const ContactRow& row) { return found_of(row).rows[row.place]; }

/// Finds the points where two surfaces, or parts of one, face each other: boxes around the faces by the broad
/// phase, then the overlap of the faces.
class SurfaceSearch {
 public:
  /// @param rest       the rest of the boundary of the bodies of `opposite`
  /// @param reach      largest distance of two points that face each other
  /// @param by_points  a row for every point of integration, in place of one for every node
  /// @param is_self    the two are the same surface
  SurfaceSearch(const ContactSurface& surface, const ContactSurface& opposite, const ContactSurface& rest,
                double reach, bool by_points, bool is_self);

  /// Thickness of the body behind a node of the first or the second surface, or the typical one where that is
  /// more: what lies deeper than most of a wall is not in contact through it. Without it all depths within
  /// reach count.
  using Wall = std::function<double(bool first, int node)>;
  void know_walls(Wall wall) { wall_ = std::move(wall); }

  /// Face of a row of a search by points.
  static int face_of(const ContactRow& row) { return static_cast<int>(row.point / kMostPointsOfFace); }

  double reach() const { return reach_ - shift_; }
  /// Whether a node of the first or the second surface belongs to a face that was there at the last search.
  bool has_node(bool first, int node) const { return (first ? active_ : active_opposite_).has_node(node); }
  /// Whether the faces that are there are still those of the last search.
  bool is_current(const State& state) const {
    return active_.is_current(state) && active_opposite_.is_current(state);
  }
  /// All rows at a configuration. What moves towards the other side farther than the reach within `horizon`
  /// is found too. @param range  rows that cannot be closer than this may be left out
  std::shared_ptr<const FacingPoints> find(const State& state, double horizon,
                                           double range = std::numeric_limits<double>::infinity());

 private:
  /// A point and its weight in a row.
  struct Found {
    int point;
    double weight;
  };

  /// Areas of nodes, and what hangs together, by the faces that are there.
  void measure();
  /// Pairs of faces within `far` of each other that rows with a point within `range` need.
  void find_pairs(const State& state, double range, double far);
  void drop_far_pairs(double range, double far);
  /// Distance of the boxes of two faces, which have these margins together; negative where they overlap.
  double distance_of_boxes(int i, int j, double margins) const;
  /// Rows of the nodes with a point within `reach`; all points within `far` count in them.
  void find_overlaps(const State& state, double reach, double far, FacingPoints& found);
  void find_feet(const State& state, double reach, FacingPoints& found);  // in node_feet.cpp
  struct Foot;
  struct Candidate;
  /// Appends the foot of a node on a candidate, if it has one that counts.
  void append_foot(const Vector& q, const Vector3& x, std::size_t candidate, double reach,
                   std::vector<Foot>& feet);
  bool are_one_corner(const Foot& a, const Foot& b) const;
  /// True when a point of overlap leaves the body that it is inside of by a nearer face, which the point's
  /// own face does not look at: a side of a body that has its edge in the top of a plate does not meet the
  /// plate's sides.
  bool leaves_beside(const OverlapPoint& point, const Candidate& behind, const Matrix3& frame) const;
  /// A face that a face may touch, at the configuration of the search.
  struct Candidate {
    int number;
    FaceNodes nodes;
    std::vector<OverlapPoint> points;
    /// Bounds along the normal in the middle of the face that it may touch and two directions across, and
    /// whether all its normals look at that face (`compare_candidates`).
    Vector3 low, high;
    bool looks_at_face;
  };
  /// Whether faces at this distance (see OverlapPoint) may touch: what lies behind a shell is in front of its
  /// other side.
  static bool is_in_front(const ContactSurface::Face& face, const ContactSurface::Face& opposite,
                          double distance);
  /// @param frame  columns: the normal in the middle of a face, two directions across
  void compare_candidates(const Matrix3& frame);
  void take_overlaps(int face_number, const Vector& q_now, const FaceNodes& x, double reach,
                     FacingPoints& found);
  using Keepers = std::array<bool, kMaxFaceNodes>;
  bool choose_keepers(const ContactSurface::Face& face, const Vector3& normal, Keepers& keeps) const;
  /// True when something is in the way of a point of a face to its place on the candidate.
  bool is_hidden(const ContactSurface::Face& face, const OverlapPoint& point, const Candidate& behind,
                 const Matrix3& frame) const;
  /// Appends a row of points with their weights. @param opposite  see FoundNode
  void add_row(std::int64_t number, const std::vector<Found>& points, const Vector3& normal,
               const Vector3& opposite, double area, FacingPoints& found) const;

  const ContactSurface &surface_, &opposite_, &rest_;
  ActiveFaces active_, active_opposite_;
  static constexpr std::int64_t kMostPointsOfFace = 1 << 20;

  /// Whether a point of a face lies so deep behind a face of the other side that walls are between them.
  bool is_beyond_walls(const ContactSurface::Face& face, const ContactSurface::Face& behind,
                       double depth) const;

  double shift_;  ///< largest of two faces
  double reach_;  ///< of the faces that the nodes make
  bool by_points_;
  Wall wall_;
  std::vector<double> areas_;           ///< of the function of each node over the whole surface
  std::vector<double> opposite_areas_;  ///< of the faces of the other side
  std::optional<SelfPairing> self_;     ///< where the two are the same
  WayOut way_out_;
  std::vector<int> bodies_;  ///< of the faces of the other side: the parts that hang together, numbered
  collision::BroadPhase broad_phase_;
  std::vector<std::array<int, 2>> pairs_;
  std::vector<collision::Bounds> boxes_;  ///< of the faces, with margins
  std::vector<std::uint8_t> near_nodes_;
  struct FoundNode {
    std::vector<Found> points;
    Vector3 normal;      ///< sum of weight times normal
    Vector3 opposite;    ///< largest components, in size, of the normals of the other side
    double nearest = 0;  ///< least distance of a point from the other side
  };
  std::vector<FoundNode> found_;
  std::vector<Candidate> candidates_;
};

}  // namespace jounce
