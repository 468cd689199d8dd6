#include "input_files/restart_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "io/atomic_file.h"
#include "io/checksum.h"
#include "keyword/restart_file.h"
#include "la/petsc.h"
#include "params/node_text.h"

namespace jounce {
namespace {

using params::Node;

void append_size(std::string& bytes, std::size_t size) {
  const auto wide = static_cast<std::uint64_t>(size);
  bytes.append(reinterpret_cast<const char*>(&wide), sizeof wide);
}

template <class Entries>
void append_entries(std::string& bytes, const Entries& entries) {
  append_size(bytes, entries.size());
  for (const auto& [name, values] : entries) {
    append_size(bytes, name.size());
    bytes += name;
    append_size(bytes, values.size());
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof values[0]);
  }
}

/// Takes bytes apart from their beginning on.
class StateBytes {
 public:
  explicit StateBytes(std::string_view bytes) : rest_(bytes) {}

  template <class Entries>
  void take(Entries& entries) {
    for (std::size_t count = size(); count > 0; --count) {
      std::string name;
      take_values(name);
      take_values(entries[name]);
    }
  }
  bool is_at_end() const { return rest_.empty(); }

 private:
  template <class Values>
  void take_values(Values& values) {
    const std::size_t count = size(), width = sizeof values[0];
    if (count > rest_.size() / width) throw std::runtime_error("the states end early");
    values.resize(count);
    if (count > 0) std::memcpy(values.data(), rest_.data(), count * width);
    rest_.remove_prefix(count * width);
  }
  std::size_t size() {
    std::uint64_t wide = 0;
    if (rest_.size() < sizeof wide) throw std::runtime_error("the states end early");
    std::memcpy(&wide, rest_.data(), sizeof wide);
    rest_.remove_prefix(sizeof wide);
    return static_cast<std::size_t>(wide);
  }

  std::string_view rest_;
};

/// An entry but for the steps in which it acts.
std::string text_of(Node entry) {
  std::erase_if(entry.children, [](const Node& child) { return child.key == "steps"; });
  return params::to_toml(entry);
}

bool acts_in(const Node& entry, const std::string& step) {
  const Node* steps = entry.find("steps");
  return steps == nullptr ||
         std::ranges::any_of(steps->children, [&](const Node& name) { return name.text == step; });
}

std::string name_in(const Node& entry) {
  const Node* name = entry.find("name");
  return name != nullptr ? name->text : std::string();
}

std::string prefix_of(int step) { return fmt::format("step {}: ", step); }

/// Entries with a prefix to their names, or those that have it without.
template <class Entries>
void add_with_prefix(const Entries& from, const std::string& prefix, Entries& to) {
  for (const auto& [name, values] : from) to[prefix + name] = values;
}
template <class Entries>
void take_prefix(const Entries& from, const std::string& prefix, Entries& to) {
  for (const auto& [name, values] : from)
    if (name.starts_with(prefix)) to[name.substr(prefix.size())] = values;
}

}  // namespace

std::string to_bytes(const io::CheckpointContent& content) {
  std::string bytes;
  append_entries(bytes, content.doubles);
  append_entries(bytes, content.integers);
  append_entries(bytes, content.texts);
  return bytes;
}

io::CheckpointContent from_bytes(const std::string& bytes) {
  io::CheckpointContent content;
  StateBytes reader(bytes);
  reader.take(content.doubles);
  reader.take(content.integers);
  reader.take(content.texts);
  if (!reader.is_at_end()) throw std::runtime_error("there is more behind the states");
  return content;
}

std::string meaning_of_state(const keyword::Translation& translation, std::size_t k) {
  const std::string step = fmt::format("step_{}", translation.steps[k] + 1);
  io::Checksum points;
  for (const Vector3& point : translation.mesh.points)
    points.add({reinterpret_cast<const char*>(point.data()), sizeof(double) * 3});
  std::string text =
      fmt::format("points of the mesh\t{} {:016x}\n", translation.mesh.points.size(), points.value());
  for (const char* kind : {"material", "element", "joint", "contact"})
    if (const Node* entries = translation.model.find(kind); entries != nullptr)
      for (const Node& entry : entries->children)
        if (acts_in(entry, step)) text += fmt::format("{} '{}'\t{}\n", kind, name_in(entry), text_of(entry));
  return text;
}

std::string difference(const std::string& before, const std::string& now) {
  std::istringstream old_lines(before), new_lines(now);
  for (std::string was, is; true;) {
    const bool had = static_cast<bool>(std::getline(old_lines, was));
    const bool has = static_cast<bool>(std::getline(new_lines, is));
    if (!had && !has) return {};
    if (had && has && was == is) continue;
    const std::string& line = has ? is : was;
    return line.substr(0, line.find('\t'));
  }
}

RestartWriter::RestartWriter(const keyword::Input& input, std::filesystem::path file)
    : input_(input), file_(std::move(file)) {}

bool RestartWriter::keeps(std::size_t step) const {
  const keyword::RestartWrite& write = input_.steps[step].restart;
  const bool counts_increments = input_.is_of_abaqus;  // the ends of all steps are among those
  return !file_.empty() && write.every > 0 &&
         (counts_increments || (step + 1) % static_cast<std::size_t>(write.every) == 0);
}

bool RestartWriter::needs(std::size_t step) const {
  for (; step < input_.steps.size(); ++step)
    if (keeps(step)) return true;
  return false;
}

void RestartWriter::state(std::size_t step, const io::CheckpointWriter& state) {
  now_ = state.content();
  now_->integers["number"] = {static_cast<std::int64_t>(step)};
}

void RestartWriter::step_done(std::size_t step, double time) {
  if (!keeps(step)) return;
  if (input_.steps[step].restart.overlay) {
    all_ = {};
    steps_.clear();
  }
  const int number = static_cast<int>(step) + 1;
  steps_.push_back(number);
  all_.doubles[prefix_of(number) + "time of all steps"] = {time};
  if (now_) {
    add_with_prefix(now_->doubles, prefix_of(number), all_.doubles);
    add_with_prefix(now_->integers, prefix_of(number), all_.integers);
    add_with_prefix(now_->texts, prefix_of(number), all_.texts);
  }
  if (mpi_rank() == 0)
    io::write_atomically(file_, keyword::restart_text(steps_, input_.restart_lines, to_bytes(all_)));
}

RestartPoint::RestartPoint(const keyword::Input& input) {
  const std::filesystem::path file = std::filesystem::path(input.file).replace_extension(".rin");
  const io::CheckpointContent all = from_bytes(*input.restart.states);
  const std::string prefix = prefix_of(input.restart.step);
  io::CheckpointContent own;
  take_prefix(all.doubles, prefix, own.doubles);
  take_prefix(all.integers, prefix, own.integers);
  take_prefix(all.texts, prefix, own.texts);
  io::CheckpointReader reader(std::move(own), file);
  time = reader.number("time of all steps");
  if (reader.has("number")) state.emplace(std::move(reader));
}

}  // namespace jounce
