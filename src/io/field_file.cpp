#include "io/field_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "io/hdf5_file.h"
#include "io/output_error.h"

namespace jounce::io {
namespace {

using hdf5::Context;
using hdf5::Handle;

constexpr const char* kStatic = "body";  // has no frames

/// Rows and columns of a dataset.
std::array<hsize_t, 2> size_of(const Context& context, hid_t dataset) {
  const Handle space(context.check(H5Dget_space(dataset)), H5Sclose);
  std::array<hsize_t, 2> size = {0, 1};
  if (context.check(H5Sget_simple_extent_ndims(space)) > 2) context.fail();
  context.check(H5Sget_simple_extent_dims(space, size.data(), nullptr));
  return size;
}

/// Rows [first, first + count) of a dataset, all its columns.
template <class Number>
std::vector<Number> read_rows(const Context& context, hid_t file, const std::string& name, hid_t type,
                              hsize_t first, hsize_t count) {
  const Handle dataset(context.check(H5Dopen2(file, name.c_str(), H5P_DEFAULT)), H5Dclose);
  const std::array<hsize_t, 2> size = size_of(context, dataset);
  if (first + count > size[0])
    throw OutputError(context.path, fmt::format("cannot read '{}': {} has {} rows, not {}",
                                                context.path.string(), name, size[0], first + count));
  std::vector<Number> values(count * size[1]);
  if (values.empty()) return values;
  const std::array<hsize_t, 2> from = {first, 0}, extent = {count, size[1]};
  const Handle space(context.check(H5Dget_space(dataset)), H5Sclose);
  const Handle memory(context.check(H5Screate_simple(2, extent.data(), nullptr)), H5Sclose);
  context.check(H5Sselect_hyperslab(space, H5S_SELECT_SET, from.data(), nullptr, extent.data(), nullptr));
  context.check(H5Dread(dataset, type, memory, space, H5P_DEFAULT, values.data()));
  return values;
}

/// Text attribute, or "" when there is none.
std::string read_string(const Context& context, hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) return {};
  const Handle attribute(context.check(H5Aopen(object, name, H5P_DEFAULT)), H5Aclose);
  const Handle type(context.check(H5Aget_type(attribute)), H5Tclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0) return {};
  std::string text(H5Tget_size(type), '\0');
  context.check(H5Aread(attribute, type, text.data()));
  text.resize(std::min(text.size(), text.find('\0')));
  return text;
}

}  // namespace

class FieldFile::Content {
 public:
  explicit Content(const std::filesystem::path& h5_file) : context{h5_file, "read"} {
    const hdf5::Quiet quiet;
    file = hdf5::open_file(context, false);
    if (H5Lexists(file, "VTKHDF", H5P_DEFAULT) <= 0 || H5Lexists(file, "VTKHDF/Steps", H5P_DEFAULT) <= 0)
      throw OutputError(context.path,
                        fmt::format("there are no field results in '{}'", context.path.string()));
    const Handle steps(context.check(H5Gopen2(file, "/VTKHDF/Steps", H5P_DEFAULT)), H5Gclose);
    const Handle attribute(context.check(H5Aopen(steps, "NSteps", H5P_DEFAULT)), H5Aclose);
    unsigned long long frames = 0;
    context.check(H5Aread(attribute, H5T_NATIVE_ULLONG, &frames));
    // A run that was killed in the middle of a frame has counted it before its time was there.
    const Handle values(context.check(H5Dopen2(steps, "Values", H5P_DEFAULT)), H5Dclose);
    frames = std::min<unsigned long long>(frames, size_of(context, values)[0]);
    times = read_rows<double>(context, file, "/VTKHDF/Steps/Values", H5T_NATIVE_DOUBLE, 0, frames);
    read_topology();
    add_fields("PointData", true);
    add_fields("CellData", false);
  }

  Context context;
  Handle file;
  FieldMesh mesh;
  std::size_t points = 0;
  std::vector<Field> fields;
  std::vector<double> times;

 private:
  hsize_t number(const std::string& name) const {
    return read_rows<hsize_t>(context, file, "/VTKHDF/" + name, H5T_NATIVE_HSIZE, 0, 1).front();
  }

