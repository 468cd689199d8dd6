#include "verify/manual.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "verify/verify.h"
#include "version.h"

namespace jounce::verify {
namespace {

namespace fs = std::filesystem;

/// Text on one line, with the characters escaped that mean something in Markdown or end a cell of a table.
std::string plain(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\n') {
      result += ' ';
      continue;
    }
    if (std::string_view("\\|*_<>[]`~#").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string seven_digits(double value) { return std::isnan(value) ? "-" : fmt::format("{:.7g}", value); }

const RecordedFigure* found(const RecordedFigures& recorded, const Case& verified, const Check& check) {
  const auto figure = recorded.find({verified.name, check.quantity});
  return figure == recorded.end() ? nullptr : &figure->second;
}

/// The reference with its relation: the number, or where it is read when no run has told it yet.
std::string reference(const Check& check, const RecordedFigure* figure) {
  const char* relation = check.relation == Relation::at_most    ? "at most "
                         : check.relation == Relation::at_least ? "at least "
                                                                : "";
  const Reference& source = check.reference;
  std::string text;
  if (!std::isnan(source.number)) {
    text = seven_digits(source.number);
  } else if (figure != nullptr && !std::isnan(figure->reference)) {
    text = seven_digits(figure->reference);
  } else if (!source.file.empty()) {
    text = fmt::format("{}, {} at {}", plain(source.file.filename().string()), plain(source.column),
                       seven_digits(source.row));
  } else {
    text = "value " + plain(source.value);
  }
  return relation + text;
}

std::string tolerance(const Check& check) {
  const std::string size = check.is_relative ? fmt::format("{:g} %", 100 * check.tolerance)
                                             : fmt::format("{:.3g}", check.tolerance);
  return fmt::format("{} ({})", size, plain(check.why));
}

std::string computed(const RecordedFigure* figure) {
  if (figure == nullptr) return "";
  if (!figure->message.empty()) return "**FAIL**: " + plain(figure->message);
  return seven_digits(figure->computed) + (figure->pass ? "" : " **FAIL**");
}

/// The first picture of a deck or of the case, as a path from `verification`; empty when there is none.
std::string picture(const Case& verified, const fs::path& data) {
  std::vector<fs::path> stems;
  for (const RunSpec& run : verified.runs) {
    stems.push_back(run.deck.stem());
    stems.emplace_back(verified.name + "_" + run.deck.stem().string());
  }
  stems.emplace_back(verified.name);
  for (const fs::path& stem : stems) {
    for (const char* end : {".png", "_field.png"}) {
      const fs::path file = fs::path("docs") / "pictures" / (stem.string() + end);
      if (fs::exists(data / file)) return "../" + file.string();
    }
  }
  std::vector<std::string> beside;
  for (const auto& entry : fs::directory_iterator(verified.folder)) {
    if (entry.path().extension() == ".png") beside.push_back(entry.path().filename().string());
  }
  std::sort(beside.begin(), beside.end());
  return beside.empty() ? std::string() : verified.name + "/" + beside.front();
}

/// "[elastic_bar.toml](../inputs/elastic_bar.toml)", each deck once.
std::string decks(const Case& verified, const fs::path& data) {
  std::vector<std::string> links;
  for (const RunSpec& run : verified.runs) {
    const bool is_beside = fs::exists(verified.folder / run.deck);
    const fs::path goal = is_beside ? verified.name / run.deck : ".." / run.deck;
    if (!fs::exists(data / "verification" / goal)) continue;
    std::string link =
        fmt::format("[{}]({})", run.deck.filename().string(), goal.lexically_normal().string());
    if (std::find(links.begin(), links.end(), link) == links.end()) links.push_back(std::move(link));
  }
  return fmt::format("{}", fmt::join(links, ", "));
}

void write_case(const Case& verified, const RecordedFigures& recorded, const fs::path& data,
                std::ostream& out) {
  out << fmt::format(
      "\n### {}\n\n{}\n\nCase [{}]({}), decks {}.\n", plain(verified.title), plain(verified.claim),
      plain(verified.name),
      verified.name + (fs::exists(verified.folder / "README.md") ? "/README.md" : "/case.toml"),
      decks(verified, data));
  if (const std::string file = picture(verified, data); !file.empty())
    out << fmt::format("\n![{}]({})\n", plain(verified.title), file);
  const char* const column = recorded.empty() ? "" : " computed |";
  out << fmt::format(
      "\n| figure | reference |{} tolerance | source of the reference |\n| --- | --- |{} --- | --- |\n",
      column, recorded.empty() ? "" : " --- |");
  for (const Check& check : verified.checks) {
    const RecordedFigure* figure = found(recorded, verified, check);
    out << fmt::format("| {}{} | {} |{} {} | {}: {} |\n", plain(check.quantity),
                       check.is_long ? " (long)" : "", reference(check, figure),
                       recorded.empty() ? "" : fmt::format(" {} |", computed(figure)), tolerance(check),
                       check.kind, plain(check.source));
  }
}

/// How many figures there are of each kind of reference.
void write_kinds(const std::vector<Case>& cases, std::ostream& out) {
  const std::vector<std::pair<std::string, std::string>> kinds = {
      {"analytic", "a formula, or a solution of the model's equations independent of this program"},
      {"other-code", "another program, or an independent implementation of the same scheme"},
      {"published", "a number or table in print"},
      {"invariant", "a property that must hold whatever the solution is"},
      {"self-convergence", "a finer run of Jounce"}};
  std::map<std::string, int> counts;
  for (const Case& verified : cases) {
    for (const Check& check : verified.checks) ++counts[check.kind];
  }
  out << "\n| kind of reference | figures | |\n| --- | --- | --- |\n";
  for (const auto& [name, meaning] : kinds)
    out << fmt::format("| {} | {} | {} |\n", name, counts[name], meaning);
}

}  // namespace

void write_manual(const std::vector<Case>& cases, const RecordedFigures& recorded,
                  const fs::path& data_folder, std::ostream& out) {
  std::size_t figures = 0, told = 0, failed = 0;
  for (const Case& verified : cases) {
    figures += verified.checks.size();
    for (const Check& check : verified.checks) {
      const RecordedFigure* figure = found(recorded, verified, check);
      told += figure != nullptr;
      failed += figure != nullptr && !figure->pass;
    }
  }
  out << fmt::format(
      "# Verification manual\n\nWritten by `jounce verify --manual`, {}: {} figures of {} cases. ",
      version_line(), figures, cases.size());
  out << (recorded.empty()
              ? "Without computed values: no results of `jounce verify --json` were given with `--results`.\n"
              : fmt::format(
                    "{} have a computed value here, {} of them fail. Figures marked (long) are left out by "
                    "`jounce verify --short`.\n",
                    told, failed));
  write_kinds(cases, out);
  for (const std::string& group : groups()) {
    bool is_first = true;
    for (const Case& verified : cases) {
      if (verified.group != group) continue;
      if (is_first) out << fmt::format("\n## {}\n", group);
      is_first = false;
      write_case(verified, recorded, data_folder, out);
    }
  }
}

}  // namespace jounce::verify
