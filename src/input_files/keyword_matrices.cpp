#include "input_files/keyword_matrices.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace jounce {

std::string coordinate_format(const CsrMatrix& matrix, const Model& model, const keyword::Input& input,
                              const keyword::Translation& translation) {
  std::vector<long> number(static_cast<std::size_t>(model.system.nv()), 0);
  for (std::size_t i = 0; i < input.nodes.size(); ++i) {
    const int point = translation.point_of_node[i];
    if (point < 0) continue;
    const NodePlace& place = model.system.dofs().places[point];
    for (int axis = 0; axis < translation.dimension; ++axis)
      number[place.position[axis]] =
          static_cast<long>(translation.dimension) * (input.node_numbers[i] - 1) + axis + 1;
  }
  struct Entry {
    long row, column;
    double value;
  };
  std::vector<Entry> entries;
  for (Index i = 0; i < matrix.size(); ++i)
    for (Index k = matrix.row_starts()[i]; k < matrix.row_starts()[i + 1]; ++k) {
      const double value = matrix.values()[k];
      if (value != 0) entries.push_back({number[i], number[matrix.columns()[k]], value});
    }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::array{a.row, a.column} < std::array{b.row, b.column};
  });
  std::string text;
  for (const Entry& entry : entries)
    text += fmt::format("{} {}  {:.15e}\n", entry.row, entry.column, entry.value);
  return text;
}

}  // namespace jounce
