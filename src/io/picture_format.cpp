#include "io/picture_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "io/output_error.h"

namespace jounce::io {
namespace {

struct PictureFormat {
  std::string_view ending, terminal;
  bool is_vector, is_paper;  ///< paper: sizes in inches
};

constexpr std::array<PictureFormat, 6> kPictureFormats = {{{".png", "pngcairo", false, false},
                                                           {".svg", "svg dynamic", true, false},
                                                           {".pdf", "pdfcairo fontscale 1", true, true},
                                                           {".eps", "epscairo fontscale 1", true, true},
                                                           {".jpg", "jpeg", false, false},
                                                           {".jpeg", "jpeg", false, false}}};

const PictureFormat& format_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  std::string known;
  for (const PictureFormat& format : kPictureFormats) {
    if (format.ending == ending) return format;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", format.ending);
  }
  throw OutputError(
      file, fmt::format("cannot draw '{}': the ending of a picture is one of {}{}", file.string(), known,
                        ending.empty() ? "" : fmt::format(", not {}", ending)));
}

}  // namespace

std::string picture_terminal(const std::filesystem::path& file, int width, int height, int font,
                             bool transparent) {
  const PictureFormat& format = format_of(file);
  const std::string size = format.is_paper ? fmt::format("{:.4f}in,{:.4f}in", width / 72.0, height / 72.0)
                                           : fmt::format("{},{}", width, height);
  if (transparent && format.ending != ".png" && format.ending != ".svg" && format.ending != ".pdf")
    throw OutputError(file,
                      fmt::format("cannot draw '{}' with a transparent ground: .png, .svg and .pdf have one",
                                  file.string()));
  const char* const ground = !transparent              ? "background '#ffffff'"
                             : format.ending == ".svg" ? ""
                                                       : "transparent";
  return fmt::format("set terminal {} noenhanced size {} font 'DejaVu Sans,{}' {}\n", format.terminal, size,
                     font, ground);
}

void require_picture_ending(const std::filesystem::path& file) { format_of(file); }

bool is_vector_picture(const std::filesystem::path& file) { return format_of(file).is_vector; }

}  // namespace jounce::io
