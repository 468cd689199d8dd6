#include "view/follow.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "io/draw.h"
#include "io/field_file.h"
#include "io/folder_lock.h"

namespace jounce::view {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// Writing a page takes at most this part of the time.
constexpr double kShareOfWriting = 0.1;

/// The frames of a run that goes on.
class FrameCount {
 public:
  explicit FrameCount(fs::path result) : result_(std::move(result)) {}

  /// 0 where there is none that can be read yet. Opens the file only when it was written to.
  std::size_t look() {
    try {
      const fs::path file = io::field_file_of(result_);
      std::error_code none;
      const fs::file_time_type changed = fs::last_write_time(file, none);
      if (frames_ == 0 || changed != changed_) frames_ = io::FieldFile(file).times().size();
      changed_ = changed;
    } catch (const io::OutputError&) {  // not there yet
    }
    return frames_;
  }

 private:
  fs::path result_;
  fs::file_time_type changed_;
  std::size_t frames_ = 0;
};

}  // namespace

View follow(const ViewRequest& request, const std::function<void(const View&)>& written, double look_every) {
  std::error_code none;
  const fs::path folder =
      fs::is_directory(request.result, none) ? request.result : fs::absolute(request.result).parent_path();
  FrameCount frames(request.result);
  std::size_t shown = 0;
  double pause = look_every;
  while (io::folder_user(folder)) {
    const Clock::time_point begin = Clock::now();
    if (const std::size_t count = frames.look(); count > shown) {
      ViewRequest of_now = request;
      of_now.next = std::max(2.0, pause);
      written(write_view(of_now));
      shown = count;
      const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
      pause = std::max(look_every, seconds / kShareOfWriting);
    }
    // The end of the run is not waited for longer than a look.
    const Clock::time_point again =
        begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(pause));
    do {
      std::this_thread::sleep_for(std::chrono::duration<double>(look_every));
    } while (Clock::now() < again && io::folder_user(folder));
  }
  const View last = write_view(request);
  written(last);
  return last;
}

}  // namespace jounce::view
