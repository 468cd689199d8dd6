#include <fmt/format.h>

#include <cmath>

#include "params/bad_value.h"
#include "user/user.h"
#include "user/user_force.h"
#include "user/user_gap.h"
#include "user/user_mass.h"

namespace jounce {
namespace {

using params::Params;

constexpr int kMostPoints = 1000;

PointSet points_of(const Params& params, const ModelBuilder& builder) {
  std::vector<std::shared_ptr<const Marker>> markers;
  Index dofs = 0;
  for (const std::string& name : params.names("points")) {
    auto some = name == "ground" ? std::vector{builder.marker(params, "points", name)}
                                 : builder.markers(params, "points", name);
    for (auto& marker : some) {
      dofs += marker->size();
      markers.push_back(std::move(marker));
    }
  }
  if (dofs == 0) params.fail("points", "none of the points can move");
  if (markers.size() > kMostPoints)
    params.fail("points",
                fmt::format("{} points, but a function takes at most {}", markers.size(), kMostPoints));
  return {std::move(markers), builder.dimension(), params.numbers("parameters")};
}

/// The function that the deck names, of the kind Function.
template <class Function>
const Function& function_of(const Params& params, const ModelBuilder& builder, const char* kind) {
  const std::string& name = params.text("function");
  const UserFunctions& all = builder.user_functions();
  std::vector<std::string> known;
  for (const auto& [other, function] : all)
    if (std::holds_alternative<Function>(function)) known.push_back(other);
  const auto found = all.find(name);
  if (found == all.end())
    params.fail(
        "function",
        fmt::format("there is no function '{}'{}", name,
                    all.empty() ? "; functions come from plugins ([[plugin]] file = ...) or from a program "
                                  "that uses the Python module"
                                : ""),
        name, known);
  const Function* function = std::get_if<Function>(&found->second);
  if (function == nullptr)
    params.fail("function", fmt::format("the function '{}' does not give {}", name, kind), name, known);
  return *function;
}

/// Refuses values of a function that are not finite.
class FiniteCheck {
 public:
  /// @param what  "function 'f' of contact 'stop'"
  explicit FiniteCheck(std::string what) : what_(std::move(what)) {}

  void operator()(const char* result, const double* values, std::size_t n, double time) const {
    if (values == nullptr) return;
    for (std::size_t i = 0; i < n; ++i)
      if (!std::isfinite(values[i]))
        throw params::BadValue(fmt::format("{} gave {}{} that is {} at t = {:.9g}", what_, result,
                                           n > 1 ? fmt::format(" (number {} of {})", i + 1, n) : "",
                                           std::isnan(values[i]) ? "not a number" : "infinite", time));
  }

 private:
  std::string what_;
};

FiniteCheck finite_check(const Params& params) {
  return FiniteCheck(fmt::format("{}: the function '{}' of {} '{}'", to_string(params.where("function")),
                                 params.text("function"), params.kind(), params.name()));
}

UserForceFunction checked(const UserForceFunction& function, const FiniteCheck& check) {
  return [function, check](const UserPoints& points, double* f, double* K, double* C) {
    const bool has_derivatives = function(points, f, K, C);
    const std::size_t n = points.x.size();
    check("a force", f, n, points.time);
    if (has_derivatives) {
      check("a matrix K", K, n * n, points.time);
      check("a matrix C", C, n * n, points.time);
    }
    return has_derivatives;
  };
}

UserMassFunction checked(const UserMassFunction& function, const FiniteCheck& check) {
  return [function, check](const UserPoints& points, double* M) {
    function(points, M);
    check("a mass matrix", M, points.x.size() * points.x.size(), points.time);
  };
}

UserGapFunction checked(const UserGapFunction& function, const FiniteCheck& check) {
  return [function, check](const UserPoints& points, double& gap, double* gradient) {
    const bool has_gradient = function(points, gap, gradient);
    check("a gap", &gap, 1, points.time);
    if (has_gradient) check("a gradient", gradient, points.x.size(), points.time);
    return has_gradient;
  };
}

void build_force(const Params& params, ModelBuilder& builder) {
  const auto& function = function_of<UserForceFunction>(params, builder, "forces");
  builder.add(std::make_unique<UserForce>(params.name(), points_of(params, builder),
                                          checked(function, finite_check(params))));
}

void build_mass(const Params& params, ModelBuilder& builder) {
  const auto& function = function_of<UserMassFunction>(params, builder, "a mass matrix");
  PointSet points = points_of(params, builder);
  for (int i = 0; i < points.count(); ++i)
    if (!points.marker(i).is_linear() || points.marker(i).has_rotation())
      params.fail("points", fmt::format("'{}' can turn; mass matrices are for mesh nodes and point masses",
                                        points.marker(i).name()));
  const bool constant = params.boolean("constant");
  if (!constant && !builder.model().system.gravity().isZero(0))
    params.fail("constant",
                "the weight of a mass that changes with its place has no potential: omit the gravity of the "
                "model, and define weights as forces");
  builder.add(std::make_unique<UserMass>(params.name(), std::move(points),
                                         checked(function, finite_check(params)), constant));
}

void build_gap(const Params& params, ModelBuilder& builder) {
  const auto& function = function_of<UserGapFunction>(params, builder, "a gap");
  if (params.given("friction") || params.given("tangential_restitution"))
    params.fail("friction",
                "the gap of a function has no tangential directions, so friction is not supported");
  if (params.text("impact_law") != "newton")
    params.fail("impact_law", "the gap of a function supports Newton's impact law only");
  builder.add(std::make_unique<UserGap>(params.name(), params.number("restitution"),
                                        points_of(params, builder), checked(function, finite_check(params))));
}

std::vector<params::Key> keys() {
  using namespace params;
  return {text("function", "name of the function, from a plugin or a program that uses the Python module")
              .required(),
          names_of("points",
                   "bodies, markers, meshes or mesh groups, or ground: the function receives their positions "
                   "and velocities in this order")
              .required(),
          numbers("parameters", "numbers that are passed to the function").by_default(std::vector<double>{})};
}

}  // namespace

ModelPart user_force_part() {
  return {
      {"load", "user-force", "Forces on points by a function of a plugin or a program: f(t, x, x').", keys()},
      build_force};
}

ModelPart user_mass_part() {
  std::vector<params::Key> all = keys();
  all.push_back(params::boolean("constant", "the matrix does not depend on the positions").by_default(true));
  return {{"element", "user-mass",
           "Mass of mesh nodes or point masses by a function of a plugin or a program: T = x'^T M(x) x' / 2.",
           std::move(all)},
          build_mass};
}

ModelPart user_gap_part() {
  return {
      {"contact", "user-gap",
       "Unilateral constraint g(x) >= 0 by a function of a plugin or a program, without friction.", keys()},
      build_gap};
}

}  // namespace jounce
