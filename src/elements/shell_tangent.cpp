// Tangents of shells.

#include "elements/shell_block.h"
#include "math/rotation.h"

namespace jounce::shell {

template <int N>
typename ShellBlock<N>::Gradients ShellBlock<N>::gradients(const Element& e, const Point<N>& point) const {
  Gradients B = Gradients::Zero();
  for (int c = 0; c < kStrains; ++c) {
    const Nodes<N> by_x = c < 3 ? Nodes<N>(e.x * point.form(c)) : Nodes<N>(e.d * point.form(c).transpose());
    for (int a = 0; a < N; ++a) B.template block<1, 3>(c, 6 * a) = by_x.col(a).transpose();
    if (c < 3) continue;
    const Nodes<N> by_d = e.x * point.form(c);
    for (int a = 0; a < N; ++a)
      B.template block<1, 3>(c, 6 * a + 3) =
          Vector3(e.geometry->D.col(a)).cross(e.R[a].transpose() * by_d.col(a)).transpose();
  }
  return B;
}

template <int N>
typename ShellBlock<N>::Gradients ShellBlock<N>::rate_gradients(const Element& e, const Point<N>& point,
                                                                const Column& v) const {
  Gradients B = Gradients::Zero();
  for (int c = 0; c < kStrains; ++c) {
    const Nodes<N> by_x = c < 3 ? Nodes<N>(e.v * point.form(c)) : Nodes<N>(e.w * point.form(c).transpose());
    for (int a = 0; a < N; ++a) B.template block<1, 3>(c, 6 * a) = by_x.col(a).transpose();
    if (c < 3) continue;
    const Nodes<N> by_d = e.v * point.form(c), by_w = e.x * point.form(c);
    for (int a = 0; a < N; ++a) {
      const Vector3 D = e.geometry->D.col(a);
      const Vector3 turning = v.template segment<3>(6 * a + 3).cross(D);
      B.template block<1, 3>(c, 6 * a + 3) =
          (D.cross(e.R[a].transpose() * by_d.col(a)) + turning.cross(e.R[a].transpose() * by_w.col(a)))
              .transpose();
    }
  }
  return B;
}

/// What turning contributes at fixed section forces.
template <int N>
void ShellBlock<N>::add_geometric(const Element& e, const Form<N>& H, const Form<N>& G, double w,
                                  Matrix& K) const {
  const Nodes<N> by_d = e.x * G;
  for (int b = 0; b < N; ++b) {
    const Matrix3 D = skew(e.geometry->D.col(b));
    const Matrix3 turn = -e.R[b] * D;
    for (int a = 0; a < N; ++a) {
      K.template block<3, 3>(6 * a, 6 * b).diagonal().array() += w * H(a, b);
      K.template block<3, 3>(6 * a, 6 * b + 3) += w * G(a, b) * turn;
      K.template block<3, 3>(6 * b + 3, 6 * a) += w * G(a, b) * turn.transpose();
    }
    K.template block<3, 3>(6 * b + 3, 6 * b + 3) += w * D * skew(e.R[b].transpose() * by_d.col(b));
  }
}

template <int N>
void ShellBlock<N>::add_drilling(const Element& e, Matrix& K) const {
  Column gradient;
  for (int a = 0; a < N; ++a) {
    const Corner<N>& corner = e.geometry->corners[a];
    const double k = drilling_stiffness(corner);
    const Drilling at = drilling(e, a);
    const double moment = k * at.r;
    gradient.setZero();
    for (int i = 0; i < N; ++i)
      gradient.template segment<3>(6 * i) =
          0.5 * (corner.slopes(i, 0) * at.t_2 - corner.slopes(i, 1) * at.t_1);
    gradient.template segment<3>(6 * a + 3) = at.by_turn;
    K += k * gradient * gradient.transpose();
    const Matrix3 turn_1 = -e.R[a] * skew(corner.t_1), turn_2 = -e.R[a] * skew(corner.t_2);
    for (int i = 0; i < N; ++i) {
      const Matrix3 mixed = 0.5 * moment * (corner.slopes(i, 0) * turn_2 - corner.slopes(i, 1) * turn_1);
      K.template block<3, 3>(6 * i, 6 * a + 3) += mixed;
      K.template block<3, 3>(6 * a + 3, 6 * i) += mixed.transpose();
    }
    const Vector3 x_1 = e.R[a].transpose() * (e.x * corner.slopes.col(0));
    const Vector3 x_2 = e.R[a].transpose() * (e.x * corner.slopes.col(1));
    K.template block<3, 3>(6 * a + 3, 6 * a + 3) +=
        0.5 * moment * (skew(corner.t_2) * skew(x_1) - skew(corner.t_1) * skew(x_2));
  }
}

template <int N>
void ShellBlock<N>::add_tangent(const State& state, double w_c, double w_k, MatrixSink& sink) const {
  const double beta = properties().beta;
  Resultants out;
  for (std::size_t i = 0; i < cells().size(); ++i) {
    const Element e = gather(state, i);
    Matrix K = Matrix::Zero();
    Form<N> H = Form<N>::Zero(), G = Form<N>::Zero();
    for (std::size_t p = 0; p < kPoints<N>; ++p) {
      const Point<N>& point = e.geometry->points[p];
      const Strains s = point.area * stress(e, p, out, true);
      for (int c = 0; c < 3; ++c) H += s[c] * point.form(c);
      for (int c = 3; c < kStrains; ++c) G += s[c] * point.form(c);
      const Gradients B = gradients(e, point);
      Gradients stresses = w_k * out.tangent * B;
      if (beta != 0) {
        const Gradients rate = w_c * B + w_k * rate_gradients(e, point, velocities(state, i));
        stresses += beta * section().stiffness() * rate;
      }
      K.noalias() += point.area * B.transpose() * stresses;
    }
    if (w_k != 0) {
      add_geometric(e, H, G, w_k, K);
      Matrix of_drilling = Matrix::Zero();
      add_drilling(e, of_drilling);
      K += w_k * of_drilling;
    }
    add_mass(i, w_c * properties().alpha, K);
    const auto all = dofs(i);
    sink.add(all, all, K.data());
  }
}

template class ShellBlock<3>;
template class ShellBlock<4>;
template class ShellBlock<6>;
template class ShellBlock<8>;

}  // namespace jounce::shell
