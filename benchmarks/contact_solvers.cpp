// Speed of the contact problem solvers: contact updates a second of Gauss-Seidel with exact Coulomb solutions
// on full 3 x 3 blocks, while about half of the contacts slide.
//
//   cmake --preset release -DJOUNCE_BENCHMARKS=ON && cmake --build build --target contact_solvers
//   build/benchmarks/contact_solvers
//
// `boxes`: boxes with four contacts each on the ground, 4 blocks a row. `lattice`: spheres on a cubic lattice
// that touch their six neighbours, 10 to 11 blocks a row: W is read from memory or cache once a sweep.
// `body_sweeps` runs the same lattice without W, on the velocities of the bodies.
// Counters: share of sliding contacts, blocks a row; items_per_second counts contact updates. The impulses
// start from those of 50 sweeps, as in a running simulation with warm start, and are put back for every timed
// run.

#include <benchmark/benchmark.h>

#include <Eigen/Geometry>
#include <map>
#include <random>

#include "contact_problem/body_sweeps.h"
#include "contact_problem/gauss_seidel.h"
#include "contact_problem/residual.h"

namespace jounce::contact_problem {
namespace {

struct Contact {
  Index body[2];  ///< -1: the ground
  Matrix3 frame;  ///< columns: normal towards body 0, tangents
  Vector3 arm[2];
};

/// W = H^T M^-1 H and q = H^T v for free bodies of mass 1 and inertia `inertia`.
Problem assemble(const std::vector<Contact>& contacts, Index bodies, double inertia, double mu,
                 const std::vector<Eigen::Matrix<double, 6, 1>>& velocity) {
  using Rows = Eigen::Matrix<double, 3, 6>;
  std::vector<std::vector<std::pair<Index, Rows>>> at_body(static_cast<std::size_t>(bodies));
  Problem problem;
  problem.mu.assign(contacts.size(), mu);
  problem.q = Vector::Zero(problem.size());
  for (std::size_t c = 0; c < contacts.size(); ++c)
    for (int side = 0; side < 2; ++side) {
      const Index body = contacts[c].body[side];
      if (body < 0) continue;
      Rows H;
      for (int i = 0; i < 3; ++i) {
        const Vector3 direction = contacts[c].frame.col(i);
        H.row(i) << direction.transpose(), contacts[c].arm[side].cross(direction).transpose();
      }
      if (side == 1) H = -H;
      problem.q.segment<3>(3 * static_cast<Index>(c)) += H * velocity[body];
      at_body[body].emplace_back(static_cast<Index>(c), H);
    }
  std::vector<std::map<Index, Matrix3>> rows(contacts.size());
  for (const auto& list : at_body)
    for (const auto& [c, H] : list)
      for (const auto& [other, H_other] : list) {
        const Matrix3 block = H.leftCols<3>() * H_other.leftCols<3>().transpose() +
                              H.rightCols<3>() * H_other.rightCols<3>().transpose() / inertia;
        auto& sum = rows[c].try_emplace(other, Matrix3::Zero()).first->second;
        sum += block;
      }
  for (const auto& row : rows) {
    for (const auto& [column, block] : row) {
      problem.W.columns.push_back(column);
      problem.W.values.insert(problem.W.values.end(), block.data(), block.data() + 9);
    }
    problem.W.row_starts.push_back(problem.W.blocks());
  }
  check(problem);
  return problem;
}

std::vector<Eigen::Matrix<double, 6, 1>> random_velocities(Index bodies, double push, double turn) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<Eigen::Matrix<double, 6, 1>> velocity(static_cast<std::size_t>(bodies));
  for (auto& v : velocity)
    v << push * number(random), push * number(random), -0.01, turn * number(random), turn * number(random),
        turn * number(random);
  return velocity;
}

Problem boxes(Index count) {
  std::vector<Contact> contacts;
  Matrix3 frame;
  frame.col(0) = Vector3::UnitZ();
  frame.col(1) = Vector3::UnitX();
  frame.col(2) = Vector3::UnitY();
  for (Index b = 0; b < count; ++b)
    for (int corner = 0; corner < 4; ++corner)
      contacts.push_back(
          {{b, -1}, frame, {Vector3(corner % 2 - 0.5, corner / 2 - 0.5, -0.5), Vector3::Zero()}});
  return assemble(contacts, count, 1.0 / 6, 0.5, random_velocities(count, 0.0055, 0.004));
}

std::vector<Contact> lattice_contacts(Index side) {
  const auto number = [&](Index x, Index y, Index z) { return x + side * (y + side * z); };
  std::vector<Contact> contacts;
  for (Index z = 0; z < side; ++z)
    for (Index y = 0; y < side; ++y)
      for (Index x = 0; x < side; ++x)
        for (int axis = 0; axis < 3; ++axis) {
          const Index at[3] = {x, y, z};
          Index before[3] = {x, y, z};
          --before[axis];
          const Vector3 normal = Vector3::Unit(axis);
          Matrix3 frame;
          frame.col(0) = normal;
          frame.col(1) = Vector3::Unit((axis + 1) % 3);
          frame.col(2) = Vector3::Unit((axis + 2) % 3);
          const Index other = at[axis] == 0 ? -1 : number(before[0], before[1], before[2]);
          contacts.push_back({{number(x, y, z), other}, frame, {-0.5 * normal, 0.5 * normal}});
        }
  return contacts;
}

std::vector<Eigen::Matrix<double, 6, 1>> lattice_velocities(Index side) {
  auto velocity = random_velocities(side * side * side, 0.02, 0.1);
  for (auto& v : velocity) v.head<3>() -= Vector3(0.02, 0.02, 0.02);  // pressed into the corner
  return velocity;
}

Problem lattice(Index side) {
  return assemble(lattice_contacts(side), side * side * side, 0.1, 0.12, lattice_velocities(side));
}

/// The lattice with the rows of the bodies; the ground comes last.
BodyProblem lattice_of_bodies(Index side) {
  const Index count = side * side * side;
  const double root_inertia = std::sqrt(0.1);
  BodyProblem problem;
  problem.w = Vector::Zero(BodyProblem::kBody * (count + 1));
  const auto velocity = lattice_velocities(side);
  for (Index b = 0; b < count; ++b) {
    auto w = problem.w.segment<6>(6 * b);
    w = velocity[b];
    w.tail<3>() *= root_inertia;
  }
  for (const Contact& contact : lattice_contacts(side)) {
    BodyProblem::ContactRows rows{};
    for (std::size_t k = 0; k < 2; ++k) {
      const Index body = contact.body[k];
      rows.bodies[k] = body < 0 ? count : body;
      if (body < 0) continue;
      const double sign = k == 0 ? 1 : -1;
      for (std::size_t i = 0; i < 3; ++i) {
        const Vector3 along = sign * contact.frame.col(static_cast<Index>(i));
        Eigen::Map<Eigen::Matrix<double, 6, 1>>(rows.H.data() + 12 * i + 6 * k) << along,
            contact.arm[k].cross(along) / root_inertia;
      }
    }
    problem.contacts.push_back(rows);
  }
  problem.mu.assign(problem.contacts.size(), 0.12);
  problem.s = Vector::Zero(3 * static_cast<Index>(problem.contacts.size()));
  return problem;
}

void body_sweeps(benchmark::State& state, ContactLawKind law) {
  const BodyProblem problem = lattice_of_bodies(static_cast<Index>(state.range(0)));
  BodySweeps method(problem, law);
  BodyState at{Vector::Zero(problem.s.size()), Vector(), problem.w};
  for (int i = 0; i < 50; ++i) method.sweep(at, 1, at);
  const BodyState start = at;
  for (auto _ : state) {
    at = start;
    for (int i = 0; i < 10; ++i) benchmark::DoNotOptimize(method.sweep(at, 1, at).square);
  }
  const auto contacts = static_cast<std::int64_t>(problem.contacts.size());
  state.SetItemsProcessed(10 * state.iterations() * contacts);
  state.counters["contacts"] = static_cast<double>(contacts);
}

void gauss_seidel(benchmark::State& state, Problem (*make)(Index)) {
  const Problem problem = make(static_cast<Index>(state.range(0)));
  const Residual measure(problem);
  GaussSeidel method(problem);
  Vector r = Vector::Zero(problem.size());
  for (int i = 0; i < 50; ++i) method.sweep(r, measure.scales());
  const Vector start = r;
  for (auto _ : state) {
    r = start;
    for (int i = 0; i < 10; ++i) benchmark::DoNotOptimize(method.sweep(r, measure.scales()));
  }
  const auto found = modes(problem, r);
  const auto share = [&](Mode mode) {
    return static_cast<double>(std::count(found.begin(), found.end(), mode)) / problem.contacts();
  };
  state.SetItemsProcessed(10 * state.iterations() * problem.contacts());
  state.counters["contacts"] = problem.contacts();
  state.counters["sliding"] = share(Mode::slide);
  state.counters["open"] = share(Mode::open);
  state.counters["blocks_per_row"] = static_cast<double>(problem.W.blocks()) / problem.contacts();
}

BENCHMARK_CAPTURE(gauss_seidel, boxes, boxes)->Arg(100)->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(gauss_seidel, lattice, lattice)->Arg(6)->Arg(12)->Arg(24)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(body_sweeps, coulomb, ContactLawKind::coulomb)
    ->Arg(7)
    ->Arg(15)
    ->Arg(24)
    ->Arg(32)
    ->Arg(69)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(body_sweeps, cone, ContactLawKind::cone)
    ->Arg(7)
    ->Arg(32)
    ->Arg(69)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace jounce::contact_problem

BENCHMARK_MAIN();
