#pragma once

#include <cstdint>
#include <string>

#include "io/hdf5_file.h"

namespace jounce::io::hdf5 {

/// An extendable chunked dataset of rows to which blocks of rows are written, e.g. one field over all frames.
class RowDataset {
 public:
  struct Layout {
    hid_t type;              ///< of the numbers, in memory and in the file
    int components = 1;      ///< numbers per row; 1 makes the dataset one-dimensional
    hsize_t block_rows = 1;  ///< rows usually written at once; chunks follow them
    hsize_t chunk_rows = 0;  ///< 0: chosen
    std::int64_t fill = 0;   ///< value of rows never written (integer types; fields are not filled)
  };

  /// Creates an empty dataset `parent`/`name`.
  static RowDataset create(const Context& context, hid_t parent, const std::string& name,
                           const Layout& layout);
  /// Opens an existing one. Throws OutputError if it is missing or its rows have another number of
  /// components.
  static RowDataset open(const Context& context, hid_t parent, const std::string& name, const Layout& layout);

  /// Sets the number of rows; space for new ones is reserved in the file at once.
  void resize(const Context& context, hsize_t rows);
  /// Writes `count` rows from row `first` on; they exist already.
  void write(const Context& context, hsize_t first, hsize_t count, const void* values);
  /// Reads the first `count` rows.
  void read(const Context& context, hsize_t count, void* values) const;
  hsize_t rows() const { return rows_; }
  hid_t id() const { return dataset_; }

 private:
  hid_t type_ = -1;
  int components_ = 1;
  hsize_t rows_ = 0;
  hsize_t chunk_rows_ = 0;  ///< of chunks that can be written as they are; 0: none
  Handle dataset_;
  Handle file_space_;
};

}  // namespace jounce::io::hdf5
