#include "picture/camera.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <stdexcept>

namespace jounce::picture {
namespace {

struct Angles {
  double azimuth, elevation;  ///< degrees
};

/// Of arctan(1 / sqrt(2)): all three axes look equally long.
constexpr double kIsometric = 35.264389682754654;

std::optional<double> number_of(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || at != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

Angles angles_of(const std::string& view, bool is_plane) {
  static const std::map<std::string, Angles> named = {
      {"x", {0, 0}},    {"y", {90, 0}},     {"z", {-90, 90}},          {"-x", {180, 0}},
      {"-y", {-90, 0}}, {"-z", {-90, -90}}, {"iso", {-45, kIsometric}}};
  if (view.empty()) return is_plane ? named.at("z") : Angles{-56.15, 26.36};
  if (const auto found = named.find(view); found != named.end()) return found->second;
  if (const std::size_t comma = view.find(','); comma != std::string::npos) {
    const auto azimuth = number_of(view.substr(0, comma)), elevation = number_of(view.substr(comma + 1));
    if (azimuth && elevation && std::abs(*elevation) <= 90) return {*azimuth, *elevation};
  }
  throw std::invalid_argument(
      fmt::format("--view: '{}' is none of iso, x, y, z, -x, -y, -z, nor two angles in degrees, such as "
                  "-30,20 (about z from x, then upwards, -90 to 90)",
                  view));
}

}  // namespace

Camera camera_of(const std::string& view, bool is_plane) {
  const auto [azimuth, elevation] = angles_of(view, is_plane);
  const auto sine = [](double degrees) { return std::sin(degrees * std::numbers::pi / 180); };
  // Exact at right angles, so that what lies along an axis does so in the picture.
  const auto clean = [](double x) { return std::abs(x) < 1e-15 ? 0.0 : x; };
  const double ca = clean(sine(90 - azimuth)), sa = clean(sine(azimuth)), ce = clean(sine(90 - elevation)),
               se = clean(sine(elevation));
  Camera camera;
  camera.towards = {ce * ca, ce * sa, se};
  camera.right = {-sa, ca, 0};
  camera.up = camera.towards.cross(camera.right);
  return camera;
}

Camera::Place Camera::place(const Vector3& point) const {
  if (!(distance > 0)) return {right.dot(point), up.dot(point), towards.dot(point), 1};
  const Vector3 x = point - target;
  const double w = 1 - towards.dot(x) / distance;
  return {right.dot(target) + right.dot(x) / w, up.dot(target) + up.dot(x) / w, towards.dot(x) / w, w};
}

}  // namespace jounce::picture
