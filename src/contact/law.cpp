#include "contact/contacts.h"

namespace jounce {

ContactLaw read_law(const params::Params& params, int dimension) {
  ContactLaw law(params.number("restitution"));
  law.friction = params.function("friction");
  law.tangential_restitution = params.number("tangential_restitution");
  const bool has_friction = !law.friction.is_constant() || law.friction(0) > 0;
  if (has_friction && dimension == 1) params.fail("friction", "a model of one dimension has no friction");
  if (!has_friction && law.tangential_restitution > 0)
    params.fail("tangential_restitution", "a tangential restitution needs friction: give 'friction'");
  law.is_sequential = params.text("impact_law") == "sequential";
  if (has_friction) law.tangents = dimension - 1;
  return law;
}

}  // namespace jounce
