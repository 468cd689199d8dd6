// Fuzz target of the deck reader: any text is either read, or refused with an InputError, and a deck that was
// read can be written and read again. A text behind a line "\n--set\n" is taken as overrides, one per line.
//
//     cmake --preset fuzz && cmake --build --preset fuzz --target fuzz_deck && mkdir -p build-fuzz/corpus
//     build-fuzz/tests/fuzz_deck -dict=tests/fuzz/deck.dict -max_len=3000 -max_total_time=600
//       build-fuzz/corpus tests/deck/good tests/deck/broken

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "../deck/sample_schema.h"
#include "deck/deck.h"

namespace {

using jounce::params::InputError;

std::vector<std::string> lines(std::string_view text) {
  std::vector<std::string> all;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    all.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return all;
}

void check_round_trip(const jounce::deck::Deck& deck, const jounce::params::Schema& schema) {
  const std::string text = deck.resolved_toml();
  try {
    const auto again = jounce::deck::read_deck_text(text, "again.toml", schema);
    if (again.resolved_toml() == text) return;
    std::cerr << text << "\n---\n" << again.resolved_toml();
  } catch (const InputError& error) {
    std::cerr << text << "\n---\n" << error.what() << '\n';
  }
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const jounce::params::Schema schema = jounce::deck::sample_schema();
  constexpr std::string_view separator = "\n--set\n";
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t split = input.find(separator);
  const bool has_overrides = split != std::string_view::npos;
  try {
    const auto overrides =
        has_overrides ? lines(input.substr(split + separator.size())) : std::vector<std::string>();
    check_round_trip(jounce::deck::read_deck_text(input.substr(0, split), "deck.toml", schema, overrides),
                     schema);
  } catch (const InputError& error) {
    if (error.diagnostics().empty()) std::abort();
  }
  return 0;
}
