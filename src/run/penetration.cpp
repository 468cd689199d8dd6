#include "run/penetration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "contact/limited_reach.h"
#include "run/text_of_first.h"

namespace jounce {
namespace {

constexpr double kEndsDeep = 1e-3, kDeep = 1e-2;  ///< over the size of a part

/// Now and at the start: a single body that has come to rest at the origin has none but round-off now.
double largest_coordinate(const System& system, const State& state) {
  double size = 0;
  for (std::size_t i = 0; i < system.dofs().kinds.size(); ++i) {
    if (system.dofs().kinds[i] != DofKind::translation) continue;
    const auto at = static_cast<Index>(i);
    size = std::max({size, std::abs(state.q[at]), std::abs(system.initial_state().q[at])});
  }
  return system.numbering().max(size);
}

}  // namespace

Penetration deepest(const System& system, const State& state, const std::vector<ContactRow>& rows) {
  Vector gaps;
  system.contacts().gaps(rows, state, gaps);
  const auto pair_of = [&](std::size_t i) -> const ContactPair& {
    return *system.contacts().all()[rows[i].pair];
  };
  std::size_t place = rows.size();
  double depth = 0;
  bool is_angular = true;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double here = -gaps[static_cast<Index>(i)];
    const bool angular = pair_of(i).is_angular();
    if (!(here > 0) || (angular && !is_angular) || (angular == is_angular && here <= depth)) continue;
    depth = here;
    is_angular = angular;
    place = i;
  }
  Penetration found;
  found.time = state.t;
  double size = 0;
  if (place < rows.size()) {
    found.depth = depth;
    found.contact = system.contacts().describe(rows[place]);
    found.is_angular = is_angular;
    const auto* const parts = pair_of(place).limited_reach();
    size = is_angular ? 1 : parts != nullptr ? parts->part_size(rows[place]) : 0;
    found.of_model = !(size > 0);
  }
  parallel::Numbering& ranks = system.numbering();
  if (ranks.any(found.of_model)) size = std::max(size, largest_coordinate(system, state));
  found.share = size > 0 ? depth / size : 0;
  if (ranks.is_whole()) return found;
  const double number =
      place < rows.size() ? static_cast<double>(system.contacts().number_in_whole(rows[place])) : 0;
  found.contact = text_of_first(ranks, depth, number, found.contact);
  found.depth = ranks.max(depth);
  found.share = ranks.max(found.share);
  found.of_model = ranks.any(found.of_model);
  return found;
}

Penetration deepest(const System& system, const State& state) {
  std::vector<ContactRow> rows;
  system.contacts().search(state, 0.0, rows);
  return deepest(system, state, rows);
}

std::string to_text(const Penetration& penetration, const params::Units& units) {
  std::string text = fmt::format("{:.3g} {} in contact '{}' at t = {:.6g} {}", penetration.depth,
                                 penetration.is_angular ? "rad" : units.length, penetration.contact,
                                 penetration.time, units.time);
  if (!penetration.is_angular)
    text +=
        fmt::format(", {:.2g} % of {}", 100 * penetration.share,
                    penetration.of_model ? "the model's largest coordinate" : "the size of the smaller part");
  return text;
}

std::string Penetrations::warning(const params::Units& units) const {
  std::string text;
  if (at_end.share > kEndsDeep) text = fmt::format("bodies overlap at the end by {}", to_text(at_end, units));
  if (largest.share > kDeep && (text.empty() || largest.depth > at_end.depth))
    text += fmt::format("{} {}", text.empty() ? "bodies overlapped by" : "; they were by",
                        to_text(largest, units));
  return text;
}

}  // namespace jounce
