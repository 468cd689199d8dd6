#include "picture/box_clip.h"

namespace jounce::picture {
namespace {

Vertex between(const Vertex& a, const Vertex& b, double share) {
  return {a.at + share * (b.at - a.at), a.normal + share * (b.normal - a.normal),
          a.value + share * (b.value - a.value)};
}

}  // namespace

std::vector<Vertex> BoxClip::cut(std::vector<Vertex> corners) const {
  const bool is_line = corners.size() == 2;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      const double limit = side < 0 ? box_[axis].first : box_[axis].second;
      if (!std::isfinite(limit)) continue;
      const auto beyond = [&](const Vertex& v) { return side * (v.at[axis] - limit); };  // > 0: outside
      std::vector<Vertex> kept;
      for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vertex &here = corners[k], &next = corners[(k + 1) % corners.size()];
        const double from = beyond(here), to = beyond(next);
        if (from <= 0) kept.push_back(here);
        if ((from < 0 && to > 0) || (from > 0 && to < 0))
          if (!is_line || k == 0) kept.push_back(between(here, next, from / (from - to)));
      }
      corners = std::move(kept);
      if (corners.empty()) return corners;
    }
  return corners;
}

void BoxClip::triangle(const std::array<Vertex, 3>& corners, int plain) {
  const std::vector<Vertex> left = cut({corners.begin(), corners.end()});
  for (std::size_t k = 2; k < left.size(); ++k) inside_.triangle({left[0], left[k - 1], left[k]}, plain);
}

void BoxClip::line(const Vertex& a, const Vertex& b, int plain) {
  if (const std::vector<Vertex> left = cut({a, b}); left.size() == 2) inside_.line(left[0], left[1], plain);
}

void BoxClip::edge(const Vector3& a, const Vector3& b) {
  const std::vector<Vertex> left = cut({{a, Vector3::Zero(), kNoValue}, {b, Vector3::Zero(), kNoValue}});
  if (left.size() == 2) inside_.edge(left[0].at, left[1].at);
}

}  // namespace jounce::picture
