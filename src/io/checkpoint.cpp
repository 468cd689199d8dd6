#include "io/checkpoint.h"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>

#include "io/atomic_file.h"
#include "io/csv.h"
#include "io/file_seal.h"
#include "io/hdf5_driver.h"
#include "io/hdf5_file.h"

namespace jounce::io {
namespace {

constexpr std::int64_t format_version = 1;
constexpr const char* version_name = "jounce_checkpoint";
constexpr std::string_view hdf5_mark = "\x89HDF\r\n\x1a\n";

[[noreturn]] void refuse(const std::filesystem::path& path, std::string_view reason) {
  throw CheckpointError(
      path, fmt::format("cannot restart from '{}': {}; expected a checkpoint of format version {} "
                        "written by jounce",
                        path.string(), reason, format_version));
}

template <class Value>
std::vector<Value> read_values(const hdf5::Context& context, hid_t group, const char* name, hid_t type) {
  const hdf5::Handle dataset(context.check(H5Dopen2(group, name, H5P_DEFAULT)), H5Dclose);
  const hdf5::Handle space(context.check(H5Dget_space(dataset)), H5Sclose);
  std::vector<Value> values(static_cast<std::size_t>(context.check(H5Sget_simple_extent_npoints(space))));
  if (!values.empty()) context.check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  return values;
}

std::string read_string_dataset(const hdf5::Context& context, hid_t group, const char* name) {
  const hdf5::Handle dataset(context.check(H5Dopen2(group, name, H5P_DEFAULT)), H5Dclose);
  const hdf5::Handle space(context.check(H5Dget_space(dataset)), H5Sclose);
  if (H5Sget_simple_extent_type(space) == H5S_NULL) return {};
  const hdf5::Handle type(context.check(H5Dget_type(dataset)), H5Tclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0)
    refuse(context.path, "its content is damaged");
  std::string text(H5Tget_size(type), '\0');
  context.check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()));
  return text;
}

/// Calls read(group, name) for every entry of the group.
template <class Read>
void for_entries(const hdf5::Context& context, hid_t file, const char* group_name, const Read& read) {
  const hdf5::Handle group(context.check(H5Gopen2(file, group_name, H5P_DEFAULT)), H5Gclose);
  H5G_info_t info{};
  context.check(H5Gget_info(group, &info));
  for (hsize_t i = 0; i < info.nlinks; ++i) {
    const auto by_name = [&](char* out, std::size_t size) {
      return static_cast<std::size_t>(context.check(
          H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, out, size, H5P_DEFAULT)));
    };
    std::string name(by_name(nullptr, 0), '\0');
    by_name(name.data(), name.size() + 1);
    read(static_cast<hid_t>(group), name);
  }
}

template <class Value>
Value read_attribute(const hdf5::Context& context, hid_t file, const char* name, hid_t type) {
  const hdf5::Handle attribute(context.check(H5Aopen(file, name, H5P_DEFAULT)), H5Aclose);
  Value value{};
  context.check(H5Aread(attribute, type, &value));
  return value;
}

/// Refuses everything but whole checkpoints, before HDF5 sees the file: it does not stand damaged files well.
void check_whole(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path))
    throw CheckpointError(path,
                          fmt::format("cannot restart from '{}': there is no such file", path.string()));
  if (!std::filesystem::is_regular_file(path)) refuse(path, "it is not a file");
  const std::string bytes = read_text(path);
  if (!bytes.starts_with(hdf5_mark)) refuse(path, "it is not an HDF5 file, or its beginning is damaged");
  const Seal seal = check_seal(bytes);
  if (seal == Seal::missing) refuse(path, "it is not a checkpoint, or it is truncated");
  if (seal == Seal::wrong) refuse(path, "it is damaged (wrong checksum)");
}

CheckpointContent read_content(const std::filesystem::path& path) {
  const hdf5::Context context{path, "read"};
  const hdf5::Handle file = hdf5::open_file(context, false);
  if (H5Aexists(file, version_name) <= 0) refuse(path, "it is not a checkpoint");
  const auto version = read_attribute<std::int64_t>(context, file, version_name, H5T_NATIVE_INT64);
  if (version != format_version) refuse(path, fmt::format("it has the format version {}", version));
  CheckpointContent content;
  for_entries(context, file, "doubles", [&](hid_t group, const std::string& name) {
    content.doubles[name] = read_values<double>(context, group, name.c_str(), H5T_NATIVE_DOUBLE);
  });
  for_entries(context, file, "integers", [&](hid_t group, const std::string& name) {
    content.integers[name] = read_values<std::int64_t>(context, group, name.c_str(), H5T_NATIVE_INT64);
  });
  for_entries(context, file, "texts", [&](hid_t group, const std::string& name) {
    content.texts[name] = read_string_dataset(context, group, name.c_str());
  });
  return content;
}

