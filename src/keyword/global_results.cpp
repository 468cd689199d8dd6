#include "keyword/global_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>

#include "math/nearest_in_cell.h"

namespace jounce::keyword {
namespace {

/// Dimension and nodes of the types of elements of the format, from 1 on.
constexpr std::array<std::array<int, 2>, 12> kTypes = {
    {{3, 8}, {3, 6}, {3, 4}, {3, 20}, {3, 15}, {3, 10}, {2, 3}, {2, 6}, {2, 4}, {2, 8}, {1, 2}, {1, 3}}};
constexpr std::size_t kMark = 3;      ///< columns of " -1"
constexpr std::size_t kColumns = 12;  ///< of a value

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \r");
  return first == std::string_view::npos ? std::string_view{}
                                         : text.substr(first, text.find_last_not_of(" \r") - first + 1);
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const auto end = text.find(' ');
    result.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end);
  }
  return result;
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::size_t number_columns(bool is_wide) { return is_wide ? 10 : 5; }

}  // namespace

/// The lines of the file one after another.
class GlobalResults::Lines {
 public:
  Lines(const std::filesystem::path& file, const params::Location& where) : file_(file.string()) {
    std::error_code status;
    const bool is_file = std::filesystem::is_regular_file(file, status);
    if (is_file) stream_.open(file, std::ios::binary);
    if (!is_file || !stream_)
      throw params::InputError(where, fmt::format("the file '{}' cannot be read", file_));
  }
  bool next() {
    offset_ = stream_.tellg();
    if (!std::getline(stream_, text_)) return false;
    ++number_;
    return true;
  }
  void go_to(std::streamoff offset, int line) {
    stream_.clear();
    stream_.seekg(offset);
    number_ = line - 1;
  }
  std::string_view text() const { return text_; }
  std::string_view key() const { return std::string_view(text_).substr(0, 5); }
  bool begins(std::string_view mark) const { return text_.starts_with(mark); }
  int number() const { return number_; }
  std::streamoff offset() const { return offset_; }
  [[noreturn]] void fail(const std::string& message) const {
    throw params::InputError({file_, number_, 0}, message);
  }
  template <class Number>
  Number at(std::size_t from, std::size_t columns) const {
    const auto value = from < text_.size() ? number_in<Number>(text().substr(from, columns)) : std::nullopt;
    if (!value) fail(fmt::format("a number is expected in columns {} to {}", from + 1, from + columns));
    return *value;
  }
  std::size_t length() const { return trimmed(text_).empty() ? 0 : text_.find_last_not_of(" \r") + 1; }

 private:
  std::string file_, text_;
  std::ifstream stream_;
  std::streamoff offset_ = 0;
  int number_ = 0;
};

GlobalResults::GlobalResults(std::filesystem::path file, const params::Location& where)
    : file_(std::move(file)) {
  Lines lines(file_, where);
  if (!lines.next() || !lines.begins("    1C"))
    throw params::InputError(
        where, fmt::format("'{}' is no result file of CalculiX (.frd): it does not begin with '    1C'",
                           file_.string()));
  const auto format = [&] {
    const auto fields = words(lines.text());
    const int number = fields.empty() ? -1 : number_in<int>(fields.back()).value_or(-1);
    if (number != 0 && number != 1)
      lines.fail("binary values (*NODE OUTPUT) are not read: let *NODE FILE write the global results");
    return number == 1;
  };
  while (lines.next()) {
    if (lines.key() == "    2") read_nodes(lines, format());
    if (lines.key() == "    3") {
      read_elements(lines, format());
      break;
    }
  }
  if (cells_.empty())
    throw params::InputError(where, fmt::format("'{}' has no solids and no plane elements", file_.string()));
  read_blocks(lines);
}

