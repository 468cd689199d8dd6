#include "deck/deck.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace jounce::deck {

using params::Params;

const Params& Deck::table(std::string_view kind) const {
  const auto found = tables_.find(kind);
  const bool is_single =
      std::any_of(kinds_.begin(), kinds_.end(), [&](const auto& k) { return k.first == kind && !k.second; });
  if (!is_single || found == tables_.end()) {
    throw std::logic_error(fmt::format("the deck has no single table [{}]", kind));
  }
  return found->second.front();
}

bool Deck::has(std::string_view kind) const {
  const auto found = tables_.find(kind);
  return found != tables_.end() && !found->second.empty();
}

std::vector<const Params*> Deck::entries(std::string_view kind) const {
  std::vector<const Params*> all;
  if (const auto found = tables_.find(kind); found != tables_.end()) {
    for (const Params& entry : found->second) all.push_back(&entry);
  }
  return all;
}

std::vector<const Params*> Deck::entries_of_all_steps(std::string_view kind) const {
  if (!whole_) return entries(kind);
  std::vector<const Params*> all;
  if (const auto found = whole_->find(kind); found != whole_->end())
    for (const Params& entry : found->second) all.push_back(&entry);
  return all;
}

const Params* Deck::find(std::string_view kind, std::string_view name) const {
  for (const Params* entry : entries(kind)) {
    if (entry->name() == name) return entry;
  }
  return nullptr;
}

}  // namespace jounce::deck
