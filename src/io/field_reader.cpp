#include "io/field_reader.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "io/hdf5_file.h"

namespace jounce::io {
namespace {

/// The last `rows` of the first `end` rows of a dataset, all its columns.
std::vector<double> read_rows(const hdf5::Context& context, hid_t file, const std::string& name, hsize_t end,
                              hsize_t rows) {
  const hdf5::Handle dataset(context.check(H5Dopen2(file, name.c_str(), H5P_DEFAULT)), H5Dclose);
  const hdf5::Handle space(context.check(H5Dget_space(dataset)), H5Sclose);
  std::array<hsize_t, 2> size = {0, 1};
  if (context.check(H5Sget_simple_extent_ndims(space)) > 2) context.fail();
  context.check(H5Sget_simple_extent_dims(space, size.data(), nullptr));
  const std::array<hsize_t, 2> from = {end - rows, 0}, count = {rows, size[1]};
  if (end > size[0] || rows > end) context.fail();
  std::vector<double> values(count[0] * count[1]);
  const hdf5::Handle memory(context.check(H5Screate_simple(2, count.data(), nullptr)), H5Sclose);
  context.check(H5Sselect_hyperslab(space, H5S_SELECT_SET, from.data(), nullptr, count.data(), nullptr));
  if (!values.empty())
    context.check(H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values.data()));
  return values;
}

}  // namespace

LastFrame read_last_frame(const std::filesystem::path& h5_file, const std::string& field) {
  const hdf5::Quiet quiet;
  const hdf5::Context context{h5_file, "read"};
  const hdf5::Handle file = hdf5::open_file(context, false);
  const hdf5::Handle steps(context.check(H5Gopen2(file, "/VTKHDF/Steps", H5P_DEFAULT)), H5Gclose);
  const hdf5::Handle attribute(context.check(H5Aopen(steps, "NSteps", H5P_DEFAULT)), H5Aclose);
  unsigned long long frames = 0;
  context.check(H5Aread(attribute, H5T_NATIVE_ULLONG, &frames));
  if (frames == 0) throw std::runtime_error(fmt::format("'{}' has no frame", h5_file.string()));
  const auto points = static_cast<hsize_t>(read_rows(context, file, "/VTKHDF/NumberOfPoints", 1, 1).front());
  return {read_rows(context, file, "/VTKHDF/Steps/Values", frames, 1).front(),
          read_rows(context, file, "/VTKHDF/Points", frames * points, points),
          read_rows(context, file, "/VTKHDF/PointData/" + field, frames * points, points)};
}

}  // namespace jounce::io
