#include "view/history_data.h"

#include <algorithm>
#include <cmath>

namespace jounce::view {
namespace {

/// Calls visit(first, end) for the stretches of which each gives two numbers.
template <class Visit>
void for_stretches(std::size_t rows, std::size_t most, const Visit& visit) {
  const std::size_t stretches = std::max<std::size_t>(most / 2, 1);
  for (std::size_t i = 0; i < stretches; ++i) visit(rows * i / stretches, rows * (i + 1) / stretches);
}

}  // namespace

std::vector<float> thinned(const std::vector<double>& column, std::size_t most) {
  if (column.size() <= most) return {column.begin(), column.end()};
  std::vector<float> result;
  for_stretches(column.size(), most, [&](std::size_t first, std::size_t end) {
    std::size_t least = first, greatest = first;
    for (std::size_t i = first; i < end; ++i) {
      if (!(column[i] >= column[least])) least = i;
      if (!(column[i] <= column[greatest])) greatest = i;
    }
    result.push_back(static_cast<float>(column[std::min(least, greatest)]));
    result.push_back(static_cast<float>(column[std::max(least, greatest)]));
  });
  return result;
}

std::vector<float> thinned_times(const std::vector<double>& times, std::size_t most) {
  if (times.size() <= most) return {times.begin(), times.end()};
  std::vector<float> result;
  for_stretches(times.size(), most, [&](std::size_t first, std::size_t end) {
    result.push_back(static_cast<float>(times[first]));
    result.push_back(static_cast<float>(times[end - 1]));
  });
  return result;
}

deck::Json history_data(const io::History& history, Blobs& blobs) {
  deck::Json columns = deck::Json::array();
  for (const std::string& name : history.names()) {
    const std::vector<double>& column = history.column(name);
    const bool is_time = &name == &history.names().front();
    deck::Json json = deck::Json::object();
    json.add("name", name);
    json.add("unit", history.unit(name));
    json.add("blob", blobs.add(scene::bytes_of(is_time ? thinned_times(column, kMostRows)
                                                       : thinned(column, kMostRows))));
    columns.add(std::move(json));
  }
  return columns;
}

}  // namespace jounce::view
