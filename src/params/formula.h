#pragma once

#include <map>
#include <string>
#include <vector>

namespace jounce::params {

/// An expression of named variables (muParser: + - * / ^, sin, cos, sqrt, abs, min, max, pi, ?: ...).
class Formula {
 public:
  /// Throws std::runtime_error with the expression and the reason when it cannot be parsed or uses a
  /// variable that is not in `variables`.
  Formula(std::string expression, std::vector<std::string> variables);

  /// The variables that occur in the expression.
  const std::vector<std::string>& used() const { return used_; }

  /// The value for every row; columns[name][row] are the values of the used variables, `rows` their number.
  std::vector<double> evaluate(const std::map<std::string, const std::vector<double>*>& columns,
                               std::size_t rows) const;

 private:
  std::string expression_;
  std::vector<std::string> used_;
};

}  // namespace jounce::params
