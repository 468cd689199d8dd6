#include "params/expression.h"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <mutex>
#include <set>

#include "params/nearest.h"
#include "params/quote.h"

namespace jounce::params {

namespace {

constexpr std::size_t longest_expression = 2000;
constexpr const char* time_name = "t";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_printable(char c) { return (c >= ' ' && c <= '~') || c == '\t' || c == '\n' || c == '\r'; }

bool is_identifier(std::string_view name) {
  return !name.empty() && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

/// muparser ends its tokens with a blank now and then.
std::string trimmed(std::string token) {
  while (!token.empty() && token.back() == ' ') token.pop_back();
  return token;
}

/// Says what muparser found, in the words of this program.
std::string reason(const mu::Parser::exception_type& error) {
  const std::string token = trimmed(error.GetToken());
  switch (error.GetCode()) {
    case mu::ecUNASSIGNABLE_TOKEN:
      if (token == time_name) return "the time t may only be used in functions of time";
      return fmt::format("unknown name '{}'", token);
    case mu::ecUNEXPECTED_EOF:
      return "it ends too early";
    case mu::ecMISSING_PARENS:
      return "a closing parenthesis is missing";
    case mu::ecUNEXPECTED_PARENS:
      return fmt::format("unexpected parenthesis '{}'", token);
    case mu::ecUNEXPECTED_OPERATOR:
      return fmt::format("unexpected operator '{}'", token);
    case mu::ecUNEXPECTED_VAL:
      return fmt::format("unexpected number '{}', an operator is missing", token);
    case mu::ecUNEXPECTED_VAR:
      return fmt::format("unexpected name '{}', an operator is missing", token);
    case mu::ecUNEXPECTED_FUN:
      return fmt::format("unexpected function '{}', an operator is missing", token);
    case mu::ecUNEXPECTED_ARG_SEP:
      return "unexpected comma";
    case mu::ecTOO_MANY_PARAMS:
      return fmt::format("too many arguments for the function '{}'", token);
    case mu::ecTOO_FEW_PARAMS:
      return fmt::format("too few arguments for the function '{}'", token);
    case mu::ecMISPLACED_COLON:
      return "a ':' without '?'";
    case mu::ecMISSING_ELSE_CLAUSE:
      return "a '?' without ':'";
    default:
      return fmt::format("it cannot be understood near '{}'", token);
  }
}

/// The expression for messages, without the end of a long one.
std::string shown(std::string_view text) {
  constexpr std::size_t longest = 80;
  return text.size() <= longest ? quote(text) : quote(text.substr(0, longest)) + "...";
}

[[noreturn]] void fail(std::string_view text, const std::string& why, int position, std::string hint = {}) {
  const std::string at = position < 0 ? "" : fmt::format(" at character {}", position + 1);
  throw ExpressionError(fmt::format("the expression {} is wrong: {}{}", shown(text), why, at), position,
                        std::move(hint));
}

/// Refuses what muparser would accept although no deck means it: assignments and strings.
void check_characters(std::string_view text) {
  if (text.size() > longest_expression) {
    throw ExpressionError(fmt::format("an expression of {} characters is too long, at most {} are allowed",
                                      text.size(), longest_expression),
                          0);
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char last = i > 0 ? text[i - 1] : ' ';
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    const bool comparison = next == '=' || last == '=' || last == '<' || last == '>' || last == '!';
    if (c == '=' && !comparison)
      fail(text, "assignments are not allowed ('==' compares)", static_cast<int>(i));
    if (c == '"') fail(text, "texts are not allowed", static_cast<int>(i));
    if (!is_printable(c)) fail(text, "unexpected character", static_cast<int>(i));
  }
}

/// Place of a name in an expression; -1 when it does not occur.
int place_of(const std::string& name, const std::string& text) {
  const auto belongs_to_name = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_');
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
    if (!(at > 0 && belongs_to_name(at - 1)) && !belongs_to_name(at + name.size()))
      return static_cast<int>(at);
  return -1;
}

/// Parses the expression; names are the candidates for the hint of an unknown one.
double first_value(mu::Parser& parser, const std::string& text, const std::vector<std::string>& names) {
  try {
    parser.SetExpr(text);
    const double value = parser.Eval();
    if (parser.GetNumResults() != 1) fail(text, "unexpected comma", -1);
    return value;
  } catch (const mu::Parser::exception_type& error) {
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) fail(text, "it is empty", -1);
    std::string hint;
    if (error.GetCode() == mu::ecUNASSIGNABLE_TOKEN) {
      hint = nearest(trimmed(error.GetToken()), names);
      if (hint.empty()) hint = nearest(trimmed(error.GetToken()), function_names());
    }
    const bool is_at_end = error.GetCode() == mu::ecUNEXPECTED_EOF || error.GetCode() == mu::ecMISSING_PARENS;
    fail(text, reason(error), is_at_end ? -1 : static_cast<int>(error.GetPos()), hint);
  }
}

}  // namespace

/// A parser of its own per expression; muparser evaluates on a stack inside the parser, hence the lock.
struct Expression::Program {
  explicit Program(const mu::Parser& prototype) : parser(prototype) {}
  mutable mu::Parser parser;
  mutable double variable = 0.0;
  mutable std::mutex lock;
  std::string text;
  bool uses_variable = false;
};

double Expression::operator()(double variable) const {
  const std::scoped_lock guard(program_->lock);
  program_->variable = variable;
  return program_->parser.Eval();
}

bool Expression::uses_variable() const { return program_->uses_variable; }

const std::string& Expression::text() const { return program_->text; }

struct Scope::Parser {
  mutable mu::Parser parser;
  std::vector<std::string> names;  // in the order of definition
  std::set<std::string, std::less<>> taken;
};

Scope::Scope() : parser_(std::make_unique<Parser>()) {
  parser_->parser.ClearConst();
  parser_->parser.DefineConst("pi", 3.14159265358979323846);
  parser_->names.emplace_back("pi");
  parser_->taken.emplace("pi");
}

Scope::~Scope() = default;
Scope::Scope(Scope&&) noexcept = default;
Scope& Scope::operator=(Scope&&) noexcept = default;

void Scope::define(const std::string& name, double value) {
  if (!is_identifier(name)) {
    throw ExpressionError(
        fmt::format("'{}' cannot be used in expressions: a name has letters, digits and '_'", name), -1);
  }
  const std::vector<std::string>& functions = function_names();
  const bool is_taken = name == time_name || parser_->taken.count(name) > 0 ||
                        std::find(functions.begin(), functions.end(), name) != functions.end();
  if (is_taken) throw ExpressionError(fmt::format("the name '{}' is already taken in expressions", name), -1);
  parser_->parser.DefineConst(name, value);
  parser_->names.push_back(name);
  parser_->taken.insert(name);
}

std::vector<std::string> Scope::names() const { return parser_->names; }

double Scope::evaluate(const std::string& text) const {
  check_characters(text);
  const double value = first_value(parser_->parser, text, parser_->names);
  if (!std::isfinite(value)) {
    throw ExpressionError(
        fmt::format("the expression {} has no finite value: it {}", shown(text),
                    std::isnan(value) ? "takes 0/0, or the root or logarithm of a negative number"
                                      : "divides by zero or exceeds 1.8e308"),
        -1);
  }
  return value;
}

Expression Scope::compile(const std::string& text, const std::string& variable) const {
  check_characters(text);
  const auto program = std::make_shared<Expression::Program>(parser_->parser);
  if (parser_->taken.count(variable) == 0)
    program->parser.DefineVar(variable, &program->variable);
  else if (const int at = place_of(variable, text); at >= 0)
    fail(text,
         fmt::format("'{}' is this function's variable and a parameter: rename the parameter", variable), at);
  program->text = text;
  std::vector<std::string> names = parser_->names;
  names.push_back(variable);
  first_value(program->parser, text, names);
  program->uses_variable = !program->parser.GetUsedVar().empty();
  return Expression(program);
}

std::vector<std::string> names_in(std::string_view expression) {
  std::vector<std::string> names;
  std::size_t i = 0;
  while (i < expression.size()) {
    std::size_t end = i;
    while (end < expression.size() && (is_letter(expression[end]) || is_digit(expression[end]))) ++end;
    if (end == i) {
      ++i;
      continue;
    }
    const std::string_view word = expression.substr(i, end - i);
    const std::size_t next = expression.find_first_not_of(" \t", end);
    const bool is_call = next != std::string_view::npos && expression[next] == '(';
    const bool is_new = std::find(names.begin(), names.end(), word) == names.end();
    if (is_letter(word.front()) && !is_call && is_new) names.emplace_back(word);
    i = end;
  }
  return names;
}

const std::vector<std::string>& function_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    const mu::Parser parser;
    for (const auto& [name, function] : parser.GetFunDef()) all.push_back(name);
    return all;
  }();
  return names;
}

}  // namespace jounce::params
