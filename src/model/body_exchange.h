#pragma once

#include <array>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "la/types.h"
#include "model/state.h"

namespace jounce {

/// Rigid bodies of one kind in space that come and go: a list of fixed length, of which some are not there.
struct BodyPool {
  struct Body {
    std::array<Index, 6> dofs;  ///< three translations, three rotations
    Index quaternion = 0;       ///< place of w in q
    double mass = 0;
  };

  std::string name;
  std::vector<Body> bodies;
  bool turned = false;  ///< bodies come in with random orientations
};

/// Layers of bodies that come in behind a plane. The plane begins at `place` at the time `start` and moves
/// with `velocity`, along its normal. At the start, and whenever it has moved by `thickness`, it is set back
/// by that length and a layer of bodies begins to move with it: a lattice with random shifts and velocities,
/// which depend on the seed and the number of the layer only. Before the start and from the end on the plane
/// rests and nothing comes.
struct Inflow {
  std::string name;
  int pool = 0;
  Vector3 place = Vector3::Zero();
  Vector3 velocity = Vector3::Zero();
  double thickness = 0;
  double start = 0;
  double end = std::numeric_limits<double>::infinity();
  Vector3 first = Vector3::Zero();  ///< centre of a layer's first body, seen from the place of the plane
  std::array<int, 3> counts = {1, 1, 1};
  Vector3 spacing = Vector3::Zero();
  Vector3 jitter = Vector3::Zero(), velocity_spread = Vector3::Zero();  ///< largest random parts
  int seed = 1;

  int bodies() const { return counts[0] * counts[1] * counts[2]; }  ///< of a layer
  long layers(double t) const;                                      ///< that have come in up to a time
  Vector3 shift(double t) const;                                    ///< of the plane from `place`
  bool moves(double t) const;                                       ///< the plane, from t on
};

/// Where bodies go: those of the pool whose centre is beyond a plane or outside of a box are there no longer.
struct Outflow {
  enum class Region : std::uint8_t { half_space, outside_box };

  std::string name;
  int pool = 0;
  Region region = Region::half_space;
  Vector3 at = Vector3::Zero(), normal = Vector3::UnitX();  ///< bodies with (x - at) . normal > 0 go
  Vector3 low = Vector3::Zero(), high = Vector3::Zero();    ///< of the box

  bool has(const Vector3& x) const;
};

/// More bodies should come in than are left.
class PoolExhausted : public std::runtime_error {
 public:
  PoolExhausted(const Inflow& inflow, const BodyPool& pool, double t, int left);
  int pool() const { return pool_; }

 private:
  int pool_;
};

/// Bodies that come and go between the steps of a run. Which of them are there is part of the State: a body
/// that is not has dormant degrees of freedom, velocity zero, and stays where it went. Bodies come in
/// ascending order of their numbers, those that have just gone not before the next step: a function of the
/// state and its time alone, the same in a restarted run and on every rank.
class BodyExchange {
 public:
  void add(BodyPool pool) { pools_.push_back(std::move(pool)); }
  void add(Inflow inflow) { inflows_.push_back(std::move(inflow)); }
  void add(Outflow outflow) { outflows_.push_back(std::move(outflow)); }
  /// Bodies that are not there come to rest, counts begin at zero.
  void finish(State& initial) const;

  const std::vector<BodyPool>& pools() const { return pools_; }
  const std::vector<Inflow>& inflows() const { return inflows_; }
  const std::vector<Outflow>& outflows() const { return outflows_; }

  /// Layers that are due at state.t come in, then bodies in the region of an outflow go. The plane of an
  /// inflow is moved by its prescribed motion, not here.
  /// @return whether anything came or went. Throws PoolExhausted, and std::runtime_error when two layers of
  /// one inflow are due; the state is then as before, or has layers of inflows before that one.
  bool apply(State& state) const;

  /// Bodies that come into a pool up to a time.
  long need(int pool, double t) const;
  /// Bodies of a pool that are there, and their mass.
  std::array<double, 2> present(int pool, const State& state) const;
  /// Bodies that came by an inflow or went by an outflow so far, and their mass. Names are unique.
  std::array<double, 2> passed(std::size_t port, const State& state) const {
    return {state.passed[2 * port], state.passed[2 * port + 1]};
  }

 private:
  void come(const Inflow& inflow, long layer, double* passed, State& state) const;
  bool go(const Outflow& outflow, double* passed, State& state) const;

  std::vector<BodyPool> pools_;
  std::vector<Inflow> inflows_;
  std::vector<Outflow> outflows_;
};

}  // namespace jounce
