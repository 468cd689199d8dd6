#include "io/field_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "io/atomic_file.h"
#include "io/hdf5_file.h"
#include "io/output_error.h"
#include "io/row_dataset.h"
#include "io/sparse_copy.h"
#include "io/wall_clock.h"
#include "io/xdmf_index.h"

namespace jounce::io {
namespace {

using hdf5::Context;
using hdf5::Handle;
using hdf5::RowDataset;

constexpr std::size_t frames_ahead = 16;  // reserved at least
// Reserved at once at most, or as much as there is (the file is sparse there).
constexpr std::size_t bytes_ahead = 1024 * 1024 * 1024;
constexpr hsize_t file_block = 16 * 1024 * 1024;
constexpr hsize_t block_of_frames = 4;  // of a file that is continued
constexpr hsize_t steps_per_chunk = 512;
constexpr double index_seconds = 1.0;  // between two replacements of a long index
constexpr std::size_t largest_attribute = 32 * 1024;

void write_names(const Context& context, hid_t parent, const std::string& name,
                 const std::vector<std::string>& texts) {
  std::size_t width = 1;
  for (const std::string& text : texts) width = std::max(width, text.size());
  std::string flat;
  for (const std::string& text : texts) flat += text + std::string(width - text.size(), '\0');
  const Handle type(context.check(H5Tcopy(H5T_C_S1)), H5Tclose);
  context.check(H5Tset_size(type, width));
  context.check(H5Tset_strpad(type, H5T_STR_NULLPAD));
  context.check(H5Tset_cset(type, H5T_CSET_UTF8));
  hdf5::write_array(context, parent, name, type, flat.data(), texts.size());
}

}  // namespace

/// The HDF5 file and its XDMF index.
class FieldWriter::Files {
 public:
  Files(const std::filesystem::path& h5_file, const FieldMesh& mesh, std::vector<Field> fields,
        const Metadata& metadata, const FieldWriterOptions& options)
      : context_{h5_file, "write"},
        index_path_(std::filesystem::path(h5_file).replace_extension(".xdmf")),
        fields_(std::move(fields)),
        points_(mesh.point_count()),
        cells_(mesh.cell_count()),
        expected_frames_(options.expected_frames),
        index_(h5_file.filename().string(), mesh, fields_, mixed_topology(mesh).size(),
               metadata.contains("program") ? metadata.at("program") : std::string()) {
    const hdf5::Quiet quiet;
    try {
      if (!options.continue_after || !std::filesystem::exists(h5_file)) {
        create_file(mesh, metadata);
        reserve(0);
        appear(true);
      } else {
        const bool is_copy = open_copy();
        check_sizes(mesh);
        take_times(*options.continue_after);
        if (expected_frames_ > 0) expected_frames_ += times_.size();
        reserve(times_.size());
        appear(is_copy);
      }
      write_index();
    } catch (...) {
      abandon();
      throw;
    }
  }

  ~Files() {
    try {
      close();
    } catch (const OutputError&) {
      // The caller who wants to know calls close().
    }
  }

  void frame(double time, std::span<const double> points, std::span<const std::span<const double>> values) {
    assert(points.size() == 3 * points_ && values.size() == fields_.size());
    if (file_ < 0) throw OutputError(context_.path, fmt::format("'{}' is closed", context_.path.string()));
    const hdf5::Quiet quiet;
    try {
      write_frame(time, points, values);
      update_index();
    } catch (...) {
      abandon();
      throw;
    }
  }

  std::size_t frame_count() const { return times_.size(); }

  void close() {
    if (file_ < 0) return;
    const hdf5::Quiet quiet;
    try {
      const bool is_copy = times_.size() < reserved_ && open_copy();
      for (std::size_t i = 0; i < data_.size(); ++i) {
        const hsize_t rows = rows_per_frame(i) * times_.size();
        if (data_[i].rows() > rows) data_[i].resize(context_, rows);
      }
      reserved_ = times_.size();
      reserve_offsets(reserved_);
      appear(is_copy);
      write_index();
    } catch (...) {
      abandon();
      throw;
    }
    release();
  }

 private:
  /// Offsets of the frames in the group Steps. Several names share one dataset where their values are equal.
  struct Steps {
    Handle count;  ///< attribute NSteps
    RowDataset values, point_offsets, cell_offsets, zeros, ones;
  };

  RowDataset::Layout layout(std::size_t i) const {
    return {H5T_NATIVE_DOUBLE, i == 0 ? 3 : fields_[i - 1].components, rows_per_frame(i), 0, 0};
  }
  /// Of the dataset i: 0 the points, then the fields.
  hsize_t rows_per_frame(std::size_t i) const {
    return i == 0 || fields_[i - 1].on_points ? points_ : cells_;
  }
  static std::string group_of(const Field& field) { return field.on_points ? "PointData" : "CellData"; }

