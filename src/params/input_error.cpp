#include "params/input_error.h"

#include <fmt/format.h>

namespace jounce::params {

namespace {

std::string lines(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += to_string(diagnostic);
  }
  return text;
}

}  // namespace

std::string to_string(const Location& where) {
  if (where.line <= 0) return where.file;
  if (where.column <= 0) return fmt::format("{}:{}", where.file, where.line);
  return fmt::format("{}:{}:{}", where.file, where.line, where.column);
}

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = fmt::format("{}: {}", to_string(diagnostic.where), diagnostic.message);
  if (!diagnostic.hint.empty()) text += fmt::format(" (did you mean '{}'?)", diagnostic.hint);
  return text;
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(lines(diagnostics)), diagnostics_(std::move(diagnostics)) {}

InputError::InputError(Location where, std::string message, std::string hint)
    : InputError(std::vector<Diagnostic>{{std::move(where), std::move(message), std::move(hint)}}) {}

}  // namespace jounce::params
