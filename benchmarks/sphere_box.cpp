// Spheres with friction dropped into a box: seconds of user time a step, solver included, by number of
// spheres.
//
//   cmake --preset release -DJOUNCE_BENCHMARKS=ON && cmake --build build --target sphere_box
//   build/benchmarks/sphere_box [SPHERES STEPS [coulomb|cone [TOLERANCE [WIDTH DAMPED [CALM]]]]]
//
// Lattice, box, mass, friction and step are those of the measurements of other programs (r = 0.05, density
// 2600, mu 0.3, no restitution, h = 1e-3): contacts for gaps below 1e-3, gap/h + u_N >= 0, impulses of the
// last step as a start. Without arguments: 1,000 spheres 120 steps, 5,000 and 20,000 spheres 88 steps, by
// both laws. With WIDTH the spheres form layers of WIDTH x WIDTH, which first fall for DAMPED steps, all
// but the last CALM of them solved roughly. In the second half of these they lose 3 % of their velocity a
// step, in a quarter of the calm ones 20 %, in the rest 3 % again; calm steps get 300 sweeps. Printed are
// means of the last fifth.

#include <fmt/format.h>
#include <sys/resource.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numbers>
#include <string>
#include <unordered_map>

#include "contact_problem/body_problem.h"

namespace jounce::contact_problem {
namespace {

constexpr double kRadius = 0.05, kDensity = 2600, kFriction = 0.3, kStep = 1e-3, kEnvelope = 1e-3;
constexpr double kGravity = 9.81;

double user_time() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

/// Two tangents to n.
void tangents(const Vector3& n, Vector3* t) {
  t[0] = n.unitOrthogonal();
  t[1] = n.cross(t[0]);
}

class SphereBox {
 public:
  /// A cubic lattice, or layers of width x width with more room; every layer shifted at random in the plane.
  SphereBox(Index count, Index width) {
    const double pitch = (width > 0 ? 2.4 : 2.05) * kRadius, jitter = (width > 0 ? 0.19 : 0.02) * kRadius;
    const auto side = width > 0 ? width : static_cast<Index>(std::lround(std::cbrt(count)));
    std::uint64_t state = 12345;
    const auto shift = [&] {
      state = (1103515245 * state + 12345) % (1ULL << 31);
      return (2.0 * static_cast<double>(state) / static_cast<double>(1ULL << 31) - 1.0) * jitter;
    };
    for (Index i = 0; i < count; ++i) {
      const Index x = i % side, y = i / side % side, z = i / (side * side);
      const double dx = shift(), dy = shift();
      position_.emplace_back((x + 0.5 - side / 2.0) * pitch + dx, (y + 0.5 - side / 2.0) * pitch + dy,
                             1.02 * kRadius + z * pitch);
    }
    velocity_.assign(position_.size(), Vector3::Zero());
    spin_ = velocity_;
    half_ = 0.5 * side * pitch + jitter;
  }

  /// Moves the spheres of all layers onto those of the first: a pile of columns.
  void stack_up(Index side) {
    for (Index i = 0; i < static_cast<Index>(position_.size()); ++i) {
      Vector3& x = position_[i];
      x = position_[i % (side * side)];
      const Index layer = i / (side * side);
      x.z() = kRadius * (1.0 + 2.0 * layer);
    }
  }
  /// Sweeps to the solution of the first step from impulses zero.
  int cold_start(const BodyOptions& options) {
    find_contacts();
    write_problem();
    return solve(problem_, options, r_, lambda_, w_).iterations;
  }

  BodyResult step(const BodyOptions& options) {
    find_contacts();
    write_problem();
    const BodyResult result = solve(problem_, options, r_, lambda_, w_);
    advance();
    return result;
  }

  void damp(double factor) {
    for (auto& v : velocity_) v *= factor;
    for (auto& v : spin_) v *= factor;
  }
  std::size_t contacts() const { return contacts_.size(); }
  double deepest() const {
    double least = 0;
    for (const Contact& c : contacts_) least = std::min(least, c.gap);
    return -least;
  }
  double speed() const {
    double sum = 0;
    for (const auto& v : velocity_) sum += v.squaredNorm();
    return std::sqrt(sum / static_cast<double>(velocity_.size()));
  }

 private:
  struct Contact {
    Index a, b;  ///< b < 0: a wall
    Vector3 normal;
    double gap;
    std::uint64_t key() const { return static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint32_t>(b); }
  };

