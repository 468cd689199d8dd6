#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "input_files/fortran_number.h"
#include "input_files/keyword_print.h"

namespace jounce {
namespace {

/// Rigid motion: translation along or rotation about an axis, of a node at x.
Vector3 rigid(int motion, const Vector3& x) {
  return motion < 3 ? Vector3(Vector3::Unit(motion)) : Vector3(Vector3(Vector3::Unit(motion - 3)).cross(x));
}

/// Above a table of frequencies; with friction without their squares.
const char* frequency_heading(bool has_friction, bool has_diameter) {
  if (has_diameter && has_friction)
    return "  NODAL   MODE NO                           FREQUENCY\n"
           " DIAMETER                     REAL PART                  IMAGINARY PART\n"
           "                     (RAD/TIME)      (CYCLES/TIME)        (RAD/TIME)\n\n";
  if (has_diameter)
    return "  NODAL   MODE NO    EIGENVALUE                      FREQUENCY\n"
           " DIAMETER                                    REAL PART            IMAGINARY PART\n"
           "                                    (RAD/TIME)      (CYCLES/TIME)   (RAD/TIME)\n\n";
  if (has_friction)
    return " MODE NO                     FREQUENCY                   \n"
           "                      REAL PART         IMAGINARY PART\n"
           "             (RAD/TIME)   (CYCLES/TIME)   (RAD/TIME)\n\n";
  return " MODE NO    EIGENVALUE                       FREQUENCY   \n"
         "                                     REAL PART            IMAGINARY PART\n"
         "                           (RAD/TIME)      (CYCLES/TIME     (RAD/TIME)\n\n";
}

}  // namespace

void KeywordPrint::buckling(const Vector& factors) {
  text_ +=
      "\n     B U C K L I N G   F A C T O R   O U T P U T\n\n MODE NO       BUCKLING\n                "
      "FACTOR\n\n";
  for (Index k = 0; k < factors.size(); ++k)
    text_ += fmt::format("{:7}  {:>14}\n", k + 1, fortran(factors[k], 7));
  table_.names = {"time", "factor"};
  for (Index k = 0; k < factors.size(); ++k) table_.rows.push_back({static_cast<double>(k + 1), factors[k]});
}

void KeywordPrint::modes(const keyword::Step& step, double time, const State& base, const EigenPairs& pairs,
                         const ModesKind& kind) {
  frequencies(pairs, kind);
  for (const keyword::Print& print : step.prints)
    if (!print.set.empty() && print.frequency > 0) {
      shapes(step, time, base, pairs);
      return;
    }
}

void KeywordPrint::frequencies(const EigenPairs& pairs, const ModesKind& kind) {
  text_ += "\n     E I G E N V A L U E   O U T P U T\n\n";
  text_ += frequency_heading(kind.has_friction, kind.diameter.has_value());
  const auto line = [](std::span<const double> values) {
    std::string text;
    for (const double value : values) text += fmt::format("  {:>14}", fortran(value, 7));
    return text;
  };
  for (Index k = 0; k < pairs.values.size(); ++k) {
    const double value = pairs.values[k], omega = std::sqrt(std::abs(value));
    const double real = value > 0 ? omega : 0, imaginary = value > 0 ? 0 : omega;
    const std::array columns = {value, real, real / (2 * std::numbers::pi), imaginary};
    const std::string first =
        kind.diameter ? fmt::format("{:5}    {:7}", *kind.diameter, k + 1) : fmt::format("{:7}", k + 1);
    text_ += fmt::format("{}{}\n", first, line(std::span(columns).subspan(kind.has_friction ? 1 : 0)));
  }
  // M times the rigid motions, over all degrees of freedom
  const System& system = model_.system;
  const State& state = system.initial_state();
  std::array<Vector, 6> products;
  std::array<double, 6> total{};
  for (int motion = 0; motion < 6; ++motion) {
    Vector e = Vector::Zero(system.nv());
    for (const NodePlace& place : system.dofs().places) {
      Vector3 x = Vector3::Zero();
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (place.position[axis] >= 0) x[static_cast<Index>(axis)] = state.q[place.position[axis]];
      const Vector3 d = rigid(motion, x);
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (place.position[axis] >= 0) e[place.position[axis]] = d[static_cast<Index>(axis)];
    }
    Vector& product = products[motion];
    product = Vector::Zero(system.nv());
    system.add_mass_product(state, e, 1.0, product);
    total[motion] = e.dot(product);
  }
  const std::string columns =
      "X-COMPONENT     Y-COMPONENT     Z-COMPONENT     X-ROTATION      Y-ROTATION      Z-ROTATION\n\n";
  std::string factors, masses;
  std::array<double, 6> sum{};
  for (Index k = 0; k < pairs.values.size(); ++k) {
    std::array<double, 6> factor{}, mass{};
    for (std::size_t motion = 0; motion < 6; ++motion) {
      factor[motion] = products[motion].head(pairs.vectors.rows()).dot(pairs.vectors.col(k));
      mass[motion] = factor[motion] * factor[motion];
      sum[motion] += mass[motion];
    }
    factors += fmt::format("{:7}{}\n", k + 1, line(factor));
    masses += fmt::format("{:7}{}\n", k + 1, line(mass));
  }
  text_ += "\n     P A R T I C I P A T I O N   F A C T O R S\n\nMODE NO.   " + columns + factors;
  text_ += "\n     E F F E C T I V E   M O D A L   M A S S\n\nMODE NO.   " + columns + masses;
  text_ += fmt::format("TOTAL  {}\n", line(sum));
  text_ += "\n     T O T A L   E F F E C T I V E   M A S S\n\n           " + columns + "       " +
           line(total) + "\n";
}

void KeywordPrint::shapes(const keyword::Step& step, double time, const State& base,
                          const EigenPairs& pairs) {
  for (Index k = 0; k < pairs.values.size(); ++k) {
    text_ += fmt::format("\n                    E I G E N V A L U E    N U M B E R {:5}\n\n", k + 1);
    const Opposites at = opposites(base, pairs.vectors.col(k));
    for (const keyword::Print& print : step.prints) {
      if (print.set.empty() || print.frequency < 1) continue;
      if (print.card->name == "NODE PRINT") shape_at_nodes(print, time, at);
      if (print.card->name == "EL PRINT" && std::ranges::count(print.quantities, "S") > 0)
        stress_print(print, time, [&](int element) {
          std::vector<Voigt> stress = printed_stresses(print, element, at.plus);
          const std::vector<Voigt> other = printed_stresses(print, element, at.minus);
          for (std::size_t i = 0; i < stress.size(); ++i)
            stress[i] = (stress[i] - other[i]) / (2 * at.factor);
          return stress;
        });
    }
  }
}

/// Linear models have the whole shape as a displacement, others a small one.
KeywordPrint::Opposites KeywordPrint::opposites(const State& base, const Vector& x) const {
  const auto& all = model_.system.blocks();
  const bool is_linear =
      std::ranges::all_of(all, [](const auto& block) { return !block->is_solid() || block->is_linear(); });
  const double size = std::max(1e-300, x.lpNorm<Eigen::Infinity>());
  const double extent = base.q.size() > 0 ? base.q.lpNorm<Eigen::Infinity>() : 1.0;
  Opposites at = {base, base, is_linear ? 1.0 : 1e-5 * std::max(1e-300, extent) / size};
  at.plus.q.head(x.size()) += at.factor * x;
  at.minus.q.head(x.size()) -= at.factor * x;
  return at;
}

void KeywordPrint::shape_at_nodes(const keyword::Print& print, double time, const Opposites& at) {
  const auto nodes = input_.nodes_of(*print.card, print.card->line, print.set);
  for (const std::string& quantity : print.quantities) {
    if (quantity != "U" && quantity != "RF") continue;
    std::vector<Vector3> values = node_values(quantity, nodes, true, at.plus, {});
    const std::vector<Vector3> other = node_values(quantity, nodes, true, at.minus, {});
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = (values[i] - other[i]) / (2 * at.factor);
    node_table(print, quantity, time, nodes, values);
  }
}

void KeywordPrint::participation(double frequency, const EigenPairs& pairs, const Eigen::VectorXcd& factors) {
  text_ += fmt::format(
      "\nP A R T I C I P A T I O N   F A C T O R S   F O R   F R E Q U E N C Y   {:>20} (CYCLES/TIME)\n\n "
      "MODE NO    "
      "FREQUENCY               FACTOR\n           (CYCLES/TIME)      REAL        IMAGINARY\n\n",
      fortran(frequency, 13));
  for (Index k = 0; k < factors.size(); ++k) {
    const double own = std::sqrt(std::max(0.0, pairs.values[k])) / (2 * std::numbers::pi);
    text_ += fmt::format("{:7}  {:>14} {:>15} {:>15}\n", k + 1, fortran(own, 7),
                         fortran(factors[k].real(), 7), fortran(factors[k].imag(), 7));
  }
}

}  // namespace jounce
