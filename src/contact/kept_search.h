#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "contact/moved_nodes.h"
#include "contact/surface_search.h"

namespace jounce {

/// The last search between two surfaces, for the short steps after it. It found what was within `range`. Two
/// things end its service: nodes have moved so far that others may have come near, or those of a row that may
/// be near have moved against each other by more than kMoves of the edges of its faces. Until then
/// points still lie opposite those that were found, and only their gaps change.
class KeptSearch {
 public:
  /// @param reach  of the search
  KeptSearch(const ContactSurface& surface, const ContactSurface& opposite, double reach);

  /// Whether rows within an envelope may come from a kept search.
  bool is_for(double envelope) const { return range_for(envelope) < reach_; }
  /// How far a search for an envelope looks that is to be kept.
  double range_for(double envelope) const { return std::max(kRange * reach_, kBeyond * envelope); }
  void keep(std::shared_ptr<const FacingPoints> found, std::vector<double> gaps, double range,
            const State& state);
  /// The rows that may be within the envelope at a state, by their places; false where the search does not
  /// serve any more.
  bool find_near(const SurfaceSearch& search, const State& state, double envelope,
                 std::vector<std::size_t>& rows);

  const std::shared_ptr<const FacingPoints>& found() const { return found_; }
  void forget() { found_.reset(); }

 private:
  static constexpr double kRange = 0.25, kBeyond = 2, kMoves = 0.05;
  static constexpr double kChange = 2.5;  ///< of a gap, over the greatest way of a node: those of two sides

  MovedNodes nodes_;
  std::array<std::vector<double>, 2> of_faces_;  ///< shortest edges of the faces of both surfaces
  double reach_, range_ = 0;
  std::shared_ptr<const FacingPoints> found_;
  std::vector<double> gaps_;   ///< of the rows, at the search
  std::vector<double> edges_;  ///< the shortest ones of their faces, in the mean over their points
};

/// These rows of what was found, with their points alone.
std::shared_ptr<const FacingPoints> only_rows(const FacingPoints& found,
                                              const std::vector<std::size_t>& rows);

}  // namespace jounce
