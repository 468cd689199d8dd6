#pragma once

#include <filesystem>
#include <ios>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "la/types.h"
#include "mesh/cell_shape.h"
#include "params/input_error.h"

namespace jounce::keyword {

/// Which set of values of a result file: the last one of a step, or of a number (of a mode).
struct GlobalFrame {
  int number = 0;
  bool is_step = true;  ///< else it is the number of the data set
};

/// The result file of a global model (.frd of CalculiX, in text): its nodes, its solids and plane elements,
/// and values at nodes.
class GlobalResults {
 public:
  /// A place in the global model: sum_a weight_a value_a over nodes.
  struct Place {
    std::vector<int> nodes;  ///< places among the nodes
    std::vector<double> weights;
    double distance = 0;  ///< of the place from the point that was looked for
    double size = 0;      ///< of its element: the diagonal of its box
  };

  /// Reads nodes and elements. Throws params::InputError at `where` (the card that names the file), of what
  /// the file says wrong at its line.
  GlobalResults(std::filesystem::path file, const params::Location& where);

  /// Values of all nodes, a row for each; not a number at nodes without. Throws params::InputError at `where`
  /// where there are none, with those that are there.
  /// @param name  how that of the set of values begins: DISP, NDTEMP, FORC
  DenseMatrix values(const std::string& name, int components, const GlobalFrame& frame,
                     const params::Location& where) const;

  /// The place in the element that contains a point, else the nearest one.
  /// @param elements  numbers of those that count; none: all
  /// Throws params::InputError at `where` where none of these is in the file.
  Place at(const Vector3& point, const std::set<int>& elements, const params::Location& where) const;

  int node_number(int node) const { return numbers_[static_cast<std::size_t>(node)]; }

 private:
  struct Cell {
    int number;
    CellShape shape;
    std::vector<int> nodes;
    Vector3 low, high;  ///< box that contains it
  };
  struct Block {
    std::string name;
    int step = 0, number = 0;
    int line = 0;               ///< of its first value
    std::streamoff offset = 0;  ///< of this line in the file
    bool is_wide = true;        ///< numbers of nodes have ten columns, not five
  };
  class Lines;

  void read_nodes(Lines& lines, bool is_wide);
  void read_elements(Lines& lines, bool is_wide);
  void add_cell(const Lines& lines, int number, int type, const std::vector<int>& nodes);
  void read_blocks(Lines& lines);

  std::filesystem::path file_;
  std::vector<int> numbers_;
  std::vector<Vector3> points_;
  std::unordered_map<int, int> node_of_number_;
  std::vector<Cell> cells_;
  std::vector<Block> blocks_;
};

}  // namespace jounce::keyword