  void create_file(const FieldMesh& mesh, const Metadata& metadata);
  void create_steps(hid_t root);
  void write_metadata(const Metadata& metadata, const std::vector<std::string>& body_names);
  bool open_copy();
  void open_file(const std::filesystem::path& path);
  void check_sizes(const FieldMesh& mesh);
  void take_times(double last_time);
  std::size_t bytes_per_frame() const;
  void reserve(std::size_t frames);
  void write_frame(double time, std::span<const double> points,
                   std::span<const std::span<const double>> values);
  void reserve_offsets(std::size_t first);

  void update_index() {
    const std::size_t frames = times_.size();
    if (frames >= indexed_ + std::max<std::size_t>(1, indexed_ / 8) ||
        coarse_seconds() - indexed_at_ > index_seconds) {
      write_index();
    }
  }

  void write_index() {
    write_atomically(index_path_, index_.text());
    indexed_ = times_.size();
    indexed_at_ = coarse_seconds();
  }

  /// Flushes; the file appears under its name when it is complete.
  void appear(bool is_temporary) {
    context_.check(H5Fflush(file_, H5F_SCOPE_LOCAL));
    if (is_temporary) replace_file(temporary_name(context_.path), context_.path, false);
  }

  /// After an error; what stands under the name of the file stays.
  void abandon() {
    release();
    std::error_code ignored;
    std::filesystem::remove(temporary_name(context_.path), ignored);
  }

  /// Closes everything without looking for errors.
  void release() {
    const hdf5::Quiet quiet;
    data_.clear();
    steps_ = {};
    file_.reset();
  }

  Context context_;
  std::filesystem::path index_path_;
  std::vector<Field> fields_;
  std::size_t points_, cells_;
  std::size_t expected_frames_;
  XdmfIndex index_;
  Handle file_;
  std::vector<RowDataset> data_;  ///< points, then the fields
  Steps steps_;
  std::vector<double> times_;
  std::size_t reserved_ = 0;  ///< frames that have room
  std::size_t indexed_ = 0;   ///< frames in the XDMF index
  double indexed_at_ = 0.0;
};

void FieldWriter::Files::create_file(const FieldMesh& mesh, const Metadata& metadata) {
  file_ = hdf5::create_file({temporary_name(context_.path), context_.action}, file_block);
  const Handle root = hdf5::create_group(context_, file_, "VTKHDF");
  const std::int64_t version[2] = {2, 0};
  hdf5::write_attribute(context_, root, "Version", H5T_NATIVE_INT64, version, 2);
  hdf5::write_attribute(context_, root, "Type", "UnstructuredGrid");

  create_steps(root);
  const auto write_one = [&](const char* name, std::size_t value) {
    const auto number = static_cast<std::int64_t>(value);
    hdf5::write_array(context_, root, name, H5T_NATIVE_INT64, &number, 1);
  };
  write_one("NumberOfPoints", points_);
  write_one("NumberOfCells", cells_);
  write_one("NumberOfConnectivityIds", mesh.connectivity.size());
  hdf5::write_array(context_, root, "Connectivity", H5T_NATIVE_INT64, mesh.connectivity.data(),
                    mesh.connectivity.size());
  hdf5::write_array(context_, root, "Offsets", H5T_NATIVE_INT64, mesh.offsets.data(), mesh.offsets.size());
  hdf5::write_array(context_, root, "Types", H5T_NATIVE_UINT8, mesh.types.data(), mesh.types.size());

  const Handle point_data = hdf5::create_group(context_, root, "PointData");
  const Handle cell_data = hdf5::create_group(context_, root, "CellData");
  hdf5::write_array(context_, cell_data, "body", H5T_NATIVE_INT32, mesh.body.data(), mesh.body.size());
  data_.push_back(RowDataset::create(context_, root, "Points", layout(0)));
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const hid_t parent = fields_[i].on_points ? point_data : cell_data;
    data_.push_back(RowDataset::create(context_, parent, fields_[i].name, layout(i + 1)));
    hdf5::write_attribute(context_, data_.back().id(), "unit", fields_[i].unit);
  }

  const Handle xdmf = hdf5::create_group(context_, file_, "xdmf");
  const std::vector<std::int64_t> topology = mixed_topology(mesh);
  hdf5::write_array(context_, xdmf, "topology", H5T_NATIVE_INT64, topology.data(), topology.size());
  write_metadata(metadata, mesh.body_names);
}

