#pragma once

#include "io/hdf5_file.h"

namespace jounce::io::hdf5 {

/// Lets files that are opened with these properties be written by a driver of ours, which is HDF5's own
/// (POSIX) one but for this: HDF5 cannot close a file that it cannot write any more, keeps it open and
/// crashes at the end of the process. Here the first error is reported, and what is to be written later is
/// thrown away, so that all that belongs to the file can be closed. `flush` tells whether a file is one of
/// those.
void use_own_driver(const Context& context, hid_t access);

/// Writes what HDF5 holds back to the file. Throws OutputError, also for an earlier error that went
/// unnoticed.
void flush(const Context& context, hid_t file);

}  // namespace jounce::io::hdf5
