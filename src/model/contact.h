#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/marker_row.h"
#include "model/row_jacobian.h"
#include "params/time_function.h"

namespace jounce {

/// Impact and friction law of a contact pair: Newton's law for the normal direction, u_N+ = -e_N u_N-, and
/// Coulomb's for the tangential ones, |r_T| <= mu r_N, with s_T = u_T+ + e_T u_T- for the slip velocity.
struct ContactLaw {
  ContactLaw(double e_N = 0) : restitution(e_N) {}

  double restitution;                 ///< e_N, 0 to 1
  double tangential_restitution = 0;  ///< e_T, 0 to 1
  params::TimeFunction friction;      ///< mu over the slip speed |s_T|
  int tangents = 0;  ///< tangential directions: 0 without friction, 1 in the plane, 2 in space

  double mu(double slip_speed) const { return friction(slip_speed); }
  double mu_slope(double slip_speed) const { return friction.derivative(slip_speed); }
};

/// One possible contact point found by a search. Its identity is stable over steps: it carries the warm
/// start, the history and the events of the contact.
struct ContactRow {
  int pair = 0;                     ///< number of the contact pair in the system
  int point = 0;                    ///< number of the point within the pair
  const ContactLaw* law = nullptr;  ///< of the pair

  std::uint64_t identity() const {
    return static_cast<std::uint64_t>(pair) << 32 | static_cast<std::uint32_t>(point);
  }
};

/// Direction in a contact frame.
enum class Direction { normal = 0, tangent_1 = 1, tangent_2 = 2 };
inline Direction tangent(int i) { return static_cast<Direction>(i + 1); }

/// Two surfaces that may touch. Contact has two calls: `search` once a step finds rows, `evaluate`-type calls
/// give gap and directions of a row at any q, since the active sets of (B 38) look at q~ and q_{n+1} in every
/// iteration.
class ContactPair {
 public:
  ContactPair(std::string name, ContactLaw law) : name_(std::move(name)), law_(std::move(law)) {}
  virtual ~ContactPair() = default;
  ContactPair(const ContactPair&) = delete;
  ContactPair& operator=(const ContactPair&) = delete;

  const std::string& name() const { return name_; }
  const ContactLaw& law() const { return law_; }

  virtual int points() const = 0;
  virtual const std::string& point_name(int point) const = 0;
  /// True when gaps are affine in q with a constant direction.
  virtual bool is_linear() const = 0;
  /// True when gaps are angles and forces are moments.
  virtual bool is_angular() const { return false; }

  /// Appends the points whose gap at `state` is at most `envelope`.
  virtual void search(const State& state, double envelope, int pair_number,
                      std::vector<ContactRow>& rows) const = 0;

  virtual std::span<const Index> dofs(int point) const = 0;
  /// Gap g_N, positive when open.
  virtual double gap(const State& state, int point) const = 0;
  /// Row of W^T for a direction, over dofs(point).
  virtual void jacobian(const State& state, int point, Direction direction, double* W) const = 0;
  /// Gap, row of the normal direction, and the law().tangents rows of the tangential ones, one behind the
  /// other.
  virtual void evaluate(const State& state, int point, double& gap, double* W, double* W_T) const = 0;
  /// w d(W lambda)/dq
  virtual void add_reaction_gradient(const State& state, int point, Direction direction, double lambda,
                                     double w, MatrixSink& sink) const = 0;
  /// w d(W^T v)/dq at matrix row `row`.
  virtual void add_velocity_gradient(const State& state, int point, Direction direction, double w, Index row,
                                     MatrixSink& sink) const = 0;
  /// Place of the contact point, for results.
  virtual Vector3 position(const State& state, int point) const = 0;
  /// Unit vector of a direction in fixed axes, for results.
  virtual Vector3 axis(const State& state, int point, Direction direction) const = 0;

 private:
  std::string name_;
  ContactLaw law_;
};

}  // namespace jounce
