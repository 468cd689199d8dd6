#include "deck/within_memory.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "registry.h"

namespace jounce::deck {
namespace {

using params::Params;

/// A number of the deck that says how many there are of something.
struct Count {
  double size = 0;
  std::string text;
  params::Location where;
};

void consider(const Params& entry, const std::string& title, Count& largest) {
  for (const Params::Entry& value : entry.entries()) {
    for (const Params& table : value.tables) consider(table, title, largest);
    if (!value.given || value.is_table || value.is_list_of_tables) continue;
    Count count{0, {}, value.where};
    if (const auto* const one = std::get_if<int>(&value.value)) {
      count.size = *one;
      count.text = fmt::format("'{}' of {} is {}", value.key, title, *one);
    } else if (const auto* const some = std::get_if<std::vector<int>>(&value.value)) {
      count.size = some->empty() ? 0 : 1;
      for (const int n : *some) count.size *= n;
      count.text = fmt::format("'{}' of {} is {}, in all {:.3g}", value.key, title, *some, count.size);
    }
    if (count.size > largest.size) largest = std::move(count);
  }
}

}  // namespace

void refuse_for_memory(const Deck& deck) {
  Count largest;
  for (const params::Kind& kind : deck_schema().kinds)
    for (const Params* entry : deck.entries(kind.name))
      consider(*entry,
               entry->name().empty() ? fmt::format("[{}]", kind.name)
                                     : fmt::format("{} '{}'", kind.name, entry->name()),
               largest);
  // How often steps are taken is no matter of memory, but how many there are of everything else is.
  constexpr double kFew = 1000;
  if (largest.size < kFew)
    throw params::InputError({deck.path().string(), 0, 0},
                             "the model needs more memory than is available; reduce the number of unknowns");
  throw params::InputError(largest.where,
                           fmt::format("the model needs more memory than is available; most of it is due to "
                                       "the largest number of the deck: {}. Reduce it",
                                       largest.text));
}

}  // namespace jounce::deck
