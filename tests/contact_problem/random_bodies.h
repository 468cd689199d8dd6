#pragma once

#include <Eigen/Dense>

#include "contact_problem/body_problem.h"
#include "random_problems.h"

namespace jounce::contact_problem {

/// Random bodies in contact, with masses and inertias of any shape, and what the dense algebra makes of them.
struct RandomBodies {
  BodyProblem problem;
  DenseMatrix H, B;  ///< one column a contact row, a joint row

  Index bodies() const { return problem.bodies(); }

  /// @param count free bodies; the ground comes last
  RandomBodies(RandomProblems& random, Index count, Index contacts, Index joints, double mu_limit,
               bool is_spheres = false) {
    using Matrix6 = Eigen::Matrix<double, 6, 6>;
    std::vector<Matrix6> inverse_roots;
    for (Index b = 0; b < count; ++b) {
      const double mass = std::pow(10.0, random.between(-1, 1));
      Matrix6 M = mass * Matrix6::Identity();
      M.bottomRightCorner<3, 3>() *= 0.1;
      if (!is_spheres) {
        const DenseMatrix G = Eigen::Map<const DenseMatrix>(random.normals(9).eval().data(), 3, 3);
        M.bottomRightCorner<3, 3>() += 0.1 * mass * G * G.transpose();
      }
      inverse_roots.emplace_back(M.llt().matrixL().solve(Matrix6::Identity()));
    }
    problem.w = Vector::Zero(6 * (count + 1));
    problem.w.head(6 * count) = random.normals(6 * count);
    const auto row = [&](Index body, const Vector3& arm, const Vector3& along, double* at) {
      Eigen::Map<Vector> out(at, 6);
      out.setZero();
      if (body == count) return;
      Eigen::Matrix<double, 6, 1> direction;
      direction << along, arm.cross(along);
      out = inverse_roots[body] * direction;
    };
    const auto two = [&] {
      const Index a = random.integer(0, count - 1);
      Index b = random.integer(0, count);
      if (b == a) b = count;
      return std::array<Index, 2>{a, b};
    };
    for (Index c = 0; c < contacts; ++c) {
      BodyProblem::ContactRows rows;
      rows.bodies = two();
      const Vector3 n = random.normals(3).normalized();
      const Vector3 t = n.unitOrthogonal();
      const Vector3 directions[3] = {n, t, n.cross(t)};
      const Vector3 arms[2] = {is_spheres ? Vector3(-0.3 * n) : Vector3(0.5 * random.normals(3)),
                               is_spheres ? Vector3(0.3 * n) : Vector3(0.5 * random.normals(3))};
      for (std::size_t i = 0; i < 3; ++i) {
        row(rows.bodies[0], arms[0], directions[i], rows.H.data() + 12 * i);
        row(rows.bodies[1], arms[1], -directions[i], rows.H.data() + 12 * i + 6);
      }
      problem.contacts.push_back(rows);
      problem.mu.push_back(random.uniform() < 0.15 ? 0.0 : random.between(0, mu_limit));
    }
    // The bodies at rest are admissible up to the joints' right-hand sides: s_N > 0.
    problem.s = Vector::Zero(3 * contacts);
    for (Index c = 0; c < contacts; ++c) problem.s[3 * c] = random.between(0.05, 0.25);
    for (Index j = 0; j < joints; ++j) {
      const auto bodies = two();
      const Vector3 arms[2] = {random.normals(3), random.normals(3)};
      for (int i = 0; i < 3; ++i) {
        BodyProblem::JointRow joint;
        joint.bodies = bodies;
        row(bodies[0], arms[0], Vector3::Unit(i), joint.B.data());
        row(bodies[1], arms[1], -Vector3::Unit(i), joint.B.data() + 6);
        problem.joints.push_back(joint);
      }
    }
    problem.c = Vector::Zero(3 * joints);
    assemble();
  }

  /// H and B from the rows of `problem`.
  void assemble() {
    H = DenseMatrix::Zero(problem.w.size(), problem.s.size());
    B = DenseMatrix::Zero(problem.w.size(), problem.c.size());
    const auto add = [](DenseMatrix& to, Index column, const double* row, const std::array<Index, 2>& two) {
      for (std::size_t side = 0; side < 2; ++side)
        to.block(6 * two[side], column, 6, 1) += Eigen::Map<const Vector>(row + 6 * side, 6);
    };
    for (std::size_t c = 0; c < problem.contacts.size(); ++c)
      for (int i = 0; i < 3; ++i)
        add(H, 3 * static_cast<Index>(c) + i, problem.contacts[c].H.data() + 12 * i,
            problem.contacts[c].bodies);
    for (std::size_t j = 0; j < problem.joints.size(); ++j)
      add(B, static_cast<Index>(j), problem.joints[j].B.data(), problem.joints[j].bodies);
  }

  /// The formed problem of Coulomb's law with the joints eliminated.
  Problem formed() const {
    Problem p;
    p.mu = problem.mu;
    DenseMatrix projector = DenseMatrix::Identity(B.rows(), B.rows());
    Vector w = problem.w;
    if (B.cols() > 0) {
      const DenseMatrix inverse = (B.transpose() * B).completeOrthogonalDecomposition().pseudoInverse();
      projector -= B * inverse * B.transpose();
      w -= B * (inverse * (B.transpose() * problem.w + problem.c));
    }
    const DenseMatrix W = H.transpose() * projector * H;
    p.W = block_matrix(0.5 * (W + W.transpose()), 3);
    p.q = H.transpose() * w + problem.s;
    return p;
  }

  Vector velocities(const Vector& r, const Vector& lambda) const { return problem.w + H * r + B * lambda; }
};

}  // namespace jounce::contact_problem