void FieldWriter::Files::create_steps(hid_t root) {
  const Handle group = hdf5::create_group(context_, root, "Steps");
  const std::int64_t none = 0;
  // The attribute comes first in the file and is therefore written first when a frame is flushed: a file that
  // is cut off between the two never has more values than steps, which readers rely on.
  hdf5::write_attribute(context_, group, "NSteps", H5T_NATIVE_INT64, &none, 1);
  steps_.count = Handle(context_.check(H5Aopen(group, "NSteps", H5P_DEFAULT)), H5Aclose);
  const auto integers = [](std::int64_t fill) {
    return RowDataset::Layout{H5T_NATIVE_INT64, 1, 1, steps_per_chunk, fill};
  };
  steps_.values =
      RowDataset::create(context_, group, "Values", {H5T_NATIVE_DOUBLE, 1, 1, steps_per_chunk, 0});
  steps_.point_offsets = RowDataset::create(context_, group, "PointOffsets", integers(0));
  steps_.zeros = RowDataset::create(context_, group, "PartOffsets", integers(0));
  steps_.ones = RowDataset::create(context_, group, "NumberOfParts", integers(1));

  const auto link = [&](const RowDataset& dataset, const Handle& place, const std::string& name) {
    context_.check(H5Olink(dataset.id(), place, name.c_str(), H5P_DEFAULT, H5P_DEFAULT));
  };
  link(steps_.zeros, group, "CellOffsets");
  link(steps_.zeros, group, "ConnectivityIdOffsets");
  const Handle point_data = hdf5::create_group(context_, group, "PointDataOffsets");
  const Handle cell_data = hdf5::create_group(context_, group, "CellDataOffsets");
  link(steps_.zeros, cell_data, "body");
  steps_.cell_offsets = RowDataset::create(context_, file_, "frame_cell_offsets", integers(0));
  for (const Field& field : fields_) {
    if (field.on_points) {
      link(steps_.point_offsets, point_data, field.name);
    } else {
      link(steps_.cell_offsets, cell_data, field.name);
    }
  }
}

void FieldWriter::Files::write_metadata(const Metadata& metadata,
                                        const std::vector<std::string>& body_names) {
  const Handle group = hdf5::create_group(context_, file_, "metadata");
  for (const auto& [key, text] : metadata) {
    if (text.size() < largest_attribute) {
      hdf5::write_attribute(context_, group, key, text);
    } else {
      hdf5::write_text(context_, group, key, text);
    }
  }
  write_names(context_, group, "body_names", body_names);
}

/// Files grow, shrink to their frames or lose some at a restart in a copy that then replaces them: a run that
/// is killed meanwhile leaves them as they were. @return false where there is no copy, and the file itself is
/// open
bool FieldWriter::Files::open_copy() {
  const std::filesystem::path temporary = temporary_name(context_.path);
  release();
  const bool is_copy = copy_sparse(context_.path, temporary);
  open_file(is_copy ? temporary : context_.path);
  return is_copy;
}

void FieldWriter::Files::open_file(const std::filesystem::path& path) {
  // What is left of a block at the end of the run is a hole in the file: a few frames at most.
  const hsize_t block = std::min<hsize_t>(file_block, block_of_frames * bytes_per_frame());
  file_ = hdf5::open_file({path, "continue"}, true, block);
  const Context reading{context_.path, "continue"};
  const Handle root(reading.check(H5Gopen2(file_, "VTKHDF", H5P_DEFAULT)), H5Gclose);
  data_.push_back(RowDataset::open(reading, root, "Points", layout(0)));
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    data_.push_back(
        RowDataset::open(reading, root, group_of(fields_[i]) + "/" + fields_[i].name, layout(i + 1)));
  }
  const Handle group(reading.check(H5Gopen2(root, "Steps", H5P_DEFAULT)), H5Gclose);
  steps_.count = Handle(reading.check(H5Aopen(group, "NSteps", H5P_DEFAULT)), H5Aclose);
  steps_.values = RowDataset::open(reading, group, "Values", {H5T_NATIVE_DOUBLE});
  steps_.point_offsets = RowDataset::open(reading, group, "PointOffsets", {H5T_NATIVE_INT64});
  steps_.zeros = RowDataset::open(reading, group, "PartOffsets", {H5T_NATIVE_INT64});
  steps_.ones = RowDataset::open(reading, group, "NumberOfParts", {H5T_NATIVE_INT64});
  steps_.cell_offsets = RowDataset::open(reading, file_, "frame_cell_offsets", {H5T_NATIVE_INT64});
}

void FieldWriter::Files::check_sizes(const FieldMesh& mesh) {
  const Context reading{context_.path, "continue"};
  const Handle root(reading.check(H5Gopen2(file_, "VTKHDF", H5P_DEFAULT)), H5Gclose);
  const auto check_size = [&](const char* name, std::size_t expected) {
    std::int64_t number = -1;
    RowDataset::open(reading, root, name, {H5T_NATIVE_INT64}).read(reading, 1, &number);
    if (number == static_cast<std::int64_t>(expected)) return;
    throw OutputError(context_.path,
                      fmt::format("cannot continue '{}': its {} is {}, that of this run {}; it belongs to "
                                  "another model",
                                  context_.path.string(), name, number, expected));
  };
  check_size("NumberOfPoints", points_);
  check_size("NumberOfCells", cells_);
  check_size("NumberOfConnectivityIds", mesh.connectivity.size());
}

