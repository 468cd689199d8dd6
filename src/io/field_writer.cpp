#include "io/field_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "io/atomic_file.h"
#include "io/frame_store.h"
#include "io/output_error.h"
#include "io/sparse_copy.h"
#include "io/wall_clock.h"
#include "io/xdmf_index.h"

namespace jounce::io {
namespace {

constexpr std::size_t frames_ahead = 16;  // reserved at least
// Reserved at once at most, or as much as there is (the file is sparse there).
constexpr std::size_t bytes_ahead = 1024 * 1024 * 1024;
constexpr double index_seconds = 1.0;  // between two replacements of a long index

}  // namespace

/// The HDF5 file, its room for frames, and its XDMF index. Files appear, grow, shrink to their frames or lose
/// some at a restart as a temporary file that then replaces them: a run that is killed meanwhile leaves them
/// as they were.
class FieldWriter::Files {
 public:
  Files(const std::filesystem::path& h5_file, const FieldMesh& mesh, const std::vector<Field>& fields,
        const Metadata& metadata, const FieldWriterOptions& options)
      : path_(h5_file),
        index_path_(std::filesystem::path(h5_file).replace_extension(".xdmf")),
        points_(mesh.point_count()),
        fields_(fields.size()),
        expected_frames_(options.expected_frames),
        index_(h5_file.filename().string(), mesh, fields, mixed_topology(mesh).size(),
               metadata.contains("program") ? metadata.at("program") : std::string()),
        store_(h5_file, mesh, fields) {
    guarded([&] {
      bool is_temporary = true;
      if (!options.continue_after || !std::filesystem::exists(h5_file)) {
        store_.create(temporary_name(path_), mesh, metadata, options.scene);
      } else {
        is_temporary = open_copy();
        store_.check_sizes(mesh);
        take_times(*options.continue_after);
        if (expected_frames_ > 0) expected_frames_ += times_.size();
      }
      make_room();
      appear(is_temporary);
      write_index();
    });
  }

  ~Files() {
    try {
      close();
    } catch (const OutputError&) {
      // The caller who wants to know calls close().
    }
  }

  void frame(double time, std::span<const double> points, std::span<const std::span<const double>> values) {
    assert(points.size() == 3 * points_ && values.size() == fields_);
    if (!store_.is_open()) throw OutputError(path_, fmt::format("'{}' is closed", path_.string()));
    guarded([&] {
      // The first frame makes the index of the times; the others write where something is already.
      const bool is_full = times_.size() >= reserved_;
      const bool is_copy = (is_full || times_.empty()) && open_copy();
      if (is_full) make_room();
      store_.write(times_.size(), time, points, values);
      appear(is_copy);
      times_.push_back(time);
      index_.add(time);
      update_index();
    });
  }

  std::size_t frame_count() const { return times_.size(); }

  void close() {
    if (!store_.is_open()) return;
    guarded([&] {
      const bool is_copy = times_.size() < reserved_ && open_copy();
      reserved_ = times_.size();
      store_.reserve(reserved_, reserved_);
      appear(is_copy);
      write_index();
    });
    store_.release();
  }

 private:
  /// After an error what stands under the name of the file stays.
  template <class Action>
  void guarded(const Action& action) {
    const hdf5::Quiet quiet;
    try {
      action();
    } catch (...) {
      store_.release();
      std::error_code ignored;
      std::filesystem::remove(temporary_name(path_), ignored);
      throw;
    }
  }

  /// @return false where there is no room for a copy, and the file itself is open
  bool open_copy() {
    const std::filesystem::path temporary = temporary_name(path_);
    store_.release();
    const bool is_copy = copy_sparse(path_, temporary);
    store_.open(is_copy ? temporary : path_);
    return is_copy;
  }

  void appear(bool is_temporary) {
    store_.flush();
    if (is_temporary) replace_file(temporary_name(path_), path_, false);
  }

  /// Keeps the frames up to `last_time`.
  void take_times(double last_time) {
    times_ = store_.times();
    times_.erase(std::find_if(times_.begin(), times_.end(), [&](double time) { return time > last_time; }),
                 times_.end());
    for (const double time : times_) index_.add(time);
    store_.keep(times_.size());
  }

  void make_room() {
    const std::size_t frames = times_.size();
    const std::size_t wanted =
        expected_frames_ > frames ? expected_frames_ - frames : std::max(frames, frames_ahead);
    const std::size_t most = std::max(frames, bytes_ahead / store_.bytes_per_frame());
    reserved_ = frames + std::max<std::size_t>(1, std::min(wanted, most));
    store_.reserve(frames, reserved_);
  }

  void update_index() {
    const std::size_t frames = times_.size();
    if (frames >= indexed_ + std::max<std::size_t>(1, indexed_ / 8) ||
        coarse_seconds() - indexed_at_ > index_seconds) {
      write_index();
    }
  }

  void write_index() {
    write_atomically(index_path_, index_.text());
    indexed_ = times_.size();
    indexed_at_ = coarse_seconds();
  }

  std::filesystem::path path_, index_path_;
  std::size_t points_, fields_;
  std::size_t expected_frames_;
  XdmfIndex index_;
  FrameStore store_;
  std::vector<double> times_;
  std::size_t reserved_ = 0;  ///< frames that have room
  std::size_t indexed_ = 0;   ///< frames in the XDMF index
  double indexed_at_ = 0.0;
};

FieldWriter::FieldWriter(const std::filesystem::path& h5_file, const FieldMesh& mesh,
                         const std::vector<Field>& fields, const Metadata& metadata,
                         const FieldWriterOptions& options) {
  check_consistent(mesh, fields);
  files_ = std::make_unique<Files>(h5_file, mesh, fields, metadata, options);
}

FieldWriter::~FieldWriter() = default;
FieldWriter::FieldWriter(FieldWriter&&) noexcept = default;
FieldWriter& FieldWriter::operator=(FieldWriter&&) noexcept = default;

void FieldWriter::frame(double time, std::span<const double> points,
                        std::span<const std::span<const double>> values) {
  files_->frame(time, points, values);
}

std::size_t FieldWriter::frame_count() const { return files_->frame_count(); }

void FieldWriter::close() { files_->close(); }

}  // namespace jounce::io
