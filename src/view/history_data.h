#pragma once

#include "io/history_reader.h"
#include "view/blobs.h"

namespace jounce::view {

/// Rows of a history in a page at most.
inline constexpr std::size_t kMostRows = 4000;

/// A column with at most `most` numbers: of longer ones every two stand for the least and the greatest of a
/// stretch, in their order.
std::vector<float> thinned(const std::vector<double>& column, std::size_t most);
/// Times that belong to them: the first and the last of each stretch.
std::vector<float> thinned_times(const std::vector<double>& times, std::size_t most);

/// The columns of a history for a page.
deck::Json history_data(const io::History& history, Blobs& blobs);

}  // namespace jounce::view
