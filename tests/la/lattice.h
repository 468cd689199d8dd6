#pragma once

#include "la/elastic_multigrid.h"

namespace jounce::test {

/// A lattice of nodes in which every node is joined to its neighbours, those across diagonals too, by
/// springs; the layer x = 0 is held unless it is to float. `rows` are appended as conditions w . x = c.
struct Lattice {
  explicit Lattice(int edge, int dimension = 3, bool floats = false) {
    nodes.dimension = dimension;
    const int deep = dimension == 3 ? edge : 1;
    nodes.positions.setZero(3, edge * edge * deep);
    for (int z = 0; z < deep; ++z)
      for (int y = 0; y < edge; ++y)
        for (int x = 0; x < edge; ++x) {
          nodes.positions.col(static_cast<Index>(nodes.numbers.size())) = Vector3(x, y, z);
          nodes.numbers.push_back({-1, -1, -1});
          for (int c = 0; c < dimension; ++c)
            if (floats || x > 0) nodes.numbers.back()[c] = n++;
        }
    K = DenseMatrix::Zero(n, n);
    for (std::size_t i = 0; i < nodes.numbers.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) join(i, j);
  }

  void join(std::size_t i, std::size_t j) {
    const Vector3 d = nodes.positions.col(static_cast<Index>(i)) - nodes.positions.col(static_cast<Index>(j));
    if (d.lpNorm<Eigen::Infinity>() > 1) return;
    const Matrix3 k = d * d.transpose() / d.squaredNorm();
    for (int a = 0; a < nodes.dimension; ++a)
      for (int b = 0; b < nodes.dimension; ++b) {
        const Index ia = number(i, a), ib = number(i, b), ja = number(j, a), jb = number(j, b);
        if (ia >= 0 && ib >= 0) K(ia, ib) += k(a, b);
        if (ja >= 0 && jb >= 0) K(ja, jb) += k(a, b);
        if (ia >= 0 && jb >= 0) K(ia, jb) -= k(a, b);
        if (ja >= 0 && ib >= 0) K(ja, ib) -= k(a, b);
      }
  }
  Index number(std::size_t node, int c) const { return nodes.numbers[node][c]; }

  /// [K -W^T; R D] with rows w, R_j = a_j w_j and D_jj = d_j.
  DenseMatrix saddle(const DenseMatrix& w, const Vector& a, const Vector& d) const {
    DenseMatrix matrix = DenseMatrix::Zero(n + w.rows(), n + w.rows());
    matrix.topLeftCorner(n, n) = K;
    matrix.topRightCorner(n, w.rows()) = -w.transpose();
    matrix.bottomLeftCorner(w.rows(), n) = a.asDiagonal() * w;
    matrix.bottomRightCorner(w.rows(), w.rows()) = d.asDiagonal();
    return matrix;
  }

  NodeUnknowns nodes;
  Index n = 0;
  DenseMatrix K;
};

}  // namespace jounce::test
