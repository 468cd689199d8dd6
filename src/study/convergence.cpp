#include "study/convergence.h"

#include <algorithm>
#include <cmath>

namespace jounce::study {

std::vector<std::vector<std::size_t>> common_rows(const std::vector<const std::vector<double>*>& times,
                                                  double tolerance) {
  std::vector<std::vector<std::size_t>> rows(times.size());
  if (times.empty()) return rows;
  std::vector<std::size_t> place(times.size(), 0);
  for (std::size_t i = 0; i < times.front()->size(); ++i) {
    const double t = (*times.front())[i];
    bool in_all = true;
    for (std::size_t k = 0; k < times.size(); ++k) {
      const std::vector<double>& list = *times[k];
      while (place[k] < list.size() && list[place[k]] < t - tolerance) ++place[k];
      in_all = in_all && place[k] < list.size() && list[place[k]] <= t + tolerance;
    }
    if (!in_all) continue;
    for (std::size_t k = 0; k < times.size(); ++k) rows[k].push_back(place[k]);
  }
  return rows;
}

ErrorNorms norms_of(const std::vector<double>& values, const std::vector<std::size_t>& rows,
                    const std::vector<double>& reference) {
  ErrorNorms norms;
  double squares = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double d = std::abs(values[rows[i]] - reference[i]);
    if (!std::isfinite(d)) return {NAN, NAN};
    norms.max = std::max(norms.max, d);
    squares += d * d;
  }
  if (!rows.empty()) norms.l2 = std::sqrt(squares / static_cast<double>(rows.size()));
  return norms;
}

double order_of(double h_1, double e_1, double h_2, double e_2) {
  return e_1 > 0 && e_2 > 0 ? std::log(e_1 / e_2) / std::log(h_1 / h_2) : NAN;
}

double order_against(double h_1, double e_1, double h_2, double e_2, double h_f) {
  if (!(e_1 > 0) || !(e_2 > 0)) return NAN;
  // Rises with p, so that bisection finds the only root.
  const auto excess = [&](double p) {
    return std::log(std::expm1(p * std::log(h_1 / h_f)) / std::expm1(p * std::log(h_2 / h_f))) -
           std::log(e_1 / e_2);
  };
  double low = 1e-6, high = 20;
  if (!(excess(low) < 0) || !(excess(high) > 0)) return NAN;
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (excess(middle) < 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace jounce::study
