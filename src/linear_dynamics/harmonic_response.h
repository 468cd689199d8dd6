#pragma once

#include <complex>
#include <vector>

#include "la/eigen_solver.h"

namespace jounce {

/// Frequencies (cycles per unit of time) of a harmonic response: between `lower`, the eigenfrequencies within
/// and `upper`, in each interval [a, b] the `count` points
///
///   (a + b)/2 + (b - a)/2 |y|^(1/bias) sign(y),   y = -1, ..., 1 in equal steps,
///
/// crowded at its ends for bias > 1. Ends that two intervals share count once.
std::vector<double> harmonic_frequencies(double lower, double upper, int count, double bias,
                                         const Vector& eigenvalues);

/// Amplitudes eta of modes under modal forces f e^(i omega t):
///
///   (Lambda - omega^2 + i omega (c + D)) eta = f
///
/// with the damping c of each mode and D of the dampers.
class HarmonicModes {
 public:
  using Complex = Eigen::VectorXcd;

  HarmonicModes(const Vector& eigenvalues, const Vector& damping, const DenseMatrix& dampers);
  Complex amplitudes(double omega, const Complex& force) const;

 private:
  Vector eigenvalues_;
  DenseMatrix damping_;
};

}  // namespace jounce
