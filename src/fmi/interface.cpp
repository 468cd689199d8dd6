#include "fmi/interface.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "deck/overrides.h"
#include "io/output_error.h"
#include "params/quote.h"

namespace jounce::fmi {
namespace {

constexpr const char* kHead = "jounce fmu 1";

/// Functions of time. Others stand in the same tables: friction over the speed of slip.
template <class Visit>
void for_drives(const deck::Deck& deck, const Visit& visit) {
  for (const char* const kind : {"load", "element", "joint", "boundary"})
    for (const params::Params* entry : deck.entries(kind)) {
      const bool is_driver = std::string_view(kind) != "element" || entry->type() == "actuator";
      if (!is_driver || entry->name().empty()) continue;
      for (const params::Params::Entry& value : entry->entries())
        if (value.key != "friction" && !value.is_table && !value.is_list_of_tables)
          visit(*entry, value, deck::override_path(kind, entry->name(), value.key));
    }
}

}  // namespace

void Interface::write(const std::filesystem::path& file) const {
  std::ofstream out(file);
  out << kHead << '\n' << token << '\n';
  for (const std::string& value : overrides) out << "set\t" << value << '\n';
  for (const Variable& variable : variables)
    out << "variable\t" << static_cast<int>(variable.causality) << '\t' << fmt::format("{}", variable.start)
        << '\t' << variable.name << '\n';
  if (!out.flush()) io::fail_output(file, "write", errno);
}

Interface Interface::read(const std::filesystem::path& file) {
  std::ifstream in(file);
  Interface result;
  std::string line;
  if (!std::getline(in, line) || line != kHead || !std::getline(in, result.token))
    throw io::OutputError(file, fmt::format("cannot read {}: it must be the interface.txt of the resources "
                                            "of an FMU that this version of jounce fmu wrote",
                                            file.string()));
  while (std::getline(in, line)) {
    if (line.starts_with("set\t")) {
      result.overrides.push_back(line.substr(4));
      continue;
    }
    std::istringstream words(line);
    std::string word, causality, start, name;
    std::getline(words, word, '\t');
    std::getline(words, causality, '\t');
    std::getline(words, start, '\t');
    std::getline(words, name);
    result.variables.push_back({static_cast<Causality>(std::stoi(causality)), name, std::stod(start)});
  }
  return result;
}

std::vector<Drive> drives_of(const deck::Deck& deck) {
  std::vector<Drive> drives;
  const double start = deck.table("integrator").number("start");
  for_drives(deck,
             [&](const params::Params& entry, const params::Params::Entry& value, const std::string& path) {
               const auto add = [&](const params::TimeFunction& function, const std::string& name) {
                 const bool is_motion = entry.kind() == "joint" || entry.kind() == "boundary";
                 drives.push_back({name, value.given, function.is_constant(), is_motion, function(start)});
               };
               if (const auto* one = std::get_if<params::TimeFunction>(&value.value)) add(*one, path);
               if (const auto* some = std::get_if<std::vector<params::TimeFunction>>(&value.value))
                 for (std::size_t i = 0; i < some->size(); ++i)
                   add((*some)[i], fmt::format("{}[{}]", path, i + 1));
             });
  return drives;
}

std::vector<std::string> as_signals(const deck::Deck& deck, const std::vector<std::string>& inputs) {
  std::vector<std::string> overrides;
  const auto text = [&](const std::string& path, const params::TimeFunction& function) {
    const auto at = std::ranges::find(inputs, path);
    return at == inputs.end() ? function.to_toml() : fmt::format("\"signal({})\"", at - inputs.begin());
  };
  for_drives(deck, [&](const params::Params&, const params::Params::Entry& value, const std::string& path) {
    const auto is_of = [&](const std::string& input) {
      return input == path || input.starts_with(path + "[");
    };
    if (std::ranges::none_of(inputs, is_of)) return;
    if (const auto* one = std::get_if<params::TimeFunction>(&value.value))
      overrides.push_back(path + "=" + text(path, *one));
    if (const auto* some = std::get_if<std::vector<params::TimeFunction>>(&value.value)) {
      std::string list;
      for (std::size_t i = 0; i < some->size(); ++i)
        list += (i > 0 ? ", " : "") + text(fmt::format("{}[{}]", path, i + 1), (*some)[i]);
      overrides.push_back(fmt::format("{}=[{}]", path, list));
    }
  });
  return overrides;
}

}  // namespace jounce::fmi
