#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "io/field_writer.h"

namespace jounce::io {

/// Cells as XDMF "Mixed" topology: per cell its XDMF type, for points, lines and polygons the number of its
/// points, and the points. Throws std::invalid_argument for a VTK cell type that XDMF does not have.
std::vector<std::int64_t> mixed_topology(const FieldMesh& mesh);

/// The text of an XDMF 2 index of a field results file: a temporal collection of one uniform grid per frame
/// whose arrays are ranges of rows of the datasets of the HDF5 file. Name of the topology dataset:
/// /xdmf/topology.
class XdmfIndex {
 public:
  /// @param h5_name file name of the HDF5 file, relative to the folder of the index
  /// @param program what wrote the file, as <Information>; none when empty
  XdmfIndex(const std::string& h5_name, const FieldMesh& mesh, const std::vector<Field>& fields,
            std::size_t topology_size, const std::string& program = {});
  /// Adds the next frame.
  void add(double time);
  /// The whole file.
  const std::string& text() const { return text_; }

 private:
  void array(std::size_t frame, std::size_t rows, int components, const std::string& dataset);

  std::string h5_name_;
  std::vector<Field> fields_;
  std::size_t points_;
  std::size_t cells_;
  std::string constant_;  ///< what is the same in every frame
  std::string text_;
  std::size_t frames_ = 0;
};

}  // namespace jounce::io
