#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <variant>

namespace jounce {

/// Some points as functions of users see them: places and velocities in fixed axes, one point behind the
/// other.
struct UserPoints {
  int count = 0;
  int dimension = 0;
  double time = 0;
  std::span<const double> x;           ///< count x dimension
  std::span<const double> v;           ///< count x dimension
  std::span<const double> parameters;  ///< from the deck
};

// Functions that plugins and Python programs bring along. n = count x dimension; matrices are n x n, row by
// row, zero before the call. Those that return bool say whether they gave the derivatives; without them
// differences are taken. Any exception makes the step fail with its message.

/// f, and where K is not null K = -df/dx and C = -df/dv.
using UserForceFunction = std::function<bool(const UserPoints&, double* f, double* K, double* C)>;
/// Gap g(x), positive when open, and where `gradient` is not null dg/dx. It may depend on x only.
using UserGapFunction = std::function<bool(const UserPoints&, double& gap, double* gradient)>;
/// M(x), symmetric. It may depend on x only.
using UserMassFunction = std::function<void(const UserPoints&, double* M)>;

using UserFunction = std::variant<UserForceFunction, UserGapFunction, UserMassFunction>;
/// By the names that a deck calls them.
using UserFunctions = std::map<std::string, UserFunction, std::less<>>;

}  // namespace jounce
