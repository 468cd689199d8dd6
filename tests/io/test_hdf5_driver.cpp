#include "io/hdf5_driver.h"

#include <gtest/gtest.h>

#include "child_process.h"
#include "io/checkpoint.h"
#include "io/field_writer.h"
#include "io/output_error.h"
#include "temporary_folder.h"

// HDF5 must be able to close files that cannot be written: what it keeps open makes it crash, or write its
// errors, at the end of the process.

namespace jounce::io {
namespace {

using test::TemporaryFolder;

/// Objects that HDF5 still holds; its end, where they would do harm.
int end_of_hdf5() {
  const ssize_t open = H5Fget_obj_count(static_cast<hid_t>(H5F_OBJ_ALL), H5F_OBJ_ALL);
  return open != 0 || H5close() < 0 ? 3 : 7;
}

int write_fields(const std::filesystem::path& file) {
  FieldMesh mesh;
  mesh.points.resize(3000);
  mesh.offsets = {0};
  try {
    FieldWriter writer(file, mesh, {{"velocity", "m/s", 3, true}, {"speed", "m/s", 1, true}});
    const std::vector<double> speed(1000);
    const std::vector<std::span<const double>> values = {mesh.points, speed};
    for (int k = 0; k < 30; ++k) writer.frame(k, mesh.points, values);
    writer.close();
    return 5;
  } catch (const OutputError&) {
    return 7;
  }
}

int write_checkpoint_file(const std::filesystem::path& file) {
  CheckpointWriter writer;
  const std::vector<double> numbers(4000, 1.5);
  for (int i = 0; i < 40; ++i)
    writer.put("entry " + std::to_string(i),
               std::span<const double>(numbers).first(static_cast<std::size_t>(100 * i)));
  try {
    writer.write(file);
    return 5;
  } catch (const OutputError&) {
    return 7;
  }
}

/// Whatever the size at which the disk is full.
TEST(Hdf5Driver, FilesThatCannotBeWrittenAreClosed) {
  int full = 0;
  for (rlim_t limit = 0; limit < 30000000; limit += limit < 100000 ? 3001 : limit / 9) {
    const TemporaryFolder folder;
    int status = test::with_file_limit(limit, [&] {
      const int written = write_fields(folder / "fields.vtkhdf");
      const int end = end_of_hdf5();
      return end == 7 ? written : end;
    });
    EXPECT_TRUE(status == 7 || (status == 5 && limit > 1000000)) << "fields, " << limit << ": " << status;
    if (status == 7) ++full;
    status = test::with_file_limit(limit, [&] {
      const int written = write_checkpoint_file(folder / "checkpoint.h5");
      const int end = end_of_hdf5();
      return end == 7 ? written : end;
    });
    EXPECT_TRUE(status == 7 || (status == 5 && limit > 500000)) << "checkpoint, " << limit << ": " << status;
    EXPECT_EQ(std::filesystem::exists(folder / "checkpoint.h5"), status == 5) << limit;
    if (status == 7) ++full;
  }
  EXPECT_GT(full, 60);
}

TEST(Hdf5Driver, TellsOfAnErrorThatWentUnnoticed) {
  const TemporaryFolder folder;
  const int status = test::with_file_limit(8000, [&] {
    const hdf5::Quiet quiet;
    const hdf5::Context context{folder / "a.h5", "write"};
    const hdf5::Handle file = hdf5::create_file(context);
    const std::vector<double> numbers(4000);
    try {
      hdf5::write_array(context, file, "numbers", H5T_NATIVE_DOUBLE, numbers.data(), numbers.size());
      hdf5::flush(context, file);  // at the latest: HDF5 may have kept the numbers
      return 2;
    } catch (const OutputError&) {
    }
    try {
      hdf5::flush(context, file);  // nothing fails any more
      return 4;
    } catch (const OutputError& error) {
      return std::string(error.what()).find("File too large") != std::string::npos ? 7 : 5;
    }
  });
  EXPECT_EQ(status, 7);
}

}  // namespace
}  // namespace jounce::io
