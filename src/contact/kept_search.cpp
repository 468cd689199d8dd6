#include "contact/kept_search.h"

#include <algorithm>
#include <unordered_map>

namespace jounce {

KeptSearch::KeptSearch(const ContactSurface& surface, const ContactSurface& opposite)
    : surface_(surface), opposite_(opposite) {
  FaceNodes X;
  for (const ContactSurface* side : {&surface_, &opposite_})
    for (const ContactSurface::Face& face : side->faces()) {
      side->gather_initial(face, X);
      const int n = face.corners();
      for (int k = 0; k < n && n > 1; ++k)
        shortest_ = std::min(shortest_, (X.col((k + 1) % n) - X.col(k)).norm());
    }
}

template <typename Visit>
void KeptSearch::for_each_node(const State& state, Visit&& visit) const {
  for (const ContactSurface* side : {&surface_, &opposite_})
    for (int node = 0; node < side->nodes(); ++node) visit(side->place(state.q, node));
}

double KeptSearch::moved(const SurfaceSearch& search, const State& state, double envelope) const {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  if (!found_ || !is_for(envelope) || !search.is_current(state)) return kFar;
  Vector3 mean = Vector3::Zero();
  std::size_t i = 0;
  for_each_node(state, [&](const Vector3& x) { mean += x - places_[i++]; });
  mean /= static_cast<double>(i);
  double farthest = 0;
  i = 0;
  for_each_node(state, [&](const Vector3& x) {
    farthest = std::max(farthest, (x - places_[i++] - mean).squaredNorm());
  });
  const double way = std::sqrt(farthest);
  const bool serves = way <= kMoves * shortest_ && kChange * way <= search.reach() - envelope;
  return serves ? way : kFar;
}

void KeptSearch::keep(std::shared_ptr<const FacingPoints> found, std::vector<double> gaps,
                      const State& state) {
  found_ = std::move(found);
  gaps_ = std::move(gaps);
  places_.clear();
  for_each_node(state, [&](const Vector3& x) { places_.push_back(x); });
}

std::shared_ptr<const FacingPoints> only_rows(const FacingPoints& found,
                                              const std::vector<std::size_t>& rows) {
  auto out = std::make_shared<FacingPoints>();
  std::unordered_map<int, int> place_of;
  for (const std::size_t number : rows) {
    FacingPoints::Row row = found.rows[number];
    const auto shares = found.shares_of(row);
    const auto nodes = found.nodes_of(row);
    row.first_share = out->shares.size();
    row.first_node = out->nodes.size();
    for (FacingPoints::Share share : shares) {
      const auto [at, added] = place_of.try_emplace(share.point, static_cast<int>(out->points.size()));
      if (added) out->points.push_back(found.points[share.point]);
      share.point = at->second;
      out->shares.push_back(share);
    }
    out->nodes.insert(out->nodes.end(), nodes.begin(), nodes.end());
    row.end_share = out->shares.size();
    row.end_node = out->nodes.size();
    out->rows.push_back(row);
  }
  return out;
}

}  // namespace jounce
