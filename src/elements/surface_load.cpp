#include "elements/surface_load.h"

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <stdexcept>

#include "math/quadrature.h"
#include "math/shape_functions.h"

namespace jounce {
namespace {

using Kind = SurfaceLoadValue::Kind;

/// Faces of shape S in a space of one dimension more.
template <CellShape S>
class SurfaceBlock final : public SurfaceLoad {
  static constexpr int kNodes = shape_nodes(S), kDim = shape_dimension(S) + 1, kSize = kNodes * kDim;
  using Nodal = Eigen::Matrix<double, kNodes, kDim, Eigen::RowMajor>;
  using Point = Eigen::Matrix<double, kDim, 1>;
  using Tangents = Eigen::Matrix<double, kDim, kDim - 1>;

 public:
  SurfaceBlock(std::string name, SurfaceFaces faces, SurfaceLoadValue value)
      : SurfaceLoad(std::move(name)), faces_(std::move(faces)), value_(std::move(value)) {
    for (const QuadraturePoint& q : face_rule(S)) {
      points_.push_back({});
      points_.back().weight = q.weight;
      evaluate_shape<S>(q.xi, points_.back().N, points_.back().dN);
    }
  }

  bool is_linear() const override { return value_.kind != Kind::follower_pressure; }

  void add_force(const State& state, Vector& f) const override {
    for_faces([&](const auto& dofs, const Nodal& X) {
      Nodal f_e;
      forces(state, dofs, X, f_e);
      for (std::size_t i = 0; i < dofs.size(); ++i) f[dofs[i]] += f_e.data()[i];
    });
  }

  void add_powers(const State& state, Powers& powers) const override {
    for_faces([&](const auto& dofs, const Nodal& X) {
      Nodal f_e;
      forces(state, dofs, X, f_e);
      for (std::size_t i = 0; i < dofs.size(); ++i) powers.applied += f_e.data()[i] * state.v[dofs[i]];
    });
  }

  /// -df/dq of the pressure on the deformed surface: d(n da) = sum over tangents of their change.
  void add_tangent(const State& state, double, double w_k, MatrixSink& sink) const override {
    if (w_k == 0 || is_linear()) return;
    const double p = value_.pressure(state.t);
    Eigen::Matrix<double, kSize, kSize> K;
    for_faces([&](const auto& dofs, const Nodal&) {
      K.setZero();
      const Nodal x = positions(state, dofs);
      for (const FacePoint& point : points_) {
        const Tangents g = x.transpose() * point.dN;
        const double width = this->width(x, point.N);
        for (Index b = 0; b < kNodes; ++b)
          for (Index k = 0; k < kDim; ++k) {
            Point change = width * normal_change(g, point.dN.row(b), k);
            if (kDim == 2 && k == 0 && faces_.plane == PlaneKind::axisymmetric)
              change += 2 * M_PI * point.N[b] * normal(g);
            for (Index a = 0; a < kNodes; ++a)
              K.template block<kDim, 1>(a * kDim, b * kDim + k) +=
                  w_k * p * point.weight * point.N[a] * change;
          }
      }
      sink.add(dofs, dofs, K.data());
    });
  }

  double area() const override {
    double area = 0;
    for_faces([&](const auto&, const Nodal& X) {
      for (const FacePoint& point : points_)
        area += point.weight * width(X, point.N) * normal(X.transpose() * point.dN).norm();
    });
    return area;
  }

 private:
  struct FacePoint {
    ShapeValues<S> N;
    ShapeGradients<S> dN;
    double weight;
  };
  using Dofs = std::array<Index, static_cast<std::size_t>(kSize)>;

  /// Outward normal times the area of the unit of the reference face: to the right of an edge.
  static Point normal(const Tangents& g) {
    if constexpr (kDim == 3)
      return g.col(0).cross(g.col(1));
    else
      return Point(g(1, 0), -g(0, 0));
  }

  /// Its change when component k of a node with gradients dN moves.
  static Point normal_change(const Tangents& g, const Eigen::Matrix<double, 1, kDim - 1>& dN, Index k) {
    const Point e = Point::Unit(k);
    if constexpr (kDim == 3)
      return dN[0] * e.cross(g.col(1)) + dN[1] * g.col(0).cross(e);
    else
      return dN[0] * Point(e[1], -e[0]);
  }

  /// Thickness or circumference.
  double width(const Nodal& x, const ShapeValues<S>& N) const {
    if (kDim == 3) return 1;
    return faces_.plane == PlaneKind::axisymmetric ? 2 * M_PI * x.col(0).dot(N) : faces_.thickness;
  }

  static Nodal positions(const State& state, const Dofs& dofs) {
    Nodal x;
    for (std::size_t i = 0; i < dofs.size(); ++i) x.data()[i] = state.q[dofs[i]];
    return x;
  }

  void forces(const State& state, const Dofs& dofs, const Nodal& X, Nodal& f) const {
    f.setZero();
    const Nodal x = value_.kind == Kind::follower_pressure ? positions(state, dofs) : X;
    for (const FacePoint& point : points_) {
      const Point n = normal(x.transpose() * point.dN);
      const double weight = point.weight * width(x, point.N);
      Point t;
      if (value_.kind == Kind::traction)
        t = n.norm() * value_.traction(state.t).template head<kDim>();
      else
        t = -value_.pressure(state.t) * n;
      f += weight * point.N * t.transpose();
    }
  }

  template <class Visit>
  void for_faces(const Visit& visit) const {
    Dofs dofs;
    Nodal X;
    for (std::size_t first = 0; first < faces_.nodes.size(); first += kNodes) {
      for (std::size_t a = 0; a < kNodes; ++a)
        for (std::size_t k = 0; k < kDim; ++k) {
          const std::size_t at = static_cast<std::size_t>(faces_.nodes[first + a]) * kDim + k;
          dofs[a * kDim + k] = faces_.dofs[at];
          X(static_cast<Index>(a), static_cast<Index>(k)) = faces_.places[at];
        }
      visit(dofs, X);
    }
  }

  SurfaceFaces faces_;
  SurfaceLoadValue value_;
  std::vector<FacePoint> points_;
};

}  // namespace

std::unique_ptr<SurfaceLoad> make_surface_load(std::string name, SurfaceFaces faces, SurfaceLoadValue value) {
  const auto make = [&]<CellShape S>() -> std::unique_ptr<SurfaceLoad> {
    return std::make_unique<SurfaceBlock<S>>(std::move(name), std::move(faces), std::move(value));
  };
  switch (faces.shape) {
    case CellShape::line2:
      return make.template operator()<CellShape::line2>();
    case CellShape::line3:
      return make.template operator()<CellShape::line3>();
    case CellShape::triangle3:
      return make.template operator()<CellShape::triangle3>();
    case CellShape::triangle6:
      return make.template operator()<CellShape::triangle6>();
    case CellShape::quadrilateral4:
      return make.template operator()<CellShape::quadrilateral4>();
    case CellShape::quadrilateral8:
      return make.template operator()<CellShape::quadrilateral8>();
    default:
      throw std::logic_error("this shape is no face");
  }
}

}  // namespace jounce
