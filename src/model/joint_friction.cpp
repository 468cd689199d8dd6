#include "model/joint_friction.h"

#include <array>
#include <cassert>

namespace jounce {

JointFriction::JointFriction(std::string name, int joint, ContactLaw law, std::vector<Slide> slides,
                             std::vector<Surface> surfaces, double preload)
    : name_(std::move(name)),
      joint_(joint),
      law_(std::move(law)),
      slides_(std::move(slides)),
      surfaces_(std::move(surfaces)),
      preload_(preload) {
  assert(slides_.size() == 1 || slides_.size() == 2);
  law_.tangents = static_cast<int>(slides_.size());
}

double JointFriction::normal(const double* lambda, double* gradient) const {
  double N = 0;
  if (gradient != nullptr && !surfaces_.empty())
    Eigen::Map<Vector>(gradient, surfaces_[0].B.cols()).setZero();
  for (const Surface& surface : surfaces_) {
    const Eigen::Map<const Vector> reaction(lambda, surface.B.cols());
    Eigen::Vector2d force = Eigen::Vector2d::Zero();
    force.head(surface.B.rows()).noalias() = surface.B * reaction;
    const double size = force.norm();
    N += surface.weight * size;
    if (gradient == nullptr || size == 0) continue;
    Eigen::Map<Vector>(gradient, surface.B.cols()).noalias() +=
        surface.B.transpose() * force.head(surface.B.rows()) * (surface.weight / size);
  }
  return N;
}

void JointFriction::jacobian(const State& state, int i, double* D) const {
  slide(i).coordinate->jacobian(state, D);
  if (slide(i).arm != 1) Eigen::Map<Vector>(D, static_cast<Index>(dofs().size())) *= slide(i).arm;
}

void JointFriction::add_reaction_gradient(const State& state, int i, double F, double w,
                                          MatrixSink& sink) const {
  const RelativeCoordinate& c = *slide(i).coordinate;
  if (c.is_linear()) return;
  gradient_.setZero(c.size(), c.size());
  c.add_reaction_gradient(state, slide(i).arm * F, w, gradient_);
  sink.add(c.dofs(), c.dofs(), gradient_.data());
}

void JointFriction::add_velocity_gradient(const State& state, int i, double w, Index row,
                                          MatrixSink& sink) const {
  const RelativeCoordinate& c = *slide(i).coordinate;
  if (c.is_linear()) return;
  row_.setZero(c.size());
  c.add_velocity_gradient(state, slide(i).arm * w, row_.data());
  const std::array<Index, 1> at = {row};
  sink.add(at, c.dofs(), row_.data());
}

}  // namespace jounce
