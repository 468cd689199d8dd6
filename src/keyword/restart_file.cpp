#include "keyword/restart_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string_view>

#include "version.h"

namespace jounce::keyword {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kFirstWords = "Jounce restart file, format ";
constexpr int kFormat = 1;
constexpr std::string_view kChecksum = "checksum ";
constexpr char kGiven = '\t';  ///< before names of files as they are written
constexpr std::size_t kChecksumLine = kChecksum.size() + 16 + 1;

/// FNV-1a, 64 bits (Fowler, Noll, Vo).
std::uint64_t checksum_of(std::string_view bytes) {
  std::uint64_t sum = 0xcbf29ce484222325ULL;
  for (const char byte : bytes) sum = (sum ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
  return sum;
}

/// A restart file that does not say what it should.
struct Damage {};

/// Takes a content apart from its beginning on. Throws Damage at its end.
class RestartReader {
 public:
  explicit RestartReader(std::string_view text) : rest_(text) {}

  std::string_view line() {
    const auto end = rest_.find('\n');
    if (end == std::string_view::npos) throw Damage();
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
  }
  /// What follows a word in the next line.
  std::string_view line_of(std::string_view word) {
    std::string_view text = line();
    if (!text.starts_with(word)) throw Damage();
    return text.substr(word.size());
  }
  std::string_view bytes(std::size_t count) {
    if (count > rest_.size()) throw Damage();
    const std::string_view text = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return text;
  }

 private:
  std::string_view rest_;
};

int number_in(std::string_view text) {
  const auto value = to_integer(text);
  if (!value || *value < 0) throw Damage();
  return *value;
}

std::vector<std::string> fields_of(std::string_view text, char separator) {
  std::vector<std::string> fields;
  for (auto end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    fields.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  fields.emplace_back(text);
  return fields;
}

Card card_of(std::string_view text, int line, const std::shared_ptr<const std::string>& file) {
  std::vector<std::string> fields = fields_of(text, ',');
  Card card;
  card.name = fields[0];
  card.file = file;
  card.line = line;
  card.is_restarted = true;
  for (std::size_t i = 1; i < fields.size(); ++i) {
    const auto equals = fields[i].find('='), given = fields[i].find(kGiven);
    Card::Parameter& parameter = card.parameters.emplace_back();
    parameter.name = fields[i].substr(0, std::min(equals, given));
    if (equals < given) parameter.value = fields[i].substr(equals + 1, given - equals - 1);
    if (given != std::string::npos) parameter.given = fields[i].substr(given + 1);
  }
  return card;
}

/// @param folder  in which files are that cards name
std::vector<Card> read_lines(RestartReader& reader, int count, const fs::path& folder) {
  std::vector<Card> cards;
  std::shared_ptr<const std::string> file;
  for (int i = 0; i < count; ++i) {
    const std::string_view text = reader.line();
    if (text.starts_with('@')) {
      file = std::make_shared<const std::string>((folder / text.substr(1)).string());
      continue;
    }
    const auto digits = text.find_first_of("* ");
    if (digits == std::string_view::npos) throw Damage();
    const int line = number_in(text.substr(0, digits));
    const std::string_view said = text.substr(digits + 1);
    if (text[digits] == '*') {
      if (file == nullptr) throw Damage();
      cards.push_back(card_of(said, line, file));
    } else {
      if (cards.empty()) throw Damage();
      cards.back().data.push_back({line, fields_of(said, ',')});
    }
  }
  return cards;
}

RestartFile read_content(std::string_view text, const fs::path& folder) {
  if (text.size() < kChecksumLine) throw Damage();
  const std::string_view before = text.substr(0, text.size() - kChecksumLine);
  if (text.substr(before.size()) != fmt::format("{}{:016x}\n", kChecksum, checksum_of(before)))
    throw Damage();
  RestartReader reader(before);
  reader.line();
  reader.line();
  RestartFile result;
  for (const std::string& step : fields_of(reader.line_of("steps "), ' '))
    result.steps.push_back(number_in(step));
  result.cards = read_lines(reader, number_in(reader.line_of("cards ")), folder);
  const std::string size(reader.line_of("states "));
  if (size.empty() || size.size() > 18 || size.find_first_not_of("0123456789") != std::string::npos)
    throw Damage();
  result.states = reader.bytes(std::stoull(size));
  return result;
}

std::string join(const std::vector<int>& numbers) { return fmt::format("{}", fmt::join(numbers, " ")); }

/// What a job may say of its own before its steps.
constexpr std::string_view kNewCards[] = {"AMPLITUDE", "NSET",        "ELSET",  "SURFACE",
                                          "HEADING",   "TIME POINTS", "RESTART"};

/// The name of the set or surface that a card makes; nullptr for none.
const std::string* set_of(const Card& card, const std::string& kind) {
  const bool makes = kind == "NSET"    ? card.name == "NSET" || card.name == "NODE"
                     : kind == "ELSET" ? card.name == "ELSET" || card.name == "ELEMENT"
                                       : card.name == kind;
  return makes ? card.find(kind == "SURFACE" ? "NAME" : kind) : nullptr;
}

void check_own_cards(const std::vector<Card>& before, const std::vector<Card>& own) {
  std::vector<params::Diagnostic> wrong;
  bool in_step = false;
  for (const Card& card : own) {
    if (card.name == "STEP") in_step = true;
    if (!in_step && std::ranges::find(kNewCards, card.name) == std::end(kNewCards))
      wrong.push_back({card.where(),
                       fmt::format("*{} before the steps: the model is that of the restart file, and a job "
                                   "that goes on from it may give *NSET, *ELSET, *SURFACE, *AMPLITUDE and "
                                   "*TIME POINTS beside its steps",
                                   card.name),
                       {}});
    for (const char* kind : {"NSET", "ELSET", "SURFACE"}) {
      const std::string* name = card.name == kind ? set_of(card, kind) : nullptr;
      if (name == nullptr) continue;
      const auto has_name = [&](const Card& old) {
        const std::string* given = set_of(old, kind);
        return given != nullptr && *given == *name;
      };
      if (std::ranges::any_of(before, has_name))
        wrong.push_back(
            {card.where(),
             fmt::format("*{}: the restart file has '{}' already; choose another name", kind, *name),
             {}});
    }
    if (card.name == "END STEP") in_step = false;
  }
  if (!wrong.empty()) throw params::InputError(wrong);
}

}  // namespace

std::string restart_lines(const std::vector<Card>& cards) {
  std::string text, file;
  for (const Card& card : cards) {
    if (const std::string name = fs::path(*card.file).filename().string(); name != file) {
      file = name;
      text += "@" + file + "\n";
    }
    text += fmt::format("{}*{}", card.line, card.name);
    for (const auto& [name, value, given] : card.parameters) {
      text += "," + name + (value.empty() ? "" : "=" + value);
      if (!given.empty()) text += kGiven + given;
    }
    text += '\n';
    for (const DataLine& line : card.data)
      text += fmt::format("{} {}\n", line.line, fmt::join(line.fields, ","));
  }
  return text;
}

std::string restart_text(const std::vector<int>& steps, const std::string& lines, const std::string& states) {
  std::string text = fmt::format("{}{}\n{}\nsteps {}\ncards {}\n", kFirstWords, kFormat, version_line(),
                                 join(steps), std::count(lines.begin(), lines.end(), '\n'));
  text += lines;
  text += fmt::format("states {}\n", states.size());
  text += states;
  text += fmt::format("{}{:016x}\n", kChecksum, checksum_of(text));
  return text;
}

RestartFile read_restart_file(const fs::path& file, const Card& card) {
  std::error_code status;
  std::ifstream stream;
  if (fs::is_regular_file(file, status)) stream.open(file, std::ios::binary);
  if (!stream.is_open())
    card.fail(0, fmt::format("the file '{}' cannot be read: *RESTART, READ goes on from what a job with "
                             "*RESTART, WRITE has left under its name with the ending .rout; copy that to "
                             "this name",
                             file.string()));
  std::ostringstream content;
  content << stream.rdbuf();
  const std::string text = std::move(content).str();
  if (!text.starts_with(kFirstWords))
    card.fail(0,
              fmt::format("'{}' is no restart file of Jounce. Those of CalculiX and Abaqus cannot be read: "
                          "run the job before with Jounce, too",
                          file.string()));
  const std::string format = text.substr(kFirstWords.size(), text.find('\n') - kFirstWords.size());
  if (format != std::to_string(kFormat))
    card.fail(0, fmt::format("'{}' has the format {}; this program reads format {}: run the job before with "
                             "this program",
                             file.string(), format.substr(0, 20), kFormat));
  try {
    return read_content(text, file.parent_path());
  } catch (const Damage&) {
    card.fail(0, fmt::format("'{}' is damaged: its content is not that which its checksum is of. Copy it "
                             "again, or run the job before again",
                             file.string()));
  }
}

void go_on_from_restart_file(Input& input) {
  if (input.cards.empty()) return;
  const Card read = input.cards.front();
  if (read.name != "RESTART" || !read.has("READ")) return;
  for (const Card::Parameter& parameter : read.parameters)
    if (parameter.name != "READ" && parameter.name != "STEP")
      read.fail(0, fmt::format("*RESTART, READ with the parameter {} is not supported", parameter.name));
  RestartFile file = read_restart_file(fs::path(*read.file).replace_extension(".rin"), read);
  int step = file.steps.back();
  if (read.has("STEP")) {
    const auto asked = to_integer(read.at("STEP"));
    if (!asked || std::ranges::find(file.steps, *asked) == file.steps.end())
      read.fail(0, fmt::format("STEP={}: the restart file has the states behind step{} {}", read.at("STEP"),
                               file.steps.size() > 1 ? "s" : "", fmt::join(file.steps, ", ")));
    step = *asked;
  }
  int ended = 0;
  const auto last = std::ranges::find_if(
      file.cards, [&](const Card& card) { return card.name == "END STEP" && ++ended == step; });
  if (last != file.cards.end()) file.cards.erase(last + 1, file.cards.end());
  std::vector<Card> own(std::make_move_iterator(input.cards.begin() + 1),
                        std::make_move_iterator(input.cards.end()));
  check_own_cards(file.cards, own);
  input.restart = {step, std::make_shared<const std::string>(std::move(file.states))};
  input.cards = std::move(file.cards);
  std::ranges::move(own, std::back_inserter(input.cards));
  if (std::ranges::none_of(input.cards,
                           [](const Card& card) { return card.name == "STEP" && !card.is_restarted; }))
    read.fail(0, "there is no step (*STEP) behind *RESTART, READ, so there is nothing to run");
}

}  // namespace jounce::keyword
