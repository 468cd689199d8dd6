#include "contact/kept_search.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace jounce {
namespace {

std::vector<double> shortest_edges(const ContactSurface& surface) {
  std::vector<double> all;
  FaceNodes X;
  for (const ContactSurface::Face& face : surface.faces()) {
    surface.gather_initial(face, X);
    double shortest = std::numeric_limits<double>::infinity();
    const int n = face.corners();
    for (int k = 0; k < n && n > 1; ++k)
      shortest = std::min(shortest, (X.col((k + 1) % n) - X.col(k)).norm());
    all.push_back(shortest);
  }
  return all;
}

}  // namespace

KeptSearch::KeptSearch(const ContactSurface& surface, const ContactSurface& opposite, double reach)
    : nodes_(surface, opposite),
      of_faces_{shortest_edges(surface), shortest_edges(opposite)},
      reach_(reach) {}

void KeptSearch::keep(std::shared_ptr<const FacingPoints> found, std::vector<double> gaps, double range,
                      const State& state) {
  range_ = range;
  found_ = std::move(found);
  gaps_ = std::move(gaps);
  edges_.clear();
  for (const FacingPoints::Row& row : found_->rows) {
    double mean = 0;
    for (const FacingPoints::Share& share : found_->shares_of(row)) {
      const FacingPoints::Point& point = found_->points[share.point];
      mean += share.weight * std::min(of_faces_[0][point.face], of_faces_[1][point.opposite]);
    }
    edges_.push_back(mean);
  }
  nodes_.keep(state);
}

bool KeptSearch::find_near(const SurfaceSearch& search, const State& state, double envelope,
                           std::vector<std::size_t>& rows) {
  rows.clear();
  if (!found_ || !search.is_current(state)) return false;
  const double way = nodes_.move(state);
  if (!(kChange * way <= range_ - envelope)) return false;
  for (std::size_t place = 0; place < gaps_.size(); ++place) {
    if (!(gaps_[place] - 2 * kChange * way <= envelope)) continue;
    const double own_way = nodes_.farthest_of(found_->nodes_of(found_->rows[place]));
    if (!(gaps_[place] - kChange * own_way <= envelope)) continue;
    if (own_way > kMoves * edges_[place]) return false;
    rows.push_back(place);
  }
  return true;
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
