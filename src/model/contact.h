#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/body_shape.h"
#include "model/marker_row.h"
#include "model/pressure_law.h"
#include "model/row_jacobian.h"
#include "params/time_function.h"

namespace jounce {

class LimitedReach;  // contact/limited_reach.h

/// Impact and friction law of a contact pair: Newton's law for the normal direction, u_N+ = -e_N u_N-, and
/// Coulomb's for the tangential ones, |r_T| <= mu r_N, with s_T = u_T+ + e_T u_T- for the slip velocity.
struct ContactLaw {
  ContactLaw(double e_N = 0) : restitution(e_N) {}

  double restitution;                 ///< e_N, 0 to 1
  double tangential_restitution = 0;  ///< e_T, 0 to 1
  params::TimeFunction friction;      ///< mu over the slip speed |s_T|
  /// Impacts of contacts that are closed at once follow each other (`impact_sequence.h`) instead of being
  /// one.
  bool is_sequential = false;
  int tangents = 0;  ///< tangential directions: 0 without friction, 1 in the plane, 2 in space
  /// Softened contact in statics; null: none, 0 <= g perp p >= 0.
  std::shared_ptr<const PressureLaw> pressure;
  /// Shear stress over slip of a point that sticks, in statics; 0: it does not move.
  double stick_stiffness = 0;

  bool is_soft() const { return pressure != nullptr || stick_stiffness > 0; }

  double mu(double slip_speed) const { return friction(slip_speed); }
  double mu_slope(double slip_speed) const { return friction.derivative(slip_speed); }
};

/// What remains the same over steps of a contact point: it carries the warm start, the history and the
/// events.
struct ContactIdentity {
  int pair = 0;            ///< number of the contact pair in the system
  std::int64_t point = 0;  ///< number of the point within the pair, exact as a double

  bool operator==(const ContactIdentity&) const = default;
  struct Hash {
    std::size_t operator()(const ContactIdentity& identity) const {
      return std::hash<std::int64_t>()(identity.point ^ static_cast<std::int64_t>(identity.pair) << 40);
    }
  };
};

/// A row as matrices know it.
struct ContactLayout {
  ContactIdentity identity;
  std::uint64_t layout = 0;  ///< see ContactRow

  bool operator==(const ContactLayout&) const = default;
};

/// Geometry of a contact point between two bodies, as the search found it, in axes of the bodies. A pair with
/// a fixed list of points has no use for it.
struct TouchingPoints {
  enum class Kind : std::uint8_t {
    points,   ///< g = |b - a| - radius
    plane_a,  ///< g = n . (b - a) - radius, n fixed in body A
    plane_b,  ///< the same, n fixed in body B
  };

  Kind kind = Kind::points;
  std::array<int, 2> shapes = {};        ///< numbers of the shapes within the pair
  Vector3 a = Vector3::Zero();           ///< fixed in body A
  Vector3 b = Vector3::Zero();           ///< fixed in body B
  Vector3 normal = Vector3::Zero();      ///< n in axes of the body that carries it
  std::array<double, 2> radii = {0, 0};  ///< of balls around a and b; radius is their sum
};

/// What a search of a pair keeps for its rows.
class FoundGeometry {
 public:
  virtual ~FoundGeometry() = default;
};

/// One possible contact point found by a search.
struct ContactRow {
  int pair = 0;                     ///< number of the contact pair in the system
  std::int64_t point = 0;           ///< number of the point within the pair
  const ContactLaw* law = nullptr;  ///< of the pair
  TouchingPoints touching = {};     ///< between bodies
  /// Between surfaces: what the search found, and the place of the row in it.
  std::shared_ptr<const FoundGeometry> found = nullptr;
  std::size_t place = 0;
  /// How deep the contact was found, less what it is pushed out by in this step: gaps count from there.
  double overlap = 0;
  double area = 0;           ///< on which the row's force acts; 0 for a point
  std::uint64_t layout = 0;  ///< changes with the degrees of freedom that a row of one identity depends on

  ContactIdentity identity() const { return {pair, point}; }
  /// Rows with the same one fit into the same matrices.
  ContactLayout laid_out() const { return {identity(), layout}; }
};

/// Direction in a contact frame.
enum class Direction { normal = 0, tangent_1 = 1, tangent_2 = 2 };
inline Direction tangent(int i) { return static_cast<Direction>(i + 1); }

/// The part of one of several ranks in a search: a contact belongs to the rank of its first body, or of the
/// second where the first is not free to move, or to rank 0.
struct SearchShare {
  const std::vector<int>* ranks = nullptr;  ///< of every degree of freedom; -1: prescribed
  int rank = 0;

