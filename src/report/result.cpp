#include "report/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/csv.h"
#include "params/nearest.h"

namespace jounce::report {
namespace {

namespace fs = std::filesystem;

bool is_result(const fs::path& folder) {
  for (const char* const file :
       {"run.toml", "history.csv", "modes.csv", "fields.vtkhdf", "modes.vtkhdf", "resolved.toml"})
    if (fs::exists(folder / file)) return true;
  return false;
}

/// The one folder in here that holds results, or the first of them with the number of others.
std::string results_below(const fs::path& folder) {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.is_directory(error) && is_result(entry.path())) found.push_back(entry.path().string());
  if (found.empty()) return {};
  std::sort(found.begin(), found.end());
  if (found.size() == 1) return fmt::format("; did you mean '{}'?", found.front());
  return fmt::format("; {} folders in it do, '{}' among them", found.size(), found.front());
}

/// @param what  of the folder is asked for: "report"
[[noreturn]] void refuse(const fs::path& folder, std::string_view what) {
  const std::string name = folder.string();
  std::error_code error;
  if (!fs::exists(folder, error)) {
    fs::path parent = fs::absolute(folder).lexically_normal();
    if (!parent.has_filename()) parent = parent.parent_path();
    const std::string wrong = parent.filename().string();
    parent = parent.parent_path();
    std::vector<std::string> siblings;
    for (const auto& entry : fs::directory_iterator(parent, error))
      if (entry.is_directory(error) && is_result(entry.path()))
        siblings.push_back(entry.path().filename().string());
    const std::string near = params::nearest(wrong, siblings);
    throw NoResult(
        folder,
        fmt::format("there is no '{}'{}", name,
                    near.empty()
                        ? fmt::format("; a {} needs the result folder of jounce run or jounce modes", what)
                        : fmt::format(" (did you mean '{}'?)", (folder.parent_path() / near).string())));
  }
  if (!fs::is_directory(folder, error)) {
    const fs::path around = folder.has_parent_path() ? folder.parent_path() : fs::path(".");
    if (is_result(around))
      throw NoResult(
          folder, fmt::format("'{}' is a file; the {} is of its folder: '{}'", name, what, around.string()));
    const bool is_deck = folder.extension() == ".toml" || folder.extension() == ".inp";
    throw NoResult(
        folder, fmt::format("'{}' is {}; the {} is of a result folder{}", name, is_deck ? "a deck" : "a file",
                            what, is_deck ? fmt::format(": give that of 'jounce run {}'", name) : ""));
  }
  throw NoResult(folder,
                 fmt::format("'{}' holds no results of Jounce (no run.toml, history.csv, modes.csv or "
                             "fields.vtkhdf){}",
                             name, results_below(folder)));
}

/// What is in the file, or nothing when it is missing; what is wrong with it goes to the troubles.
template <class Read>
void read_file(Result& result, const std::string& name, const Read& read) {
  const fs::path file = result.folder / name;
  if (!fs::exists(file)) return;
  try {
    read(file);
  } catch (const std::exception& error) {
    result.troubles.push_back(fmt::format("{} could not be read: {}", name, error.what()));
  }
}

/// Calls `take` with the cells of every whole row. Throws when the first line is not `head`, where one is
/// given.
template <class Take>
void read_rows(const fs::path& file, std::size_t columns, const Take& take, std::string_view head = {}) {
  const std::string text = io::read_text(file);
  std::string_view rest = text;
  std::vector<std::string_view> cells;
  std::vector<std::string> storage;
  bool complete = true, is_head = true;
  while (!rest.empty()) {
    const std::string_view line = io::next_line(rest, complete);
    if (!complete) return;  // cut off by a kill
    if (is_head && !head.empty() && line != head)
      throw std::runtime_error(fmt::format("its first line is not {}", head));
    if (!is_head && !line.empty()) {
      io::split_csv(line, cells, storage);
      if (cells.size() == columns) take(cells);
    }
    is_head = false;
  }
}

double number(std::string_view cell) {
  double value = NAN;
  return io::parse_number(cell, value) ? value : NAN;
}

/// Lines of one attempt follow each other: an earlier iteration than the last begins a stage of the same
/// one, another time or size begins the next.
void read_attempts(Result& result, const fs::path& file) {
  const std::string text = io::read_text(file);
  std::string_view rest = text;
  std::vector<std::string_view> cells;
  std::vector<std::string> storage;
  bool complete = true;
  io::split_csv(io::next_line(rest, complete), cells, storage);
  result.attempt_columns.assign(cells.begin(), cells.end());
  const std::vector<std::string> expected = {"time", "step", "size", "accepted"};
  if (cells.size() <= expected.size() ||
      !std::equal(expected.begin(), expected.end(), result.attempt_columns.begin()))
    throw std::runtime_error(fmt::format("its first columns are not {}", fmt::join(expected, ",")));
  bool goes_on = false;
  while (!rest.empty()) {
    const std::string_view line = io::next_line(rest, complete);
    if (!complete) return;
    io::split_csv(line, cells, storage);
    if (cells.size() != result.attempt_columns.size() || cells[3] != "0") {
      goes_on = false;
      continue;
    }
    const double time = number(cells[0]), size = number(cells[2]);
    if (!goes_on || result.attempts.back().time != time || result.attempts.back().size != size) {
      if (result.attempts.size() == Result::kAttempts) result.attempts.erase(result.attempts.begin());
      result.attempts.push_back({time, size, {}});
    }
    result.attempts.back().rows.emplace_back(cells.begin(), cells.end());
    goes_on = true;
  }
}

void read_printed(Result& result) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(result.folder, error))
    if (entry.path().extension() == ".dat") {
      result.printed_name = entry.path().filename().string();
      read_file(result, result.printed_name,
                [&](const fs::path& file) { result.printed = io::read_text(file); });
      return;
    }
}

}  // namespace

