#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/line_file.h"
#include "run/run_record.h"

namespace jounce {

/// run.log of a folder of results: what the run said, in lines with the seconds since it began. A restart
/// goes on with the file. All lines are on the disk when `line` returns. A disk that is full stops the log,
/// not the run.
class RunLog {
 public:
  static constexpr const char* kFile = "run.log";

  RunLog() = default;  ///< of no file: lines go nowhere
  /// Begins with the date, the command, the program, the ranks and the notes of the record.
  RunLog(const std::filesystem::path& folder, io::LineFile::Start start, const RunRecord& record);

  /// Adds to the log of a run that has ended what an input file has to say.
  static void go_on(const std::filesystem::path& folder, const RunRecord& record,
                    const std::vector<std::string>& notes, std::string_view found);

  void line(std::string_view text);
  /// A line for each line of a message.
  void lines(std::string_view text);

 private:
  void open(const std::filesystem::path& folder, io::LineFile::Start start);

  std::unique_ptr<io::LineFile> file_;
  std::chrono::steady_clock::time_point begun_;
};

/// What a command without steps did, whose record is complete: the whole file.
void write_log(const std::filesystem::path& folder, const RunRecord& record);

/// The sentence at the end of a run: "4 warnings: 3 cuts of steps that did not converge, 1 of penetration";
/// empty without any.
std::string sum_of(const std::vector<RunRecord::Warning>& warnings);

}  // namespace jounce
