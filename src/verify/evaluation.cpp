#include "verify/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "verify/measures.h"

namespace jounce::verify {

namespace {

double reduced(const Value& value, const std::vector<SweepPoint>& points,
               const std::vector<double>& numbers) {
  if (value.reduce == "order") {
    std::vector<double> sizes;
    for (const auto& point : points) sizes.push_back(point.variables.at(value.over));
    return fitted_order(sizes, numbers);
  }
  if (value.reduce == "mean")
    return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
  const auto [smallest, largest] = std::minmax_element(numbers.begin(), numbers.end());
  if (value.reduce == "max") return *largest;
  if (value.reduce == "min") return *smallest;
  return *largest - *smallest;
}

bool passes(const Figure& figure) {
  const double difference = figure.computed - figure.reference;
  switch (figure.relation) {
    case Relation::at_most:
      return difference <= figure.tolerance;
    case Relation::at_least:
      return -difference <= figure.tolerance;
    case Relation::within:
      break;
  }
  return std::fabs(difference) <= figure.tolerance;
}

template <class List>
const auto& named(const List& list, const std::string& name, const char* what) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&name](const auto& entry) { return entry.name == name; });
  if (found == list.end()) throw std::runtime_error(fmt::format("there is no {} '{}'", what, name));
  return *found;
}

}  // namespace

Evaluation::Evaluation(const Case& verified, std::filesystem::path data_folder, RunCache& cache)
    : case_(verified), data_folder_(std::move(data_folder)), cache_(cache) {}

const RunSpec& Evaluation::run_spec(const std::string& name) const { return named(case_.runs, name, "run"); }

const Value& Evaluation::value_named(const std::string& name) const {
  return named(case_.values, name, "value");
}

const RunResult& Evaluation::result(const std::string& run, const SweepPoint& point) {
  const RunSpec& spec = run_spec(run);
  const auto beside = case_.folder / spec.deck;
  const auto deck = std::filesystem::exists(beside) ? beside : data_folder_ / spec.deck;
  return cache_.result({deck, point.set, spec.modes}, case_.name + "/" + point.name);
}

double Evaluation::in_one_run(const Value& value, const std::string& run, const SweepPoint& point) {
  const auto other = [this, &run, &point](const std::string& name) -> const RunResult& {
    auto points = sweep_points(run_spec(name));
    if (points.size() == 1) return result(name, points.front());
    // A sweep is compared with a sweep of the same variables point by point.
    for (const auto& candidate : points) {
      if (candidate.variables == point.variables) return result(name, candidate);
    }
    throw std::runtime_error(fmt::format("sweep '{}' has no point like that of '{}'", name, run));
  };
  double number = measure_kind(value.measure).function(value.input, {result(run, point), other});
  const auto operand = [&](const std::string& name) {
    const Value& needed = value_named(name);
    return needed.run.empty() ? in_one_run(needed, run, point) : computed(needed, run);
  };
  if (!value.minus.empty()) number -= operand(value.minus);
  if (!value.divide_by.empty()) number /= operand(value.divide_by);
  return number;
}

double Evaluation::computed(const Value& value, const std::string& default_run) {
  const std::string& run = value.run.empty() ? default_run : value.run;
  const auto points = sweep_points(run_spec(run));
  if (value.reduce.empty()) {
    if (points.size() != 1) throw std::runtime_error(fmt::format("'{}' is a sweep: give a reduction", run));
    return in_one_run(value, run, points.front());
  }
  std::vector<double> numbers;
  for (const auto& point : points) numbers.push_back(in_one_run(value, run, point));
  return reduced(value, points, numbers);
}

double Evaluation::reference(const Check& check) {
  const Reference& reference = check.reference;
  if (!reference.value.empty()) return computed(value_named(reference.value), check.value.run);
  if (reference.file.empty()) return reference.number;
  const CsvTable table(reference.file);
  return interpolate({table.numbers(table.names().front()), table.numbers(reference.column)}, reference.row);
}

Figure Evaluation::figure(const Check& check) {
  Figure figure;
  figure.case_name = case_.name;
  figure.group = case_.group;
  figure.quantity = check.quantity;
  figure.kind = check.kind;
  figure.source = check.source;
  figure.relation = check.relation;
  figure.tolerance = check.tolerance;
  try {
    figure.reference = reference(check);
    if (check.is_relative) figure.tolerance = check.tolerance * std::fabs(figure.reference);
    figure.computed = computed(check.value, check.value.run);
    figure.pass = passes(figure);
  } catch (const std::exception& error) {
    figure.message = error.what();
  }
  return figure;
}

std::string Evaluation::table(const DataTable& table) {
  const Value& value = value_named(table.value);
  const RunSpec& spec = run_spec(table.run);
  std::string text;
  for (const auto& variable : spec.sweep) text += variable.name + ',';
  text += value.name + '\n';
  for (const auto& point : sweep_points(spec)) {
    for (const auto& variable : spec.sweep) text += fmt::format("{},", point.variables.at(variable.name));
    text += fmt::format("{}\n", in_one_run(value, table.run, point));
  }
  return text;
}

bool Evaluation::is_long(const Check& check) const {
  if (check.is_long) return true;
  const auto long_run = [this](const std::string& name) { return !name.empty() && run_spec(name).is_long; };
  const auto long_value = [&](const auto& self, const Value& value) -> bool {
    if (long_run(value.run) || long_run(value.input.against.run)) return true;
    for (const auto* name : {&value.divide_by, &value.minus}) {
      if (!name->empty() && self(self, value_named(*name))) return true;
    }
    return false;
  };
  return long_value(long_value, check.value) ||
         (!check.reference.value.empty() && long_value(long_value, value_named(check.reference.value)));
}

}  // namespace jounce::verify
