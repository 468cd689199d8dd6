#include "run/model_file.h"

#include "keyword/translation.h"
#include "registry.h"

namespace jounce {

bool is_keyword_file(const std::filesystem::path& file) {
  return file.extension() == ".inp" || file.extension() == ".INP";
}

deck::Deck read_model_file(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                           const keyword::InputOptions& options) {
  if (!is_keyword_file(file)) return deck::read_deck(file, deck_schema(), overrides);
  const auto input = std::make_shared<const keyword::Input>(keyword::read_input(file, options));
  const auto translation = keyword::translate(*input, keyword::general_steps(*input));
  params::Node document = translation.deck();
  // Of a file with modes alone nothing is run, but a deck says what would be.
  if (translation.analysis.children.empty()) document.set("analysis", params::Node().set("type", "static"));
  return deck_of(input, std::move(document), overrides);
}

deck::Deck deck_of(const std::shared_ptr<const keyword::Input>& input, params::Node document,
                   const std::vector<std::string>& overrides) {
  return deck::read_deck_tree(std::move(document), input->file.string(), deck_schema(), overrides, input);
}

}  // namespace jounce
