#include "contact/kept_search.h"

#include <unordered_map>

namespace jounce {

double KeptSearch::moved(const SurfaceSearch& search, const State& state, double envelope) const {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  if (!found_ || !is_for(envelope) || !search.is_current(state)) return kFar;
  const double way = nodes_.farthest(state);
  const bool serves = way <= kMoves * nodes_.shortest_edge() && kChange * way <= search.reach() - envelope;
  return serves ? way : kFar;
}

void KeptSearch::keep(std::shared_ptr<const FacingPoints> found, std::vector<double> gaps,
                      const State& state) {
  found_ = std::move(found);
  gaps_ = std::move(gaps);
  nodes_.keep(state);
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
