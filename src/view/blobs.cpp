#include "view/blobs.h"

#include <fmt/format.h>

#include <cmath>

#include "io/base64.h"

namespace jounce::view {

int Blobs::add(std::string_view bytes) {
  elements_ += fmt::format("<script type=\"application/octet-stream\" id=\"blob{}\">{}</script>\n", count_,
                           io::base64(bytes));
  return count_++;
}

deck::Json Blobs::add(const scene::PackedFrames& frames, int components) {
  deck::Json json = deck::Json::object();
  const auto numbers = [](const std::vector<double>& values) {
    deck::Json list = deck::Json::array();
    for (const double value : values) list.add(std::isfinite(value) ? value : 0.0);
    return list;
  };
  json.add("components", components);
  json.add("low", numbers(frames.low));
  json.add("high", numbers(frames.high));
  json.add("quantised", frames.is_quantised);
  json.add("blob", frames.bytes.empty() ? -1 : add(frames.bytes));
  return json;
}

}  // namespace jounce::view
