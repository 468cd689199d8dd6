#include "cli/command_tree.h"

#include <cctype>
#include <sstream>

namespace jounce::cli {

void set_value(Argument& argument, const std::string& type) {
  const std::size_t end = type.find(':');
  argument.value = type.substr(0, end);
  if (end == std::string::npos) return;
  const std::string check = type.substr(end + 1);
  if (check.starts_with('{') && check.ends_with('}')) {
    std::istringstream names(check.substr(1, check.size() - 2));
    for (std::string name; std::getline(names, name, ',');) argument.choices.push_back(name);
    return;
  }
  const std::size_t open = check.find('['), close = check.find(']', open);
  if (close != std::string::npos) {
    argument.range = check.substr(open + 1, close - open - 1);
  } else {  // "POSITIVE"
    for (const char c : check)
      argument.range += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
}

Offer offer(const Argument& argument) {
  if (!argument.choices.empty()) return Offer::choices;
  if (argument.value == "DECK") return Offer::decks;
  if (argument.value == "FOLDER") return Offer::folders;
  if (argument.value == "CASE") return Offer::cases;
  for (const char* name : {"FILE", "PNG", "RESULT", "TEXT"}) {
    if (argument.value == name) return Offer::files;
  }
  return Offer::nothing;
}

std::vector<std::string> undocumented(const Command& command) {
  std::vector<std::string> list;
  if (command.about.empty()) list.push_back(command.name);
  for (const Argument& argument : command.arguments) {
    if (argument.about.empty()) list.push_back(command.name + " " + argument.names.back());
  }
  for (const Command& sub : command.commands) {
    for (const std::string& name : undocumented(sub)) list.push_back(name);
  }
  return list;
}

}  // namespace jounce::cli
