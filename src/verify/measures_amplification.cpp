#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <stdexcept>

#include "la/decompositions.h"
#include "verify/measures.h"

namespace jounce::verify {

namespace {

using Matrix = Eigen::MatrixXd;

/// Directions of the data below this fraction of the largest are round-off.
constexpr double kRank = 1e-10;

/// Eigenvalues of the amplification matrix A of a linear scheme with constant steps, from motions of the same
/// system. Outputs of two rows one after the other, z_n = (y_n, y_{n+1}), determine the state that the scheme
/// carries, so that z_{n+1} = A z_n with A on the span of all z: A = Z_1 Z_0^+, its eigenvalues those of
/// U^T Z_1 V S^-1 with Z_0 = U S V^T (J.-N. Juang, R. S. Pappa, J. Guidance 8 (1985) 620: eigensystem
/// realisation). `columns` holds position and velocity of the first motion, of the second, ...
Eigen::VectorXcd amplification(const MeasureInput& input, const MeasureContext& context, double& step) {
  constexpr std::size_t kOutputs = 2;
  if (input.columns.size() < kOutputs || input.columns.size() % kOutputs != 0)
    throw std::runtime_error("expected position and velocity of every motion in `columns`");
  const std::size_t motions = input.columns.size() / kOutputs;
  std::vector<Series> series;
  for (const auto& column : input.columns)
    series.push_back(window(context.run.series(column), input.from, input.to));
  const std::size_t rows = series.front().t.size();
  if (rows < 4) throw std::runtime_error("expected at least four rows");
  step = (series.front().t.back() - series.front().t.front()) / static_cast<double>(rows - 1);

  // velocities times T/2 pi: both outputs are of one size
  const double unit[kOutputs] = {1, input.period / (2 * std::numbers::pi)};
  const auto n = static_cast<Eigen::Index>(motions * (rows - 2));
  Matrix now(2 * kOutputs, n), then(2 * kOutputs, n);
  Eigen::Index at = 0;
  for (std::size_t motion = 0; motion < motions; ++motion) {
    for (std::size_t row = 0; row + 2 < rows; ++row, ++at) {
      for (std::size_t i = 0; i < 2 * kOutputs; ++i) {
        const std::vector<double>& y = series[motion * kOutputs + i % kOutputs].y;
        const std::size_t later = row + i / kOutputs;
        now(static_cast<Eigen::Index>(i), at) = unit[i % kOutputs] * y[later];
        then(static_cast<Eigen::Index>(i), at) = unit[i % kOutputs] * y[later + 1];
      }
      const double size = now.col(at).norm();  // late rows of damped motions count like the first
      if (!(size > 0) || !then.col(at).allFinite())
        throw std::runtime_error("a motion is zero or not finite");
      now.col(at) /= size;
      then.col(at) /= size;
    }
  }
  const Eigen::JacobiSVD<Matrix> svd(now, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Eigen::VectorXd& s = svd.singularValues();
  const Eigen::Index rank = (s.array() > kRank * s[0]).count();
  const Matrix A = svd.matrixU().leftCols(rank).transpose() * then * svd.matrixV().leftCols(rank) *
                   s.head(rank).cwiseInverse().asDiagonal();
  return Eigen::EigenSolver<Matrix>(A, false).eigenvalues();
}

/// The number itself, or its distance from the table at step/period.
double compared(double number, double step, const MeasureInput& input) {
  if (input.against.file.empty()) return number;
  const CsvTable table(input.against.file);
  const Series curve = {table.numbers(table.names().front()), table.numbers(input.against.of)};
  return std::abs(number - interpolate(curve, step / input.period));
}

}  // namespace

double spectral_radius(const MeasureInput& input, const MeasureContext& context) {
  double step = 0;
  const Eigen::VectorXcd eigenvalues = amplification(input, context, step);
  return compared(eigenvalues.cwiseAbs().maxCoeff(), step, input);
}

double period_error(const MeasureInput& input, const MeasureContext& context) {
  double step = 0;
  const Eigen::VectorXcd eigenvalues = amplification(input, context, step);
  const auto principal = std::max_element(eigenvalues.begin(), eigenvalues.end(),
                                          [](const auto& x, const auto& y) { return x.imag() < y.imag(); });
  if (!(principal->imag() > 0)) throw std::runtime_error("the motion does not oscillate");
  const double period = 2 * std::numbers::pi * step / std::arg(*principal);
  return compared(period / input.period - 1, step, input);
}

}  // namespace jounce::verify
