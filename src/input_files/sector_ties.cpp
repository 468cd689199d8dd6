#include "input_files/sector_ties.h"

#include "keyword/cyclic_symmetry.h"

namespace jounce {

RowJacobian sector_ties(const keyword::Input& input, const keyword::Translation& translation,
                        const System& system, int diameter) {
  RowJacobian ties;
  for (const keyword::CyclicTie& tie : input.cyclic_ties) {
    const DenseMatrix rows = keyword::cyclic_rows(tie, diameter);
    std::vector<Index> dofs;
    for (Index column = 0; column < rows.cols(); column += 3) {
      const int point = translation.point_of_node[column < 6 ? tie.slave : tie.master];
      const NodePlace& place = system.dofs().places[static_cast<std::size_t>(point)];
      for (std::size_t axis = 0; axis < 3; ++axis)
        dofs.push_back(place.position[axis] + (column % 6 == 3 ? system.nv() : 0));
    }
    for (Index i = 0; i < rows.rows(); ++i) {
      const std::span<double> values = ties.values(ties.add_row(dofs));
      for (Index k = 0; k < rows.cols(); ++k) values[static_cast<std::size_t>(k)] = rows(i, k);
    }
  }
  return ties;
}

}  // namespace jounce