/// Keeps the frames up to `last_time`.
void FieldWriter::Files::take_times(double last_time) {
  const Context reading{context_.path, "continue"};
  std::int64_t frames = 0;
  reading.check(H5Aread(steps_.count, H5T_NATIVE_INT64, &frames));
  times_.resize(std::min(static_cast<std::size_t>(frames), static_cast<std::size_t>(steps_.values.rows())));
  steps_.values.read(reading, times_.size(), times_.data());
  const auto later =
      std::find_if(times_.begin(), times_.end(), [&](double time) { return time > last_time; });
  times_.erase(later, times_.end());
  for (const double time : times_) index_.add(time);
  frames = static_cast<std::int64_t>(times_.size());
  context_.check(H5Awrite(steps_.count, H5T_NATIVE_INT64, &frames));
  steps_.values.resize(context_, times_.size());
}

std::size_t FieldWriter::Files::bytes_per_frame() const {
  std::size_t bytes = 1;
  for (std::size_t i = 0; i <= fields_.size(); ++i)
    bytes += 8 * rows_per_frame(i) * static_cast<std::size_t>(layout(i).components);
  return bytes;
}

void FieldWriter::Files::reserve(std::size_t frames) {
  const std::size_t wanted =
      expected_frames_ > frames ? expected_frames_ - frames : std::max(frames, frames_ahead);
  const std::size_t most = std::max(frames, bytes_ahead / bytes_per_frame());
  reserved_ = frames + std::max<std::size_t>(1, std::min(wanted, most));
  for (std::size_t i = 0; i < data_.size(); ++i) data_[i].resize(context_, rows_per_frame(i) * reserved_);
  reserve_offsets(frames);
}

void FieldWriter::Files::write_frame(double time, std::span<const double> points,
                                     std::span<const std::span<const double>> values) {
  const std::size_t frame = times_.size();
  if (frame >= reserved_) {
    const bool is_copy = open_copy();
    reserve(frame);
    appear(is_copy);
  }
  data_[0].write(context_, frame * points_, points_, points.data());
  for (std::size_t i = 1; i < data_.size(); ++i) {
    const hsize_t rows = rows_per_frame(i);
    assert(values[i - 1].size() == rows * static_cast<std::size_t>(fields_[i - 1].components));
    data_[i].write(context_, frame * rows, rows, values[i - 1].data());
  }
  steps_.values.resize(context_, frame + 1);
  steps_.values.write(context_, frame, 1, &time);
  const auto frames = static_cast<std::int64_t>(frame + 1);
  context_.check(H5Awrite(steps_.count, H5T_NATIVE_INT64, &frames));
  context_.check(H5Fflush(file_, H5F_SCOPE_LOCAL));
  times_.push_back(time);
  index_.add(time);
}

void FieldWriter::Files::reserve_offsets(std::size_t first) {
  std::vector<std::int64_t> points, cells;
  for (std::size_t frame = first; frame < reserved_; ++frame) {
    points.push_back(static_cast<std::int64_t>(frame * points_));
    cells.push_back(static_cast<std::int64_t>(frame * cells_));
  }
  for (RowDataset* dataset : {&steps_.point_offsets, &steps_.cell_offsets, &steps_.zeros, &steps_.ones}) {
    dataset->resize(context_, reserved_);
  }
  steps_.point_offsets.write(context_, first, points.size(), points.data());
  steps_.cell_offsets.write(context_, first, cells.size(), cells.data());
}

FieldWriter::FieldWriter(const std::filesystem::path& h5_file, const FieldMesh& mesh,
                         std::vector<Field> fields, const Metadata& metadata,
                         const FieldWriterOptions& options) {
  check_consistent(mesh, fields);
  files_ = std::make_unique<Files>(h5_file, mesh, std::move(fields), metadata, options);
}

FieldWriter::~FieldWriter() = default;
FieldWriter::FieldWriter(FieldWriter&&) noexcept = default;
FieldWriter& FieldWriter::operator=(FieldWriter&&) noexcept = default;

void FieldWriter::frame(double time, std::span<const double> points,
                        std::span<const std::span<const double>> values) {
  files_->frame(time, points, values);
}

std::size_t FieldWriter::frame_count() const { return files_->frame_count(); }

void FieldWriter::close() { files_->close(); }

}  // namespace jounce::io
