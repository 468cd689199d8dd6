#pragma once

#include <array>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace jounce::test {

/// A set of values of a result file of CalculiX.
struct FrdBlock {
  int counter = 0, increment = 0, step = 0, mode = 0, kind = 0, number = 0;
  double value = 0;
  std::string name;
  std::vector<std::string> components;
  std::map<int, std::vector<double>> values;  ///< by node
};
struct FrdFile {
  std::map<int, std::vector<double>> nodes;
  std::map<int, std::vector<int>> elements;  ///< the type, then the nodes
  std::vector<FrdBlock> blocks;
  bool is_complete = false;
};

/// Reads text of fixed columns as front ends do, without any part of the writer.
class FrdReader {
 public:
  static FrdFile read(const std::string& path) {
    FrdReader reader;
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);) reader.take(line);
    return std::move(reader.file_);
  }

 private:
  static std::string part(const std::string& line, std::size_t from, std::size_t width) {
    return from < line.size() ? line.substr(from, width) : std::string();
  }
  static int integer(const std::string& line, std::size_t from, std::size_t width) {
    return std::stoi(part(line, from, width));
  }
  static std::string word(const std::string& line, std::size_t from, std::size_t width) {
    const std::string text = part(line, from, width);
    return text.substr(0, text.find(' '));
  }
  static std::vector<double> numbers(const std::string& line) {
    std::vector<double> values;
    for (std::size_t from = 13; from + 12 <= line.size(); from += 12)
      values.push_back(std::stod(part(line, from, 12)));
    return values;
  }

  void take(const std::string& line) {
    const std::string key = part(line, 0, 3), long_key = part(line, 4, 6);
    if (long_key.starts_with("2C") || long_key.starts_with("3C")) {
      section_ = long_key[0];
    } else if (long_key == "1PSTEP") {
      head_ = {};
      head_.counter = integer(line, 10, 26);
      head_.increment = integer(line, 36, 12);
      head_.step = integer(line, 48, 12);
    } else if (part(line, 4, 6) == "1PMODE") {
      head_.mode = integer(line, 10, 26);
    } else if (part(line, 2, 5) == "100CL") {
      head_.value = std::stod(part(line, 12, 12));
      head_.kind = integer(line, 56, 2);
      head_.number = integer(line, 58, 5);
    } else if (key == " -4") {
      file_.blocks.push_back(head_);
      file_.blocks.back().name = word(line, 5, 8);
      section_ = 'r';
    } else if (key == " -5") {
      file_.blocks.back().components.push_back(word(line, 5, 8));
    } else if (key == " -3") {
      section_ = 0;
    } else if (key == " -1") {
      const int number = integer(line, 3, 10);
      if (section_ == '2') file_.nodes[number] = numbers(line);
      if (section_ == 'r') file_.blocks.back().values[number] = numbers(line);
      if (section_ == '3') {
        element_ = number;
        file_.elements[element_] = {integer(line, 13, 5)};
      }
    } else if (key == " -2") {
      for (std::size_t from = 3; from + 10 <= line.size(); from += 10)
        file_.elements[element_].push_back(integer(line, from, 10));
    }
    file_.is_complete = line == " 9999";
  }

  FrdFile file_;
  FrdBlock head_;
  char section_ = 0;
  int element_ = 0;
};

}  // namespace jounce::test
