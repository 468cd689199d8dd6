#include "joints/joints.h"
#include "joints/marker_rows.h"
#include "joints/wrench_constraint.h"
#include "math/rotation.h"
#include "model/direction.h"

namespace jounce {
namespace {

/// A blade in B: the material of A at B's point and that point have the same velocity across the blade.
/// With n = R_B b fixed in B and d = x_B - x_A,
///   n . (x_B' - x_A' - omega_A x d) = 0       (velocity level only)
class KnifeEdge final : public WrenchConstraint {
 public:
  KnifeEdge(std::string name, const MarkerPair& markers, const Vector3& b)
      : WrenchConstraint(std::move(name), {"across"}, markers.A, markers.B), b_(b) {}

  bool is_velocity_row(int) const override { return true; }

 protected:
  void values(const MarkerKinematics&, const MarkerKinematics&, double* g) const override { *g = 0; }

  void wrenches(const MarkerKinematics& a, const MarkerKinematics& b, Wrenches& w) const override {
    const Vector3 n = b.R * b_;
    w[0] << -n, n.cross(b.x - a.x), n, Vector3::Zero();
  }

  void gradients(const MarkerKinematics& a, const MarkerKinematics& b, WrenchGradients& dw) const override {
    const Matrix3 S = skew(b.R * b_);  // delta n = -S phi_B
    dw[0].setZero();
    dw[0].block<3, 3>(0, 9) = S;
    dw[0].block<3, 3>(6, 9) = -S;
    dw[0].block<3, 3>(3, 9) = skew(b.x - a.x) * S;
    dw[0].block<3, 3>(3, 0) = -S;
    dw[0].block<3, 3>(3, 6) = S;
  }

 private:
  Vector3 b_;  ///< across the blade, in B's axes
};

void build_knife_edge(const params::Params& params, ModelBuilder& builder) {
  if (builder.dimension() == 1) params.fail("type", "this joint needs model.dimension = 2 or 3");
  const MarkerPair markers = marker_pair(params, builder);
  if (!markers.B->has_rotation()) params.fail("between", "the blade (the second part) must be a rigid body");
  const Vector3 n = direction_of(params, "across");
  builder.add(
      std::make_unique<KnifeEdge>(params.name(), markers, markers.initial_B.R.transpose() * n.normalized()));
}

}  // namespace

ModelPart knife_edge_part() {
  using namespace params;
  auto keys = marker_pair_keys();
  keys.push_back(numbers("across",
                         "direction in which the blade cannot move, at the start, in fixed axes; it then "
                         "turns with the second part")
                     .of_size(dimension_sized)
                     .required());
  return {{"joint", "knife-edge",
           "A blade or skate in the second part: its point has no velocity across the blade relative to the "
           "first part (nonholonomic).",
           std::move(keys)},
          build_knife_edge};
}

}  // namespace jounce
