#pragma once

#include <cstddef>
#include <vector>

namespace jounce::study {

/// For each of the lists of rising times the places of the times that all of them have (to `tolerance`).
std::vector<std::vector<std::size_t>> common_rows(const std::vector<const std::vector<double>*>& times,
                                                  double tolerance);

struct ErrorNorms {
  double max = 0;  ///< largest |y - reference|
  double l2 = 0;   ///< root of the mean of its square
};

/// Of the given rows; NaN where a value is none.
ErrorNorms norms_of(const std::vector<double>& values, const std::vector<std::size_t>& rows,
                    const std::vector<double>& reference);

/// Order p of errors e_1, e_2 at steps h_1 > h_2 against the exact solution: e_1 / e_2 = (h_1 / h_2)^p. NaN
/// when an error is not positive.
double order_of(double h_1, double e_1, double h_2, double e_2);

/// The same when the errors are differences to a run with the step h_f < h_2. With the error C h^p of each
/// run (L. F. Richardson 1911) they are C (h^p - h_f^p), hence
///
///   e_1 / e_2 = (h_1^p - h_f^p) / (h_2^p - h_f^p),
///
/// which is solved for p in (0, 20). NaN when no such p exists.
double order_against(double h_1, double e_1, double h_2, double e_2, double h_f);

}  // namespace jounce::study
