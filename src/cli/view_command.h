#pragma once

#include "view/view.h"

namespace jounce::cli {

struct ViewArguments {
  view::ViewRequest request;
  bool follow = false;  ///< as long as a run writes into the folder
};

/// `jounce view` writes a page that shows a result.
int view_command(const ViewArguments& arguments);

}  // namespace jounce::cli
