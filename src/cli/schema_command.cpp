#include <fmt/format.h>

#include "cli/commands.h"
#include "deck/deck.h"
#include "registry.h"

namespace jounce::cli {

int schema_command(const std::string& what) {
  fmt::print("{}",
             what == "markdown" ? deck::deck_reference(deck_schema()) : deck::json_schema(deck_schema()));
  return kSuccess;
}

}  // namespace jounce::cli
