// Rows of nodes alone: the faces that hold them.

#include <algorithm>
#include <cmath>

#include "contact/surface_search.h"
#include "math/shape_functions.h"

namespace jounce {
namespace {

constexpr double kSameWay = 0.9;        ///< n_1 . n_2 above which two faces hold a node once
constexpr double kSameDistance = 1e-9;  ///< of the reach: distances that are the same
constexpr double kNoThickness = 1e-6;   ///< of the largest face
constexpr double kKept = 0.25;          ///< of a thickness: what deformation leaves of it at least
constexpr double kBent = 0.1;           ///< angle by which the sides of a convex part may bend inwards

}  // namespace

/// The point of a face that is closest to a node.
struct SurfaceSearch::Foot {
  double distance;
  double gap;
  int number;
  FacePoint p;
};

void SurfaceSearch::append_foot(const Vector& q, const Vector3& x, std::size_t candidate, double reach,
                                std::vector<Foot>& feet) {
  const Candidate& own = candidates_[candidate];
  const CellShape shape = opposite_.faces()[own.number].shape;
  Foot foot{0, 0, own.number, {}};
  foot.p.xi = reference_centre(shape);
  if (!project_on_face(shape, own.nodes, x, foot.p) || !is_on_face(shape, foot.p.xi)) return;
  foot.distance = (x - foot.p.x).norm();
  if (!(foot.distance <= reach)) return;
  foot.gap = foot.p.n.dot(x - foot.p.x);
  if (opposite_.faces()[own.number].is_shell && !(foot.gap > 0)) return;  // in front of the other side
  if (foot.gap < -kNoThickness * opposite_.largest_face()) {
    for (const Candidate& other : candidates_)
      if (&other != &own &&
          lets_out(opposite_.faces()[other.number].shape, other.nodes, x, foot.p.x, way_out_.shallow()))
        return;
    if (way_out_.is_met(q, x, foot.p.x)) return;
  }
  feet.push_back(foot);
}

/// True when two feet lie on the sides of one convex part, as a plate or a corner of a block: a node inside
/// of it leaves by one of them. Each lay behind the other before deformation, as it does now; the sides of a
/// slot did not, and other bodies hold the node, too.
bool SurfaceSearch::are_one_corner(const Foot& a, const Foot& b) const {
  if (bodies_[a.number] != bodies_[b.number]) return false;
  const double none = kNoThickness * opposite_.largest_face();
  FaceNodes X;
  FacePoint A, B;
  const ContactSurface::Face &face = opposite_.faces()[a.number], &other = opposite_.faces()[b.number];
  opposite_.gather_initial(face, X);
  A.evaluate(face.shape, X, a.p.xi);
  opposite_.gather_initial(other, X);
  B.evaluate(other.shape, X, b.p.xi);
  const double before_a = A.n.dot(A.x - B.x), before_b = B.n.dot(B.x - A.x);
  const double now_a = a.p.n.dot(a.p.x - b.p.x), now_b = b.p.n.dot(b.p.x - a.p.x);
  const double bent = none + kBent * (A.x - B.x).norm();
  return before_a > -bent && before_b > -bent && std::max(before_a, before_b) > none &&
         now_a > kKept * before_a - bent && now_b > kKept * before_b - bent;
}

bool SurfaceSearch::leaves_beside(const OverlapPoint& point, const Candidate& behind,
                                  const Matrix3& frame) const {
  const double none = kNoThickness * opposite_.largest_face();
  if (self_ || !(point.distance < -none)) return false;
  const Vector3 normal = frame.col(0), at = frame.transpose() * point.place;
  Foot far{0, 0, behind.number, {}}, foot{0, 0, 0, {}};
  far.p.evaluate(opposite_.faces()[behind.number].shape, behind.nodes, point.xi_opposite);
  far.gap = far.p.n.dot(point.place - far.p.x);
  const double depth = std::max(-far.gap, none);
  for (const Candidate& other : candidates_) {
    const CellShape shape = opposite_.faces()[other.number].shape;
    foot.number = other.number;
    if (&other == &behind || other.looks_at_face || bodies_[other.number] != bodies_[behind.number]) continue;
    // Its foot would be no farther than that of the face behind.
    const double within = depth + (is_quadratic(shape) ? 0.5 : 1e-3) * (other.high - other.low).maxCoeff();
    if (std::max((other.low - at).maxCoeff(), (at - other.high).maxCoeff()) > within) continue;
    foot.p.xi = reference_centre(shape);
    if (!project_on_face(shape, other.nodes, point.place, foot.p) || !is_on_face(shape, foot.p.xi)) continue;
    foot.gap = foot.p.n.dot(point.place - foot.p.x);
    if (foot.gap < none && foot.gap > far.gap && !look_at_each_other(normal, foot.p.n) &&
        are_one_corner(foot, far))
      return true;
  }
  return false;
}

/// Every node has a row with the nearest of the faces that have it above (or below) them, and with others
/// that look another way: a corner between two walls is held by both. A face has a node below it only if the
/// node is inside the body, and a node inside a convex part leaves by its nearest side.
void SurfaceSearch::find_feet(const State& state, double reach, FacingPoints& found) {
  const int first_opposite = static_cast<int>(surface_.faces().size());
  const auto faces = static_cast<std::int64_t>(opposite_.faces().size());
  const double none = kNoThickness * opposite_.largest_face();
  std::vector<Foot> feet, taken;
  for (std::size_t i = 0; i < pairs_.size();) {
    const int node = pairs_[i][0];  // faces of single nodes have their numbers
    const Vector3 x = surface_.place(state.q, node);
    feet.clear();
    taken.clear();
    candidates_.clear();
    for (; i < pairs_.size() && pairs_[i][0] == node; ++i) {
      Candidate& candidate = candidates_.emplace_back();
      candidate.number = pairs_[i][1] - first_opposite;
      opposite_.gather(opposite_.faces()[candidate.number], state.q, candidate.nodes);
    }
    for (std::size_t k = 0; k < candidates_.size(); ++k) append_foot(state.q, x, k, reach, feet);
    // Over an edge between faces their numbers decide: round-off would give the node to one, then to the
    // other.
    const auto rank = [&](const Foot& a) {
      return std::pair(std::round(a.distance / (kSameDistance * reach)), a.number);
    };
    std::sort(feet.begin(), feet.end(), [&](const Foot& a, const Foot& b) { return rank(a) < rank(b); });
    for (std::size_t k = 0; k < feet.size(); ++k) {
      const Foot& foot = feet[k];
      const auto repeats = [&](const Foot& before) { return before.p.n.dot(foot.p.n) > kSameWay; };
      const auto is_other_side = [&](const Foot& before) {
        return before.gap < none && are_one_corner(before, foot);
      };
      if (std::any_of(feet.begin(), feet.begin() + static_cast<std::ptrdiff_t>(k), repeats)) continue;
      if (foot.gap < 0 && std::any_of(taken.begin(), taken.end(), is_other_side)) continue;
      taken.push_back(foot);
      const int point = static_cast<int>(found.points.size());
      found.points.push_back({node, foot.number, foot.p.xi, FaceValues::Ones(1)});
      add_row(node * faces + foot.number, {{point, 1.0}}, -foot.p.n, foot.p.n.cwiseAbs(), 0, found);
    }
  }
}

}  // namespace jounce
