#include "fmi/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "deck/overrides.h"
#include "fmi/interface.h"
#include "fmi/model_description.h"
#include "fmi/slave.h"
#include "fmi/zip.h"
#include "io/atomic_file.h"
#include "io/csv.h"
#include "io/output_error.h"
#include "io/temporary_folder.h"
#include "mesh/gmsh_process.h"
#include "params/nearest.h"
#include "params/quote.h"
#include "registry.h"
#include "run/model_file.h"
#include "run/step_sequence.h"
#include "version.h"

namespace jounce::fmi {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_deck(const fs::path& deck, const std::string& why) {
  throw params::InputError({deck.string(), 0, 0}, "this deck cannot be an FMU: " + why);
}

/// The library jounce_fmi.so: beside the program, a folder above it (tests), or in lib/jounce.
fs::path library() {
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const char* const folder : {".", "..", "../lib/jounce"})
    if (fs::path file = program / folder / "jounce_fmi.so"; fs::exists(file, ignored)) return file;
  throw io::OutputError(program,
                        fmt::format("there is no jounce_fmi.so beside the program in {}; it is part of "
                                    "an installation of Jounce",
                                    program.string()));
}

void check_deck(const deck::Deck& deck) {
  if (!deck.step_names().empty()) refuse_deck(deck.path(), "it has several steps ([[step]])");
  if (deck.table("analysis").type() == "static")
    refuse_deck(deck.path(), "a static analysis has a load path and no time; motions can be exported");
  if (deck.table("integrator").type() == "event-driven")
    refuse_deck(deck.path(),
                "integrator 'event-driven' chooses its steps from event to event; take another scheme");
}

/// Files that the deck names, by the override under which a copy is found.
struct Copy {
  fs::path from;
  std::string name, override;
};

std::vector<Copy> copies_of(const deck::Deck& deck, const params::Schema& schema) {
  std::vector<Copy> copies;
  for (const auto& kind : schema.kinds) {
    if (!kind.is_list) continue;
    for (const params::Params* entry : deck.entries(kind.name))
      for (const params::Params::Entry& value : entry->entries()) {
        const auto* text = std::get_if<std::string>(&value.value);
        if (text == nullptr || text->empty() || !value.given || !deck.names_file(kind.name, value.key))
          continue;
        Copy copy{deck.folder() / *text, {}, {}};
        copy.name = fmt::format("{}-{}", copies.size() + 1, copy.from.filename().string());
        copy.override =
            deck::override_path(kind.name, entry->name(), value.key) + "=" + params::quote(copy.name);
        copies.push_back(std::move(copy));
      }
  }
  return copies;
}

/// Tables of times and values as they are, since they may stand in files.
std::vector<std::string> tables_of(const deck::Deck& deck, const params::Schema& schema) {
  std::vector<std::string> overrides;
  for (const auto& kind : schema.kinds) {
    if (!kind.is_list) continue;
    for (const params::Params* entry : deck.entries(kind.name))
      for (const params::Params::Entry& value : entry->entries()) {
        if (value.is_table || value.is_list_of_tables || !value.given) continue;
        const std::string path = deck::override_path(kind.name, entry->name(), value.key) + "=";
        if (const auto* one = std::get_if<params::TimeFunction>(&value.value)) {
          if (one->to_toml().starts_with('{')) overrides.push_back(path + one->to_toml());
        } else if (const auto* some = std::get_if<std::vector<params::TimeFunction>>(&value.value)) {
          std::vector<std::string> texts;
          for (const params::TimeFunction& function : *some) texts.push_back(function.to_toml());
          if (std::ranges::any_of(texts, [](const std::string& text) { return text.starts_with('{'); }))
            overrides.push_back(fmt::format("{}[{}]", path, fmt::join(texts, ", ")));
        }
      }
  }
  return overrides;
}

/// Identifiers of C, as the standard wants them.
std::string identifier_of(const std::string& stem) {
  std::string name;
  for (const char c : stem) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0 ? "m" + name : name;
}

void add_inputs(Interface& interface, const deck::Deck& deck, const std::vector<std::string>& wanted) {
  const std::vector<Drive> drives = drives_of(deck);
  std::vector<std::string> names;
  for (const Drive& drive : drives) names.push_back(drive.path);
  for (const std::string& name : wanted)
    if (std::ranges::count(names, name) == 0)
      throw params::InputError(
          {"--input " + name, 0, 0},
          drives.empty() ? "the deck has no functions of time of loads, drivers, actuators or "
                           "[[boundary]] with a name"
                         : "the deck has no such function of time of a load, a driver, an actuator or a "
                           "[[boundary]] with a name",
          params::nearest(name, names));
  for (const Drive& drive : drives) {
    const bool is_input =
        wanted.empty() ? drive.is_given && drive.is_free : std::ranges::count(wanted, drive.path) > 0;
    if (is_input) interface.variables.push_back({Causality::input, drive.path, drive.start, {}, {}});
  }
}

