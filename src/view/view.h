#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "io/output_error.h"

namespace jounce::view {

/// What `jounce view` writes.
struct ViewRequest {
  std::filesystem::path result;     ///< folder of jounce run or jounce modes, or a file of fields
  std::filesystem::path output;     ///< empty: view.html in the folder
  int most_frames = 0;              ///< 0: as many as fit
  std::vector<std::string> fields;  ///< empty: all
  bool has_inside = true;           ///< values within solids, where the page has room for them
  double next = 0;                  ///< seconds after which the page looks for a newer one; 0: it does not
};

/// The page could not be written.
class NotWritten : public io::OutputError {
 public:
  using io::OutputError::OutputError;
};

/// A page that was written.
struct View {
  std::filesystem::path page;
  std::size_t frames = 0, all_frames = 0;  ///< in the page; of the result
  bool is_quantised = false;               ///< numbers have 16 bits
};

/// The text of a page that shows a result.
struct Page {
  std::string text;
  View view;
};

/// The page that write_view writes. Throws io::OutputError as that does.
Page page_of(const ViewRequest& request);

/// Writes one page that shows a result: nothing else is loaded. Throws io::OutputError: there are no fields,
/// no frames or no such field; NotWritten.
View write_view(const ViewRequest& request);

}  // namespace jounce::view
