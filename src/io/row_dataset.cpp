#include "io/row_dataset.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/output_error.h"

namespace jounce::io::hdf5 {
namespace {

constexpr hsize_t smallest_chunk = 2048;    // bytes
constexpr hsize_t largest_chunk = 1 << 20;  // the size of HDF5's chunk cache

/// Rows per chunk: a block if it is of reasonable size, else several blocks or an equal part of one.
hsize_t chunk_rows(const RowDataset::Layout& layout) {
  if (layout.chunk_rows != 0) return layout.chunk_rows;
  const hsize_t block = std::max<hsize_t>(layout.block_rows, 1);
  const hsize_t bytes = block * static_cast<hsize_t>(layout.components) * H5Tget_size(layout.type);
  if (bytes < smallest_chunk) return block * ((smallest_chunk + bytes - 1) / bytes);
  const hsize_t parts = (bytes + largest_chunk - 1) / largest_chunk;
  return (block + parts - 1) / parts;
}

/// Rows per chunk of a dataset whose chunks are in the file as they are in memory; 0 for others.
hsize_t plain_chunk_rows(const Context& context, hid_t dataset, hid_t type) {
  const Handle properties(context.check(H5Dget_create_plist(dataset)), H5Pclose);
  const Handle own(context.check(H5Dget_type(dataset)), H5Tclose);
  if (H5Pget_layout(properties) != H5D_CHUNKED || H5Pget_nfilters(properties) != 0 ||
      H5Tequal(own, type) <= 0)
    return 0;
  hsize_t chunk[H5S_MAX_RANK] = {0};
  context.check(H5Pget_chunk(properties, H5S_MAX_RANK, chunk));
  return chunk[0];
}

int dimensions(int components) { return components == 1 ? 1 : 2; }

}  // namespace

RowDataset RowDataset::create(const Context& context, hid_t parent, const std::string& name,
                              const Layout& layout) {
  const int rank = dimensions(layout.components);
  const auto columns = static_cast<hsize_t>(layout.components);
  const hsize_t none[2] = {0, columns};
  const hsize_t most[2] = {H5S_UNLIMITED, columns};
  const hsize_t chunk[2] = {chunk_rows(layout), columns};
  const bool is_integer = H5Tget_class(layout.type) == H5T_INTEGER;

  const Handle properties(context.check(H5Pcreate(H5P_DATASET_CREATE)), H5Pclose);
  context.check(H5Pset_chunk(properties, rank, chunk));
  context.check(H5Pset_alloc_time(properties, H5D_ALLOC_TIME_EARLY));
  if (is_integer) {
    context.check(H5Pset_fill_value(properties, H5T_NATIVE_INT64, &layout.fill));
  } else {
    context.check(H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER));
  }

  RowDataset out;
  out.type_ = layout.type;
  out.components_ = layout.components;
  out.chunk_rows_ = chunk[0];
  out.file_space_ = Handle(context.check(H5Screate_simple(rank, none, most)), H5Sclose);
  out.dataset_ = Handle(context.check(H5Dcreate2(parent, name.c_str(), layout.type, out.file_space_,
                                                 H5P_DEFAULT, properties, H5P_DEFAULT)),
                        H5Dclose);
  return out;
}

RowDataset RowDataset::open(const Context& context, hid_t parent, const std::string& name,
                            const Layout& layout) {
  RowDataset out;
  out.type_ = layout.type;
  out.components_ = layout.components;
  out.dataset_ = Handle(context.check(H5Dopen2(parent, name.c_str(), H5P_DEFAULT)), H5Dclose);
  out.file_space_ = Handle(context.check(H5Dget_space(out.dataset_)), H5Sclose);
  hsize_t size[H5S_MAX_RANK] = {0, 1};
  const int rank = context.check(H5Sget_simple_extent_dims(out.file_space_, size, nullptr));
  const hsize_t columns = rank == 1 ? 1 : size[1];
  if (rank > 2 || columns != static_cast<hsize_t>(layout.components)) {
    throw OutputError(context.path,
                      fmt::format("cannot continue '{}': '{}' has {} components, this run writes {}",
                                  context.path.string(), name, columns, layout.components));
  }
  out.rows_ = size[0];
  out.chunk_rows_ = plain_chunk_rows(context, out.dataset_, layout.type);
  return out;
}

void RowDataset::resize(const Context& context, hsize_t rows) {
  const hsize_t size[2] = {rows, static_cast<hsize_t>(components_)};
  const hsize_t most[2] = {H5S_UNLIMITED, static_cast<hsize_t>(components_)};
  context.check(H5Dset_extent(dataset_, size));
  context.check(H5Sset_extent_simple(file_space_, dimensions(components_), size, most));
  rows_ = rows;
}

void RowDataset::write(const Context& context, hsize_t first, hsize_t count, const void* values) {
  if (count == 0) return;
  const hsize_t start[2] = {first, 0};
  const hsize_t block[2] = {count, static_cast<hsize_t>(components_)};
  if (count == chunk_rows_ && first % chunk_rows_ == 0) {
    // A whole chunk goes to the file as it is; H5Dwrite would clear and copy it.
    const std::size_t bytes = count * block[1] * H5Tget_size(type_);
    context.check(H5Dwrite_chunk(dataset_, H5P_DEFAULT, 0, start, bytes, values));
    return;
  }
  const Handle memory(context.check(H5Screate_simple(dimensions(components_), block, nullptr)), H5Sclose);
  context.check(H5Sselect_hyperslab(file_space_, H5S_SELECT_SET, start, nullptr, block, nullptr));
  context.check(H5Dwrite(dataset_, type_, memory, file_space_, H5P_DEFAULT, values));
}

void RowDataset::read(const Context& context, hsize_t count, void* values) const {
  if (count == 0) return;
  const hsize_t start[2] = {0, 0};
  const hsize_t block[2] = {count, static_cast<hsize_t>(components_)};
  const Handle memory(context.check(H5Screate_simple(dimensions(components_), block, nullptr)), H5Sclose);
  context.check(H5Sselect_hyperslab(file_space_, H5S_SELECT_SET, start, nullptr, block, nullptr));
  context.check(H5Dread(dataset_, type_, memory, file_space_, H5P_DEFAULT, values));
}

}  // namespace jounce::io::hdf5
