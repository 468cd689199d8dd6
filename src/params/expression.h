#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::params {

/// A numeric expression is wrong. what() says why and where; hint is the nearest known name.
class ExpressionError : public std::runtime_error {
 public:
  ExpressionError(const std::string& message, int position, std::string hint = {})
      : std::runtime_error(message), position_(position), hint_(std::move(hint)) {}

  int position() const { return position_; }  ///< character of the expression from 0, or -1
  const std::string& hint() const { return hint_; }

 private:
  int position_;
  std::string hint_;
};

/// A compiled expression of at most one variable.
class Expression {
 public:
  double operator()(double variable = 0.0) const;  ///< thread-safe
  bool uses_variable() const;                      ///< false: the value is a constant
  const std::string& text() const;

 private:
  friend class Scope;
  struct Program;
  explicit Expression(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
  std::shared_ptr<const Program> program_;
};

/// The constants that expressions may name: pi, and the parameters of a deck.
class Scope {
 public:
  Scope();
  ~Scope();
  Scope(Scope&&) noexcept;
  Scope& operator=(Scope&&) noexcept;

  /// Adds a constant. Throws ExpressionError when the name is no identifier, reserved (t, pi, a function) or
  /// taken.
  void define(const std::string& name, double value);

  /// Names of all constants.
  std::vector<std::string> names() const;

  /// Value of an expression without variables. Throws ExpressionError when it is wrong or its value is not
  /// finite.
  double evaluate(const std::string& text) const;

  /// Compiles an expression of the given variable. Throws ExpressionError.
  Expression compile(const std::string& text, const std::string& variable) const;

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

/// The names of constants and variables in an expression, without functions, in order of appearance.
std::vector<std::string> names_in(std::string_view expression);

/// Names of the functions that expressions may use.
const std::vector<std::string>& function_names();

}  // namespace jounce::params
