#pragma once

#include <functional>

#include "view/view.h"

namespace jounce::view {

/// Seconds between two looks at a run, and the fewest between two pages.
inline constexpr double kLookEvery = 1.0;

/// Writes the page of a run that goes on anew when there are new frames, until no process writes into the
/// folder any more. Pages before the last one look for the next by themselves. Writing takes at most a tenth
/// of the time. Where no run goes on, it writes the page once.
/// @param written  called after each page
/// @return the last page
/// Throws as write_view; frames that are not there yet are waited for.
View follow(const ViewRequest& request, const std::function<void(const View&)>& written,
            double look_every = kLookEvery);

}  // namespace jounce::view
