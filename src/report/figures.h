#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/draw.h"
#include "io/plot.h"
#include "io/temporary_folder.h"

namespace jounce::report {

/// Pictures as parts of a page: curves as SVG in a wide and a narrow form, of which the browser takes the one
/// that fits its window; fields as PNG. What cannot be drawn (nothing in the columns, no gnuplot) is left
/// out, and `troubles` says so once.
class Figures {
 public:
  /// Columns of a history; "" when they cannot be drawn.
  std::string curves(const io::PlotRequest& request, const std::string& caption);
  /// A frame of a field file.
  std::string field(const io::FieldFile& file, const io::DrawRequest& request, const std::string& caption);

  const std::vector<std::string>& troubles() const { return troubles_; }

 private:
  std::string svg(const io::PlotRequest& curves, int width);

  io::TemporaryFolder folder_{"report"};
  std::vector<std::string> troubles_;
};

/// Figures side by side where the window has room.
std::string grid(const std::string& figures);

}  // namespace jounce::report