  void read_topology() {
    points = number("NumberOfPoints");
    const hsize_t cells = number("NumberOfCells");
    mesh.connectivity = read_rows<std::int64_t>(context, file, "/VTKHDF/Connectivity", H5T_NATIVE_INT64, 0,
                                                number("NumberOfConnectivityIds"));
    mesh.offsets = read_rows<std::int64_t>(context, file, "/VTKHDF/Offsets", H5T_NATIVE_INT64, 0, cells + 1);
    mesh.types = read_rows<std::uint8_t>(context, file, "/VTKHDF/Types", H5T_NATIVE_UINT8, 0, cells);
    const auto total = static_cast<std::int64_t>(points);
    const auto ids = static_cast<std::int64_t>(mesh.connectivity.size());
    const bool is_sound = std::is_sorted(mesh.offsets.begin(), mesh.offsets.end()) &&
                          mesh.offsets.front() == 0 && mesh.offsets.back() == ids &&
                          std::all_of(mesh.connectivity.begin(), mesh.connectivity.end(),
                                      [&](std::int64_t i) { return i >= 0 && i < total; });
    if (!is_sound)
      throw OutputError(context.path, fmt::format("cannot read '{}': its cells name points that do not exist",
                                                  context.path.string()));
  }

  void add_fields(const std::string& group_name, bool on_points) {
    const Handle group(context.check(H5Gopen2(file, ("/VTKHDF/" + group_name).c_str(), H5P_DEFAULT)),
                       H5Gclose);
    H5G_info_t info;
    context.check(H5Gget_info(group, &info));
    for (hsize_t i = 0; i < info.nlinks; ++i) {
      std::string name(256, '\0');
      const auto length = context.check(H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i,
                                                           name.data(), name.size(), H5P_DEFAULT));
      name.resize(std::min(static_cast<std::size_t>(length), name.size() - 1));
      const Handle dataset(context.check(H5Dopen2(group, name.c_str(), H5P_DEFAULT)), H5Dclose);
      const auto components = static_cast<int>(size_of(context, dataset)[1]);
      fields.push_back({name, read_string(context, dataset, "unit"), components, on_points});
    }
  }
};

FieldFile::FieldFile(const std::filesystem::path& h5_file) : content_(std::make_unique<Content>(h5_file)) {}
FieldFile::~FieldFile() = default;
FieldFile::FieldFile(FieldFile&&) noexcept = default;
FieldFile& FieldFile::operator=(FieldFile&&) noexcept = default;

const std::filesystem::path& FieldFile::path() const { return content_->context.path; }
const FieldMesh& FieldFile::mesh() const { return content_->mesh; }
const std::vector<Field>& FieldFile::fields() const { return content_->fields; }
const std::vector<double>& FieldFile::times() const { return content_->times; }

std::string FieldFile::metadata(const std::string& key) const {
  const hdf5::Quiet quiet;
  const Context& context = content_->context;
  if (H5Lexists(content_->file, "metadata", H5P_DEFAULT) <= 0) return {};
  const Handle group(context.check(H5Gopen2(content_->file, "metadata", H5P_DEFAULT)), H5Gclose);
  return read_string(context, group, key.c_str());
}

std::vector<std::string> FieldFile::body_names() const {
  const hdf5::Quiet quiet;
  const Context& context = content_->context;
  const Handle dataset(context.check(H5Dopen2(content_->file, "/metadata/body_names", H5P_DEFAULT)),
                       H5Dclose);
  const Handle type(context.check(H5Dget_type(dataset)), H5Tclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0) return {};
  const std::size_t width = H5Tget_size(type);
  const hsize_t count = size_of(context, dataset)[0];
  std::string flat(width * count, '\0');
  if (count > 0) context.check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, flat.data()));
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = flat.substr(i * width, width);
    names.push_back(name.substr(0, name.find('\0')));
  }
  return names;
}

SceneRecord FieldFile::scene() const {
  return read_scene(content_->context, content_->file, content_->points);
}

std::vector<double> FieldFile::points(std::size_t frame) const {
  const hdf5::Quiet quiet;
  if (frame >= times().size()) throw std::out_of_range("no such frame");
  return read_rows<double>(content_->context, content_->file, "/VTKHDF/Points", H5T_NATIVE_DOUBLE,
                           frame * content_->points, content_->points);
}

std::vector<double> FieldFile::values(const std::string& field, std::size_t frame) const {
  const hdf5::Quiet quiet;
  const auto found =
      std::find_if(fields().begin(), fields().end(), [&](const Field& f) { return f.name == field; });
  if (found == fields().end() || frame >= times().size()) throw std::out_of_range("no such field or frame");
  const std::size_t rows = found->on_points ? content_->points : mesh().cell_count();
  const bool is_static = !found->on_points && field == kStatic;
  return read_rows<double>(content_->context, content_->file,
                           (found->on_points ? "/VTKHDF/PointData/" : "/VTKHDF/CellData/") + field,
                           H5T_NATIVE_DOUBLE, is_static ? 0 : frame * rows, rows);
}

}  // namespace jounce::io
