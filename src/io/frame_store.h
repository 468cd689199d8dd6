#pragma once

#include <span>
#include <vector>

#include "io/field_writer.h"
#include "io/hdf5_driver.h"
#include "io/hdf5_file.h"
#include "io/row_dataset.h"

namespace jounce::io {

/// The HDF5 file of field results while it is written; FieldWriter describes the layout and decides how many
/// frames it has room for. Errors throw OutputError and name `file`, under whichever path it is open.
class FrameStore {
 public:
  FrameStore(const std::filesystem::path& file, const FieldMesh& mesh, const std::vector<Field>& fields);

  /// A new file without frames.
  void create(const std::filesystem::path& path, const FieldMesh& mesh, const FieldWriter::Metadata& metadata,
              const SceneRecord* scene = nullptr);
  /// One that has the same fields.
  void open(const std::filesystem::path& path);
  bool is_open() const { return file_ >= 0; }
  /// Closes without looking for errors.
  void release();

  /// Refuses the file of another mesh.
  void check_sizes(const FieldMesh& mesh) const;
  std::vector<double> times() const;
  /// The first frames stay.
  void keep(std::size_t frames);

  std::size_t bytes_per_frame() const;
  /// Room for so many frames, of which those from `first` on are new.
  void reserve(std::size_t first, std::size_t frames);
  /// Writes a frame that has room, and counts it, up to `flush`.
  void write(std::size_t frame, double time, std::span<const double> points,
             std::span<const std::span<const double>> values);
  void flush() { hdf5::flush(context_, file_); }

 private:
  /// Offsets of the frames in the group Steps. Several names share one dataset where their values are equal.
  struct Steps {
    hdf5::Handle count;  ///< attribute NSteps
    hdf5::RowDataset values, point_offsets, cell_offsets, zeros, ones;
  };

  /// Of the dataset i: 0 the points, then the fields.
  hdf5::RowDataset::Layout layout(std::size_t i) const {
    return {H5T_NATIVE_DOUBLE, i == 0 ? 3 : fields_[i - 1].components, rows_per_frame(i), 0, 0};
  }
  hsize_t rows_per_frame(std::size_t i) const {
    return i == 0 || fields_[i - 1].on_points ? points_ : cells_;
  }
  void create_steps(hid_t root);
  void write_metadata(const FieldWriter::Metadata& metadata, const std::vector<std::string>& body_names);

  hdf5::Context context_, reading_;
  std::vector<Field> fields_;
  std::size_t points_, cells_;
  hdf5::Handle file_;
  std::vector<hdf5::RowDataset> data_;  ///< points, then the fields
  Steps steps_;
};

}  // namespace jounce::io
