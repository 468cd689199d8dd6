#include "run/idle_loads.h"

#include <fmt/format.h>

#include <map>

#include "params/bad_value.h"
#include "params/input_error.h"
#include "run/make_stepper.h"

namespace jounce {
namespace {

constexpr int kLookedAt = 8;  ///< pieces of the interval between the times that are looked at

struct ForceOfLoad {
  bool acts = false;       ///< somewhere
  bool moves = false;      ///< something that is not prescribed
  std::string not_finite;  ///< what is said of the start
};

/// @param blocks  of the load; `state` and `f`: space that all loads share
ForceOfLoad force_of(const System& system, const std::vector<const ElementBlock*>& blocks, double start,
                     double end, State& state, Vector& f) {
  ForceOfLoad found;
  for (int i = 0; i <= kLookedAt && !found.moves; ++i) try {
      state.t = start + (end - start) * i / kLookedAt;
      f.setZero();
      for (const ElementBlock* block : blocks) block->add_force(state, f);
      found.acts = found.acts || !f.isZero(0);
      found.moves = !f.head(system.n_free()).isZero(0);
    } catch (const params::BadValue& error) {
      if (i == 0) found.not_finite = error.what();
    }
  return found;
}

}  // namespace

std::vector<std::string> idle_loads(const deck::Deck& deck, const Model& model) {
  const params::Params& control = control_table(deck);
  std::map<std::string, std::vector<const ElementBlock*>> blocks;
  for (const auto& block : model.system.blocks()) blocks[block->name()].push_back(block.get());
  State state = model.system.initial_state();
  Vector f(model.system.nv());
  std::vector<std::string> found;
  for (const params::Params* load : deck.entries("load")) {
    const auto say = [&](const std::string& why) {
      found.push_back(fmt::format("{}: load '{}' has no effect: {}", params::to_string(load->where("")),
                                  load->name(), why));
    };
    if (load->given("on") && load->text("on") == "ground") {
      say("it is on the ground");
      continue;
    }
    const ForceOfLoad force = force_of(model.system, blocks[load->name()], control.number("start"),
                                       control.number("end"), state, f);
    if (!force.not_finite.empty() && !is_static(deck)) found.push_back(force.not_finite);
    if (force.acts && !force.moves) say("all nodes and bodies that it acts on are held by boundaries");
  }
  return found;
}

}  // namespace jounce
