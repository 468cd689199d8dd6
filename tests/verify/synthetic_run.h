#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "../io/temporary_folder.h"

namespace jounce::verify {

inline void write_file(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

using io::test::TemporaryFolder;

/// A gap that closes at t = 2 and stays closed, and two impacts.
inline void write_synthetic_run(const std::filesystem::path& folder) {
  write_file(folder / "history.csv",
             "time,gap,contact_impulse,energy_total\n"
             "0,2,0,10\n"
             "1,1,0,10\n"
             "2,0,4,6\n"
             "3,0,2,6.5\n"
             "4,0,2,5\n");
  write_file(folder / "events.csv",
             "time,contact,impulse,velocity_before,velocity_after,energy_lost\n"
             "2,left,4,-1,0.5,3\n"
             "2.5,right,0.25,-0.5,0.25,0.1\n"
             "3,left,2,-0.5,0.25,1\n");
}

}  // namespace jounce::verify
