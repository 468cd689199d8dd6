#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "params/input_error.h"

namespace jounce::keyword {

/// A line of data below a keyword: fields between commas, blanks around them removed, in capitals.
struct DataLine {
  int line = 0;
  std::vector<std::string> fields;
};

/// One keyword with its parameters and data lines, as Abaqus and CalculiX write them. Keywords, parameters
/// and names know no difference between small and capital letters; they are kept in capitals.
struct Card {
  struct Parameter {
    std::string name;        ///< without blanks
    std::string value;       ///< empty where there is none
    std::string given = {};  ///< the same as it is written, of file names, without quotes
  };
  std::string name;  ///< "SOLID SECTION", single blanks
  std::shared_ptr<const std::string> file;
  int line = 0;
  std::vector<Parameter> parameters;
  std::vector<DataLine> data;
  bool is_restarted = false;  ///< of the jobs that this one goes on from (*RESTART, READ)

  /// Value of a parameter; nullptr when the card has none of this name.
  const std::string* find(std::string_view parameter) const;
  bool has(std::string_view parameter) const { return find(parameter) != nullptr; }
  /// The same; `or_else` where there is none.
  std::string value(std::string_view parameter, const char* or_else) const;
  /// The same of one that must be there.
  const std::string& at(std::string_view parameter) const;
  /// A name of a file that a parameter gives, as it is written; empty where there is none.
  std::string given(std::string_view parameter) const;
  /// A file that a parameter names, from the folder of the file of this card.
  std::filesystem::path file_at(std::string_view parameter) const;
  params::Location where(int data_line = 0) const { return {*file, data_line > 0 ? data_line : line, 0}; }
  [[noreturn]] void fail(int data_line, const std::string& message) const;

  /// Field k of a data line as a number; `or_else` where it is empty or missing. Throws params::InputError.
  double number(const DataLine& data_line, std::size_t k, std::optional<double> or_else = {}) const;
  int integer(const DataLine& data_line, std::size_t k, std::optional<int> or_else = {}) const;
  const std::string& text(const DataLine& data_line, std::size_t k) const;
  /// All numbers of all data lines, one after another, without empty fields.
  std::vector<double> numbers() const;
};

/// All cards of a file; *INCLUDE is followed. Comments (**) are left out. Throws params::InputError.
std::vector<Card> read_cards(const std::filesystem::path& file);

/// A text as a whole number, if it is one.
std::optional<int> to_integer(std::string_view text);

}  // namespace jounce::keyword
