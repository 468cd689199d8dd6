#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "contact/body_contacts.h"
#include "contact/contacts.h"

namespace jounce {
namespace {

/// Refuses shapes that cannot touch each other, by name.
void check_kinds(const params::Params& params, const std::vector<BodyShape>& pieces) {
  std::map<collision::Shape::Kind, const BodyShape*> moving, all;
  for (const BodyShape& piece : pieces) {
    all.try_emplace(piece.shape.kind, &piece);
    if (piece.body->size() > 0) moving.try_emplace(piece.shape.kind, &piece);
  }
  for (const auto& [kind, piece] : moving)
    for (const auto& [other_kind, other] : all) {
      const bool is_single = std::count_if(pieces.begin(), pieces.end(), [&](const BodyShape& each) {
                               return each.shape.kind == kind;
                             }) == 1;
      if (collision::can_collide(kind, other_kind) || (kind == other_kind && is_single)) continue;
      params.fail("shapes",
                  fmt::format("a {} ('{}') and a {} ('{}') cannot touch each other; put them into "
                              "contacts of their own, or use hulls",
                              collision::name(kind), piece->name, collision::name(other_kind), other->name));
    }
}

void build(const params::Params& params, ModelBuilder& builder) {
  if (builder.dimension() != 3) params.fail("", "contact between shapes needs model.dimension = 3");
  std::vector<BodyShape> pieces;
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
  return {
      {"contact",
       "bodies",
       "Shapes of bodies that must not overlap, each against every other.",
       {names_of("shapes", "shapes, or groups of bodies").required(),
        number("envelope",
               "search distance: points that are farther apart, and do not come closer within a step, are "
               "not looked at; a few per cent of the size of the bodies")
            .unit(dim::length)
            .positive()
            .required(),
        boolean("between_joined", "whether bodies that a joint connects may touch each other")
            .by_default(false)}},
      build};
}

}  // namespace jounce
