#include "keyword/instances.h"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numbers>

#include "la/types.h"
#include "params/nearest.h"

namespace jounce::keyword {
namespace {

/// Parameters whose values are sets, surfaces or numbers of nodes.
constexpr std::array<std::string_view, 6> kReferences = {"NSET",    "ELSET",   "REFNODE",
                                                         "ROTNODE", "SURFACE", "NODE"};

/// Cards with directions: these do not turn with an instance.
constexpr std::array<std::string_view, 10> kDirected = {"ORIENTATION",  "TRANSFORM",
                                                        "NORMAL",       "PRE-TENSION SECTION",
                                                        "BEAM SECTION", "BEAM GENERAL SECTION",
                                                        "GAP",          "EQUATION",
                                                        "SPRING",       "DASHPOT"};

/// Cards of a part that can be copied.
constexpr std::array<std::string_view, 25> kCopied = {
    "NODE",          "ELEMENT",          "NSET",
    "ELSET",         "SURFACE",          "NODAL THICKNESS",
    "NORMAL",        "EQUATION",         "MPC",
    "SOLID SECTION", "BEAM SECTION",     "BEAM GENERAL SECTION",
    "SHELL SECTION", "MEMBRANE SECTION", "SECTION CONTROLS",
    "SPRING",        "DASHPOT",          "GAP",
    "ORIENTATION",   "TRANSFORM",        "PRE-TENSION SECTION",
    "COUPLING",      "KINEMATIC",        "DISTRIBUTING",
    "RIGID BODY"};

/// Whether field k of a data line is a node, an element or a set of these.
bool is_reference(const Card& card, const DataLine& line, std::size_t k) {
  const std::string& name = card.name;
  if (name == "ELEMENT") return true;
  if (name == "NSET" || name == "ELSET") return k < 2 || !card.has("GENERATE");
  if (name == "NODE" || name == "SURFACE" || name == "NODAL THICKNESS") return k == 0;
  if (name == "NORMAL") return k < 2;
  if (name == "EQUATION") return line.fields.size() > 1 && k % 3 == 0;
  if (name == "MPC")  // the type may stand in front; 0 stands for no node
    return line.fields[k] != "0" && (k > 0 || to_integer(line.fields[k]));
  return false;
}

struct Instance {
  std::string name;
  const Card* card = nullptr;
  int offset = 0;
  Vector3 shift = Vector3::Zero(), about = Vector3::Zero();  ///< moved by `shift`, then turned about a point
  Matrix3 turn = Matrix3::Identity();

  std::string number(int own) const { return fmt::format("{}", own + offset); }
  /// A number or a name of the part.
  std::string reference(const std::string& field) const {
    if (field.empty()) return field;
    if (const auto own = to_integer(field)) return number(*own);
    return fmt::format("{}:{}", name, field);
  }
};

class Instances {
 public:
  explicit Instances(std::vector<Card>& cards) : cards_(cards) {}

  std::vector<std::string> write_out() {
    collect();
    if (!are_needed()) return {};
    place();
    std::vector<Card> result;
    bool in_part = false, in_assembly = false;
    const Instance* instance = nullptr;
    for (const Card& card : cards_) {
      if (card.name == "PART") in_part = true;
      if (card.name == "ASSEMBLY") in_assembly = true;
      if (card.name == "END ASSEMBLY") in_assembly = false;
      if (card.name == "INSTANCE") {
        instance = &instances_.at(card.at("NAME"));
        for (const Card* own : parts_.at(card.at("PART"))) result.push_back(copy(*own, *instance));
      } else if (card.name == "END INSTANCE") {
        instance = nullptr;
      } else if (instance != nullptr) {
        result.push_back(copy(card, *instance));
      } else if (!in_part) {
        result.push_back(in_assembly ? of_assembly(card) : with_names(card));
      }
      if (card.name == "END PART") in_part = false;
    }
    std::vector<std::string> notes;
    for (const auto& [name, own] : instances_)
      if (own.offset > 0)
        notes.push_back(
            fmt::format("{}: numbers of nodes and elements of the instance {} are those of its part "
                        "plus {}",
                        params::to_string(own.card->where()), name, own.offset));
    if (has_nodes_)
      notes.push_back(
          fmt::format("numbers of nodes and elements of *ASSEMBLY are those of the file plus {}", assembly_));
    cards_ = std::move(result);  // to which the instances point
    return notes;
  }

