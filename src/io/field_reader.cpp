#include "io/field_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "io/field_file.h"
#include "io/output_error.h"

namespace jounce::io {

LastFrame read_last_frame(const std::filesystem::path& h5_file, const std::string& field) {
  const FieldFile file(h5_file);
  if (file.times().empty()) throw std::runtime_error(fmt::format("'{}' has no frame", h5_file.string()));
  const auto& fields = file.fields();
  if (std::none_of(fields.begin(), fields.end(),
                   [&](const Field& known) { return known.name == field && known.on_points; }))
    throw OutputError(h5_file, fmt::format("'{}' has no field '{}' on points", h5_file.string(), field));
  const std::size_t last = file.times().size() - 1;
  return {file.times()[last], file.points(last), file.values(field, last)};
}

}  // namespace jounce::io
