#include "collision/swept.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace jounce::collision {
namespace {

constexpr double kRoundOff = 8 * std::numeric_limits<double>::epsilon();
/// Boxes of one search; then the earliest of those left is taken for a meeting.
constexpr int kMostBoxes = 20000;

/// F(t, r, s) = x + r d + s e, all three of them linear in t.
struct Distance {
  Path x, d, e;
  bool is_triangle;  ///< r + s <= 1
  double size;       ///< largest of all coordinates
};

/// A part of [from, 1] x [0, 1] x [0, 1]; low and high ends of t, r, s.
struct Box {
  std::array<double, 3> low, high;
};

Path difference(const Path& a, const Path& b) { return {a.begin - b.begin, a.end - b.end}; }

double extent(const Path& path) {
  return std::max(path.begin.cwiseAbs().maxCoeff(), path.end.cwiseAbs().maxCoeff());
}

double volume(const Vector3& a, const Vector3& b, const Vector3& c) { return a.dot(b.cross(c)); }

/// The volume that x, d and e span, a cubic in t by its coefficients of Bernstein.
class Volume {
 public:
  explicit Volume(const Distance& F) {
    const auto &a = F.x, &b = F.d, &c = F.e;
    coefficients_ = {
        volume(a.begin, b.begin, c.begin),
        (volume(a.end, b.begin, c.begin) + volume(a.begin, b.end, c.begin) +
         volume(a.begin, b.begin, c.end)) /
            3,
        (volume(a.end, b.end, c.begin) + volume(a.end, b.begin, c.end) + volume(a.begin, b.end, c.end)) / 3,
        volume(a.end, b.end, c.end)};
    error_ =
        4 * kRoundOff * F.size * std::max({F.size * extent(b), F.size * extent(c), extent(b) * extent(c)});
  }

  /// False when it has one sign from low to high.
  bool may_vanish(double low, double high) const {
    const std::array<double, 4> there = {blossom(low, low, low), blossom(low, low, high),
                                         blossom(low, high, high), blossom(high, high, high)};
    const auto [least, most] = std::minmax_element(there.begin(), there.end());
    return !(*least > error_ || *most < -error_);
  }

 private:
  /// The symmetric function, linear in each argument, that is the cubic where all three are the same.
  double blossom(double r, double s, double t) const {
    const auto& c = coefficients_;
    const auto between = [](double a, double b, double at) { return (1 - at) * a + at * b; };
    const double first = between(c[0], c[1], r), second = between(c[1], c[2], r),
                 third = between(c[2], c[3], r);
    return between(between(first, second, s), between(second, third, s), t);
  }

  std::array<double, 4> coefficients_;
  double error_;
};

/// Values of F at the corners of a box: bounds of F, and by how much it varies along t, r and s.
struct Values {
  Vector3 low, high;
  std::array<double, 3> varies;
};

Values values(const Distance& F, const Box& box) {
  std::array<Vector3, 8> at;  // bits: t, r, s
  for (std::size_t k = 0; k < 2; ++k) {
    const double t = k == 0 ? box.low[0] : box.high[0];
    const Vector3 x = F.x.at(t), d = F.d.at(t), e = F.e.at(t);
    const Vector3 low = x + box.low[1] * d, high = x + box.high[1] * d;
    at[k] = low + box.low[2] * e;
    at[k + 2] = high + box.low[2] * e;
    at[k + 4] = low + box.high[2] * e;
    at[k + 6] = high + box.high[2] * e;
  }
  Values result{at[0], at[0], {}};
  for (std::size_t i = 1; i < 8; ++i) {
    result.low = result.low.cwiseMin(at[i]);
    result.high = result.high.cwiseMax(at[i]);
  }
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t i = 0; i < 8; ++i)
      if ((i >> axis & 1U) == 0)
        result.varies[axis] =
            std::max(result.varies[axis], (at[i + (1U << axis)] - at[i]).cwiseAbs().maxCoeff());
  return result;
}

std::optional<Meeting> search(const Distance& F, double tolerance, double from) {
  const Volume volume(F);
  if (!(from <= 1) || !volume.may_vanish(from, 1)) return std::nullopt;
  const double round_off = 4 * kRoundOff * F.size;
  tolerance = std::max(tolerance, 8 * round_off);
  std::vector<Box> boxes = {{{from, 0, 0}, {1, 1, 1}}};
  std::optional<Meeting> first;
  for (int count = 0; !boxes.empty(); ++count) {
    Box box = boxes.back();
    boxes.pop_back();
    if (first) box.high[0] = std::min(box.high[0], first->time);
    if (box.low[0] >= box.high[0] || !volume.may_vanish(box.low[0], box.high[0])) continue;
    const Values here = values(F, box);
    if (here.low.maxCoeff() > round_off || here.high.minCoeff() < -round_off) continue;
    const auto axis = static_cast<std::size_t>(std::max_element(here.varies.begin(), here.varies.end()) -
                                               here.varies.begin());
    if ((here.high - here.low).maxCoeff() <= tolerance || count >= kMostBoxes) {
      // Earlier by one box, lest all places of a line that meet at one time are looked at.
      first = Meeting{std::max(from, 2 * box.low[0] - box.high[0]),
                      {0.5 * (box.low[1] + box.high[1]), 0.5 * (box.low[2] + box.high[2])}};
      continue;
    }
    const double middle = 0.5 * (box.low[axis] + box.high[axis]);
    Box before = box, behind = box;
    before.high[axis] = behind.low[axis] = middle;
    if (!(F.is_triangle && behind.low[1] + behind.low[2] > 1)) boxes.push_back(behind);
    boxes.push_back(before);
  }
  return first;
}

}  // namespace

std::optional<Meeting> meet(const Path& x, const std::array<Path, 3>& triangle, double tolerance,
                            double from) {
  Distance F{difference(x, triangle[0]), difference(triangle[0], triangle[1]),
             difference(triangle[0], triangle[2]), true, 0};
  F.size = std::max({extent(x), extent(triangle[0]), extent(triangle[1]), extent(triangle[2])});
  return search(F, tolerance, from);
}

std::optional<Meeting> meet(const std::array<Path, 2>& edge, const std::array<Path, 2>& other,
                            double tolerance, double from) {
  Distance F{difference(edge[0], other[0]), difference(edge[1], edge[0]), difference(other[0], other[1]),
             false, 0};
  F.size = std::max({extent(edge[0]), extent(edge[1]), extent(other[0]), extent(other[1])});
  return search(F, tolerance, from);
}

}  // namespace jounce::collision