 private:
  void collect() {
    std::vector<const Card*>* part = nullptr;
    bool in_instance = false, in_assembly = false;
    for (const Card& card : cards_) {
      if (card.name == "PART") {
        part = &parts_[card.at("NAME")];
      } else if (card.name == "END PART") {
        part = nullptr;
      } else if (card.name == "INSTANCE") {
        in_instance = true;
        add(card);
      } else if (card.name == "END INSTANCE") {
        in_instance = false;
      } else if (card.name == "ASSEMBLY") {
        in_assembly = true;
      } else if (card.name == "END ASSEMBLY") {
        in_assembly = false;
      } else if (part != nullptr) {
        part->push_back(&card);
      } else if (in_assembly && !in_instance && card.name == "NODE") {
        has_nodes_ = true;
      }
      if (card.name == "NODE" || card.name == "ELEMENT")
        for (const DataLine& line : card.data)
          if (const auto number = to_integer(line.fields[0])) greatest_ = std::max(greatest_, *number);
    }
  }

  void add(const Card& card) {
    Instance& instance = instances_[card.at("NAME")];
    if (instance.card != nullptr)
      card.fail(0, fmt::format("there are two instances named '{}'", card.at("NAME")));
    instance.name = card.at("NAME");
    instance.card = &card;
    order_.push_back(&instance);
  }

  bool are_needed() const {
    return instances_.size() > 1 ||
           (instances_.size() == 1 && (has_nodes_ || !order_[0]->card->data.empty()));
  }

  /// Numbers and places of the instances.
  void place() {
    int step = 1000;
    while (step <= greatest_ && step < std::numeric_limits<int>::max() / 10) step *= 10;
    if (static_cast<double>(step) * (static_cast<double>(order_.size()) + 1) >
        std::numeric_limits<int>::max())
      order_.back()->card->fail(
          0, fmt::format("numbers up to {} in {} instances are too great", greatest_, order_.size()));
    for (std::size_t i = 0; i < order_.size(); ++i) {
      Instance& instance = *order_[i];
      const Card& card = *instance.card;
      instance.offset = static_cast<int>(i) * step;
      if (parts_.count(card.at("PART")) == 0) {
        std::vector<std::string> names;
        for (const auto& part : parts_) names.push_back(part.first);
        throw params::InputError(card.where(), fmt::format("there is no *PART named '{}'", card.at("PART")),
                                 params::nearest(card.at("PART"), names));
      }
      if (!card.data.empty()) instance.shift = vector(card, card.data[0], 0);
      if (card.data.size() > 1) turn(card, instance);
    }
    assembly_ = static_cast<int>(order_.size()) * step;
  }

  static Vector3 vector(const Card& card, const DataLine& line, std::size_t first) {
    return {card.number(line, first, 0.0), card.number(line, first + 1, 0.0),
            card.number(line, first + 2, 0.0)};
  }
  static void turn(const Card& card, Instance& instance) {
    const DataLine& line = card.data[1];
    instance.about = vector(card, line, 0);
    const Vector3 axis = vector(card, line, 3) - instance.about;
    if (!(axis.norm() > 0))
      card.fail(line.line,
                "*INSTANCE: two points on the axis of the rotation and an angle in degrees are expected");
    const double angle = card.number(line, 6) * std::numbers::pi / 180;
    instance.turn = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
  }

  /// A card of a part as it is in an instance.
  static Card copy(const Card& card, const Instance& instance) {
    check(card, instance);
    Card result = card;
    for (Card::Parameter& parameter : result.parameters)
      if (std::ranges::find(kReferences, parameter.name) != kReferences.end() ||
          (parameter.name == "NAME" && card.name == "SURFACE"))
        parameter.value = instance.reference(parameter.value);
    if (card.name == "NODE")
      move(card, instance, result);
    else
      renumber(instance, result);
    return result;
  }

