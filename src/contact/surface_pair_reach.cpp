// How far SurfacePair sees: what passes in a step, edges that cross, and sizes.

#include <algorithm>
#include <limits>

#include "contact/surface_pair.h"
#include "math/shape_functions.h"

namespace jounce {
namespace {

bool of_second_order(const ContactSurface& surface) {
  return std::ranges::any_of(surface.faces(),
                             [](const ContactSurface::Face& face) { return is_quadratic(face.shape); });
}

}  // namespace

SweptSurfaces& SurfacePair::swept() const {
  if (!swept_)
    swept_ = std::make_unique<SweptSurfaces>(surface_, is_self_ ? rest_ : own_rest_, opposite_, rest_,
                                             is_self_, sharp_ ? sharp_->held() : nullptr);
  return *swept_;
}

std::unique_ptr<SharpFeatures> SurfacePair::sharp_features() {
  if (surface_.dimension() != 3 || surface_.is_of_points() || law().is_soft() || has_shells()) return nullptr;
  TwoSides sides;
  sides.edges.emplace_back(surface_, is_self_ ? rest_ : own_rest_);
  if (!is_self_) sides.edges.emplace_back(opposite_, rest_);
  sides.wall_of = [this](bool first, int node) { return swept().wall_behind(first, node); };
  sides.are_joined = [this](std::span<const int> a, std::span<const int> b) {
    return swept().are_joined(a, b);
  };
  if (!of_second_order(surface_) && !of_second_order(opposite_)) sides.held = &held_;
  return std::make_unique<SharpFeatures>(std::move(sides));
}

std::optional<Crossing> SurfacePair::crossing(const State& begin, const State& end) const {
  if (has_shells()) return {};  // a shell has no inside
  return swept().find(begin, end);
}

double SurfacePair::stray(const State& begin, double h, const State& end) const {
  const auto farthest = [&](const ContactSurface& surface, bool first) {
    double way = 0;
    for (int node = 0; node < surface.nodes(); ++node)
      if (search_.has_node(first, node))
        way = std::max(way, (surface.place(end.q, node) - surface.place(begin.q, node) -
                             h * surface.place(begin.v, node))
                                .norm());
    return way;
  };
  return farthest(surface_, true) + farthest(opposite_, false);
}

double SurfacePair::part_size(const ContactRow&) const {
  const auto extent = [](const ContactSurface& surface) {
    Vector3 low = Vector3::Constant(std::numeric_limits<double>::infinity()), high = -low;
    FaceNodes X;
    for (const ContactSurface::Face& face : surface.faces()) {
      surface.gather_initial(face, X);
      low = low.cwiseMin(X.rowwise().minCoeff());
      high = high.cwiseMax(X.rowwise().maxCoeff());
    }
    return (high - low).maxCoeff();
  };
  return std::min(extent(surface_), extent(opposite_));
}

void SurfacePair::append_searched_parts(std::vector<Index>& dofs) const {
  for (const ContactSurface* side : {&surface_, &opposite_})
    for (int node = 0; node < side->nodes(); ++node) dofs.push_back(side->dofs(node)[0]);
}

}  // namespace jounce
