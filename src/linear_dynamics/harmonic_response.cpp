#include "linear_dynamics/harmonic_response.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace jounce {

std::vector<double> harmonic_frequencies(double lower, double upper, int count, double bias,
                                         const Vector& eigenvalues) {
  std::vector<double> ends = {lower};
  for (const double value : eigenvalues) {
    const double f = std::sqrt(std::max(0.0, value)) / (2 * std::numbers::pi);
    if (f > ends.back() && f < upper) ends.push_back(f);
  }
  std::vector<double> frequencies = {lower};
  if (!(upper > lower)) return frequencies;
  ends.push_back(upper);
  for (std::size_t i = 1; i < ends.size(); ++i) {
    const double middle = (ends[i - 1] + ends[i]) / 2, half = (ends[i] - ends[i - 1]) / 2;
    for (int k = 1; k + 1 < count; ++k) {
      const double y = -1 + 2.0 * k / (count - 1);
      frequencies.push_back(middle + half * std::copysign(std::pow(std::abs(y), 1 / bias), y));
    }
    frequencies.push_back(ends[i]);
  }
  return frequencies;
}

HarmonicModes::HarmonicModes(const Vector& eigenvalues, const Vector& damping, const DenseMatrix& dampers)
    : eigenvalues_(eigenvalues), damping_(dampers) {
  damping_.diagonal() += damping;
}

HarmonicModes::Complex HarmonicModes::amplitudes(double omega, const Complex& force) const {
  Eigen::MatrixXcd A = std::complex<double>(0, omega) * damping_.cast<std::complex<double>>();
  A.diagonal().array() += (eigenvalues_.array() - omega * omega).cast<std::complex<double>>();
  return A.partialPivLu().solve(force);
}

}  // namespace jounce
