#include "verify/report.h"

#include <fmt/format.h>

#include <cmath>

namespace jounce::verify {

namespace {

const char* relation_name(Relation relation) {
  switch (relation) {
    case Relation::at_most:
      return "at most";
    case Relation::at_least:
      return "at least";
    case Relation::within:
      break;
  }
  return "within";
}

const char* relation_sign(Relation relation) {
  switch (relation) {
    case Relation::at_most:
      return "<= ";
    case Relation::at_least:
      return ">= ";
    case Relation::within:
      break;
  }
  return "";
}

std::string json_text(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string json_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }

std::string shown(double value) { return std::isnan(value) ? "-" : fmt::format("{:.9g}", value); }

/// Cuts at a character boundary of UTF-8 text.
std::string fitted(const std::string& text, std::size_t width) {
  if (text.size() <= width) return text;
  std::size_t end = width - 2;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "..";
}

}  // namespace

void print_table_head(std::ostream& out) {
  out << fmt::format("{:<22} {:<58} {:>16} {:>18} {:>9}  {:<4}  {}\n", "case", "quantity", "computed",
                     "reference", "tolerance", "", "kind");
}

void print_table_row(const Figure& figure, std::ostream& out) {
  out << fmt::format("{:<22} {:<58} {:>16} {:>18} {:>9.2g}  {:<4}  {}\n", fitted(figure.case_name, 22),
                     fitted(figure.quantity, 58), shown(figure.computed),
                     relation_sign(figure.relation) + shown(figure.reference), figure.tolerance,
                     figure.pass ? "pass" : "FAIL", figure.kind);
  if (!figure.message.empty()) out << "    " << figure.message << '\n';
}

std::string json_object(const Figure& figure) {
  std::string object = fmt::format(
      R"({{"case": {}, "group": {}, "quantity": {}, "reference": {}, "kind": {}, "source": {}, "relation": {}, )"
      R"("computed": {}, "tolerance": {}, "pass": {})",
      json_text(figure.case_name), json_text(figure.group), json_text(figure.quantity),
      json_number(figure.reference), json_text(figure.kind), json_text(figure.source),
      json_text(relation_name(figure.relation)), json_number(figure.computed), json_number(figure.tolerance),
      figure.pass);
  if (!figure.message.empty()) object += fmt::format(R"(, "message": {})", json_text(figure.message));
  return object + "}";
}

}  // namespace jounce::verify
