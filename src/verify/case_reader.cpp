#include "verify/case_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "deck/deck.h"
#include "params/input_error.h"
#include "verify/case_schema.h"
#include "verify/measures.h"

namespace jounce::verify {

namespace {

using params::Params;

/// Collects the mistakes of a case that its schema cannot see.
class CaseReader {
 public:
  CaseReader(const deck::Deck& deck, const std::filesystem::path& folder) : deck_(deck) {
    case_.folder = folder;
    case_.name = folder.filename().string();
  }

  Case read() {
    const Params& head = deck_.table("case");
    case_.title = deck_.title();
    case_.group = head.text("group");
    case_.claim = head.text("claim");
    for (const Params* entry : deck_.entries("run")) case_.runs.push_back(run(*entry));
    for (const Params* entry : deck_.entries("value")) case_.values.push_back(value(*entry));
    for (const Params* entry : deck_.entries("check")) case_.checks.push_back(check(*entry));
    for (const Params* entry : deck_.entries("table")) {
      case_.tables.push_back({entry->name(), entry->text("value"), entry->text("run")});
    }
    if (!mistakes_.empty()) throw params::InputError(std::move(mistakes_));
    return std::move(case_);
  }

 private:
  void mistake(const Params& entry, std::string_view key, std::string message, std::string_view wrong = {},
               const std::vector<std::string>& candidates = {}) {
    mistakes_.push_back(entry.diagnostic(key, std::move(message), wrong, candidates));
  }

  static std::string text_of(const Params& entry, std::string_view key) {
    return entry.has(key) ? entry.text(key) : std::string();
  }

  std::filesystem::path file_of(const Params& entry, std::string_view key) {
    if (!entry.has(key)) return {};
    auto file = case_.folder / entry.text(key);
    if (!std::filesystem::exists(file))
      mistake(entry, key, fmt::format("there is no file {}", file.string()));
    return file;
  }

  RunSpec run(const Params& entry) {
    RunSpec spec;
    spec.name = entry.name();
    spec.where = entry.where();
    spec.deck = entry.text("deck");
    spec.set = entry.names("set");
    if (entry.has("modes")) spec.modes = entry.integer("modes");
    spec.is_long = entry.boolean("long");
    if (entry.has("sweep")) {
      for (const Params& variable : entry.tables("sweep")) {
        spec.sweep.push_back({variable.text("variable"), variable.numbers("values")});
        if (spec.sweep.back().values.empty()) mistake(variable, "values", "a sweep needs values");
      }
    }
    return spec;
  }

  const RunSpec* run_named(const std::string& name) const {
    const auto found = std::find_if(case_.runs.begin(), case_.runs.end(),
                                    [&name](const RunSpec& run) { return run.name == name; });
    return found == case_.runs.end() ? nullptr : &*found;
  }

  Value value(const Params& entry) {
    Value value;
    value.name = entry.name();
    value.where = entry.where();
    value.measure = entry.type();
    value.input = input(entry);
    value.run = text_of(entry, "run");
    value.divide_by = text_of(entry, "divide_by");
    value.minus = text_of(entry, "minus");
    value.reduce = text_of(entry, "reduce");
    value.over = text_of(entry, "over");
    if (const RunSpec* run = run_named(value.run)) reduction(entry, *run, value);
    return value;
  }

  void reduction(const Params& entry, const RunSpec& run, Value& value) {
    if (run.sweep.empty() != value.reduce.empty()) {
      mistake(entry, "reduce",
              run.sweep.empty() ? fmt::format("'{}' is a single run, so there is nothing to reduce", run.name)
                                : fmt::format("'{}' is a sweep: expected `reduce`", run.name));
    }
    if (value.reduce != "order") return;
    std::vector<std::string> variables;
    for (const auto& variable : run.sweep) variables.push_back(variable.name);
    if (value.over.empty() && variables.size() == 1) value.over = variables.front();
    if (std::find(variables.begin(), variables.end(), value.over) == variables.end()) {
      mistake(entry, "over", fmt::format("expected a variable of the sweep '{}'", run.name), value.over,
              variables);
    }
  }

  MeasureInput input(const Params& entry) {
    MeasureInput input;
    const auto& keys = measure_kind(entry.type()).keys;
    const auto reads = [&](const char* key) {
      return std::find(keys.begin(), keys.end(), key) != keys.end() && entry.has(key);
    };
    if (reads("of")) input.of = entry.text("of");
    if (reads("from")) input.from = entry.number("from");
    if (reads("to")) input.to = entry.number("to");
    if (reads("at")) input.at = entry.number("at");
    if (reads("every")) input.every = entry.number("every");
    if (reads("above")) input.above = entry.number("above");
    if (reads("below")) input.below = entry.number("below");
    if (reads("event")) input.event = entry.integer("event");
    if (reads("contact")) input.contact = entry.text("contact");
    if (reads("field")) input.field = entry.text("field");
    if (reads("period")) input.period = entry.number("period");
    if (reads("radius")) input.radius = entry.number("radius");
    if (reads("between")) input.between = entry.numbers("between");
    if (reads("columns")) input.columns = entry.names("columns");
    if (reads("norm")) input.norm = entry.text("norm");
    if (reads("against") && entry.given("against")) input.against = against(entry.table("against"));
    return input;
  }

  Against against(const Params& table) {
    Against against;
    if (table.has("function")) against.function = table.function("function");
    against.file = file_of(table, "file");
    against.run = text_of(table, "run");
    against.of = text_of(table, "of");
    if (table.has("function") + table.has("file") + table.has("run") != 1) {
      mistake(table, {}, "expected one of the keys function, file, run");
    }
    if (table.has("file") && !table.has("of"))
      mistake(table, "file", "expected `of`, the column of the table");
    return against;
  }

  Check check(const Params& entry) {
    Check check;
    check.value = value(entry);
    if (check.value.run.empty()) mistake(entry, "run", "expected the run of the check");
    check.quantity = entry.text("quantity");
    if (entry.has("reference")) check.reference.number = entry.number("reference");
    check.reference.value = text_of(entry, "reference_value");
    check.reference.file = file_of(entry, "reference_file");
    check.reference.column = text_of(entry, "reference_column");
    if (entry.has("reference_row")) check.reference.row = entry.number("reference_row");
    if (entry.has("reference") + entry.has("reference_value") + entry.has("reference_file") != 1) {
      mistake(entry, {}, "expected one of the keys reference, reference_value, reference_file");
    }
    if (entry.has("reference_file") && !(entry.has("reference_column") && entry.has("reference_row"))) {
      mistake(entry, "reference_file", "expected reference_column and reference_row as well");
    }
    const std::string& relation = entry.text("relation");
    if (relation == "at most") check.relation = Relation::at_most;
    if (relation == "at least") check.relation = Relation::at_least;
    check.kind = entry.text("kind");
    check.source = entry.text("source");
    check.tolerance = entry.number("tolerance");
    check.is_relative = entry.boolean("relative");
    check.why = entry.text("why");
    check.is_long = entry.boolean("long");
    return check;
  }

  const deck::Deck& deck_;
  Case case_;
  std::vector<params::Diagnostic> mistakes_;
};

}  // namespace

Case read_case_text(std::string_view text, const std::filesystem::path& folder) {
  return CaseReader(deck::read_deck_text(text, (folder / "case.toml").string(), case_schema()), folder)
      .read();
}

Case read_case(const std::filesystem::path& folder) {
  return CaseReader(deck::read_deck(folder / "case.toml", case_schema()), folder).read();
}

}  // namespace jounce::verify