void GlobalResults::read_nodes(Lines& lines, bool is_wide) {
  const std::size_t start = kMark + number_columns(is_wide);
  while (lines.next() && lines.begins(" -1")) {
    const std::size_t columns = lines.length() > start + 3 * kColumns ? 20 : kColumns;
    const int number = lines.at<int>(kMark, number_columns(is_wide));
    node_of_number_[number] = static_cast<int>(points_.size());
    numbers_.push_back(number);
    Vector3& point = points_.emplace_back();
    for (std::size_t k = 0; k < 3; ++k)
      point[static_cast<Index>(k)] = lines.at<double>(start + k * columns, columns);
  }
}

void GlobalResults::read_elements(Lines& lines, bool is_wide) {
  const std::size_t columns = number_columns(is_wide);
  int number = 0, type = 0;
  std::vector<int> nodes;
  while (lines.next() && !lines.begins(" -3")) {
    if (lines.begins(" -1")) {
      number = lines.at<int>(kMark, columns);
      type = lines.at<int>(kMark + columns, 5);
      nodes.clear();
      if (type < 1 || type > static_cast<int>(kTypes.size()))
        lines.fail(fmt::format("{} is no type of an element (1 to {})", type, kTypes.size()));
      continue;
    }
    if (!lines.begins(" -2") || type == 0) lines.fail("a line of an element is expected (' -1', ' -2')");
    for (std::size_t at = kMark; at + columns <= lines.length(); at += columns)
      nodes.push_back(lines.at<int>(at, columns));
    if (static_cast<int>(nodes.size()) == kTypes[static_cast<std::size_t>(type - 1)][1])
      add_cell(lines, number, type, nodes);
  }
}

void GlobalResults::add_cell(const Lines& lines, int number, int type, const std::vector<int>& nodes) {
  const auto [dimension, count] = kTypes[static_cast<std::size_t>(type - 1)];
  if (dimension == 1) return;  // lines have displacements along themselves alone
  Cell cell{number, *find_shape(dimension, count), {}, {}, {}};
  for (const int node : nodes) {
    const auto place = node_of_number_.find(node);
    if (place == node_of_number_.end())
      lines.fail(fmt::format("element {}: there is no node {}", number, node));
    cell.nodes.push_back(place->second);
  }
  // Edges across the layers come before those of the last one in the file.
  if (type == 4) std::rotate(cell.nodes.begin() + 12, cell.nodes.begin() + 16, cell.nodes.end());
  if (type == 5) std::rotate(cell.nodes.begin() + 9, cell.nodes.begin() + 12, cell.nodes.end());
  cell.low = cell.high = points_[static_cast<std::size_t>(cell.nodes[0])];
  for (const int node : cell.nodes) {
    cell.low = cell.low.cwiseMin(points_[static_cast<std::size_t>(node)]);
    cell.high = cell.high.cwiseMax(points_[static_cast<std::size_t>(node)]);
  }
  // Curved sides leave the box of their nodes by an eighth of an edge at most.
  const double margin = (cell.high - cell.low).norm() / 8;
  cell.low.array() -= margin;
  cell.high.array() += margin;
  cells_.push_back(std::move(cell));
}

void GlobalResults::read_blocks(Lines& lines) {
  Block block;
  bool is_text = true;
  while (lines.next()) {
    const auto fields = words(lines.text());
    if (lines.begins("    1PSTEP")) block.step = lines.at<int>(48, 12);
    if (lines.begins("  100C")) {
      block.number = lines.at<int>(58, 5);
      const int format = number_in<int>(fields.back()).value_or(-1);
      is_text = format == 0 || format == 1;
      block.is_wide = format == 1;
      if (!is_text)
        lines.fail("binary values (*NODE OUTPUT) are not read: let *NODE FILE write the global results");
    }
    if (lines.begins(" -4") && fields.size() > 1) block.name = fields[1];
    if (lines.begins(" -1") && block.line == 0) {
      block.line = lines.number();
      block.offset = lines.offset();
    }
    if (lines.begins(" -3")) {
      if (block.line > 0) blocks_.push_back(block);
      block = Block{{}, block.step, block.number, 0, 0, block.is_wide};
    }
  }
}

