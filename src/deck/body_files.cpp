#include "deck/body_files.h"

#include <fmt/format.h>

#include "io/checkpoint.h"

namespace jounce::deck {
namespace {

constexpr const char* kKind = "jounce flexible body 1";

void put(io::CheckpointWriter& file, std::string_view name, const DenseMatrix& matrix) {
  file.put(name, std::span<const double>(matrix.data(), static_cast<std::size_t>(matrix.size())));
}

void put(io::CheckpointWriter& file, std::string_view name, const std::vector<Index>& numbers) {
  const std::vector<std::int64_t> wide(numbers.begin(), numbers.end());
  file.put(name, std::span<const std::int64_t>(wide));
}

DenseMatrix matrix(const io::CheckpointReader& file, std::string_view name, Index rows) {
  const auto& values = file.doubles(name);
  const auto cols = rows > 0 ? static_cast<Index>(values.size()) / rows : 0;
  return Eigen::Map<const DenseMatrix>(values.data(), rows, cols);
}

void put_basis(io::CheckpointWriter& file, const FlexibleBody& data) {
  std::vector<Index> rows, cols;
  std::vector<double> values;
  for (Index i = 0; i < data.Phi.rows(); ++i)
    for (decltype(data.Phi)::InnerIterator entry(data.Phi, i); entry; ++entry) {
      rows.push_back(i);
      cols.push_back(entry.col());
      values.push_back(entry.value());
    }
  put(file, "basis_rows", rows);
  put(file, "basis_columns", cols);
  file.put("basis_values", std::span<const double>(values));
  file.put("basis_size", data.Phi.rows());
}

void put_nodes(io::CheckpointWriter& file, const FlexibleBody& data) {
  std::vector<double> points;
  std::vector<Index> unknowns, lines;
  for (std::size_t i = 0; i < data.points.size(); ++i) {
    points.insert(points.end(), data.points[i].data(), data.points[i].data() + 3);
    unknowns.insert(unknowns.end(), data.rows[i].begin(), data.rows[i].end());
  }
  for (const auto& line : data.lines) lines.insert(lines.end(), line.begin(), line.end());
  file.put("points", std::span<const double>(points));
  put(file, "unknowns", unknowns);
  put(file, "lines", lines);
  std::string names;
  for (const auto& [name, nodes] : data.groups) {
    put(file, fmt::format("group {}", names.empty() ? 0 : std::count(names.begin(), names.end(), '\n')),
        nodes);
    names += name + "\n";
  }
  file.put("groups", names);
}

void read_nodes(const io::CheckpointReader& file, FlexibleBody& data) {
  const auto& points = file.doubles("points");
  const auto& unknowns = file.integers("unknowns");
  const auto& lines = file.integers("lines");
  for (std::size_t i = 0; i + 2 < points.size(); i += 3) {
    data.points.emplace_back(points[i], points[i + 1], points[i + 2]);
    auto& rows = data.rows.emplace_back();
    for (std::size_t k = 0; k < 6; ++k) rows[k] = static_cast<Index>(unknowns.at(2 * i + k));
  }
  for (std::size_t i = 0; i + 1 < lines.size(); i += 2)
    data.lines.push_back({static_cast<int>(lines[i]), static_cast<int>(lines[i + 1])});
  std::string_view names = file.text("groups");
  for (int number = 0; !names.empty(); ++number) {
    const auto end = names.find('\n');
    const auto& nodes = file.integers(fmt::format("group {}", number));
    data.groups.emplace_back(std::string(names.substr(0, end)), std::vector<int>(nodes.begin(), nodes.end()));
    names.remove_prefix(end + 1);
  }
}

FlexibleBody read_body(const std::filesystem::path& path) {
  const io::CheckpointReader file(path);
  if (!file.has("kind") || file.text("kind") != kKind)
    throw io::CheckpointError(path,
                              fmt::format("{} holds no flexible body: write one with 'save'", path.string()));
  FlexibleBody data;
  data.dimension = static_cast<int>(file.integer("dimension"));
  data.n = static_cast<Index>(file.integer("n"));
  data.mass = file.number("mass");
  data.first_moment = matrix(file, "first_moment", 3);
  data.inertia = matrix(file, "inertia", 3);
  data.Sbar = matrix(file, "Sbar", 3);
  data.conditions = matrix(file, "conditions", static_cast<Index>(file.integer("condition_rows")));
  const auto& omega_squared = file.doubles("omega_squared");
  data.omega_squared =
      Eigen::Map<const Vector>(omega_squared.data(), static_cast<Index>(omega_squared.size()));
  read_nodes(file, data);
  std::vector<Eigen::Triplet<double, Index>> entries;
  for (std::size_t k = 0; k < file.doubles("basis_values").size(); ++k)
    entries.emplace_back(file.integers("basis_rows").at(k), file.integers("basis_columns").at(k),
                         file.doubles("basis_values")[k]);
  data.Phi.resize(static_cast<Index>(file.integer("basis_size")), data.n);
  data.Phi.setFromTriplets(entries.begin(), entries.end());
  entries.clear();
  const auto& starts = file.integers("pattern_starts");
  const auto& rows = file.integers("pattern_rows");
  for (Index j = 0; j < data.n; ++j)
    for (auto k = static_cast<std::size_t>(starts.at(static_cast<std::size_t>(j)));
         k < static_cast<std::size_t>(starts.at(static_cast<std::size_t>(j) + 1)); ++k)
      entries.emplace_back(static_cast<Index>(rows.at(k)), j, 1.0);
  SparseMatrix pattern(data.n, data.n);
  pattern.setFromTriplets(entries.begin(), entries.end());
  data.family = MatrixFamily(data.n, {&pattern});
  data.M = file.doubles("M");
  data.K = file.doubles("K");
  data.C = file.doubles("C");
  for (std::size_t i = 0; i < 9; ++i) {
    data.H[i] = file.doubles(fmt::format("H{}", i));
    data.G[i] = file.doubles(fmt::format("G{}", i));
    const auto& b = file.doubles(fmt::format("b{}", i));
    data.b[i] = Eigen::Map<const Vector>(b.data(), static_cast<Index>(b.size()));
  }
  return data;
}

}  // namespace

void save_body(const params::Params& body, const std::string& key, const std::filesystem::path& path,
               const FlexibleBody& data) {
  io::CheckpointWriter file;
  file.put("kind", kKind);
  file.put("dimension", data.dimension);
  file.put("n", data.n);
  file.put("mass", data.mass);
  put(file, "first_moment", DenseMatrix(data.first_moment));
  put(file, "inertia", DenseMatrix(data.inertia));
  put(file, "Sbar", data.Sbar);
  put(file, "conditions", data.conditions);
  file.put("condition_rows", static_cast<std::int64_t>(data.conditions.rows()));
  put(file, "omega_squared", data.omega_squared);
  put_nodes(file, data);
  put_basis(file, data);
  put(file, "pattern_starts", data.family.column_starts());
  put(file, "pattern_rows", data.family.rows());
  file.put("M", std::span<const double>(data.M));
  file.put("K", std::span<const double>(data.K));
  file.put("C", std::span<const double>(data.C));
  for (std::size_t i = 0; i < 9; ++i) {
    file.put(fmt::format("H{}", i), std::span<const double>(data.H[i]));
    file.put(fmt::format("G{}", i), std::span<const double>(data.G[i]));
    put(file, fmt::format("b{}", i), DenseMatrix(data.b[i]));
  }
  try {
    file.write(path);
  } catch (const io::OutputError& error) {
    body.fail(key, error.what());
  }
}

FlexibleBody load_body(const params::Params& body, const std::string& key,
                       const std::filesystem::path& path) {
  try {
    return read_body(path);
  } catch (const io::OutputError& error) {
    body.fail(key, error.what());
  } catch (const std::out_of_range&) {
    body.fail(key, fmt::format("{} holds a flexible body whose arrays do not fit together", path.string()));
  }
}

}  // namespace jounce::deck
