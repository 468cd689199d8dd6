#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "io/history_reader.h"
#include "io/output_error.h"
#include "params/formula.h"
#include "study/study.h"

// Errors of the variants of a series, and orders between neighbours.

namespace jounce::study {
namespace {

/// The complete variants of a series with their histories.
struct Runs {
  std::vector<VariantResult*> results;
  std::vector<io::History> histories;
  std::vector<std::vector<std::size_t>> rows;  ///< of common times
};

/// What the errors are differences to.
class Reference {
 public:
  explicit Reference(const std::string& text) : text_(text) {
    const std::size_t equals = text.find('=');
    if (text == "finest" || text == "none") return;
    if (equals == std::string::npos) {
      table_.emplace(text);
    } else {
      column_ = text.substr(0, equals);
      formula_.emplace(text.substr(equals + 1), std::vector<std::string>{"t"});
    }
  }

  bool is_finest() const { return text_ == "finest"; }
  bool has(const std::string& column) const {
    if (is_finest()) return true;
    return formula_ ? column == column_ : table_ && table_->has(column);
  }
  /// Values at the rows of a history.
  std::vector<double> values(const std::string& column, const io::History& history,
                             const std::vector<std::size_t>& rows) const {
    std::vector<double> times, values;
    for (const std::size_t row : rows) times.push_back(history.column("time")[row]);
    if (formula_) return formula_->evaluate({{"t", &times}}, times.size());
    if (table_) {
      for (const double t : times) values.push_back(interpolated(column, t));
      return values;
    }
    for (const std::size_t row : rows) values.push_back(history.column(column)[row]);
    return values;
  }

 private:
  /// Linear between the rows; NaN outside.
  double interpolated(const std::string& column, double t) const {
    const auto& x = table_->column("time");
    const auto& y = table_->column(column);
    const auto next = std::lower_bound(x.begin(), x.end(), t - 1e-9 * (x.back() - x.front()));
    if (next == x.end()) return NAN;
    const auto i = static_cast<std::size_t>(next - x.begin());
    if (std::abs(x[i] - t) <= 1e-9 * (x.back() - x.front())) return y[i];
    if (i == 0) return NAN;
    return y[i - 1] + (t - x[i - 1]) / (x[i] - x[i - 1]) * (y[i] - y[i - 1]);
  }

  std::string text_, column_;
  std::optional<params::Formula> formula_;
  std::optional<io::History> table_;
};

Runs read_runs(Study& study, const std::vector<std::size_t>& series) {
  Runs runs;
  for (const std::size_t k : series) {
    VariantResult& result = study.results[k];
    if (!result.is_complete()) continue;
    runs.results.push_back(&result);
    runs.histories.emplace_back(result.folder / "history.csv");
  }
  std::vector<const std::vector<double>*> times;
  for (const io::History& history : runs.histories) times.push_back(&history.column("time"));
  if (times.empty()) return runs;
  runs.rows = common_rows(times, 1e-9 * (times.front()->back() - times.front()->front()));
  return runs;
}

void find_errors(const Study& study, const Reference& reference, Runs& runs) {
  const std::size_t finest = runs.results.size() - 1;
  const std::size_t count = reference.is_finest() ? finest : runs.results.size();
  for (std::size_t q = 0; q < study.quantities.size(); ++q) {
    const std::string& name = study.quantities[q];
    if (!reference.has(name)) continue;
    const std::vector<double> exact = reference.values(name, runs.histories[finest], runs.rows[finest]);
    const Convergence* coarser = nullptr;
    for (std::size_t i = 0; i < count; ++i) {
      VariantResult& result = *runs.results[i];
      Convergence found{q, norms_of(runs.histories[i].column(name), runs.rows[i], exact), NAN, NAN};
      const auto order = [&](double e_1, double e_2) {
        const double h_1 = runs.results[i - 1]->size;
        return reference.is_finest() ? order_against(h_1, e_1, result.size, e_2, runs.results[finest]->size)
                                     : order_of(h_1, e_1, result.size, e_2);
      };
      if (coarser != nullptr) {
        found.order_max = order(coarser->error.max, found.error.max);
        found.order_l2 = order(coarser->error.l2, found.error.l2);
      }
      result.errors.push_back(found);
      coarser = &result.errors.back();
    }
  }
}

}  // namespace

std::vector<std::vector<std::size_t>> Study::series() const {
  std::map<std::vector<std::string>, std::vector<std::size_t>> groups;
  if (!refines()) return {};
  for (std::size_t k = 0; k < results.size(); ++k) {
    std::vector<std::string> others = results[k].variant.values;
    others[refined].clear();
    groups[others].push_back(k);
  }
  std::vector<std::vector<std::size_t>> list;
  for (auto& [others, places] : groups) {
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return results[a].size > results[b].size; });
    list.push_back(std::move(places));
  }
  return list;
}

void find_orders(Study& study) {
  if (!study.refines() || study.reference == "none") return;
  const Reference reference(study.reference);
  for (const std::vector<std::size_t>& series : study.series()) {
    Runs runs = read_runs(study, series);
    const std::string name = series.empty() ? "" : study.results[series.front()].variant.name;
    if (runs.results.size() < (reference.is_finest() ? 2U : 1U)) {
      study.notes.push_back(fmt::format("no errors for the series of {}: {} of its runs {} complete", name,
                                        runs.results.size(), runs.results.size() == 1 ? "is" : "are"));
      continue;
    }
    constexpr std::size_t few = 3;  // the start is one of them, where there is no error
    if (runs.rows.front().size() < few) {
      study.notes.push_back(
          fmt::format("no errors for the series of {}: its runs have {} times in common; use steps that are "
                      "multiples of each other",
                      name, runs.rows.front().size()));
      continue;
    }
    find_errors(study, reference, runs);
  }
}

}  // namespace jounce::study