void write_content(const std::filesystem::path& path, const CheckpointContent& content) {
  const hdf5::Context context{path, "write"};
  hdf5::Handle file = hdf5::create_file(context);
  hdf5::write_attribute(context, file, version_name, H5T_NATIVE_INT64, &format_version, 1);
  const hdf5::Handle doubles = hdf5::create_group(context, file, "doubles");
  for (const auto& [name, values] : content.doubles) {
    hdf5::write_array(context, doubles, name, H5T_NATIVE_DOUBLE, values.data(), values.size());
  }
  const hdf5::Handle integers = hdf5::create_group(context, file, "integers");
  for (const auto& [name, values] : content.integers) {
    hdf5::write_array(context, integers, name, H5T_NATIVE_INT64, values.data(), values.size());
  }
  const hdf5::Handle texts = hdf5::create_group(context, file, "texts");
  for (const auto& [name, text] : content.texts) hdf5::write_text(context, texts, name, text);
  hdf5::flush(context, file);
}

}  // namespace

void CheckpointWriter::check_name(std::string_view name) const {
  const bool twice =
      content_.doubles.contains(name) || content_.integers.contains(name) || content_.texts.contains(name);
  if (twice || name.empty() || name == "." || name.find('/') != std::string_view::npos ||
      name.find('\0') != std::string_view::npos) {
    throw std::invalid_argument(
        fmt::format("checkpoint entry '{}' is empty, holds '/', or occurs twice", name));
  }
}

void CheckpointWriter::put(std::string_view name, std::span<const double> values) {
  check_name(name);
  content_.doubles.emplace(name, std::vector<double>(values.begin(), values.end()));
}

void CheckpointWriter::put(std::string_view name, std::span<const std::int64_t> values) {
  check_name(name);
  content_.integers.emplace(name, std::vector<std::int64_t>(values.begin(), values.end()));
}

void CheckpointWriter::put(std::string_view name, std::string_view text) {
  check_name(name);
  content_.texts.emplace(name, text);
}

void CheckpointWriter::write(const std::filesystem::path& path) const {
  const hdf5::Quiet quiet;
  const std::filesystem::path temporary = temporary_name(path);
  try {
    write_content(temporary, content_);
    seal_file(temporary);
    replace_file(temporary, path, true);
  } catch (const OutputError& error) {
    std::remove(temporary.c_str());
    throw CheckpointError(path, fmt::format("checkpoint not written: {}", error.what()));
  }
}

CheckpointReader::CheckpointReader(const std::filesystem::path& path) : path_(path) {
  const hdf5::Quiet quiet;
  try {
    check_whole(path);
    content_ = read_content(path);
  } catch (const CheckpointError&) {
    throw;
  } catch (const OutputError& error) {
    refuse(path, fmt::format("it cannot be read ({})", error.what()));
  }
}

bool CheckpointReader::has(std::string_view name) const {
  return content_.doubles.contains(name) || content_.integers.contains(name) || content_.texts.contains(name);
}

std::vector<std::string> CheckpointReader::names() const {
  std::vector<std::string> names;
  for (const auto& entry : content_.doubles) names.push_back(entry.first);
  for (const auto& entry : content_.integers) names.push_back(entry.first);
  for (const auto& entry : content_.texts) names.push_back(entry.first);
  return names;
}

void CheckpointReader::fail_missing(std::string_view name, std::string_view kind) const {
  refuse(path_,
         fmt::format("its entry '{}' {} {}", name, has(name) ? "is not" : "is missing; it should be", kind));
}

const std::vector<double>& CheckpointReader::doubles(std::string_view name) const {
  const auto found = content_.doubles.find(name);
  if (found == content_.doubles.end()) fail_missing(name, "an array of doubles");
  return found->second;
}

const std::vector<std::int64_t>& CheckpointReader::integers(std::string_view name) const {
  const auto found = content_.integers.find(name);
  if (found == content_.integers.end()) fail_missing(name, "an array of integers");
  return found->second;
}

const std::string& CheckpointReader::text(std::string_view name) const {
  const auto found = content_.texts.find(name);
  if (found == content_.texts.end()) fail_missing(name, "a text");
  return found->second;
}

double CheckpointReader::number(std::string_view name) const {
  const auto& values = doubles(name);
  if (values.size() != 1) fail_missing(name, "a single number");
  return values[0];
}

std::int64_t CheckpointReader::integer(std::string_view name) const {
  const auto& values = integers(name);
  if (values.size() != 1) fail_missing(name, "a single integer");
  return values[0];
}

}  // namespace jounce::io
