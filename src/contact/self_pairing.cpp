#include "contact/self_pairing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "math/shape_functions.h"

namespace jounce {
namespace {

constexpr double kRoundOff = 1e-6;  ///< of the largest face: thickness and depth that count as none
constexpr double kDeepest = 0.25;   ///< of a wall: deeper than that lies its own other side, not another part
constexpr double kFarther = 10;     ///< times the depth: how far apart parts must have been
constexpr double kFar = 1e3;        ///< D in sizes of the surface
const Vector3 kDirection(0.52, 0.67, 0.53);  ///< c, no axis and no diagonal

bool has_node(const ContactSurface::Face& face, int node) {
  const auto end = face.nodes.begin() + face.corners();
  return std::find(face.nodes.begin(), end, node) != end;
}

}  // namespace

SelfPairing::SelfPairing(const ContactSurface& surface)
    : surface_(surface), is_tip_(static_cast<std::size_t>(surface.nodes()), 0) {
  FaceNodes X;
  FacePoint p;
  for (const ContactSurface::Face& face : surface_.faces()) {
    surface_.gather_initial(face, X);
    p.evaluate(face.shape, X, reference_centre(face.shape));
    X_.push_back(p.x);
    N_.push_back(p.n);
    labels_.push_back(kDirection.dot(p.x - surface_.largest_face() * p.n));
  }
  prefer_free_nodes();
  x_ = X_;
  n_ = N_;
  radii_.assign(x_.size(), std::numeric_limits<double>::infinity());
}

void SelfPairing::prefer_free_nodes() {
  const auto [low, high] = std::minmax_element(labels_.begin(), labels_.end());
  const double far = labels_.empty() ? 0 : kFar * (*high - *low);
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    const ContactSurface::Face& face = surface_.faces()[i];
    const auto held = std::count_if(face.nodes.begin(), face.nodes.begin() + face.corners(),
                                    [&](int node) { return surface_.is_prescribed(node); });
    labels_[i] += far * static_cast<double>(held) / face.corners();
  }
}

bool SelfPairing::is_own_back(const ContactSurface::Face& face, const Vector3& xi,
                              const ContactSurface::Face& behind, const Vector3& xi_behind,
                              double distance) const {
  if (!(distance < 0)) return false;
  FaceNodes X;
  FacePoint p, other;
  surface_.gather_initial(face, X);
  p.evaluate(face.shape, X, xi);
  surface_.gather_initial(behind, X);
  other.evaluate(behind.shape, X, xi_behind);
  // Around a corner that has become a wedge.
  if (!look_at_each_other(p.n, other.n) && (p.x - other.x).norm() < -kFarther * distance) return true;
  const double thickness = p.n.dot(p.x - other.x);
  return thickness > kRoundOff * surface_.largest_face() && -distance > kDeepest * thickness;
}

bool SelfPairing::may_meet(int first, int second) const {
  const auto i = static_cast<std::size_t>(first), j = static_cast<std::size_t>(second);
  if (!look_at_each_other(n_[i], n_[j])) return false;
  const ContactSurface::Face &face = surface_.faces()[i], &other = surface_.faces()[j];
  if (face.is_shell || other.is_shell) return !surface_.share_nodes(face, other);
  const auto* const end = face.nodes.data() + face.corners();
  if (std::none_of(face.nodes.data(), end, [&](int node) { return has_node(other, node); })) return true;
  const bool as_before = look_at_each_other(N_[i], N_[j]);
  const Vector3 d = as_before ? X_[j] - X_[i] : x_[j] - x_[i];
  const Vector3 opening = as_before ? N_[i] - N_[j] : n_[i] - n_[j];
  return opening.dot(d) > -kRoundOff * surface_.largest_face();
}

bool SelfPairing::are_beside(int first, int second) const {
  const Vector3 d = x_[second] - x_[first];
  const double along = n_[first].dot(d), apart = radii_[first] + radii_[second];
  return d.squaredNorm() - along * along > apart * apart;
}

double SelfPairing::overlap_area(const Vector& q, int i, int j, double reach) {
  if (are_beside(i, j)) return 0;
  const ContactSurface::Face &face = surface_.faces()[i], &other = surface_.faces()[j];
  FaceNodes X, x, y;
  surface_.gather_initial(face, X);
  surface_.gather(face, q, x);
  surface_.gather(other, q, y);
  points_.clear();
  append_overlap({face, other, X, x, y}, reach, false, points_);
  double area = 0;
  for (const OverlapPoint& point : points_)
    if ((point.distance > 0 || !face.is_shell || !other.is_shell) &&
        !is_own_back(face, point.xi, other, point.xi_opposite, point.distance))
      area += point.weight;
  return area;
}

void SelfPairing::look_at(const Vector& q, const ActiveFaces& active) {
  FaceNodes x;
  FacePoint p;
  for (std::size_t i = 0; i < x_.size(); ++i) {
    if (!active.has_face(static_cast<int>(i))) continue;
    const ContactSurface::Face& face = surface_.faces()[i];
    surface_.gather(face, q, x);
    p.evaluate(face.shape, x, reference_centre(face.shape));
    x_[i] = p.x;
    n_[i] = p.n;
    radii_[i] = (x.leftCols(face.corners()).colwise() - p.x).colwise().norm().maxCoeff();
  }
}