  static void check(const Card& card, const Instance& instance) {
    const bool is_turned = instance.turn != Matrix3::Identity();
    const bool is_directed =
        std::ranges::find(kDirected, card.name) != kDirected.end() || card.has("COMPOSITE");
    if (is_turned && is_directed)
      card.fail(0, fmt::format("*{} in a part whose instance {} is turned is not supported", card.name,
                               instance.name));
    if ((is_turned || instance.offset > 0) && std::ranges::find(kCopied, card.name) == kCopied.end())
      throw params::InputError(
          card.where(),
          fmt::format("*{} in a part with several or turned instances is not supported", card.name),
          params::nearest(card.name, {kCopied.begin(), kCopied.end()}));
  }

  static void move(const Card& card, const Instance& instance, Card& result) {
    for (DataLine& line : result.data) {
      const Vector3 x =
          instance.about + instance.turn * (vector(card, line, 1) + instance.shift - instance.about);
      line.fields = {instance.number(card.integer(line, 0)), fmt::format("{}", x[0]), fmt::format("{}", x[1]),
                     fmt::format("{}", x[2])};
    }
  }

  static void renumber(const Instance& instance, Card& card) {
    for (DataLine& line : card.data)
      for (std::size_t k = 0; k < line.fields.size(); ++k)
        if (is_reference(card, line, k)) line.fields[k] = instance.reference(line.fields[k]);
  }

  Card of_assembly(const Card& card) const {
    Card result = with_names(card);
    Instance own;
    own.offset = assembly_;
    const auto take = [&](const std::string& given, std::string& field) {
      if (to_integer(given)) field = own.reference(given);  // what names an instance has its number already
    };
    if ((card.name == "NSET" || card.name == "ELSET") && card.has("INSTANCE")) {
      const auto place = instances_.find(card.at("INSTANCE"));
      if (place == instances_.end())
        throw params::InputError(card.where(),
                                 fmt::format("there is no *INSTANCE named '{}'", card.at("INSTANCE")),
                                 params::nearest(card.at("INSTANCE"), names()));
      renumber(place->second, result);
      return result;
    }
    for (std::size_t i = 0; i < card.parameters.size(); ++i)
      if (const Card::Parameter& parameter = card.parameters[i];
          parameter.name == "REFNODE" || parameter.name == "ROTNODE" || parameter.name == "NODE")
        take(parameter.value, result.parameters[i].value);
    for (std::size_t l = 0; l < card.data.size(); ++l)
      for (std::size_t k = 0; k < card.data[l].fields.size(); ++k)
        if (is_reference(card, card.data[l], k)) take(card.data[l].fields[k], result.data[l].fields[k]);
    return result;
  }

  /// INSTANCE.NAME by its new name, INSTANCE.NUMBER by its new number.
  Card with_names(const Card& card) const {
    Card result = card;
    for (Card::Parameter& parameter : result.parameters) parameter.value = new_name(parameter.value);
    for (DataLine& line : result.data)
      for (std::string& field : line.fields) field = new_name(field);
    return result;
  }
  std::string new_name(const std::string& field) const {
    const auto dot = field.find('.');
    if (dot == std::string::npos) return field;
    const auto place = instances_.find(field.substr(0, dot));
    return place == instances_.end() ? field : place->second.reference(field.substr(dot + 1));
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const Instance* instance : order_) all.push_back(instance->name);
    return all;
  }

  std::vector<Card>& cards_;
  std::map<std::string, std::vector<const Card*>> parts_;
  std::map<std::string, Instance> instances_;
  std::vector<Instance*> order_;
  bool has_nodes_ = false;  ///< the assembly
  int greatest_ = 0, assembly_ = 0;
};

}  // namespace

std::vector<std::string> write_out_instances(std::vector<Card>& cards) {
  return Instances(cards).write_out();
}

}  // namespace jounce::keyword
