#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "io/field_writer.h"
#include "io/scene_record.h"

namespace jounce::io {

/// Field results that a FieldWriter wrote, opened for reading; any frame of any field.
class FieldFile {
 public:
  /// Throws OutputError: the file is missing, is no file of fields, or is damaged.
  explicit FieldFile(const std::filesystem::path& h5_file);
  ~FieldFile();
  FieldFile(FieldFile&&) noexcept;
  FieldFile& operator=(FieldFile&&) noexcept;

  const std::filesystem::path& path() const;
  /// A text that the writer was given: "title", "time_name", "time_unit"; "" when there is none.
  std::string metadata(const std::string& key) const;
  /// Topology; `points` is empty, see `points`, and so are `body` and `body_names`.
  const FieldMesh& mesh() const;
  std::vector<std::string> body_names() const;
  /// Shapes, sections and joints; an empty record where the file has none. Throws OutputError.
  SceneRecord scene() const;
  /// Those on points first, each group in the order of their names; of cells also the index of the body,
  /// "body".
  const std::vector<Field>& fields() const;
  const std::vector<double>& times() const;  ///< of the frames

  /// Positions in a frame, 3 per point. Throws OutputError when they cannot be read.
  std::vector<double> points(std::size_t frame) const;
  /// components * (points or cells) numbers of a frame, point by point. Throws OutputError, and
  /// std::out_of_range when there is no such field or frame.
  std::vector<double> values(const std::string& field, std::size_t frame) const;

 private:
  class Content;
  std::unique_ptr<Content> content_;
};

}  // namespace jounce::io
