#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "contact/moved_nodes.h"
#include "contact/surface_search.h"

namespace jounce {

/// The last search between two surfaces, for the short steps after it: as long as no node has moved by more
/// than kMoves of the shortest edge (beside the mean motion), the points of the faces still lie opposite
/// those that were found, and only their gaps change.
class KeptSearch {
 public:
  KeptSearch(const ContactSurface& surface, const ContactSurface& opposite) : nodes_(surface, opposite) {}

  /// Whether rows within an envelope may come from a kept search: it is small beside the faces.
  bool is_for(double envelope) const { return envelope < kNear * nodes_.shortest_edge(); }
  /// How far nodes have moved since the search, where it still serves for rows within the envelope; else
  /// infinite.
  double moved(const SurfaceSearch& search, const State& state, double envelope) const;
  void keep(std::shared_ptr<const FacingPoints> found, std::vector<double> gaps, const State& state);

  const std::shared_ptr<const FacingPoints>& found() const { return found_; }
  /// Whether the gap of a row may be within the envelope after nodes have moved so far.
  bool may_be_near(std::size_t row, double moved, double envelope) const {
    return gaps_[row] - kChange * moved <= envelope;
  }

 private:
  static constexpr double kNear = 0.25, kMoves = 0.05;
  static constexpr double kChange = 2.5;  ///< of a gap, over the greatest way of a node: those of two sides

  MovedNodes nodes_;
  std::shared_ptr<const FacingPoints> found_;
  std::vector<double> gaps_;  ///< of the rows, at the search
};

/// These rows of what was found, with their points alone.
std::shared_ptr<const FacingPoints> only_rows(const FacingPoints& found,
                                              const std::vector<std::size_t>& rows);

}  // namespace jounce
