#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "io/checkpoint.h"
#include "io/line_file.h"

namespace jounce {

/// How far files of rows reached when a checkpoint was written, by file.
using FileMarks = std::map<std::string, io::FileMark>;

void put_mark(io::CheckpointWriter& writer, const std::string& file, const io::FileMark& mark);
/// Those of the files that the checkpoint knows of.
FileMarks read_marks(const io::CheckpointReader& reader, const std::vector<std::string>& files);

/// A restart continues the files of rows that its folder holds: rows after the checkpoint's time are cut off.
/// All files are checked before any is shortened; in another folder than that of the checkpoint they may be
/// missing. Throws io::OutputError.
/// @param tolerance  separates the times of different steps
std::map<std::string, io::LineFile::Start> continue_files(const std::filesystem::path& folder,
                                                          const std::filesystem::path& checkpoint,
                                                          const std::vector<std::string>& files,
                                                          const FileMarks& marks, double time,
                                                          double tolerance);

}  // namespace jounce
