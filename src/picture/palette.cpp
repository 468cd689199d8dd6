#include "picture/palette.h"

#include <algorithm>
#include <array>
#include <vector>

namespace jounce::picture {
namespace {

using Triple = std::array<int, 3>;

struct Counted {
  Triple colour;  ///< of 5 or 6 bits
  long count;
};

struct Box {
  std::vector<Counted> colours;
  long count = 0;
  int axis = 0, length = 0;  ///< of the longest side

  explicit Box(std::vector<Counted> list) : colours(std::move(list)) {
    for (const Counted& c : colours) count += c.count;
    for (int k = 0; k < 3; ++k) {
      const auto [low, high] = std::ranges::minmax_element(
          colours, {}, [&](const Counted& c) { return c.colour[static_cast<std::size_t>(k)]; });
      const int side = high->colour[static_cast<std::size_t>(k)] - low->colour[static_cast<std::size_t>(k)];
      if (side > length) length = side, axis = k;
    }
  }
  double weight() const {
    return static_cast<double>(length) * static_cast<double>(length) *
           std::min<double>(static_cast<double>(count), 1e4);
  }
};

/// 6 bits of each part.
Triple coarse(const std::uint8_t* pixel) { return {pixel[0] >> 2, pixel[1] >> 2, pixel[2] >> 2}; }

int key(const Triple& c) { return c[0] << 12 | c[1] << 6 | c[2]; }

std::vector<Box> boxes_of(std::vector<Counted> all, std::size_t most) {
  std::vector<Box> boxes;
  boxes.emplace_back(std::move(all));
  while (boxes.size() < most) {
    const auto widest = std::ranges::max_element(boxes, {}, &Box::weight);
    if (widest->length == 0) break;
    auto list = std::move(widest->colours);
    const auto axis = static_cast<std::size_t>(widest->axis);
    std::ranges::sort(list, {}, [&](const Counted& c) { return c.colour[axis]; });
    const long half = widest->count / 2;
    long sum = 0;
    std::size_t cut = 0;
    while (cut + 1 < list.size() && (sum += list[cut].count) < half) ++cut;
    // All of one value on one side.
    std::size_t at = cut + 1;
    while (at < list.size() && list[at].colour[axis] == list[at - 1].colour[axis]) ++at;
    if (at == list.size()) {
      at = cut;
      while (at > 0 && list[at].colour[axis] == list.back().colour[axis]) --at;
      ++at;
    }
    std::vector<Counted> rest(list.begin() + static_cast<std::ptrdiff_t>(at), list.end());
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(at), list.end());
    *widest = Box(std::move(list));
    boxes.emplace_back(std::move(rest));
  }
  return boxes;
}

}  // namespace

void Palette::count(const Pixels& pixels) {
  for (std::size_t i = 0; i + 3 < pixels.size(); i += 4) {
    const Triple c = coarse(&pixels[i]);
    colours_.try_emplace(key(c), c);
    ++counts_[key(c)];
  }
}

void Palette::choose(std::size_t most) {
  std::vector<Counted> all;
  for (const auto& [number, colour] : colours_) all.push_back({colour, counts_.at(number)});
  if (all.empty()) return;
  for (const Box& box : boxes_of(std::move(all), most)) {
    std::array<double, 3> sum = {0, 0, 0};
    for (const Counted& c : box.colours)
      for (std::size_t k = 0; k < 3; ++k) sum[k] += static_cast<double>(c.count) * c.colour[k];
    std::array<std::uint8_t, 3> mean{};
    for (std::size_t k = 0; k < 3; ++k)  // white stays white
      mean[k] = static_cast<std::uint8_t>(
          std::min(255.0, sum[k] / static_cast<double>(box.count) * 255 / 63 + 0.5));
    for (const Counted& c : box.colours) chosen_[key(c.colour)] = mean;
  }
}

void Palette::apply(Pixels& pixels) const {
  for (std::size_t i = 0; i + 3 < pixels.size(); i += 4)
    std::ranges::copy(chosen_.at(key(coarse(&pixels[i]))), pixels.begin() + static_cast<std::ptrdiff_t>(i));
}

}  // namespace jounce::picture