DenseMatrix GlobalResults::values(const std::string& name, int components, const GlobalFrame& frame,
                                  const params::Location& where) const {
  const Block* block = nullptr;
  std::set<std::string> names;
  std::set<int> numbers;
  for (const Block& other : blocks_) {
    const int number = frame.is_step ? other.step : other.number;
    if (number == frame.number) names.insert(other.name);
    // CalculiX calls imaginary parts DISPI, FORCI.
    if (!other.name.starts_with(name) || other.name == name + "I") continue;
    numbers.insert(number);
    if (number == frame.number) block = &other;
  }
  if (block == nullptr)
    throw params::InputError(
        where, fmt::format("{} {} of '{}' has no values {}{}", frame.is_step ? "step" : "data set",
                           frame.number, file_.string(), name,
                           !numbers.empty() ? fmt::format("; there are some of {}", fmt::join(numbers, ", "))
                           : names.empty()  ? std::string()
                                            : fmt::format("; it has {}", fmt::join(names, ", "))));
  DenseMatrix result = DenseMatrix::Constant(static_cast<Index>(numbers_.size()), components,
                                             std::numeric_limits<double>::quiet_NaN());
  Lines lines(file_, where);
  lines.go_to(block->offset, block->line);
  const std::size_t start = kMark + number_columns(block->is_wide);
  while (lines.next() && !lines.begins(" -3")) {
    if (!lines.begins(" -1")) continue;
    const auto node = node_of_number_.find(lines.at<int>(kMark, number_columns(block->is_wide)));
    if (node == node_of_number_.end()) continue;
    for (int k = 0; k < components; ++k)
      result(node->second, k) = lines.at<double>(start + static_cast<std::size_t>(k) * kColumns, kColumns);
  }
  return result;
}

GlobalResults::Place GlobalResults::at(const Vector3& point, const std::set<int>& elements,
                                       const params::Location& where) const {
  struct Candidate {
    double bound;  ///< square of the distance of its box
    const Cell* cell;
  };
  std::vector<Candidate> candidates;
  for (const Cell& cell : cells_)
    if (elements.empty() || elements.contains(cell.number)) {
      const Vector3 away = (cell.low - point).cwiseMax(point - cell.high).cwiseMax(0.0);
      candidates.push_back({away.squaredNorm(), &cell});
    }
  if (candidates.empty())
    throw params::InputError(where, fmt::format("no element of GLOBAL ELSET is in '{}'", file_.string()));
  const auto inside = std::partition(candidates.begin(), candidates.end(),
                                     [](const Candidate& candidate) { return candidate.bound == 0; });
  Place best;
  best.distance = std::numeric_limits<double>::infinity();
  std::vector<Vector3> x;
  const auto visit = [&](const Candidate& candidate) {
    x.clear();
    for (const int node : candidate.cell->nodes) x.push_back(points_[static_cast<std::size_t>(node)]);
    const CellPoint found = nearest_in_cell(candidate.cell->shape, x, point);
    if (found.distance >= best.distance) return;
    best = {candidate.cell->nodes,
            {found.N.begin(), found.N.end()},
            found.distance,
            (candidate.cell->high - candidate.cell->low).norm()};
  };
  for (auto candidate = candidates.begin(); candidate != inside; ++candidate) visit(*candidate);
  const auto is_nearer = [&](const Candidate& candidate) {
    return candidate.bound < best.distance * best.distance;
  };
  const auto end = std::partition(inside, candidates.end(), is_nearer);
  std::sort(inside, end, [](const Candidate& a, const Candidate& b) { return a.bound < b.bound; });
  for (auto candidate = inside; candidate != end && is_nearer(*candidate); ++candidate) visit(*candidate);
  return best;
}

}  // namespace jounce::keyword
