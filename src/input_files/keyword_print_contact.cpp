// What *CONTACT PRINT asks for, in CalculiX's layout.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "input_files/fortran_number.h"
#include "input_files/keyword_print.h"
#include "keyword/mesh_cards.h"

namespace jounce {
namespace {

bool is_quantity(const std::string& name, const char* letters) { return name.starts_with(letters); }

/// Sides of plane elements are those of the solids that CalculiX makes of them, whose first two are new.
std::string element_and_side(const keyword::Input& input, const ContactPoint& point) {
  const keyword::Element& element = input.elements[point.element];
  return fmt::format("{:10} {:10}", element.number, point.side + (element.type->dimension == 2 ? 2 : 0));
}

/// Sum of a surface's contacts: forces on the slave, moments about the origin.
struct ContactSum {
  Vector3 force = Vector3::Zero(), moment = Vector3::Zero(), centre = Vector3::Zero(),
          normal = Vector3::Zero();
  double area = 0;

  void add(const ContactPoint& point, const Vector3& f) {
    force += f;
    moment += point.place.cross(f);
    centre += point.area * point.place;
    normal -= point.area * point.normal;
    area += point.area;
  }
};

}  // namespace

bool is_contact_quantity(const std::string& name) {
  return is_quantity(name, "CDIS") || is_quantity(name, "CSTR") || is_quantity(name, "CELS") ||
         name == "CNUM" || name == "CF" || name == "CFN" || name == "CFS";
}

void KeywordPrint::check_contact_print(const keyword::Print& print) const {
  if (print.card->name != "CONTACT PRINT") return;
  for (const std::string& quantity : print.quantities) {
    if (quantity != "CF" && quantity != "CFN" && quantity != "CFS") continue;
    const std::string slave = keyword::plain_name(print.card->at("SLAVE")),
                      master = keyword::plain_name(print.card->at("MASTER"));
    if (std::ranges::none_of(input_.contacts, [&](const keyword::SurfacePair& pair) {
          return pair.slave == slave && pair.master == master;
        }))
      print.card->fail(0,
                       fmt::format("there is no *CONTACT PAIR of the surfaces '{}' and '{}'", slave, master));
  }
}

bool KeywordPrint::is_by_faces(const ContactPoint& point) const {
  return point.side != 0 && !values_.contacts().is_by_nodes(point.pair);
}

void KeywordPrint::contact_print(const keyword::Print& print, double time,
                                 std::span<const ContactPoint> points) {
  for (const std::string& quantity : print.quantities) {
    if (is_quantity(quantity, "CDIS") || is_quantity(quantity, "CSTR"))
      contact_lines(quantity, time, points);
    else if (is_quantity(quantity, "CELS"))
      contact_energies(print, time, points);
    else if (quantity == "CNUM")
      text_ += fmt::format(" total number of contact elements for time {:>14}\n\n       {:10}\n\n",
                           fortran(time, 7), std::ranges::count_if(points, &ContactPoint::is_shown));
    else if (is_contact_quantity(quantity))
      contact_forces(print, quantity, time, points);
  }
}

void KeywordPrint::contact_lines(const std::string& quantity, double time,
                                 std::span<const ContactPoint> points) {
  const bool are_stresses = is_quantity(quantity, "CSTR");
  const char* const what = are_stresses ? "contact stress" : "relative contact displacement";
  std::string of_faces;
  std::vector<ContactPoint> others;
  for (const ContactPoint& point : points) {
    if (!point.is_shown()) continue;
    if (!is_by_faces(point))
      others.push_back(point);
    else
      of_faces +=
          element_and_side(input_, point) + row(are_stresses ? point.stress : point.displacement) + "\n";
  }
  const auto title = [&](const char* at) {
    text_ += fmt::format(" {} ({},{},tang1,tang2) for all contact elements and time {:>13}\n\n", what, at,
                         are_stresses ? "press" : "normal", fortran(time, 7));
  };
  if (!of_faces.empty() || others.empty()) {
    title("slave element+face");
    text_ += of_faces + "\n";
  }
  if (others.empty()) return;
  title("slave node");
  for (const auto& [node, values] : values_.contacts().at_nodes(others))
    text_ += fmt::format("{:10}{}\n", input_.node_numbers[node],
                         row(std::span(values).subspan(are_stresses ? 3 : 0, 3)));
  text_ += '\n';
}

void KeywordPrint::contact_energies(const keyword::Print& print, double time,
                                    std::span<const ContactPoint> points) {
  const std::string* mode = print.card->find("TOTALS");
  std::map<bool, std::string> lines;
  std::map<int, double> of_nodes;
  double total = 0;
  for (const ContactPoint& point : points) {
    if (!point.is_closed()) continue;
    total += point.energy;
    if (point.side != 0)
      lines[true] += element_and_side(input_, point) + row({&point.energy, 1}) + "\n";
    else
      lines[false] += fmt::format("{:10}", input_.node_numbers[point.node]) + row({&point.energy, 1}) + "\n";
  }
  if (lines.empty()) lines[true] = "";
  for (const auto& [are_faces, text] : lines)
    if (mode == nullptr || *mode != "ONLY")  // no blank before "for", as CalculiX has it
      text_ += fmt::format(
          " contact print energy (slave {},energy)for all contact elements and time {:>13}\n\n{}\n",
          are_faces ? "element+face" : "node", fortran(time, 7), text);
  if (mode != nullptr)
    text_ += fmt::format(" total contact spring energy for time {:>14}\n\n       {:13.6E}\n\n",
                         fortran(time, 7), total);
}

void KeywordPrint::contact_forces(const keyword::Print& print, const std::string& quantity, double time,
                                  std::span<const ContactPoint> points) {
  const std::string slave = keyword::plain_name(print.card->at("SLAVE")),
                    master = keyword::plain_name(print.card->at("MASTER"));
  ContactSum sum;
  for (const ContactPoint& point : points) {
    const keyword::SurfacePair& pair = input_.contacts[point.pair];
    if (!point.is_closed() || pair.slave != slave || pair.master != master) continue;
    const Vector3 normal = point.force.dot(point.normal) * point.normal;
    sum.add(point, quantity == "CFN"   ? normal
                   : quantity == "CFS" ? Vector3(point.force - normal)
                                       : point.force);
  }
  const Vector3 centre = sum.area > 0 ? Vector3(sum.centre / sum.area) : sum.centre;
  const Vector3 n = sum.normal.norm() > 0 ? sum.normal.normalized() : sum.normal;
  const Vector3 moment = sum.moment - centre.cross(sum.force);
  const auto numbers = [](std::initializer_list<Vector3> vectors) {
    std::vector<double> values;
    for (const Vector3& v : vectors) values.insert(values.end(), v.data(), v.data() + 3);
    return row(values);
  };
  const std::array<double, 3> sizes = {sum.area, sum.force.dot(n), (sum.force - sum.force.dot(n) * n).norm()};
  text_ += fmt::format(
      " statistics for slave set {}, master set {} and time {:>14}\n\n"
      "   total surface force (fx,fy,fz) and moment about the origin (mx,my,mz)\n\n  {}\n\n"
      "   center of gravity and mean normal\n\n  {}\n\n"
      "   moment about the center of gravity(mx,my,mz)\n\n  {}\n\n"
      "   area,  normal force (+ = tension) and shear force (size)\n\n  {}\n\n",
      slave, master, fortran(time, 7), numbers({sum.force, sum.moment}), numbers({centre, n}),
      numbers({moment}), row(sizes));
}

}  // namespace jounce
