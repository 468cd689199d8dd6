#include "cli/view_command.h"

#include <fmt/format.h>

#include "cli/commands.h"
#include "io/output_error.h"
#include "view/follow.h"

namespace jounce::cli {
namespace {

void say_frames(const view::ViewRequest& request, const view::View& view) {
  if (view.frames < view.all_frames)
    fmt::print(stderr, "jounce view: note: the page has {} of {} frames{}\n", view.frames, view.all_frames,
               request.most_frames > 0 ? "" : "; --fields takes fewer fields and leaves room for more");
}

/// Names the page when it is there, and says how many frames it has in the end.
void follow_run(const view::ViewRequest& request) {
  bool is_there = false;
  const view::View last = view::follow(request, [&](const view::View& view) {
    if (!is_there) fmt::print("{}\n", view.page.string());
    std::fflush(stdout);
    is_there = true;
  });
  say_frames(request, last);
  fmt::print(stderr, "jounce view: no run writes into the folder any more; {} frame{}\n", last.all_frames,
             last.all_frames == 1 ? "" : "s");
}

}  // namespace

int view_command(const ViewArguments& arguments) {
  const view::ViewRequest& request = arguments.request;
  try {
    if (arguments.follow) {
      follow_run(request);
      return kSuccess;
    }
    const view::View view = view::write_view(request);
    say_frames(request, view);
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
