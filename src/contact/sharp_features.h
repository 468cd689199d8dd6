#pragma once

#include <vector>

#include "contact/corner_rows.h"
#include "contact/edge_rows.h"
#include "contact/moved_nodes.h"

namespace jounce {

/// What sharp parts of two surfaces, or of one, touch with: rows of edges on edges (EdgeRows), and of corners
/// and edges on faces (CornerRows). What a search finds near each other serves until nodes have moved.
class SharpFeatures {
 public:
  SharpFeatures(TwoSides sides);
  SharpFeatures(const SharpFeatures&) = delete;
  SharpFeatures& operator=(const SharpFeatures&) = delete;

  /// Appends the rows within an envelope. @param of_pair  what they have in common
  void search(const State& state, double envelope, const ContactRow& of_pair, std::vector<ContactRow>& rows);
  const FeatureRows& of(const ContactRow& row) const {
    return row.point >= -edges_.count() ? static_cast<const FeatureRows&>(edges_) : corners_;
  }

  /// What takes parts that are to be held; null where none can be: of faces of second order.
  HeldParts* held() const { return sides_.held; }

 private:
  static constexpr double kReach = 0.25;  ///< of candidates beyond the envelope, of the shortest edge
  static constexpr double kNearlyFlat =
      0.99;  ///< cosine of ridges among the candidates, which may bend further

  void find_candidates(const State& state);

  TwoSides sides_;
  EdgeRows edges_;
  CornerRows corners_;
  MovedNodes nodes_;
  double reach_ = -1;  ///< within which candidates were found
  long version_ = 0;   ///< of the nodes that are held
};

}  // namespace jounce
