#include "verify/sweep.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

namespace jounce::verify {

namespace {

std::string filled(std::string text, const std::map<std::string, double>& variables) {
  for (const auto& [name, value] : variables) {
    const std::string slot = "{" + name + "}";
    for (auto at = text.find(slot); at != std::string::npos; at = text.find(slot)) {
      text.replace(at, slot.size(), fmt::format("{}", value));
    }
  }
  return text;
}

}  // namespace

std::vector<SweepPoint> sweep_points(const RunSpec& run) {
  std::vector<SweepPoint> points{{run.name, {}, {}}};
  for (const auto& variable : run.sweep) {
    std::vector<SweepPoint> longer;
    for (const auto& point : points) {
      for (const double value : variable.values) {
        SweepPoint next = point;
        next.name += fmt::format("-{}={}", variable.name, value);
        next.variables[variable.name] = value;
        longer.push_back(std::move(next));
      }
    }
    points = std::move(longer);
  }
  for (auto& point : points) {
    for (const auto& text : run.set) point.set.push_back(filled(text, point.variables));
  }
  return points;
}

double fitted_order(const std::vector<double>& sizes, const std::vector<double>& errors) {
  if (sizes.size() < 2) throw std::runtime_error("an order needs at least two runs");
  double mean_x = 0;
  double mean_y = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!(sizes[i] > 0) || !(errors[i] > 0)) {
      throw std::runtime_error(
          fmt::format("an order needs positive sizes and errors, not {} at size {}", errors[i], sizes[i]));
    }
    mean_x += std::log(sizes[i]) / static_cast<double>(sizes.size());
    mean_y += std::log(errors[i]) / static_cast<double>(sizes.size());
  }
  double covariance = 0;
  double variance = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double x = std::log(sizes[i]) - mean_x;
    covariance += x * (std::log(errors[i]) - mean_y);
    variance += x * x;
  }
  if (!(variance > 0)) throw std::runtime_error("an order needs different sizes");
  return covariance / variance;
}

}  // namespace jounce::verify