  /// Rank of what depends on some degrees of freedom: that of the first free one; -1 for none.
  int of(std::span<const Index> dofs) const {
    for (const Index dof : dofs)
      if (const int owner = (*ranks)[dof]; owner >= 0) return owner;
    return -1;
  }
  bool has(int owner) const { return std::max(owner, 0) == rank; }
};

/// How far a search looks, and for which contacts. Within the horizon (a time) bodies are taken to move on as
/// they do: a contact that would come closer than the envelope in that time is found as well. Pairs whose
/// points are a fixed list look at the envelope only.
struct SearchRange {
  SearchRange(double envelope_length, double horizon_time = 0)
      : envelope(envelope_length), horizon(horizon_time) {}

  double envelope;
  double horizon;
  const SearchShare* share = nullptr;  ///< pairs with a fixed list of points find all of them
};

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

  /// Length of the fixed list of points; 0 when points come and go with the search.
  virtual int points() const = 0;
  /// Row of a point of the fixed list.
  ContactRow row(int point, int pair_number = 0) const {
    ContactRow row;
    row.pair = pair_number;
    row.point = point;
    row.law = &law_;
    return row;
  }
  /// Where the model is in parts, gives the points of the fixed list the numbers that they have in the whole
  /// model.
  void number_points(std::vector<int> numbers) { numbers_ = std::move(numbers); }
  std::int64_t number_of_point(std::int64_t point) const {
    return numbers_.empty() ? point : numbers_[static_cast<std::size_t>(point)];
  }
  virtual std::string point_name(const ContactRow& row) const = 0;
  /// True when gaps are affine in q with a constant direction.
  virtual bool is_linear() const = 0;
  /// True when gaps are angles and forces are moments.
  virtual bool is_angular() const { return false; }

  /// Appends the degrees of freedom of the points and faces that may touch, of meshes those of their nodes.
  virtual void append_touching_dofs(std::vector<Index>& /*dofs*/) const {}

  /// Of pairs whose search looks a limited distance ahead; null where all points are rows at all times.
  virtual const LimitedReach* limited_reach() const { return nullptr; }
  /// False when no two of its parts can ever touch.
  virtual bool can_touch() const { return true; }
  /// Shapes of bodies that may touch.
  virtual std::span<const BodyShape> body_shapes() const { return {}; }
  /// Appends one degree of freedom of each node and body whose contacts come and go with the search.
  virtual void append_searched_parts(std::vector<Index>& /*dofs*/) const {}
  /// Farthest that a point which may touch lies from the nodes that carry it, of pairs whose points come and
  /// go; infinite where that is not bounded.
  virtual double lever() const { return std::numeric_limits<double>::infinity(); }
  /// Smallest gap of a contact whose points come and go, however far apart its sides are: searches of steps
  /// look no farther than they have to. Infinite where there is nothing that could touch, for surfaces
  /// against themselves, and for contacts with a fixed list of points.
  /// @param counts  whether a row is looked at, by its identity and `touching.shapes`
  using Counts = std::function<bool(const ContactRow&)>;
  virtual double distance(const State& /*state*/, int /*pair_number*/, const Counts& /*counts*/) const {
    return std::numeric_limits<double>::infinity();
  }

  /// Appends the points whose gap at `state` is within the range, in ascending order.
  virtual void search(const State& state, const SearchRange& range, int pair_number,
                      std::vector<ContactRow>& rows) const = 0;

  /// Appends the degrees of freedom that the point's motion depends on.
  virtual void append_dofs(const ContactRow& row, std::vector<Index>& dofs) const = 0;
  /// The following calls of `gap` and `evaluate` are at this state, and for rows of one search: what they
  /// share may be found once, until `release`.
  virtual void prepare(const State& /*state*/, const ContactRow& /*row*/) const {}
  virtual void release() const {}
  /// Gap g_N, positive when open; without `row.overlap`.
  virtual double gap(const State& state, const ContactRow& row) const = 0;
  /// Row of W^T for a direction, over the degrees of freedom of the point.
  virtual void jacobian(const State& state, const ContactRow& row, Direction direction, double* W) const = 0;
  /// Gap, row of the normal direction, and the law().tangents rows of the tangential ones, one behind the
  /// other.
  virtual void evaluate(const State& state, const ContactRow& row, double& gap, double* W,
                        double* W_T) const = 0;
  /// w d(W lambda)/dq
  virtual void add_reaction_gradient(const State& state, const ContactRow& row, Direction direction,
                                     double lambda, double w, MatrixSink& sink) const = 0;
  /// w d(W^T v)/dq at matrix row `matrix_row`.
  virtual void add_velocity_gradient(const State& state, const ContactRow& row, Direction direction, double w,
                                     Index matrix_row, MatrixSink& sink) const = 0;
  /// Place of the contact point, for results.
  virtual Vector3 position(const State& state, const ContactRow& row) const = 0;
  /// Unit vector of a direction in fixed axes, for results.
  virtual Vector3 axis(const State& state, const ContactRow& row, Direction direction) const = 0;

 private:
  std::string name_;
  ContactLaw law_;
  std::vector<int> numbers_;
};

}  // namespace jounce
