#include "contact/sharp_features.h"

namespace jounce {

SharpFeatures::SharpFeatures(TwoSides sides)
    : sides_(std::move(sides)),
      edges_(sides_),
      corners_(sides_, -1 - edges_.count()),
      nodes_(sides_.surface(0), sides_.surface(1)) {}

void SharpFeatures::search(const State& state, double envelope, const ContactRow& of_pair,
                           std::vector<ContactRow>& rows) {
  bool has_changed = false;
  for (SurfaceEdges& edges : sides_.edges) has_changed = edges.update(state) || has_changed;
  if (sides_.held != nullptr && version_ != sides_.held->version()) has_changed = true;
  const double reach = envelope + kReach * nodes_.shortest_edge();
  if (has_changed || !(reach_ <= 2 * reach) || !(envelope + 2 * nodes_.move(state) <= reach_)) {
    reach_ = reach;
    find_candidates(state);
    nodes_.keep(state);
    if (sides_.held != nullptr) version_ = sides_.held->version();
  }
  if (sides_.held != nullptr) sides_.held->part();
  corners_.append(state, envelope, of_pair, rows);
  edges_.append(state, envelope, of_pair, rows);
}

void SharpFeatures::find_candidates(const State& state) {
  Ridges ridges;
  Ridge ridge;
  for (std::size_t side = 0; side < sides_.edges.size(); ++side)
    for (ridge.edge = 0; ridge.edge < sides_.of(side).all().size(); ++ridge.edge)
      if (sides_.of(side).find_frame(state.q, sides_.of(side).all()[ridge.edge], ridge.frame) &&
          (ridge.frame.is_ridge(kNearlyFlat) || sides_.holds(side, sides_.of(side).all()[ridge.edge].nodes)))
        ridges[side].push_back(ridge);
  edges_.find_candidates(ridges, reach_);
  corners_.find_candidates(state, ridges, reach_);
}

}  // namespace jounce