std::string Result::unit(const char* kind) const { return text_at(deck, std::string("units.") + kind); }

const deck::Node* at(const deck::Node& table, std::string_view path) {
  const deck::Node* node = &table;
  while (node != nullptr && !path.empty()) {
    const std::size_t dot = path.find('.');
    node = node->is(deck::Node::Type::table) ? node->find(path.substr(0, dot)) : nullptr;
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  }
  return node;
}

std::string text_at(const deck::Node& table, std::string_view path) {
  const deck::Node* node = at(table, path);
  return node != nullptr && node->is(deck::Node::Type::text) ? node->text : "";
}

double number_at(const deck::Node& table, std::string_view path) {
  const deck::Node* node = at(table, path);
  return node != nullptr && node->is_number() ? node->number : NAN;
}

std::vector<const deck::Node*> list_at(const deck::Node& table, std::string_view path) {
  std::vector<const deck::Node*> list;
  const deck::Node* node = at(table, path);
  if (node != nullptr && node->is(deck::Node::Type::array))
    for (const deck::Node& entry : node->children) list.push_back(&entry);
  return list;
}

void require_result(const fs::path& folder, std::string_view what) {
  if (!fs::is_directory(folder) || !is_result(folder)) refuse(folder, what);
}

Result read_result(const fs::path& folder) {
  require_result(folder, "report");
  Result result;
  result.folder = folder;
  read_file(result, "run.toml", [&](const fs::path& file) {
    result.record = deck::parse_toml(io::read_text(file), file.string());
  });
  read_file(result, "resolved.toml", [&](const fs::path& file) {
    result.deck_text = io::read_text(file);
    result.deck = deck::parse_toml(result.deck_text, file.string());
  });
  read_file(result, "history.csv", [&](const fs::path& file) { result.history.emplace(file); });
  read_file(result, "history_units.csv", [&](const fs::path& file) {
    read_rows(file, 3, [&](const auto& cells) {
      result.meaning.emplace(std::string(cells[0]), std::string(cells[2]));
    });
  });
  read_file(result, "modes.csv", [&](const fs::path& file) { result.modes.emplace(file); });
  read_file(result, "events.csv", [&](const fs::path& file) {
    read_rows(file, 6, [&](const auto& cells) {
      result.events.push_back({number(cells[0]), number(cells[2]), number(cells[3]), number(cells[4]),
                               number(cells[5]), std::string(cells[1])});
    });
  });
  read_file(result, "transitions.csv", [&](const fs::path& file) {
    std::vector<Result::Transition> list;
    read_rows(
        file, 7,
        [&](const auto& cells) {
          list.push_back({number(cells[0]), number(cells[4]), number(cells[5]), number(cells[6]),
                          std::string(cells[1]), std::string(cells[2]), std::string(cells[3])});
        },
        "time,kind,name,event,slip_velocity,friction,impulse");
    result.transitions = std::move(list);
  });
  read_file(result, "convergence.csv", [&](const fs::path& file) { read_attempts(result, file); });
  read_printed(result);
  return result;
}

}  // namespace jounce::report
