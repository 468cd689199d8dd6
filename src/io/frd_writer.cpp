#include "io/frd_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>

#include "io/atomic_file.h"
#include "io/output_error.h"

namespace jounce::io {
namespace {

constexpr int kMostFrame = 99999;  // five digits

/// A number in 12 columns.
std::string in_columns(double x) {
  if (!std::isfinite(x) || std::abs(x) < 1e-99) x = 0;  // three digits of an exponent need a column more
  return fmt::format("{:12.5E}", x);
}

/// Ten digits where they fit, as CalculiX has times and frequencies.
std::string time_in_columns(double x) {
  if (!(x >= 1) || x >= 1e9) return in_columns(x);
  return fmt::format("{:12.{}f}", x, 9 - static_cast<int>(std::floor(std::log10(x))));
}

struct Component {
  const char* name;
  int kind, first, second;  ///< 1 scalar, 2 vector, 4 tensor; row and column
};

std::string component_lines(const std::string& name, FrdValues kind) {
  const auto line = [](const std::string& component, int type, int first, int second) {
    return fmt::format(" -5  {:<8}{:5}{:5}{:5}{:5}\n", component, 1, type, first, second);
  };
  std::string text;
  const std::string letter = name.starts_with("TO") || name.starts_with("ME") ? "E" : name.substr(0, 1);
  if (kind == FrdValues::vector) {
    for (int k = 1; k <= 3; ++k) text += line(fmt::format("{}{}", letter, k), 2, k, 0);
    return text + " -5  ALL         1    2    0    0    1ALL\n";
  }
  if (kind == FrdValues::tensor) {
    constexpr std::array<std::array<int, 2>, 6> places = {{{1, 1}, {2, 2}, {3, 3}, {1, 2}, {2, 3}, {3, 1}}};
    for (const auto& [row, column] : places)
      text += line(fmt::format("{}{}{}", letter, "XYZ"[row - 1], "XYZ"[column - 1]), 4, row, column);
    return text;
  }
  if (kind == FrdValues::contact) {
    constexpr std::array<Component, 6> components = {{{"COPEN", 4, 1, 1},
                                                      {"CSLIP1", 4, 2, 2},
                                                      {"CSLIP2", 4, 3, 3},
                                                      {"CPRESS", 4, 1, 2},
                                                      {"CSHEAR1", 4, 2, 3},
                                                      {"CSHEAR2", 4, 3, 1}}};
    for (const auto& [component, type, first, second] : components)
      text += line(component, type, first, second);
    return text;
  }
  return line(name == "NDTEMP" ? "T" : name, 1, 0, 0);
}

std::string head(const FrdMesh& mesh, const std::string& program) {
  std::string text = "    1C\n";
  const auto user = [&](const std::string& key, const std::string& value) {
    text += fmt::format("    1U{:<18}{:<48}\n", key, value);
  };
  user("USER", "");
  user("PGM", program);
  for (std::size_t i = 0; i < mesh.materials.size(); ++i)
    text += fmt::format("    1UMAT{:5}{:<58}\n", i + 1, mesh.materials[i].substr(0, 58));
  return text;
}

}  // namespace

int component_count(FrdValues kind) {
  return kind == FrdValues::scalar ? 1 : kind == FrdValues::vector ? 3 : 6;
}

FrdWriter::FrdWriter(const std::filesystem::path& file, const FrdMesh& mesh, bool binary,
                     const std::string& program)
    : path_(file), binary_(binary) {
  require_place_of_file(file);
  errno = 0;
  out_.open(file, std::ios::binary | std::ios::trunc);
  if (!out_) fail_output(file, "write", errno);
  put(head(mesh, program));
  mesh_blocks(mesh);
  flush();
}

void FrdWriter::put(const std::string& text) {
  errno = 0;
  if (!out_.write(text.data(), static_cast<std::streamsize>(text.size()))) fail_output(path_, "write", errno);
}

template <class Number>
void FrdWriter::put_binary(Number number) {
  out_.write(reinterpret_cast<const char*>(&number), sizeof number);
}

void FrdWriter::mesh_blocks(const FrdMesh& mesh) {
  put(fmt::format("    2C{:30}{:38}\n", mesh.numbers.size(), binary_ ? 3 : 1));
  for (std::size_t i = 0; i < mesh.numbers.size(); ++i) {
    const double* x = &mesh.places[3 * i];
    if (binary_) {
      put_binary(static_cast<std::int32_t>(mesh.numbers[i]));
      for (int axis = 0; axis < 3; ++axis) put_binary(x[axis]);
    } else {
      put(fmt::format(" -1{:10}{}{}{}\n", mesh.numbers[i], in_columns(x[0]), in_columns(x[1]),
                      in_columns(x[2])));
    }
  }
  if (!binary_) put(" -3\n");
  put(fmt::format("    3C{:30}{:38}\n", mesh.elements.size(), binary_ ? 2 : 1));
  for (const FrdMesh::Element& element : mesh.elements) {
    if (binary_) {
      for (const int number : {element.number, element.type, 0, element.material})
        put_binary(static_cast<std::int32_t>(number));
      for (const int node : element.nodes) put_binary(static_cast<std::int32_t>(node));
      continue;
    }
    put(fmt::format(" -1{:10}{:5}{:5}{:5}\n", element.number, element.type, 0, element.material));
    std::string lines;
    for (std::size_t i = 0; i < element.nodes.size(); ++i)
      lines += fmt::format("{}{:10}", i == 0 ? " -2" : i % 10 == 0 ? "\n -2" : "", element.nodes[i]);
    put(lines + "\n");
  }
  if (!binary_) put(" -3\n");
}

void FrdWriter::block(const FrdFrame& frame, const std::string& name, FrdValues kind,
                      std::span<const int> nodes, std::span<const double> values) {
  const int n = component_count(kind);
  std::string text =
      fmt::format("    1PSTEP{:26}{:12}{:12}{:10}\n", ++blocks_, frame.increment, frame.step, "");
  if (frame.mode > 0)
    text += fmt::format(
        "    1PGM{:28.6E}{:34}\n    1PGK{:28.6E}{:34}\n    1PHID{:27}{:34}\n    1PSUBC{:26}{:34}\n"
        "    1PMODE{:26}{:34}\n",
        frame.modal_mass, "", frame.modal_stiffness, "", -1, "", 0, "", frame.mode, "");
  text +=
      fmt::format("  100CL{:5}{}{:12}{:20}{:2}{:5}{:<10}{:2}\n", std::min(100 + frame.number, kMostFrame),
                  time_in_columns(frame.value), nodes.size(), "", static_cast<int>(frame.kind),
                  frame.mode > 0 ? frame.mode : frame.number, frame.mode > 0 ? "MODAL" : "", binary_ ? 2 : 1);
  text += fmt::format(" -4  {:<8}{:5}{:5}\n", name, kind == FrdValues::vector ? 4 : n, 1);
  put(text + component_lines(name, kind));
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::span<const double> row = values.subspan(i * static_cast<std::size_t>(n), n);
    if (binary_) {
      put_binary(static_cast<std::int32_t>(nodes[i]));
      for (const double value : row) put_binary(static_cast<float>(value));
      continue;
    }
    std::string line = fmt::format(" -1{:10}", nodes[i]);
    for (const double value : row) line += in_columns(value);
    put(line + "\n");
  }
  if (!binary_) put(" -3\n");
}

void FrdWriter::flush() {
  errno = 0;
  if (!out_.flush()) fail_output(path_, "write", errno);
}

void FrdWriter::close() {
  if (!out_.is_open()) return;
  put(" 9999\n");
  flush();
  out_.close();
}

}  // namespace jounce::io
