#include <cmath>

#include "joints/joints.h"
#include "joints/marker_rows.h"
#include "joints/wrench_constraint.h"
#include "math/rotation.h"
#include "model/direction.h"

namespace jounce {
namespace {

/// A thin disk (radius r, axis p fixed in B, centre x_B) rolls without slip on a plane (normal n and point
/// x_A fixed in A). With s = n . p, rho = sqrt(1 - s^2) and d = x_B - x_A,
///
///   e = (n - s p)/rho              from the contact point c = x_B - r e to the centre
///   t_1 = p x n/rho                forward
///   t_2 = (p - s n)/rho            to the side, horizontal
///
///   normal          g = n . d - r rho = 0                                           position level
///   forward, side   t . (x_B' - omega_B x r e - x_A' - omega_A x (c - x_A)) = 0     velocity level
///
/// All three rows are a unit force t at the contact point: w = (-t, -(d - r e) x t, t, -r e x t).
class RollingWheel final : public WrenchConstraint {
 public:
  RollingWheel(std::string name, std::shared_ptr<const Marker> plane, std::shared_ptr<const Marker> wheel,
               const Vector3& normal, const Vector3& axis, double radius)
      : WrenchConstraint(std::move(name), {"normal", "forward", "side"}, std::move(plane), std::move(wheel)),
        normal_(normal),
        axis_(axis),
        radius_(radius) {}

  bool is_velocity_row(int row) const override { return row > 0; }

 protected:
  void values(const MarkerKinematics& a, const MarkerKinematics& b, double* g) const override {
    const Frame f = frame(a, b);
    g[0] = f.n.dot(b.x - a.x) - radius_ * f.rho;
    g[1] = g[2] = 0;
  }

  void wrenches(const MarkerKinematics& a, const MarkerKinematics& b, Wrenches& w) const override {
    const Frame f = frame(a, b);
    const Vector3 arm = radius_ * f.e;
    const Vector3 to_contact = b.x - a.x - arm;
    const std::array<Vector3, 3> directions = {f.n, f.t_1, f.t_2};
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector3& t = directions[i];
      w[i] << -t, t.cross(to_contact), t, t.cross(arm);
    }
  }

  void gradients(const MarkerKinematics& a, const MarkerKinematics& b, WrenchGradients& dw) const override {
    using Change = Eigen::Matrix<double, 3, 12>;
    using RowChange = Eigen::Matrix<double, 1, 12>;
    const Frame f = frame(a, b);
    Change dn = Change::Zero(), dp = Change::Zero(), dd = Change::Zero();
    dn.middleCols<3>(3) = -skew(f.n);
    dp.middleCols<3>(9) = -skew(f.p);
    dd.middleCols<3>(0) = -Matrix3::Identity();
    dd.middleCols<3>(6) = Matrix3::Identity();
    const RowChange ds = f.p.transpose() * dn + f.n.transpose() * dp;
    const RowChange drho = -f.s / f.rho * ds;
    const Change de = (dn - f.p * ds - f.s * dp - f.e * drho) / f.rho;
    const Change dt_1 = (skew(f.p) * dn - skew(f.n) * dp - f.t_1 * drho) / f.rho;
    const Change dt_2 = (dp - f.n * ds - f.s * dn - f.t_2 * drho) / f.rho;

    const Vector3 arm = radius_ * f.e;
    const Vector3 to_contact = b.x - a.x - arm;
    const std::array<Vector3, 3> directions = {f.n, f.t_1, f.t_2};
    const std::array<const Change*, 3> changes = {&dn, &dt_1, &dt_2};
    for (std::size_t i = 0; i < 3; ++i) {
      const Matrix3 S = skew(directions[i]);
      const Change& dt = *changes[i];
      dw[i].middleRows<3>(0) = -dt;
      dw[i].middleRows<3>(3) = S * (dd - radius_ * de) - skew(to_contact) * dt;
      dw[i].middleRows<3>(6) = dt;
      dw[i].middleRows<3>(9) = radius_ * S * de - skew(arm) * dt;
    }
  }

 private:
  struct Frame {
    Vector3 n, p, e, t_1, t_2;
    double s, rho;
  };
  Frame frame(const MarkerKinematics& a, const MarkerKinematics& b) const {
    Frame f;
    f.n = a.R * normal_;
    f.p = b.R * axis_;
    f.s = f.n.dot(f.p);
    const Vector3 across = f.p.cross(f.n);
    f.rho = across.norm();
    f.e = (f.n - f.s * f.p) / f.rho;
    f.t_1 = across / f.rho;
    f.t_2 = (f.p - f.s * f.n) / f.rho;
    return f;
  }

  Vector3 normal_;  ///< in A's axes
  Vector3 axis_;    ///< in B's axes
  double radius_;
};

void build_rolling_wheel(const params::Params& params, ModelBuilder& builder) {
  const auto& between = params.names("between");
  const auto plane = builder.marker(params, "between", between[0], to_vector(params.numbers("through")));
  const auto wheel = builder.marker(params, "between", between[1]);
  if (!wheel->has_rotation()) params.fail("between", "the wheel (the second part) must be a rigid body");
  const Vector3 normal = direction_of(params, "normal").normalized(),
                axis = direction_of(params, "axis").normalized();
  if (normal.cross(axis).norm() < 1e-6) params.fail("axis", "the wheel lies flat on the plane");
  MarkerKinematics a, b;
  plane->evaluate(builder.initial(), Derivatives::none, a);
  wheel->evaluate(builder.initial(), Derivatives::none, b);
  if (!(normal.dot(b.x - a.x) > 0))
    params.fail("normal", "the wheel's centre must lie on the side that the normal points to");
  builder.add(std::make_unique<RollingWheel>(params.name(), plane, wheel, a.R.transpose() * normal,
                                             b.R.transpose() * axis, params.number("radius")));
}

}  // namespace

ModelPart rolling_wheel_part() {
  using namespace params;
  return {{"joint",
           "rolling-wheel",
           "A thin disk that rolls on a plane without slip and without separation (nonholonomic).",
           {names_of("between",
                     "the part to which the plane is fixed (or ground), and the wheel: a body or a marker at "
                     "its centre")
                .of_size(2)
                .required(),
            numbers("axis", "axis of the wheel at the start, in fixed axes; it then turns with the wheel")
                .of_size(dimension_sized)
                .required(),
            number("radius", "radius of the wheel").unit(dim::length).positive().required(),
            numbers("through", "a point of the plane at the start")
                .unit(dim::length)
                .of_size(dimension_sized)
                .by_default({0.0, 0.0, 0.0}),
            numbers("normal", "normal of the plane at the start, towards the wheel")
                .of_size(dimension_sized)
                .required()},
           {},
           3},
          build_rolling_wheel};
}

}  // namespace jounce
