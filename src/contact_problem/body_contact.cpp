#include "contact_problem/body_contact.h"

#include "contact_problem/residual.h"

namespace jounce::contact_problem {
namespace {

constexpr double kDecoupled = 1e-12;  ///< coupling in A relative to its trace that is round-off
constexpr double kSingular = 1e-13;   ///< determinant relative to powers of the trace that is round-off
constexpr double kProximal = 1e-2;    ///< added to a singular A, relative to its trace

using Row = Eigen::Map<const SmallVector<12>>;

BodyContact body_contact(const BodyProblem& problem, std::size_t number) {
  const double* const H = problem.contacts[number].H.data();
  const Row N(H), T1(H + 12), T2(H + 24);
  BodyContact c{};
  double A[6] = {N.dot(N), N.dot(T1), N.dot(T2), T1.dot(T1), T1.dot(T2), T2.dot(T2)};
  if (!problem.contact_tails.of(number).empty()) {
    const SmallMatrix<3> rest = problem.contact_tails.product(number, number);
    const double more[6] = {rest(0, 0), rest(0, 1), rest(0, 2), rest(1, 1), rest(1, 2), rest(2, 2)};
    for (int i = 0; i < 6; ++i) A[i] += more[i];
  }
  std::copy(A, A + 6, c.A);
  c.mu = problem.mu[number];
  c.scale = (A[0] + A[3] + A[5]) / 3;
  return c;
}

/// The bodies cannot move: r = 0 by all laws.
void fix(BodyContact& c, double scale) {
  std::fill(c.A, c.A + 6, 0.0);
  c.scale = scale;
  c.inverse_tangent = 1;
}

void invert(BodyContact& c) {
  double* A = c.A;
  const double trace = A[0] + A[3] + A[5];
  const double minor = A[3] * A[5] - A[4] * A[4];
  const double determinant =
      A[0] * minor - A[1] * (A[1] * A[5] - A[4] * A[2]) + A[2] * (A[1] * A[4] - A[3] * A[2]);
  if (!(A[0] > kSingular * trace && minor > kSingular * trace * trace &&
        determinant > kSingular * trace * trace * trace))
    for (const int i : {0, 3, 5}) A[i] += kProximal * trace;
  c.inverse_normal = 1 / A[0];
  const double tie = kDecoupled * trace;
  if (std::abs(A[1]) > tie || std::abs(A[2]) > tie || std::abs(A[4]) > tie || std::abs(A[3] - A[5]) > tie)
    return;
  A[1] = A[2] = A[4] = 0;
  A[3] = A[5] = 0.5 * (A[3] + A[5]);
  c.inverse_tangent = 1 / A[3];
  c.inverse_boundary = 1 / (A[0] + c.mu * c.mu * A[3]);
}

}  // namespace

std::vector<BodyContact> body_contacts(const BodyProblem& problem) {
  std::vector<BodyContact> contacts;
  contacts.reserve(problem.contacts.size());
  std::array<double, 2> sums = {0, static_cast<double>(problem.contacts.size())};
  for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
    contacts.push_back(body_contact(problem, c));
    sums[0] += contacts.back().scale;
  }
  if (problem.shared != nullptr) problem.shared->sum(sums);
  const double mean = sums[1] > 0 ? sums[0] / sums[1] : 0;
  for (BodyContact& c : contacts)
    if (c.scale > kNoMotion * mean)
      invert(c);
    else
      fix(c, mean > 0 ? mean : 1);
  return contacts;
}

}  // namespace jounce::contact_problem
