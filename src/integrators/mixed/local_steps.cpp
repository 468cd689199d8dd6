#include "integrators/mixed/local_steps.h"

#include <cmath>

namespace jounce {

LocalSteps::LocalSteps(int substeps_of_step, double nu) : substeps(substeps_of_step) {
  const auto p = static_cast<std::size_t>(substeps);
  const double delta = 1 + nu / (substeps * static_cast<double>(substeps));
  std::vector<double> T = {1, delta}, slope = {0, 1};
  for (std::size_t k = 1; k < p; ++k) {
    T.push_back(2 * delta * T[k] - T[k - 1]);
    slope.push_back(2 * T[k] + 2 * delta * slope[k] - slope[k - 1]);
  }
  const double omega = 2 * slope[p] / T[p];
  reach = 0.5 * std::sqrt(omega * (1 + delta));
  first = 1 / (omega * delta);
  momentum.assign(p, 0);
  kick.assign(p, 0);
  for (std::size_t m = 1; m < p; ++m) {
    momentum[m] = T[m - 1] / T[m + 1];
    kick[m] = 2 * T[m] / (T[m + 1] * omega);
  }
  // What a force at one substep alone makes of the end.
  for (std::size_t at = 0; at < p; ++at) {
    double before = 0, z = at == 0 ? first : 0;
    for (std::size_t m = 1; m < p; ++m) {
      const double next = z + momentum[m] * (z - before) + (m == at ? kick[m] : 0);
      before = z;
      z = next;
    }
    weight.push_back(2 * z);
  }
}

}  // namespace jounce
