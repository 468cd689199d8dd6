#include "contact/self_pairing.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "contact/surface_pair.h"

namespace jounce {
namespace {

using Points = std::vector<Vector3>;

/// Edges from each place to the next; the solid lies on their left. Node i has the degrees of freedom 2 i, 2
/// i + 1.
struct Chain {
  Points places;
  bool is_closed = false;
};

ContactSurface surface_of(const Chain& chain, bool backwards = false) {
  SurfaceFaces faces;
  faces.shape = CellShape::line2;
  faces.mesh = "m";
  const int count = static_cast<int>(chain.places.size());
  const int edges = chain.is_closed ? count : count - 1;
  for (int edge = 0; edge < edges; ++edge) {
    const int first = backwards ? edges - 1 - edge : edge;
    for (const int node : {first, (first + 1) % count}) {
      faces.nodes.push_back(static_cast<int>(faces.nodes.size()));
      faces.points.push_back(node);
      for (int k = 0; k < 2; ++k) {
        faces.places.push_back(chain.places[node][k]);
        faces.dofs.push_back(2 * node + k);
      }
    }
  }
  return {2, {faces}};
}

State state_of(const Points& places) {
  State state;
  state.q = Vector(static_cast<Index>(2 * places.size()));
  for (std::size_t i = 0; i < places.size(); ++i)
    state.q.segment(static_cast<Index>(2 * i), 2) = places[i].head(2);
  state.v = Vector::Zero(state.q.size());
  return state;
}

struct Found {
  std::vector<ContactRow> rows;
  DenseMatrix W;           ///< rows as columns over all degrees of freedom
  std::set<int> carriers;  ///< nodes with a row
  double area = 0;
};

/// Rows of the contact of a surface with itself.
Found find(const Chain& chain, const Points& now, double reach, bool backwards = false) {
  const ContactSurface surface = surface_of(chain, backwards);
  const SurfacePair pair("c", {}, surface, surface, reach, {}, true);
  const State state = state_of(now);
  Found found;
  pair.search(state, SearchRange(std::numeric_limits<double>::infinity()), 0, found.rows);
  found.W = DenseMatrix::Zero(state.q.size(), static_cast<Index>(found.rows.size()));
  std::vector<Index> dofs;
  for (std::size_t i = 0; i < found.rows.size(); ++i) {
    dofs.clear();
    pair.append_dofs(found.rows[i], dofs);
    EXPECT_EQ(std::set<Index>(dofs.begin(), dofs.end()).size(), dofs.size()) << "a node is in the row once";
    Vector W(static_cast<Index>(dofs.size()));
    pair.jacobian(state, found.rows[i], Direction::normal, W.data());
    for (std::size_t k = 0; k < dofs.size(); ++k)
      found.W(dofs[k], static_cast<Index>(i)) += W[static_cast<Index>(k)];
    found.carriers.insert(std::stoi(pair.point_name(found.rows[i]).substr(2)) - 1);
    found.area += found.rows[i].area;
  }
  return found;
}

Index rank(const DenseMatrix& W) {
  if (W.size() == 0) return 0;
  Eigen::JacobiSVD<DenseMatrix> svd(W);
  svd.setThreshold(1e-10);
  return svd.rank();
}

/// Points along straight legs between corners, `per` of them for a unit of length.
Points along(const Points& corners, int per, bool closed) {
  Points places;
  for (std::size_t i = 0; i + (closed ? 0 : 1) < corners.size(); ++i) {
    const Vector3 &a = corners[i], &b = corners[(i + 1) % corners.size()];
    const int count = std::max(1, static_cast<int>(std::lround((b - a).norm() * per)));
    for (int k = 0; k < count; ++k) places.push_back(a + (b - a) * k / count);
  }
  if (!closed) places.push_back(corners.back());
  return places;
}

/// A U of two arms of length 4 and thickness 0.4 a distance apart, open to the right.
Chain hairpin(double distance) {
  const double d = distance / 2, t = 0.4;
  return {along({{0, -d - t, 0},
                 {4, -d - t, 0},
                 {4, -d, 0},
                 {t, -d, 0},
                 {t, d, 0},
                 {4, d, 0},
                 {4, d + t, 0},
                 {0, d + t, 0}},
                5, true),
          true};
}

/// The arms of a hairpin moved to another distance.
Points closed_to(const Chain& hairpin, double from, double to) {
  Points places = hairpin.places;
  for (Vector3& x : places) x.y() += x.y() > 1e-9 ? (to - from) / 2 : x.y() < -1e-9 ? (from - to) / 2 : 0;
  return places;
}

TEST(SelfPairing, WallsDoNotMeetTheirOwnOtherSide) {
  const Chain strip{along({{0, 0, 0}, {5, 0, 0}, {5, 0.3, 0}, {0, 0.3, 0}}, 4, true), true};
  EXPECT_TRUE(find(strip, strip.places, 1.0).rows.empty());
  Points squeezed = strip.places, bent = strip.places;
  for (Vector3& x : squeezed) x.y() *= 0.4;
  EXPECT_TRUE(find(strip, squeezed, 1.0).rows.empty());
  for (Vector3& x : bent) {  // a quarter of a circle of radius 3
    const double angle = x.x() / 3, r = 3 - x.y();
    x = Vector3(r * std::sin(angle), 3 - r * std::cos(angle), 0);
  }
  EXPECT_TRUE(find(strip, bent, 1.0).rows.empty());
}

TEST(SelfPairing, OneArmOfAHairpinCarriesTheRows) {
  const Chain open = hairpin(0.3);
  for (const double distance : {0.3, 0.01, 1e-9, 0.0, -0.02}) {
    SCOPED_TRACE(distance);
    const Points now = closed_to(open, 0.3, distance);
    std::set<int> before;
    for (const bool backwards : {false, true}) {
      const Found found = find(open, now, 0.5, backwards);
      ASSERT_FALSE(found.rows.empty());
      EXPECT_EQ(rank(found.W), static_cast<Index>(found.rows.size())) << "no row repeats others";
      for (const int node : found.carriers) EXPECT_LT(open.places[node].y(), 0) << "the lower arm";
      EXPECT_NEAR(found.area, 3.6, 1e-9);
      for (const ContactRow& row : found.rows) EXPECT_GT(row.area, 0);
      if (backwards) {
        EXPECT_EQ(found.carriers, before) << "the numbers of faces do not matter";
      }
      before = found.carriers;
    }
  }
}

/// Whatever the wall behind it is: the gap may be larger than the wall is thick.
TEST(SelfPairing, GapsWiderThanAWallAreFound) {
  const Found found = find(hairpin(0.9), hairpin(0.9).places, 1.0);
  EXPECT_NEAR(found.area, 3.6, 1e-9);
}

TEST(SelfPairing, ForcesOfEveryRowAreInBalance) {
  const Chain open = hairpin(0.3);
  Points now = closed_to(open, 0.3, 0);
  for (Vector3& x : now)  // both arms sway, one more than the other
    x += Vector3(0.02 * x.y(), 0.05 * x.x() + (x.y() > 0 ? 0.01 * x.x() * x.x() : 0.02 * std::sin(x.x())), 0);
  const Found found = find(open, now, 0.5);
  ASSERT_GT(found.rows.size(), 10u);
  for (Index row = 0; row < found.W.cols(); ++row) {
    Vector3 force = Vector3::Zero(), moment = Vector3::Zero();
    for (std::size_t node = 0; node < now.size(); ++node) {
      const Vector3 f(found.W(static_cast<Index>(2 * node), row),
                      found.W(static_cast<Index>(2 * node + 1), row), 0);
      force += f;
      moment += now[node].cross(f);
    }
    EXPECT_LT(force.norm(), 1e-13);
    EXPECT_LT(moment.norm(), 1e-13);
    EXPECT_GT(found.W.col(row).norm(), 0.1);
  }
}

/// The two sides of a notch with its tip at the origin, open to the right; of a wedge the solid is between
/// them.
Chain notch(double angle, bool is_wedge = false) {
  const double h = 2 * std::tan(angle / 2);
  Chain chain{along({{2, -h, 0}, {0, 0, 0}, {2, h, 0}}, 3, false), false};
  if (is_wedge) std::reverse(chain.places.begin(), chain.places.end());
  return chain;
}

TEST(SelfPairing, SidesOfANotchMeetAndThoseOfAWedgeDoNot) {
  for (const double angle : {0.3, 0.05, 1e-3, 1e-7, 0.0}) {
    SCOPED_TRACE(angle);
    Chain cut = notch(angle);
    const Found found = find(cut, cut.places, 0.5);
    ASSERT_GE(found.rows.size(), 5u);
    EXPECT_EQ(rank(found.W), static_cast<Index>(found.rows.size())) << "the tip has no row of its own";
    const int tip = static_cast<int>(cut.places.size() / 2);
    EXPECT_LT(cut.places[tip].norm(), 1e-12);
    EXPECT_EQ(found.carriers.count(tip), 0u);
    if (angle < 1e-2) {
      EXPECT_NEAR(found.area, 2, 1e-2) << "its share goes to the others";
    }
  }
  for (const double angle : {1.2, 0.3, 0.05}) {
    const Chain wedge = notch(angle, true);
    EXPECT_TRUE(find(wedge, wedge.places, 0.5).rows.empty()) << angle;
  }
}

/// What was near around a corner is behind it, not in contact, however the corner is crushed; what was far
/// apart is not.
TEST(SelfPairing, DepthsAroundCornersAreNoContacts) {
  const Chain corner{along({{2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, 4, false),
                     false};  // of a solid below and to the left
  const ContactSurface surface = surface_of(corner);
  const SelfPairing pairing(surface);
  const auto face = [&](int number) { return surface.faces()[number]; };
  const Vector3 middle = Vector3::Zero();
  const ContactSurface::Face right = face(7), top = face(9);  // one face between them
  EXPECT_TRUE(pairing.is_own_back(right, middle, top, middle, -0.06)) << "0.4 apart, s / 4 = 0.09";
  EXPECT_FALSE(pairing.is_own_back(right, middle, top, middle, -0.03));
  EXPECT_FALSE(pairing.is_own_back(right, middle, top, middle, 0.06));
  EXPECT_FALSE(pairing.is_own_back(face(0), middle, face(15), middle, -0.06)) << "far apart";
  for (const double angle : {1.4, 1.0, 0.5}) {  // between the faces, a right angle before
    Points bent = corner.places;
    for (Vector3& x : bent)
      if (x.y() < 2) x = Vector3(2, 2, 0) + (2 - x.y()) * Vector3(-std::cos(angle), -std::sin(angle), 0);
    EXPECT_TRUE(find(corner, bent, 1.0).rows.empty()) << angle;
  }
}

/// A notch that is open before deformation and closed after.
TEST(SelfPairing, NotchesMayClose) {
  const Chain open = notch(0.8, false);
  Points closed = open.places;
  for (Vector3& x : closed) x.y() = 0;
  const Found found = find(open, closed, 0.5);
  EXPECT_EQ(found.rows.size(), (open.places.size() - 1) / 2);
  EXPECT_EQ(rank(found.W), static_cast<Index>(found.rows.size()));
}

/// A strip laid in three layers: the middle one touches both others, each pair of layers once.
TEST(SelfPairing, LayersMeetTheirNeighboursOnly) {
  const double t = 0.2;  // thickness; layers touch
  const Chain folded{along({{0, 0, 0},
                            {3, 0, 0},
                            {3, 2 * t, 0},
                            {0.4, 2 * t, 0},  // end of the slit above the middle layer
                            {3, 2 * t, 0},
                            {3, 3 * t, 0},
                            {0, 3 * t, 0},
                            {0, t, 0},
                            {2.6, t, 0},  // end of the slit below
                            {0, t, 0}},
                           5, true),
                     true};
  const Found found = find(folded, folded.places, 0.5);
  EXPECT_EQ(found.rows.size(), 26u) << "13 edges along either slit";
  EXPECT_EQ(rank(found.W), 26);
  EXPECT_NEAR(found.area, 5.2, 1e-12);
  Points loose = folded.places;
  for (Vector3& x : loose) x.y() *= 0.9;
  EXPECT_EQ(rank(find(folded, loose, 0.5).W), 26);
}

/// Faces around a hole meet all round: no side is the first one, yet every place has rows at most once.
TEST(SelfPairing, RoundHolesHaveNoRowsTwice) {
  Chain hole;
  hole.is_closed = true;
  const int n = 24;
  for (int i = 0; i < n; ++i)
    hole.places.push_back({std::cos(2 * M_PI * i / n), -std::sin(2 * M_PI * i / n), 0});
  const Found round = find(hole, hole.places, 3.0);
  EXPECT_FALSE(round.rows.empty());
  EXPECT_LE(round.rows.size(), static_cast<std::size_t>(n / 2 + 2));
  Points flat = hole.places;
  for (Vector3& x : flat) x.y() *= 1e-3;
  const Found closed = find(hole, flat, 0.3);
  EXPECT_FALSE(closed.rows.empty());
  EXPECT_EQ(rank(closed.W), static_cast<Index>(closed.rows.size()));
}

}  // namespace
}  // namespace jounce
