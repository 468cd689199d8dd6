#include "elements/section.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

constexpr double kPi = 3.14159265358979323846;

Section with_rotary(Section section) {
  section.rotary_y = section.I_y;
  section.rotary_z = section.I_z;
  return section;
}

Section general_section(const params::Params& params) {
  Section s;
  const auto or_else = [&](const char* key, double other) {
    return params.given(key) ? params.number(key) : other;
  };
  s.area = params.number("area");
  s.I_z = params.number("I_z");
  s.I_y = or_else("I_y", s.I_z);
  s.J = or_else("J", s.I_y + s.I_z);
  s.shear_area_y = or_else("shear_area_y", s.area);
  s.shear_area_z = or_else("shear_area_z", s.area);
  s.rotary_y = or_else("rotary_y", s.I_y);
  s.rotary_z = or_else("rotary_z", s.I_z);
  return s;
}

}  // namespace

Section rectangle_section(double height, double width) {
  Section s;
  s.area = height * width;
  s.I_z = width * height * height * height / 12;
  s.I_y = height * width * width * width / 12;
  const double a = std::max(height, width);
  const double b = std::min(height, width);
  double sum = 0;
  for (int n = 1; n < 200; n += 2) sum += std::tanh(n * kPi * a / (2 * b)) / std::pow(n, 5);
  s.J = a * b * b * b / 3 * (1 - 192 / std::pow(kPi, 5) * b / a * sum);
  s.shear_area_y = s.shear_area_z = s.area * 5 / 6;
  return with_rotary(s);
}

Section circle_section(double diameter) {
  Section s;
  s.area = kPi * diameter * diameter / 4;
  s.I_y = s.I_z = kPi * std::pow(diameter, 4) / 64;
  s.J = 2 * s.I_y;
  s.shear_area_y = s.shear_area_z = s.area * 6 / 7;
  return with_rotary(s);
}

Section tube_section(double diameter, double thickness) {
  const double inner = diameter - 2 * thickness;
  Section s;
  s.area = kPi * thickness * (diameter - thickness);
  s.I_y = s.I_z = s.area * (diameter * diameter + inner * inner) / 16;
  s.J = 2 * s.I_y;
  const double m2 = inner * inner / (diameter * diameter);
  const double square = (1 + m2) * (1 + m2);
  s.shear_area_y = s.shear_area_z = s.area * 6 * square / (7 * square + 20 * m2);
  return with_rotary(s);
}

Section i_section(double height, double width, double flange, double web) {
  const double clear = height - 2 * flange;
  Section s;
  s.area = 2 * width * flange + clear * web;
  s.I_z = (width * std::pow(height, 3) - (width - web) * std::pow(clear, 3)) / 12;
  s.I_y = (2 * flange * std::pow(width, 3) + clear * std::pow(web, 3)) / 12;
  s.J = (2 * width * std::pow(flange, 3) + (height - flange) * std::pow(web, 3)) / 3;
  s.shear_area_y = height * web;
  s.shear_area_z = 2 * width * flange * 5 / 6;
  return with_rotary(s);
}

Section make_section(const params::Params& params) {
  const auto& type = params.type();
  if (type == "rectangle") return rectangle_section(params.number("height"), params.number("width"));
  if (type == "circle") return circle_section(params.number("diameter"));
  if (type == "tube") {
    const double diameter = params.number("diameter");
    const double thickness = params.number("thickness");
    if (thickness > diameter / 2)
      params.fail("thickness", fmt::format("the wall of a tube is at most half its diameter {}", diameter));
    return tube_section(diameter, thickness);
  }
  if (type == "i") {
    const double height = params.number("height");
    const double width = params.number("width");
    const double flange = params.number("flange");
    const double web = params.number("web");
    if (2 * flange >= height)
      params.fail("flange", fmt::format("two flanges do not fit into the height {}", height));
    if (web > width) params.fail("web", fmt::format("the web is thicker than the section's width {}", width));
    return i_section(height, width, flange, web);
  }
  return general_section(params);
}

std::vector<params::Component> section_components() {
  using namespace params;
  const auto length = [](const char* name, const char* doc) {
    return number(name, doc).unit(dim::length).positive().required();
  };
  const auto second_moment = [](const char* name, const char* doc) {
    return number(name, doc).unit(dim::second_moment);
  };
  return {
      {"section",
       "general",
       "Cross section by its properties; y and z are principal axes through the centroid.",
       {number("area", "area A").unit(dim::area).positive().required(),
        second_moment("I_z", "second moment of area about z (bending in the xy plane)").positive().required(),
        second_moment("I_y", "second moment of area about y; I_z unless given").positive(),
        second_moment("J", "torsion constant; I_y + I_z unless given").positive(),
        number("shear_area_y", "shear area A k_y; A unless given").unit(dim::area).positive(),
        number("shear_area_z", "shear area A k_z; A unless given").unit(dim::area).positive(),
        second_moment("rotary_y", "second moment for the rotary inertia about y; I_y unless given")
            .non_negative(),
        second_moment("rotary_z", "second moment for the rotary inertia about z; I_z unless given")
            .non_negative()}},
      {"section",
       "rectangle",
       "Solid rectangle.",
       {length("height", "side along the section's y axis (in the plane of planar beams)"),
        length("width", "side along the section's z axis")}},
      {"section", "circle", "Solid circle.", {length("diameter", "diameter")}},
      {"section",
       "tube",
       "Circular tube.",
       {length("diameter", "outer diameter"), length("thickness", "thickness of the wall")}},
      {"section",
       "i",
       "Symmetric I section with its web along the section's y axis.",
       {length("height", "overall height along y"), length("width", "width of the flanges along z"),
        length("flange", "thickness of the flanges"), length("web", "thickness of the web")}}};
}

Matrix3 section_axes(const Vector3& span, const Vector3& direction) {
  Matrix3 axes;
  axes.col(0) = span.normalized();
  axes.col(1) = (direction - direction.dot(axes.col(0)) * axes.col(0)).normalized();
  axes.col(2) = axes.col(0).cross(axes.col(1));
  return axes;
}

Vector3 default_section_direction(const Vector3& span) {
  return std::abs(span.z()) < 0.9 * span.norm() ? Vector3::UnitZ() : Vector3::UnitX();
}

double shear_modulus(const params::Params& material, const params::Params& user, const char* key) {
  if (material.given("nu") && material.given("G"))
    material.fail("G", "give the shear modulus G or Poisson's ratio nu, not both");
  if (material.given("G")) return material.number("G");
  if (!material.given("nu"))
    user.fail(key, fmt::format("material '{}' has neither nu nor G, but shear and torsion need one of them",
                               material.name()));
  return material.number("E") / (2 * (1 + material.number("nu")));
}

}  // namespace jounce
