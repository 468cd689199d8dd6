#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "deck/body_files.h"
#include "io/csv.h"
#include "io/output_error.h"

namespace jounce::deck {
namespace {

using params::Params;
using Entries = std::vector<Eigen::Triplet<double, Index>>;

std::string read(const Params& body, const char* key, const std::filesystem::path& file) {
  try {
    return io::read_text(file);
  } catch (const io::OutputError& error) {
    body.fail(key, error.what());
  }
}

/// Numbers of a line, separated by blanks or commas; false when it has something else.
bool numbers_of(std::string_view line, std::vector<double>& values) {
  values.clear();
  const char* at = line.data();
  const char* const end = at + line.size();
  while (true) {
    while (at < end && (*at == ' ' || *at == ',' || *at == '\t' || *at == '\r')) ++at;
    if (at == end) return true;
    if (*at == '+') ++at;
    double value = 0;
    const auto result = std::from_chars(at, end, value);
    if (result.ec != std::errc{}) return false;
    values.push_back(value);
    at = result.ptr;
  }
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return result;
}

/// A matrix in coordinate text, with or without the header of Matrix Market.
SparseMatrix read_matrix(const Params& body, const char* key, const std::filesystem::path& file, Index size) {
  const std::string text = read(body, key, file);
  std::string_view rest = text;
  bool complete = false, market = false, symmetric = false, sized = false;
  long number = 0;
  Entries entries;
  std::vector<double> values;
  while (!rest.empty()) {
    const std::string_view line = io::next_line(rest, complete);
    ++number;
    if (number == 1 && line.starts_with("%%MatrixMarket")) {
      market = true;
      symmetric = lower(line).find("symmetric") != std::string::npos;
    }
    if (line.starts_with("%") || line.starts_with("**")) continue;
    if (!numbers_of(line, values) || (values.size() != 3 && !values.empty()))
      body.fail(key, fmt::format("{}:{}: expected row, column and value", file.string(), number));
    if (values.empty()) continue;
    if (market && !sized) {
      sized = true;
      continue;
    }
    const auto row = static_cast<Index>(values[0]) - 1, col = static_cast<Index>(values[1]) - 1;
    if (row < 0 || col < 0 || row >= size || col >= size)
      body.fail(key, fmt::format("{}:{}: entry ({}, {}) lies outside the {} unknowns of the nodes",
                                 file.string(), number, row + 1, col + 1, size));
    entries.emplace_back(row, col, values[2]);
    if (symmetric && row != col) entries.emplace_back(col, row, values[2]);
  }
  if (entries.empty()) body.fail(key, fmt::format("{} holds no matrix", file.string()));
  SparseMatrix matrix(size, size);
  matrix.setFromTriplets(entries.begin(), entries.end());
  const SparseMatrix transposed = matrix.transpose();
  if ((matrix - transposed).norm() > 1e-6 * matrix.norm())
    body.fail(key, fmt::format("the matrix in {} is not symmetric: exported matrices hold both triangles",
                               file.string()));
  return matrix;
}

/// Value of a parameter of a keyword line: "*Nset, nset=tip, generate" -> "tip".
std::string parameter(const std::string& line, const std::string& name) {
  const auto at = line.find(name + "=");
  if (at == std::string::npos) return {};
  const auto from = at + name.size() + 1;
  std::string value = line.substr(from, line.find_first_of(",\r", from) - from);
  value.erase(std::remove_if(value.begin(), value.end(), [](char c) { return c == ' ' || c == '"'; }),
              value.end());
  return value;
}

/// *Node and *Nset blocks of an Abaqus input file.
void read_nodes(const Params& body, const std::filesystem::path& file, LinearModel& model) {
  const std::string text = read(body, "nodes", file);
  std::string_view rest = text;
  bool complete = false;
  std::map<long, int> node_of_label;
  std::vector<int>* group = nullptr;
  enum class Section { other, nodes, set } section = Section::other;
  bool generate = false;
  long number = 0;
  std::vector<double> values;
  while (!rest.empty()) {
    const std::string_view line = io::next_line(rest, complete);
    ++number;
    if (line.starts_with("**") || line.empty()) continue;
    if (line.starts_with("*")) {
      const std::string keyword = lower(line.substr(0, line.find_first_of(", \r")));
      section = keyword == "*node" ? Section::nodes : keyword == "*nset" ? Section::set : Section::other;
      if (section != Section::set) continue;
      generate = lower(line).find("generate") != std::string::npos;
      const std::string name = parameter(std::string(line), "nset");
      model.groups.emplace_back(name, std::vector<int>{});
      group = &model.groups.back().second;
      continue;
    }
    if (section == Section::other) continue;
    if (!numbers_of(line, values) || values.empty())
      body.fail("nodes", fmt::format("{}:{}: expected numbers", file.string(), number));
    if (section == Section::nodes) {
      if (values.size() < 3)
        body.fail("nodes", fmt::format("{}:{}: expected a label and coordinates", file.string(), number));
      node_of_label[std::lround(values[0])] = static_cast<int>(model.points.size());
      model.points.emplace_back(values[1], values[2], values.size() > 3 ? values[3] : 0.0);
      continue;
    }
    // A missing node ends the range, however long it is.
    const auto add = [&](long label) {
      const auto place = node_of_label.find(label);
      if (place == node_of_label.end())
        body.fail("nodes", fmt::format("{}:{}: there is no node {}", file.string(), number, label));
      group->push_back(place->second);
    };
    if (!generate) {
      for (const double value : values) add(std::lround(value));
      continue;
    }
    const long step = values.size() > 2 ? std::lround(values[2]) : 1;
    if (values.size() < 2 || step < 1)
      body.fail("nodes", fmt::format("{}:{}: expected the first and the last label and a positive increment",
                                     file.string(), number));
    for (long label = std::lround(values[0]); label <= std::lround(values[1]); label += step) add(label);
  }
  if (model.points.empty()) body.fail("nodes", fmt::format("{} has no *Node block", file.string()));
}

}  // namespace

LinearModel import_matrices(const Deck& deck, const Params& body, int dimension) {
  for (const char* key : {"stiffness_matrix", "nodes"})
    if (!body.given(key)) body.fail("mass_matrix", fmt::format("exported matrices also need '{}'", key));
  LinearModel model;
  model.dimension = dimension;
  read_nodes(body, deck.folder() / body.text("nodes"), model);
  const auto d = static_cast<std::size_t>(dimension);
  const Index size = dimension * static_cast<Index>(model.points.size());
  for (std::size_t node = 0; node < model.points.size(); ++node) {
    auto& rows = model.rows.emplace_back(std::array<Index, 6>{-1, -1, -1, -1, -1, -1});
    for (std::size_t k = 0; k < d; ++k) rows[k] = static_cast<Index>(d * node + k);
  }
  model.M = read_matrix(body, "mass_matrix", deck.folder() / body.text("mass_matrix"), size);
  model.K = read_matrix(body, "stiffness_matrix", deck.folder() / body.text("stiffness_matrix"), size);
  model.C.resize(size, size);
  add_isotropic_products(model, model.M);
  return model;
}

}  // namespace jounce::deck