  void find_contacts() {
    const double cell = 2 * kRadius + kEnvelope;
    double top = 0;
    for (const auto& x : position_) top = std::max(top, x.z());
    const int nx = static_cast<int>(2 * half_ / cell) + 3, nz = static_cast<int>(top / cell) + 3;
    const auto place = [&](double x, int n) { return std::clamp(static_cast<int>(x / cell) + 1, 1, n - 2); };
    const std::size_t count = position_.size();
    cell_of_.resize(count);
    starts_.assign(static_cast<std::size_t>(nx) * static_cast<std::size_t>(nx * nz) + 1, 0);
    for (std::size_t i = 0; i < count; ++i) {
      const Vector3& x = position_[i];
      cell_of_[i] = place(x.x() + half_, nx) + nx * (place(x.y() + half_, nx) + nx * place(x.z(), nz));
      ++starts_[static_cast<std::size_t>(cell_of_[i]) + 1];
    }
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    order_.resize(count);
    next_ = starts_;
    for (std::size_t i = 0; i < count; ++i) order_[next_[cell_of_[i]]++] = static_cast<Index>(i);
    contacts_.clear();
    for (const Index i : order_) {
      add_walls(i);
      const int home = cell_of_[i];
      for (int dz = -1; dz <= 0; ++dz)
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) {
            const int other = home + dx + nx * (dy + nx * dz);
            if (other <= home) add_neighbours(i, other, other == home);
          }
    }
  }

  void add_walls(Index i) {
    const Vector3& x = position_[i];
    const auto add = [&](Index wall, const Vector3& normal, double gap) {
      if (gap < kEnvelope) contacts_.push_back({i, wall, normal, gap});
    };
    add(-1, Vector3::UnitZ(), x.z() - kRadius);
    for (int axis = 0; axis < 2; ++axis)
      for (const double side : {1.0, -1.0})
        add(-2 - 2 * axis - (side > 0), side * Vector3::Unit(axis), side * x[axis] + half_ - kRadius);
  }

  void add_neighbours(Index i, int cell, bool is_home) {
    const auto index = static_cast<std::size_t>(cell);
    const double reach = 2 * kRadius + kEnvelope;
    for (Index k = starts_[index]; k < starts_[index + 1]; ++k) {
      const Index j = order_[k];
      if (is_home && j >= i) continue;
      const Vector3 d = position_[i] - position_[j];
      const double square = d.squaredNorm();
      if (square >= reach * reach) continue;
      const double distance = std::sqrt(square);
      contacts_.push_back({i, j, d / distance, distance - 2 * kRadius});
    }
  }

  /// Bodies are numbered as their cells lie; the ground comes last.
  void write_problem() {
    const Index ground = static_cast<Index>(position_.size());
    number_.resize(position_.size());
    for (Index k = 0; k < ground; ++k) number_[order_[k]] = k;
    problem_.w.setZero(6 * (ground + 1));
    for (Index i = 0; i < ground; ++i) {
      const auto body = static_cast<std::size_t>(i);
      problem_.w.segment<3>(6 * number_[body]) =
          root_mass_ * (velocity_[body] - kStep * kGravity * Vector3::UnitZ());
      problem_.w.segment<3>(6 * number_[body] + 3) = root_inertia_ * spin_[body];
    }
    problem_.contacts.resize(contacts_.size());
    problem_.mu.assign(contacts_.size(), kFriction);
    problem_.s.setZero(3 * static_cast<Index>(contacts_.size()));
    r_.setZero(problem_.s.size());
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
      const Contact& contact = contacts_[c];
      Vector3 frame[3] = {contact.normal};
      tangents(contact.normal, frame + 1);
      auto& rows = problem_.contacts[c];
      rows.bodies = {number_[contact.a], contact.b < 0 ? ground : number_[contact.b]};
      rows.H.fill(0);
      for (int i = 0; i < 3; ++i) {
        Eigen::Map<Vector> row(rows.H.data() + 12 * i, 12);
        const Vector3 turn = -kRadius * contact.normal.cross(frame[i]) / root_inertia_;
        row.segment<3>(0) = frame[i] / root_mass_;
        row.segment<3>(3) = turn;
        if (contact.b < 0) continue;
        row.segment<3>(6) = -frame[i] / root_mass_;
        row.segment<3>(9) = turn;
      }
      const Index at = 3 * static_cast<Index>(c);
      problem_.s[at] = contact.gap / kStep;
      const auto known = impulses_.find(contact.key());
      if (known == impulses_.end()) continue;
      for (int i = 0; i < 3; ++i) r_[at + i] = frame[i].dot(known->second);
    }
  }

  void advance() {
    for (std::size_t i = 0; i < position_.size(); ++i) {
      velocity_[i] = w_.segment<3>(6 * number_[i]) / root_mass_;
      spin_[i] = w_.segment<3>(6 * number_[i] + 3) / root_inertia_;
      position_[i] += kStep * velocity_[i];
    }
    impulses_.clear();
    for (std::size_t c = 0; c < contacts_.size(); ++c) {
      const Index at = 3 * static_cast<Index>(c);
      if (r_[at] == 0) continue;
      Vector3 t[2];
      tangents(contacts_[c].normal, t);
      impulses_[contacts_[c].key()] = r_[at] * contacts_[c].normal + r_[at + 1] * t[0] + r_[at + 2] * t[1];
    }
  }