/// 32 hexadecimal digits of what makes the FMU, grouped as a GUID.
std::string token_of(const std::string& text) {
  const auto hash = [&](std::uint64_t sum) {  // FNV-1a
    for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return sum;
  };
  const std::string digits =
      fmt::format("{:016x}{:016x}", hash(0xcbf29ce484222325ULL), hash(0x84222325cbf29ce4ULL));
  return fmt::format("{{{}-{}-{}-{}-{}}}", digits.substr(0, 8), digits.substr(8, 4), digits.substr(12, 4),
                     digits.substr(16, 4), digits.substr(20));
}

/// The columns of the history of a run that has begun.
Schedule add_outputs(Interface& interface, const deck::Deck& deck) {
  RunOptions options;
  options.deck = deck.path();
  options.quiet = true;
  options.write = false;
  StepSequence steps(deck, options);
  steps.now().begin();
  for (const io::Column& column : steps.now().columns())
    if (column.name != "time")
      interface.variables.push_back({Causality::output, column.name, 0, column.unit, column.description});
  const Schedule& schedule = steps.now().schedule();
  if (schedule.follows_limit)
    refuse_deck(deck.path(), "its steps follow the limit of stability; give integrator.step");
  return schedule;
}

/// The reader of the deck's meshes, where it has such that Gmsh reads; else empty.
fs::path reader_of_meshes(const deck::Deck& deck) {
  const auto& meshes = deck.entries("mesh");
  const bool has_any = std::ranges::any_of(meshes, [](const auto* mesh) { return mesh->type() == "gmsh"; });
  if (!has_any) return {};
  for (const fs::path& folder : gmsh_folders())
    if (fs::path file = folder / kMeshReader; fs::exists(file)) return file;
  return {};  // the deck has been read, so there is one
}

/// Fills the folder of resources and returns its files. An instance made from it shows that nothing is
/// missing.
std::vector<std::string> resources_of(const Interface& interface, const std::string& deck,
                                      const std::vector<Copy>& copies, const fs::path& reader,
                                      const fs::path& folder) {
  std::vector<std::string> names = {"deck.toml", "interface.txt"};
  interface.write(folder / "interface.txt");
  io::write_atomically(folder / "deck.toml", deck);
  for (const Copy& copy : copies) {
    names.push_back(copy.name);
    io::write_atomically(folder / copy.name, io::read_text(copy.from));
  }
  if (!reader.empty()) {
    names.emplace_back(kMeshReader);
    fs::copy_file(reader, folder / kMeshReader);
  }
  Slave(folder, interface.token).start();
  return names;
}

std::string folder_of_library(const std::string& version) {
#if defined(__aarch64__)
  return "binaries/aarch64-linux/";
#else
  return version == "2" ? "binaries/linux64/" : "binaries/x86_64-linux/";
#endif
}

}  // namespace

Export write_fmu(const ExportRequest& request) {
  if (is_keyword_file(request.deck))
    refuse_deck(request.deck, "it is an input file; `jounce run` writes the deck that it stands for");
  const deck::Deck deck = read_model_file(request.deck, request.overrides);
  check_deck(deck);
  const std::vector<Copy> copies = copies_of(deck, deck_schema());
  Interface interface;
  interface.overrides = request.overrides;
  for (const Copy& copy : copies) interface.overrides.push_back(copy.override);
  for (std::string& table : tables_of(deck, deck_schema())) interface.overrides.push_back(std::move(table));
  interface.variables.push_back({Causality::time, "time", 0, deck.units().time, "time"});
  add_inputs(interface, deck, request.inputs);
  for (const auto& [name, value] : deck.parameters())
    interface.variables.push_back(
        {Causality::parameter, "parameters." + name, value, {}, "parameter of the deck"});
  const Schedule schedule = add_outputs(interface, deck);
  interface.variables.front().start = schedule.start;

  const std::string text = io::read_text(request.deck), stem = request.deck.stem().string();
  std::string identity = version_line() + text;
  for (const std::string& value : interface.overrides) identity += '\n' + value;
  for (const Variable& variable : interface.variables) identity += '\n' + variable.name;
  interface.token = token_of(identity);
  const Description about{stem,           identifier_of(stem), deck.title(),
                          schedule.start, schedule.end,        schedule.step};

  Export result{request.output.empty() ? fs::path(stem + ".fmu") : request.output};
  io::require_place_of_file(result.file);
  const io::TemporaryFolder scratch("fmu");
  const auto resources = resources_of(interface, text, copies, reader_of_meshes(deck), scratch.path());
  const std::string description = request.version == "2" ? model_description_2(about, interface)
                                                         : model_description_3(about, interface),
                    code = io::read_text(library());
  const fs::path temporary = io::temporary_name(result.file);
  Zip zip(temporary);
  zip.add("modelDescription.xml", description);
  zip.add(folder_of_library(request.version) + about.identifier + ".so", code);
  for (const std::string& name : resources)
    zip.add("resources/" + name, io::read_text(scratch.path() / name));
  zip.close();
  io::replace_file(temporary, result.file, false);
  for (const Variable& variable : interface.variables) {
    result.inputs += variable.causality == Causality::input ? 1 : 0;
    result.parameters += variable.causality == Causality::parameter ? 1 : 0;
    result.outputs += variable.causality == Causality::output ? 1 : 0;
  }
  return result;
}

}  // namespace jounce::fmi
