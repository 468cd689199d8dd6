#include <fmt/format.h>

#include "contact/body_contacts.h"
#include "contact/contacts.h"

namespace jounce {
namespace {

/// Refuses shapes that cannot touch each other, by name: the first two of their kinds on different bodies.
void check_kinds(const params::Params& params, const std::vector<BodyShape>& pieces) {
  std::vector<const BodyShape*> firsts;  // at most two of a kind, on different bodies
  for (const BodyShape& piece : pieces) {
    int same = 0;
    for (const BodyShape* first : firsts)
      if (first->shape().kind == piece.shape().kind) same += first->group == piece.group ? 2 : 1;
    if (same < 2) firsts.push_back(&piece);
  }
  for (const BodyShape* a : firsts)
    for (const BodyShape* b : firsts) {
      if (a == b || a->group == b->group || a->body->size() + b->body->size() == 0) continue;
      if (collision::can_collide(a->shape().kind, b->shape().kind)) continue;
      params.fail("shapes", fmt::format("a {} ('{}') and a {} ('{}') cannot touch each other; put them into "
                                        "separate contacts, or use hulls",
                                        collision::name(a->shape().kind), a->name,
                                        collision::name(b->shape().kind), b->name));
    }
}

void build_body_contacts(const params::Params& params, ModelBuilder& builder) {
  std::vector<BodyShape> pieces;
  std::size_t size = 0;
  for (const std::string& name : params.names("shapes"))
    size += builder.shapes(params, "shapes", name).size();
  pieces.reserve(size);
  for (const std::string& name : params.names("shapes")) {
    const std::vector<BodyShape>& shapes = builder.shapes(params, "shapes", name);
    pieces.insert(pieces.end(), shapes.begin(), shapes.end());
  }
  if (pieces.size() >= BodyContacts::kMaxPieces)
    params.fail("shapes", fmt::format("{} shapes; at most {} may touch each other in one contact",
                                      pieces.size(), BodyContacts::kMaxPieces));
  check_kinds(params, pieces);
  std::vector<std::array<int, 2>> apart;
  if (!params.boolean("between_joined")) apart = builder.jointed_nodes();
  builder.add(std::make_unique<BodyContacts>(params.name(), read_law(params, 3), params.number("envelope"),
                                             std::move(pieces), std::move(apart)));
}

}  // namespace

ModelPart body_contacts_part() {
  using namespace params;
  return {{"contact",
           "bodies",
           "Contact between all pairs of the given shapes of bodies, which must not overlap.",
           {names_of("shapes", "shapes, or groups of bodies").required(),
            number("envelope",
                   "search distance: points that are farther apart, and do not come closer within a step, "
                   "are ignored; a few per cent of the size of the bodies")
                .unit(dim::length)
                .positive()
                .required(),
            boolean("between_joined", "whether bodies that a joint connects may touch each other")
                .by_default(false)},
           {},
           3},
          build_body_contacts};
}

}  // namespace jounce
