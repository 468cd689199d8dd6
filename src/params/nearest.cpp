#include "params/nearest.h"

#include <algorithm>

namespace jounce::params {

namespace {

constexpr std::size_t longest_name = 100;  // anything longer is no name that someone mistyped

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool begins(std::string_view text, std::string_view start) {
  return text.size() >= start.size() && std::equal(start.begin(), start.end(), text.begin(),
                                                   [](char a, char b) { return lower(a) == lower(b); });
}

/// Edit distance, or some number above the limit when it is above.
int bounded_distance(std::string_view a, std::string_view b, int limit) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > static_cast<std::size_t>(limit)) return limit + 1;
  // Three rows of the dynamic programming table d(i, j) suffice: i, i - 1, i - 2.
  const std::size_t n = b.size();
  std::vector<int> before(n + 1), above(n + 1), row(n + 1);
  for (std::size_t j = 0; j <= n; ++j) row[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, above);
    std::swap(above, row);
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= n; ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    // An exchange reaches back two rows, so both have to be above the limit.
    const auto lowest = [](const std::vector<int>& entries) {
      return *std::min_element(entries.begin(), entries.end());
    };
    if (lowest(row) > limit && lowest(above) > limit) return limit + 1;
  }
  return row[n];
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  return bounded_distance(a, b, static_cast<int>(std::max(a.size(), b.size())));
}

std::string nearest(std::string_view wrong, const std::vector<std::string>& candidates) {
  if (wrong.empty() || wrong.size() > longest_name) return {};
  const int limit = std::max(1, static_cast<int>(wrong.size()) / 3);
  const std::string* best = nullptr;
  int best_distance = limit + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longest_name) continue;
    const int distance = bounded_distance(wrong, candidate, limit);
    const int length = static_cast<int>(std::max(wrong.size(), candidate.size()));
    if (distance < best_distance && distance < length) {
      best_distance = distance;
      best = &candidate;
    }
  }
  if (best != nullptr) return *best;
  for (const std::string& candidate : candidates)  // "x_min" for "block.x_min"
    if (candidate.size() > wrong.size() + 1 && candidate[candidate.size() - wrong.size() - 1] == '.' &&
        begins(std::string_view(candidate).substr(candidate.size() - wrong.size()), wrong))
      return candidate;
  for (const std::string& candidate : candidates) {
    const std::string_view shorter = candidate.size() < wrong.size() ? std::string_view(candidate) : wrong;
    if (shorter.size() >= 3 && (begins(candidate, shorter) && begins(wrong, shorter))) return candidate;
  }
  return {};
}

}  // namespace jounce::params
