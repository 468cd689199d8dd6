#pragma once

#include <cstdint>
#include <vector>

#include "contact/active_faces.h"
#include "contact/face_overlap.h"

namespace jounce {

/// Which faces of one surface meet each other, and which face of two carries the multipliers.
///
/// Two faces meet where their normals oppose and their overlap is more than their own body's other side;
/// faces that share a node only in a notch between them (not around a wedge). Pairs (i, j) and (i', j')
/// belong to one region when i, i' and j, j' share nodes. All of a region has its multipliers on one side,
/// lest rows repeat each other, and that is the side with the smaller
///
///   sum over the overlaps of  area (c . (X - L N) + D s),
///
/// X, N being the middles and normals of the faces before deformation, L the largest face, c a direction that
/// is no axis, s the share of the corners whose motion is prescribed and D far more than the size of the
/// surface: rows of nodes that cannot move would all fall to the other side, which may be unable to satisfy
/// them. It depends on the mesh and on who meets whom, not on steps before, and hardly changes
/// with the size of the region: X tells parts that are apart, N the sides of a slit.
class SelfPairing {
 public:
  explicit SelfPairing(const ContactSurface& surface);

  /// Takes the places and normals of the faces that are there.
  void look_at(const Vector& q, const ActiveFaces& active);
  /// Whether two faces may touch where they lie. Normals must oppose; where faces share a node they must lie
  /// in front of each other, before deformation if they looked at each other already then.
  bool may_meet(int first, int second) const;
  /// Replaces pairs i < j of faces that are near each other by the pairs (face that carries multipliers, any
  /// face near it), sorted. Precondition: look_at.
  void find(const Vector& q, double reach, std::vector<std::array<int, 2>>& pairs);
  /// True when the first face of a pair (by its place in the list of `find`) meets the second one and carries
  /// the multipliers.
  bool is_carrier(std::size_t pair) const { return is_carrier_[pair] != 0; }

  /// True when the second face, at a distance below zero behind the first one, is the other side of the
  /// same wall: they were a thickness apart before deformation, and most of that is left; or around a corner
  /// they were near.
  bool is_own_back(const ContactSurface::Face& face, const Vector3& xi, const ContactSurface::Face& behind,
                   const Vector3& xi_behind, double distance) const;

  /// A node that belongs to both sides of a region: its gap is zero as it stands.
  bool is_tip(int node) const { return is_tip_[node] != 0; }

 private:
  struct Meeting {  ///< i < j
    int i, j;
    double area;
    int parent;   ///< in the forest of regions
    bool turned;  ///< sides are exchanged against those of the parent
  };
  double overlap_area(const Vector& q, int i, int j, double reach);
  /// Whether the corners of two faces lie beside each other along the normal of the first.
  bool are_beside(int first, int second) const;
  /// Adds D s to the labels.
  void prefer_free_nodes();
  void join_regions();
  /// Root of the region, and whether sides are exchanged against it.
  std::pair<int, bool> root(int meeting);
  void choose_sides(std::vector<std::uint8_t>& second_carries);

  const ContactSurface& surface_;
  std::vector<double> labels_;  ///< c . (X - L N) + D s of the faces
  std::vector<Vector3> X_, N_;  ///< middles and normals of the faces before deformation
  std::vector<Vector3> x_, n_;  ///< and where they are
  std::vector<double> radii_;   ///< farthest corners from there
  std::vector<Meeting> meetings_;
  std::vector<std::uint8_t> is_ambiguous_;  ///< of roots: a way through the region leads to itself, turned
  std::vector<std::uint8_t> is_carrier_, is_tip_;
  std::vector<OverlapPoint> points_;  ///< workspace
};

}  // namespace jounce