void SelfPairing::find(const Vector& q, double reach, std::vector<std::array<int, 2>>& pairs) {
  meetings_.clear();
  for (const auto& [i, j] : pairs) {
    if (!may_meet(i, j)) continue;
    double area = overlap_area(q, i, j, reach);
    if (area == 0) area = overlap_area(q, j, i, reach);  // along the other normal slivers overlap or do not
    if (area > 0) meetings_.push_back({i, j, area, static_cast<int>(meetings_.size()), false});
  }
  join_regions();
  std::vector<std::uint8_t> second_carries;
  choose_sides(second_carries);

  std::vector<std::array<int, 2>> carriers;  // the face that carries, and the other one
  std::fill(is_tip_.begin(), is_tip_.end(), std::uint8_t{0});
  for (std::size_t m = 0; m < meetings_.size(); ++m) {
    const int i = meetings_[m].i, j = meetings_[m].j;
    carriers.push_back(second_carries[m] != 0 ? std::array<int, 2>{j, i} : std::array<int, 2>{i, j});
    const ContactSurface::Face& face = surface_.faces()[i];
    for (int k = 0; k < face.corners(); ++k) {
      const int node = face.nodes[k];
      if (has_node(surface_.faces()[j], node)) is_tip_[node] = 1;
    }
  }
  std::sort(carriers.begin(), carriers.end());
  std::vector<std::uint8_t> carries(x_.size(), 0);
  for (const auto& carrier : carriers) carries[carrier[0]] = 1;
  std::vector<std::array<int, 2>> around;
  for (const auto& [i, j] : pairs) {
    if (carries[i] != 0) around.push_back({i, j});
    if (carries[j] != 0) around.push_back({j, i});
  }
  std::sort(around.begin(), around.end());
  pairs = std::move(around);
  is_carrier_.assign(pairs.size(), 0);
  for (std::size_t k = 0; k < pairs.size(); ++k)
    is_carrier_[k] = std::binary_search(carriers.begin(), carriers.end(), pairs[k]) ? 1 : 0;
}

std::pair<int, bool> SelfPairing::root(int meeting) {
  int top = meeting;
  bool turned = false;
  while (meetings_[top].parent != top) {
    turned = turned != meetings_[top].turned;
    top = meetings_[top].parent;
  }
  Meeting& here = meetings_[meeting];  // shortens the way for the next time
  here.parent = top;
  here.turned = turned;
  return {top, turned};
}

/// Meetings with a node of either side in common are one region.
void SelfPairing::join_regions() {
  struct Ends {
    int low, high, meeting;
    bool turned;  ///< the first face has the higher node
  };
  std::vector<Ends> all;
  for (std::size_t m = 0; m < meetings_.size(); ++m) {
    const ContactSurface::Face &face = surface_.faces()[meetings_[m].i],
                               &other = surface_.faces()[meetings_[m].j];
    for (int k = 0; k < face.corners(); ++k)
      for (int l = 0; l < other.corners(); ++l) {
        const int a = face.nodes[k], b = other.nodes[l];
        if (a != b) all.push_back({std::min(a, b), std::max(a, b), static_cast<int>(m), a > b});
      }
  }
  std::sort(all.begin(), all.end(), [](const Ends& a, const Ends& b) {
    return std::tie(a.low, a.high, a.meeting) < std::tie(b.low, b.high, b.meeting);
  });
  is_ambiguous_.assign(meetings_.size(), 0);
  for (std::size_t k = 1; k < all.size(); ++k) {
    const Ends &before = all[k - 1], &here = all[k];
    if (before.low != here.low || before.high != here.high) continue;
    const bool exchanged = before.turned != here.turned;
    const auto [top, top_turned] = root(before.meeting);
    const auto [other, other_turned] = root(here.meeting);
    const bool turned = (top_turned != other_turned) != exchanged;
    if (top == other) {
      if (turned) is_ambiguous_[top] = 1;
      continue;
    }
    const int kept = std::min(top, other), joined = std::max(top, other);
    meetings_[joined].parent = kept;
    meetings_[joined].turned = turned;
    if (is_ambiguous_[joined] != 0) is_ambiguous_[kept] = 1;
  }
}

void SelfPairing::choose_sides(std::vector<std::uint8_t>& second_carries) {
  const auto difference = [&](const Meeting& m) { return labels_[m.j] - labels_[m.i]; };
  std::vector<double> vote(meetings_.size(), 0.0);  // of roots, for their first face
  for (std::size_t m = 0; m < meetings_.size(); ++m) {
    const auto [top, turned] = root(static_cast<int>(m));
    vote[top] += (turned ? -1 : 1) * meetings_[m].area * difference(meetings_[m]);
  }
  second_carries.clear();
  for (std::size_t m = 0; m < meetings_.size(); ++m) {
    const auto [top, turned] = root(static_cast<int>(m));
    const bool second = is_ambiguous_[top] != 0 ? difference(meetings_[m]) < 0 : (vote[top] < 0) != turned;
    second_carries.push_back(second ? 1 : 0);
  }
}

}  // namespace jounce
