#include <fmt/format.h>

#include "cli/commands.h"
#include "io/output_error.h"

namespace jounce::cli {

int view_command(const view::ViewRequest& request) {
  try {
    const view::View view = view::write_view(request);
    if (view.frames < view.all_frames)
      fmt::print(stderr, "jounce view: note: the page has {} of {} frames{}\n", view.frames, view.all_frames,
                 request.most_frames > 0 ? "" : "; --fields takes fewer fields and leaves room for more");
    fmt::print("{}\n", view.page.string());
    return kSuccess;
  } catch (const view::NotWritten& error) {
    fmt::print(stderr, "jounce view: {}\n", error.what());
    return kFailed;
  } catch (const io::OutputError& error) {
    fmt::print(stderr, "jounce view: {}\n", error.what());
    return kWrongInput;
  }
}

}  // namespace jounce::cli
