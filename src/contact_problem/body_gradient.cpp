#include "contact_problem/body_gradient.h"

namespace jounce::contact_problem {

BodyGradient::BodyGradient(const BodySweeps& sweeps)
    : u(sweeps.problem().s.size()), beta(sweeps.problem().c.size()), sweeps_(sweeps) {}

void BodyGradient::compute(const Vector& w) {
  sweeps_.relative_velocities(w, u, beta);
  if (sweeps_.law() != ContactLawKind::coulomb) return;
  Index row = 0;
  for (const BodyContact& contact : sweeps_.contacts()) {
    u[row] += contact.mu * std::sqrt(u[row + 1] * u[row + 1] + u[row + 2] * u[row + 2]);
    row += 3;
  }
}

void BodyGradient::step(const BodyState& x, double step, BodyState& next) const {
  Index row = 0;
  for (const BodyContact& contact : sweeps_.contacts()) {
    const double factor = step / contact.scale;
    const SmallVector<3> target = x.r.segment<3>(row) - factor * u.segment<3>(row);
    next.r.segment<3>(row) = project_cone<3>(contact.mu, target);
    row += 3;
  }
  for (Index j = 0; j < beta.size(); ++j)
    next.lambda[j] = x.lambda[j] - step * beta[j] / sweeps_.joint_scales()[j];
}

double BodyGradient::distance_square(const BodyState& a, const BodyState& b) const {
  double sum = 0;
  Index row = 0;
  for (const BodyContact& contact : sweeps_.contacts()) {
    sum += contact.scale * (a.r.segment<3>(row) - b.r.segment<3>(row)).squaredNorm();
    row += 3;
  }
  for (Index j = 0; j < beta.size(); ++j) {
    const double d = a.lambda[j] - b.lambda[j];
    sum += sweeps_.joint_scales()[j] * d * d;
  }
  return sweeps_.sum(sum);
}

double BodyGradient::slope(const BodyState& a, const BodyState& b) const {
  return sweeps_.sum(u.dot(a.r - b.r) + beta.dot(a.lambda - b.lambda));
}

}  // namespace jounce::contact_problem
