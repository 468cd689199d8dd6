#pragma once

#include <array>
#include <vector>

#include "math/distinct_arrays.h"
#include "model/element.h"

namespace jounce {

/// Point masses on nodes of one, two or three dimensions: T = m |v|^2 / 2, V = -m g . x.
class PointMassBlock final : public ElementBlock {
 public:
  struct Mass {
    std::vector<Index> dofs;
    double mass;
  };
  PointMassBlock(std::string name, std::vector<Mass> masses)
      : ElementBlock(std::move(name)), masses_(std::move(masses)) {}

  bool is_body() const override { return true; }
  bool is_linear() const override { return true; }
  void add_mass(const State& state, double w, MatrixSink& sink) const override;
  void add_mass_product(const State& state, const Vector& a, double w, Vector& f) const override;
  void add_energies(const State& state, const Vector3& gravity, Energies& energies) const override;

 private:
  std::vector<Mass> masses_;
};

/// Planar rigid bodies with coordinates (x, y, theta) of the centre of mass:
/// T = m (x'^2 + y'^2) / 2 + J theta'^2 / 2, V = -m g . x.
class PlanarBodyBlock final : public ElementBlock {
 public:
  struct Body {
    std::array<Index, 3> dofs;
    double mass;
    double inertia;  ///< about the centre of mass
  };
  PlanarBodyBlock(std::string name, std::vector<Body> bodies)
      : ElementBlock(std::move(name)), bodies_(std::move(bodies)) {}

  bool is_body() const override { return true; }
  bool is_linear() const override { return true; }
  void add_mass(const State& state, double w, MatrixSink& sink) const override;
  void add_mass_product(const State& state, const Vector& a, double w, Vector& f) const override;
  void add_energies(const State& state, const Vector3& gravity, Energies& energies) const override;

 private:
  std::vector<Body> bodies_;
};

/// Spatial rigid bodies on R3 x SO(3) with body-frame angular velocity Omega, coordinates of the centre of
/// mass: m X'' = F,  J Omega' + Omega x J Omega = M;  T = m |X'|^2 / 2 + Omega . J Omega / 2,  V = -m g . X.
/// Bodies that are not there keep their entries in M, which so is regular and constant, and have no energies.
class SpatialBodyBlock final : public ElementBlock {
 public:
  struct Body {
    std::array<Index, 6> dofs;
    double mass;
    Matrix3 inertia;  ///< J about the centre of mass, in body axes
  };
  SpatialBodyBlock(std::string name, const std::vector<Body>& bodies);

  bool is_body() const override { return true; }
  bool is_linear() const override { return false; }
  void add_mass(const State& state, double w, MatrixSink& sink) const override;
  void add_mass_product(const State& state, const Vector& a, double w, Vector& f) const override;
  void add_force(const State& state, Vector& f) const override;
  void add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const override;
  void add_energies(const State& state, const Vector3& gravity, Energies& energies) const override;

 private:
  /// Calls visit(dofs, mass, inertia) for every body.
  template <class Visit>
  void each(const Visit& visit) const;

  std::vector<std::array<Index, 6>> dofs_;
  DistinctArrays<10> masses_;  ///< mass, then inertia column by column
};

}  // namespace jounce
