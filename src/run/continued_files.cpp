#include "run/continued_files.h"

#include <fmt/format.h>

#include <array>

#include "io/output_error.h"

namespace jounce {

void put_mark(io::CheckpointWriter& writer, const std::string& file, const io::FileMark& mark) {
  const auto number = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
  const std::array<std::int64_t, 3> values = {number(mark.bytes), number(mark.lines), number(mark.checksum)};
  writer.put("file." + file, std::span<const std::int64_t>(values));
}

FileMarks read_marks(const io::CheckpointReader& reader, const std::vector<std::string>& files) {
  FileMarks marks;
  for (const std::string& file : files) {
    const std::string name = "file." + file;
    if (!reader.has(name)) continue;  // a checkpoint of an older version, or no such file
    const auto& values = reader.integers(name);
    if (values.size() != 3) continue;
    const auto number = [&](std::size_t i) { return static_cast<std::uint64_t>(values[i]); };
    marks[file] = {number(0), number(1), number(2)};
  }
  return marks;
}

std::map<std::string, io::LineFile::Start> continue_files(const std::filesystem::path& folder,
                                                          const std::filesystem::path& checkpoint,
                                                          const std::vector<std::string>& files,
                                                          const FileMarks& marks, double time,
                                                          double tolerance) {
  std::error_code none;  // a checkpoint that is not there was refused before
  const bool is_own =
      std::filesystem::equivalent(std::filesystem::absolute(checkpoint).parent_path(), folder, none);
  std::map<std::string, io::LineFile::Start> starts;
  std::map<std::string, std::size_t> lengths;
  for (const std::string& file : files) {
    const auto mark = marks.find(file);
    if (std::filesystem::exists(folder / file)) {
      starts[file] = io::LineFile::Start::append;
      if (mark != marks.end())
        lengths[file] = io::length_to_keep(folder / file, mark->second, time, tolerance, is_own);
    } else if (is_own && mark != marks.end() && mark->second.lines > 1) {
      throw io::OutputError(
          folder / file, fmt::format("cannot continue '{}': the file is missing, but the checkpoint records "
                                     "{} rows in it; restore the file, or choose another folder with -o",
                                     (folder / file).string(), mark->second.lines - 1));
    }
  }
  for (const auto& [file, start] : starts) {
    const auto length = lengths.find(file);
    if (length == lengths.end())
      io::truncate_after(folder / file, time, tolerance);
    else
      io::shorten_file(folder / file, length->second);
  }
  return starts;
}

}  // namespace jounce
