#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace jounce::io {

/// Nodes and elements of a result file of CalculiX.
struct FrdMesh {
  struct Element {
    int number = 0;
    int type = 0;      ///< of the format: 1 hexahedron of 8 nodes, 2 wedge of 6, 3 tetrahedron of 4, ...
    int material = 1;  ///< from 1
    std::vector<int> nodes;  ///< numbers, in the order of the format
  };
  std::vector<int> numbers;    ///< of the nodes, ascending
  std::vector<double> places;  ///< 3 for each node
  std::vector<Element> elements;
  std::vector<std::string> materials;
};

/// What stands above a set of values.
struct FrdFrame {
  enum class Kind : std::uint8_t { statics = 0, motion = 1, frequency = 2, buckling = 4 };
  Kind kind = Kind::statics;
  double value = 0;  ///< time, frequency (cycles per unit of time) or buckling factor
  int number = 1;    ///< of all frames of the file
  int increment = 1, step = 1;
  int mode = 0;                                ///< from 1; 0: no mode
  double modal_mass = 1, modal_stiffness = 0;  ///< of a mode
};

/// The kinds of values: their components, in this order.
enum class FrdValues : std::uint8_t {
  vector,  ///< x, y, z
  tensor,  ///< xx, yy, zz, xy, yz, zx
  scalar,
  contact,  ///< COPEN, CSLIP1, CSLIP2, CPRESS, CSHEAR1, CSHEAR2
};
int component_count(FrdValues kind);

/// Result file of CalculiX (.frd) as the manual of its viewer cgx describes it, in lines of fixed columns or,
/// with single precision for values, in binary. One block for each set of values. A name has up to 8 letters;
/// its components are called as CalculiX calls them (D1, SXX, EXX, ...), scalars by the name itself.
class FrdWriter {
 public:
  /// Writes the head, nodes and elements. Throws OutputError, as the others do.
  FrdWriter(const std::filesystem::path& file, const FrdMesh& mesh, bool binary, const std::string& program);
  FrdWriter(const FrdWriter&) = delete;
  FrdWriter& operator=(const FrdWriter&) = delete;
  /// @param nodes  numbers, ascending. @param values  component_count of `kind` for each
  void block(const FrdFrame& frame, const std::string& name, FrdValues kind, std::span<const int> nodes,
             std::span<const double> values);
  /// What was written goes into the file, where viewers may look at it.
  void flush();
  /// Ends the file.
  void close();

 private:
  void mesh_blocks(const FrdMesh& mesh);
  void put(const std::string& text);
  template <class Number>
  void put_binary(Number number);

  std::filesystem::path path_;
  std::ofstream out_;
  bool binary_;
  int blocks_ = 0;
};

}  // namespace jounce::io
