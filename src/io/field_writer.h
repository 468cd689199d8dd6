#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jounce::io {

struct SceneRecord;  // io/scene_record.h

/// Points and cells of the model as drawn. Topology is constant during a run; points move.
struct FieldMesh {
  std::vector<double> points;              ///< reference positions, 3 per point
  std::vector<std::int64_t> connectivity;  ///< point indices of all cells, one after another
  std::vector<std::int64_t> offsets;       ///< number of cells + 1 entries, first 0
  std::vector<std::uint8_t> types;         ///< VTK cell type of each cell (1 vertex, 3 line, 5 triangle, ...)
  std::vector<std::int32_t> body;          ///< cell data: index into body_names
  std::vector<std::string> body_names;

  std::size_t point_count() const { return points.size() / 3; }
  std::size_t cell_count() const { return types.size(); }
};

/// One field over time, on points or on cells.
struct Field {
  std::string name;  ///< plain name, e.g. "velocity"; no '/'
  std::string unit;
  int components = 1;     ///< 1 scalar, 3 vector (pad plane vectors with zeros), 6 symmetric tensor
                          ///< (xx, yy, zz, xy, yz, xz), 9 tensor
  bool on_points = true;  ///< else on cells
};

/// Throws std::invalid_argument when the arrays of the mesh do not fit together, a cell names a point that
/// does not exist, or a field has no proper name or number of components.
void check_consistent(const FieldMesh& mesh, const std::vector<Field>& fields);

struct FieldWriterOptions {
  std::size_t expected_frames = 0;       ///< to come: room reserved in the file at once; 0: grows as needed
  std::optional<double> continue_after;  ///< restart: keep the frames up to this time (add half a time step)
  const SceneRecord* scene = nullptr;    ///< shapes, sections and joints, written with a new file
};

/// Field results of a run in one HDF5 file, laid out as temporal VTKHDF 2.0 UnstructuredGrid (group /VTKHDF
/// with /VTKHDF/Steps), which ParaView 5.12 and later and VTK 9.3 and later read directly, with an XDMF index
/// (same name, extension .xdmf, relative file name inside) beside it for older ones. ParaView 5.11 asks for a
/// reader: "XDMF Reader" is right, its "Xdmf3 Reader" cannot read ranges of rows.
///
/// All frames are concatenated in extendable chunked datasets: frame k holds the rows from k * points of
/// /VTKHDF/Points, every field likewise (they and the offsets in Steps, not Steps/Values, have reserved rows
/// beyond the last frame while the run goes on); a rank that owns a range of rows can later write its part
/// collectively. The oldest HDF5 file format is used, space is reserved ahead in one go and every frame is
/// flushed, and a file that gets its first frame, grows beyond `expected_frames` or is continued does so in a
/// copy that replaces it: a run killed at any moment leaves a readable file. (Where the disk has no room for
/// a copy the file itself grows, and those moments are not safe.) The XDMF index is replaced atomically:
/// after every frame at first, later when the frames have grown by an eighth or a second has passed, and at
/// close.
///
/// /VTKHDF/CellData/body (static) tells the body of each cell, the texts in /metadata/body_names the name of
/// each body, the group /scene shapes, sections and joints (SceneRecord). Each field carries its unit in the
/// attribute `unit`. Metadata are attributes of the group /metadata (texts above 32 kB: scalar string
/// datasets there). Usual file name: `fields.vtkhdf`.
class FieldWriter {
 public:
  using Metadata = std::map<std::string, std::string>;

  /// Creates both files. With `continue_after` an existing file of the same mesh sizes and fields is
  /// continued, frames later than that time are dropped; when there is none, a new file is made. Throws
  /// OutputError (cannot create, wrong existing file), std::invalid_argument (inconsistent mesh or fields).
  FieldWriter(const std::filesystem::path& h5_file, const FieldMesh& mesh, const std::vector<Field>& fields,
              const Metadata& metadata = {}, const FieldWriterOptions& options = {});
  ~FieldWriter();
  FieldWriter(FieldWriter&&) noexcept;
  FieldWriter& operator=(FieldWriter&&) noexcept;

  /// One frame. @param points current positions, 3 per point. @param values one span per field, in the order
  /// of the fields, components * (points or cells) numbers, point by point. Throws OutputError.
  void frame(double time, std::span<const double> points, std::span<const std::span<const double>> values);
  std::size_t frame_count() const;
  /// Completes both files. Throws OutputError; the destructor does the same without throwing.
  void close();

 private:
  class Files;
  std::unique_ptr<Files> files_;
};

}  // namespace jounce::io