  double half_ = 0;
  double root_mass_ = std::sqrt(4.0 / 3 * std::numbers::pi * kRadius * kRadius * kRadius * kDensity);
  double root_inertia_ = std::sqrt(0.4) * root_mass_ * kRadius;
  std::vector<Vector3> position_, velocity_, spin_;
  std::vector<int> cell_of_;
  std::vector<Index> starts_, next_, order_, number_;
  std::vector<Contact> contacts_;
  std::unordered_map<std::uint64_t, Vector3> impulses_;
  BodyProblem problem_;
  Vector r_, lambda_, w_;
};

void run(Index spheres, int steps, ContactLawKind law, double tolerance, Index width, int damped, int calm) {
  SphereBox box(spheres, width);
  const BodyOptions options{.law = law, .tolerance = tolerance};
  const BodyOptions rough{.law = law, .tolerance = 1e-2, .max_iterations = 60};
  const BodyOptions fair{.law = law, .tolerance = tolerance, .max_iterations = 300};
  const int late = std::max(1, steps / 5);
  double time = 0, contacts = 0, iterations = 0, worst = 0, deepest = 0;
  for (int i = 0; i < damped + steps; ++i) {
    const double before = user_time();
    const BodyResult result = box.step(i >= damped ? options : i >= damped - calm ? fair : rough);
    const double seconds = user_time() - before;
    if (damped > 0 && i % 100 == 0)
      fmt::print(stderr, "step {}: speed {:.1e}, {} contacts, {} iterations, {:.2f} s\n", i, box.speed(),
                 box.contacts(), result.iterations, seconds);
    if (i < damped) {
      const bool falls = i < (damped - calm) / 2, stops = i >= damped - calm && i < damped - 3 * calm / 4;
      box.damp(falls ? 1.0 : stops ? 0.8 : 0.97);
      continue;
    }
    worst = std::max(worst, result.residual);
    deepest = std::max(deepest, box.deepest());
    if (i < damped + steps - late) continue;
    time += seconds / late;
    contacts += static_cast<double>(box.contacts()) / late;
    iterations += static_cast<double>(result.iterations) / late;
  }
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  fmt::print(
      "{:7d} spheres {:8} {:.4f} s a step, {:.0f} contacts, {:.0f} iterations, residual at most {:.1e}, "
      "deepest {:.1e}, speed {:.1e}, {} MB\n",
      spheres, law == ContactLawKind::cone ? "cone" : "coulomb", time, contacts, iterations, worst, deepest,
      box.speed(), usage.ru_maxrss / 1024);
  std::fflush(stdout);
}

void run_heights() {
  constexpr Index kWidth = 10;
  for (const ContactLawKind law : {ContactLawKind::coulomb, ContactLawKind::cone})
    for (const Index layers : {4, 8, 16, 32, 64}) {
      SphereBox box(kWidth * kWidth * layers, kWidth);
      box.stack_up(kWidth);
      const auto sweeps = [&](BodyMethod method) {
        return box.cold_start({.method = method, .law = law, .tolerance = 1e-4, .max_iterations = 100000});
      };
      fmt::print("{:3d} layers {:8} from zero: {:6d} sweeps, {:5d} accelerated\n", layers,
                 law == ContactLawKind::cone ? "cone" : "coulomb", sweeps(BodyMethod::gauss_seidel),
                 sweeps(BodyMethod::accelerated_gauss_seidel));
    }
}

}  // namespace
}  // namespace jounce::contact_problem

int main(int count, char** arguments) {
  using namespace jounce::contact_problem;
  const auto number = [&](int i, double otherwise) {
    return i < count ? std::atof(arguments[i]) : otherwise;
  };
  const auto whole = [&](int i, int otherwise) { return static_cast<int>(number(i, otherwise)); };
  if (count > 2) {
    const bool is_cone = count > 3 && std::string(arguments[3]) == "cone";
    run(whole(1, 0), whole(2, 0), is_cone ? ContactLawKind::cone : ContactLawKind::coulomb, number(4, 1e-4),
        whole(5, 0), whole(6, 0), whole(7, 0));
    return 0;
  }
  if (count == 2 && std::string(arguments[1]) == "heights") {
    run_heights();
    return 0;
  }
  for (const ContactLawKind law : {ContactLawKind::coulomb, ContactLawKind::cone}) {
    run(1000, 120, law, 1e-4, 0, 0, 0);
    run(5000, 88, law, 1e-4, 0, 0, 0);
    run(20000, 88, law, 1e-4, 0, 0, 0);
  }
}
