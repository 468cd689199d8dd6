#include "input_files/frd_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "input_files/keyword_values.h"
#include "keyword/mesh_cards.h"

namespace jounce {
namespace {

using keyword::Print;

bool is_of_nodes(const Print& print) {
  return print.card->name == "NODE FILE" || print.card->name == "NODE OUTPUT";
}
bool is_of_elements(const Print& print) {
  return print.card->name == "EL FILE" || print.card->name == "ELEMENT OUTPUT";
}
bool is_of_contacts(const Print& print) {
  return print.card->name == "CONTACT FILE" || print.card->name == "CONTACT OUTPUT";
}
bool goes_to_file(const Print& print) {
  return is_of_nodes(print) || is_of_elements(print) || is_of_contacts(print);
}

/// With further letters; both are written together.
bool is_of_contact(const std::string& quantity) {
  return quantity.starts_with("CDIS") || quantity.starts_with("CSTR");
}

bool is_known(const Print& print, const std::string& quantity) {
  const auto is_one_of = [&](std::initializer_list<const char*> names) {
    return std::find(names.begin(), names.end(), quantity) != names.end();
  };
  return is_of_nodes(print)      ? is_one_of({"U", "V", "RF", "NT"})
         : is_of_elements(print) ? is_one_of({"S", "E", "PEEQ", "ENER"})
                                 : is_of_contact(quantity);
}

/// The set of nodes of a card; empty: all nodes.
std::string set_of(const Print& print) {
  const std::string* name = print.card->find("NSET");
  return name == nullptr ? std::string() : keyword::plain_name(*name);
}

}  // namespace

FrdRequest frd_request_of(const keyword::Step& step) {
  FrdRequest request;
  for (const Print& print : step.prints) {
    if (!goes_to_file(print)) continue;
    if (request.timing == nullptr || print.card->has("FREQUENCY") || print.points != nullptr)
      request.timing = &print;
    for (const std::string& quantity : print.quantities)
      if (is_known(print, quantity))
        request.sets[is_of_contacts(print) ? "CONTACT" : quantity] = set_of(print);
  }
  return request;
}

void check_frd_sets(const keyword::Input& input) {
  for (const keyword::Step& step : input.steps)
    for (const Print& print : step.prints)
      if (goes_to_file(print) && !set_of(print).empty()) input.nodes_of(*print.card, 0, set_of(print));
}

bool wants_flat_elements(const keyword::Input& input) {
  bool is_flat = false;
  for (const keyword::Card& card : input.cards)
    if (card.name == "NODE FILE" || card.name == "EL FILE" || card.name == "CONTACT FILE")
      if (const std::string* output = card.find("OUTPUT")) is_flat = *output == "2D";
  return is_flat;
}

bool wants_binary_frd(const keyword::Input& input) {
  for (const keyword::Card& card : input.cards)
    if (card.name == "NODE OUTPUT" || card.name == "ELEMENT OUTPUT") return true;
  return false;
}

std::vector<std::string> unwritten_frd_requests(const keyword::Input& input) {
  std::vector<std::string> notes;
  std::set<const keyword::Card*> known;  // cards go on in later steps
  bool has_plane = false, has_shells = false;
  for (const keyword::Element& element : input.elements) {
    has_shells = has_shells || element.type->is_shell();
    has_plane = has_plane || (element.type->dimension == 2 && !element.type->is_shell());
  }
  for (const keyword::Step& step : input.steps)
    for (const Print& print : step.prints) {
      if (!goes_to_file(print) || !known.insert(print.card).second) continue;
      const std::string where = params::to_string(print.card->where());
      for (const std::string& quantity : print.quantities)
        if (!is_known(print, quantity))
          notes.push_back(
              fmt::format("{}: {} of *{} is not written to the .frd", where, quantity, print.card->name));
        else if (has_shells && (quantity == "E" || quantity == "PEEQ" || quantity == "ENER"))
          notes.push_back(
              fmt::format("{}: {} of *{} is not written for shells; the fields of the run have "
                          "plastic strains of shells",
                          where, quantity, print.card->name));
        else if (quantity == "ENER" && !has_elastic_energies(input))
          notes.push_back(fmt::format(
              "{}: ENER of *{} is not written to the .frd: it is supported of linear elastic "
              "materials, without NLGEOM, *TEMPERATURE, initial stresses and elements that come back",
              where, print.card->name));
      if (has_plane && print.card->value("OUTPUT", "") == "3D")
        notes.push_back(
            fmt::format("{}: OUTPUT=3D: plane elements are written as they are, not as solids", where));
    }
  return notes;
}

}  // namespace jounce
