#include "io/frame_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "io/output_error.h"
#include "io/scene_record.h"
#include "io/xdmf_index.h"

namespace jounce::io {
namespace {

using hdf5::Context;
using hdf5::Handle;
using hdf5::RowDataset;

constexpr hsize_t file_block = 16 * 1024 * 1024;
constexpr hsize_t block_of_frames = 4;  // of a file that is continued
constexpr hsize_t steps_per_chunk = 512;
constexpr hsize_t times_per_chunk = 4096;  // their index grows while frames are written
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

FrameStore::FrameStore(const std::filesystem::path& file, const FieldMesh& mesh,
                       const std::vector<Field>& fields)
    : context_{file, "write"},
      reading_{file, "continue"},
      fields_(fields),
      points_(mesh.point_count()),
      cells_(mesh.cell_count()) {}

void FrameStore::release() {
  const hdf5::Quiet quiet;
  data_.clear();
  steps_ = {};
  file_.reset();
}

void FrameStore::create(const std::filesystem::path& path, const FieldMesh& mesh,
                        const FieldWriter::Metadata& metadata, const SceneRecord* scene) {
  file_ = hdf5::create_file({path, context_.action}, file_block);
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
  if (scene != nullptr) write_scene(context_, file_, *scene);
}

void FrameStore::create_steps(hid_t root) {
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
      RowDataset::create(context_, group, "Values", {H5T_NATIVE_DOUBLE, 1, 1, times_per_chunk, 0});
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

void FrameStore::write_metadata(const FieldWriter::Metadata& metadata,
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

void FrameStore::open(const std::filesystem::path& path) {
  // What is left of a block at the end of the run is a hole in the file: a few frames at most.
  const hsize_t block = std::min<hsize_t>(file_block, block_of_frames * bytes_per_frame());
  file_ = hdf5::open_file({path, reading_.action}, true, block);
  const Handle root(reading_.check(H5Gopen2(file_, "VTKHDF", H5P_DEFAULT)), H5Gclose);
  data_.push_back(RowDataset::open(reading_, root, "Points", layout(0)));
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    data_.push_back(RowDataset::open(
        reading_, root, std::string(fields_[i].on_points ? "PointData" : "CellData") + "/" + fields_[i].name,
        layout(i + 1)));
  }
  const Handle group(reading_.check(H5Gopen2(root, "Steps", H5P_DEFAULT)), H5Gclose);
  steps_.count = Handle(reading_.check(H5Aopen(group, "NSteps", H5P_DEFAULT)), H5Aclose);
  steps_.values = RowDataset::open(reading_, group, "Values", {H5T_NATIVE_DOUBLE});
  steps_.point_offsets = RowDataset::open(reading_, group, "PointOffsets", {H5T_NATIVE_INT64});
  steps_.zeros = RowDataset::open(reading_, group, "PartOffsets", {H5T_NATIVE_INT64});
  steps_.ones = RowDataset::open(reading_, group, "NumberOfParts", {H5T_NATIVE_INT64});
  steps_.cell_offsets = RowDataset::open(reading_, file_, "frame_cell_offsets", {H5T_NATIVE_INT64});
}

void FrameStore::check_sizes(const FieldMesh& mesh) const {
  const Handle root(reading_.check(H5Gopen2(file_, "VTKHDF", H5P_DEFAULT)), H5Gclose);
  const auto check_size = [&](const char* name, std::size_t expected) {
    std::int64_t number = -1;
    RowDataset::open(reading_, root, name, {H5T_NATIVE_INT64}).read(reading_, 1, &number);
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

std::vector<double> FrameStore::times() const {
  std::int64_t frames = 0;
  reading_.check(H5Aread(steps_.count, H5T_NATIVE_INT64, &frames));
  std::vector<double> times(
      std::min(static_cast<std::size_t>(frames), static_cast<std::size_t>(steps_.values.rows())));
  steps_.values.read(reading_, times.size(), times.data());
  return times;
}

void FrameStore::keep(std::size_t frames) {
  const auto count = static_cast<std::int64_t>(frames);
  context_.check(H5Awrite(steps_.count, H5T_NATIVE_INT64, &count));
  steps_.values.resize(context_, frames);
}

std::size_t FrameStore::bytes_per_frame() const {
  std::size_t bytes = 1;
  for (std::size_t i = 0; i <= fields_.size(); ++i)
    bytes += 8 * rows_per_frame(i) * static_cast<std::size_t>(layout(i).components);
  return bytes;
}

void FrameStore::reserve(std::size_t first, std::size_t frames) {
  for (std::size_t i = 0; i < data_.size(); ++i) data_[i].resize(context_, rows_per_frame(i) * frames);
  std::vector<std::int64_t> points, cells;
  for (std::size_t frame = first; frame < frames; ++frame) {
    points.push_back(static_cast<std::int64_t>(frame * points_));
    cells.push_back(static_cast<std::int64_t>(frame * cells_));
  }
  for (RowDataset* dataset : {&steps_.point_offsets, &steps_.cell_offsets, &steps_.zeros, &steps_.ones})
    dataset->resize(context_, frames);
  steps_.point_offsets.write(context_, first, points.size(), points.data());
  steps_.cell_offsets.write(context_, first, cells.size(), cells.data());
}

void FrameStore::write(std::size_t frame, double time, std::span<const double> points,
                       std::span<const std::span<const double>> values) {
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
}

}  // namespace jounce::io
