#include "params/formula.h"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <numbers>
#include <stdexcept>

namespace jounce::params {

namespace {

mu::Parser parser_of(const std::string& expression) {
  mu::Parser parser;
  parser.DefineConst("pi", std::numbers::pi);
  parser.SetExpr(expression);
  return parser;
}

[[noreturn]] void refuse(const std::string& expression, const std::string& reason) {
  throw std::runtime_error(fmt::format("expression '{}': {}", expression, reason));
}

}  // namespace

Formula::Formula(std::string expression, std::vector<std::string> variables)
    : expression_(std::move(expression)) {
  try {
    mu::Parser parser = parser_of(expression_);
    for (const auto& [name, place] : parser.GetUsedVar()) {
      if (std::find(variables.begin(), variables.end(), name) == variables.end()) {
        refuse(expression_, fmt::format("'{}' is not known", name));
      }
      used_.push_back(name);
    }
    double any = 1;
    for (const auto& name : used_) parser.DefineVar(name, &any);
    parser.Eval();
  } catch (const mu::ParserError& error) {
    refuse(expression_, error.GetMsg());
  }
}

std::vector<double> Formula::evaluate(const std::map<std::string, const std::vector<double>*>& columns,
                                      std::size_t rows) const {
  std::vector<double> values(rows);
  std::vector<double> current(used_.size());
  try {
    mu::Parser parser = parser_of(expression_);
    for (std::size_t i = 0; i < used_.size(); ++i) parser.DefineVar(used_[i], &current[i]);
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t i = 0; i < used_.size(); ++i) current[i] = columns.at(used_[i])->at(row);
      values[row] = parser.Eval();
    }
  } catch (const mu::ParserError& error) {
    refuse(expression_, error.GetMsg());
  }
  return values;
}

}  // namespace jounce::params
