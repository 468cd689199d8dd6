#include "run/model_file.h"

#include "keyword/translation.h"
#include "registry.h"

namespace jounce {

bool is_keyword_file(const std::filesystem::path& file) {
  return file.extension() == ".inp" || file.extension() == ".INP";
}

deck::Deck read_model_file(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  if (!is_keyword_file(file)) return deck::read_deck(file, deck_schema(), overrides);
  const keyword::Input input = keyword::read_input(file);
  const auto translation = keyword::translate(input, file.string(), keyword::general_steps(input));
  // Of a file with modes alone nothing is run, but a deck says what would be.
  const std::string analysis =
      translation.analysis.empty() ? "\n[analysis]\ntype = \"static\"\n" : translation.analysis;
  return deck::read_deck_text(translation.model + analysis, file.string(), deck_schema(), overrides);
}

}  // namespace jounce
