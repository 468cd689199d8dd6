#include "run/gathered_impacts.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace jounce {
namespace {

NamedImpact named(const System& system, const Impact& impact) {
  return {system.contacts().describe(impact.row),
          impact.time,
          impact.impulse,
          impact.velocity_before,
          impact.velocity_after,
          -0.5 * impact.impulse * (impact.velocity_before + impact.velocity_after) - impact.friction_work};
}

/// Place in the order, numbers, length of the name.
using Record = std::array<double, 7>;

std::vector<NamedImpact> unpacked(const std::vector<char>& bytes) {
  std::vector<std::pair<double, NamedImpact>> found;
  for (std::size_t at = 0; at < bytes.size();) {
    Record record;
    std::memcpy(record.data(), bytes.data() + at, sizeof(record));
    at += sizeof(record);
    const auto length = static_cast<std::size_t>(record[6]);
    found.push_back(
        {record[0],
         {std::string(bytes.data() + at, length), record[1], record[2], record[3], record[4], record[5]}});
    at += length;
  }
  std::ranges::stable_sort(found, {}, [](const auto& entry) { return entry.first; });
  std::vector<NamedImpact> impacts;
  for (auto& [place, impact] : found) impacts.push_back(std::move(impact));
  return impacts;
}

}  // namespace

std::vector<NamedImpact> impacts_of(const System& system, const StepResult& result) {
  std::vector<NamedImpact> own;
  for (const Impact& impact : result.impacts) own.push_back(named(system, impact));
  parallel::Numbering& ranks = system.numbering();
  if (!ranks.any(!own.empty()) || ranks.is_whole()) return own;
  std::vector<char> bytes, all;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const NamedImpact& impact = own[i];
    const Record record = {static_cast<double>(system.contacts().number_in_whole(result.impacts[i].row)),
                           impact.time,
                           impact.impulse,
                           impact.velocity_before,
                           impact.velocity_after,
                           impact.energy_lost,
                           static_cast<double>(impact.contact.size())};
    const auto* const begin = reinterpret_cast<const char*>(record.data());
    bytes.insert(bytes.end(), begin, begin + sizeof(record));
    bytes.insert(bytes.end(), impact.contact.begin(), impact.contact.end());
  }
  ranks.ranks().gather_on_first(bytes, all);
  return unpacked(all);
}

}  // namespace jounce
