#include "elements/body_load.h"

#include <fmt/format.h>

#include "elements/elements.h"
#include "model/direction.h"

namespace jounce {
namespace {

/// The elements that `key` names. Throws params::InputError.
std::vector<const ElementBlock*> blocks_of(const params::Params& params, const ModelBuilder& builder) {
  std::vector<const ElementBlock*> blocks;
  for (const std::string& name : params.names("elements")) {
    const ElementBlock* block = builder.model().find_block(name);
    if (block == nullptr)
      params.fail("elements", fmt::format("there is no element named '{}' before this load", name));
    if (!block->has_constant_mass())
      params.fail("elements",
                  fmt::format("the mass of '{}' changes with its motion; use model.gravity", name));
    blocks.push_back(block);
  }
  return blocks;
}

/// M times a field of accelerations that `at` gives for each place X.
template <class Field>
Vector weighted(const std::vector<const ElementBlock*>& blocks, const ModelBuilder& builder, Field&& at) {
  const State& state = builder.initial();
  Vector a = Vector::Zero(state.v.size()), f = Vector::Zero(state.v.size());
  int node = 0;
  for (const Mesh& mesh : builder.model().meshes)
    for (const Vector3& X : mesh.points) {
      const auto dofs = builder.dofs(node++);
      const Vector3 value = at(X);
      for (int axis = 0; axis < builder.dimension(); ++axis) a[dofs[axis]] = value[axis];
    }
  for (const ElementBlock* block : blocks) block->add_mass_product(state, a, 1.0, f);
  return f;
}

void build_gravity(const params::Params& params, ModelBuilder& builder) {
  const auto blocks = blocks_of(params, builder);
  std::vector<BodyLoad::Term> terms;
  const auto& functions = params.functions("acceleration");
  for (int axis = 0; axis < builder.dimension(); ++axis) {
    const auto along = [axis](const Vector3&) { return Vector3(Vector3::Unit(axis)); };
    terms.push_back({weighted(blocks, builder, along), functions[axis]});
  }
  builder.add(std::make_unique<BodyLoad>(params.name(), std::move(terms)));
}

void build_centrifugal(const params::Params& params, ModelBuilder& builder) {
  if (builder.dimension() == 1) params.fail("type", "a centrifugal load needs model.dimension = 2 or 3");
  const auto blocks = blocks_of(params, builder);
  const Vector3 c = vector_or_zero(params, "at");
  Vector3 n = Vector3::UnitZ();
  if (params.given("axis")) n = direction_of(params, "axis", "axis").normalized();
  Vector force = weighted(blocks, builder, [&](const Vector3& X) {
    const Vector3 arm = X - c;
    return Vector3(arm - n * n.dot(arm));
  });
  builder.add(std::make_unique<BodyLoad>(
      params.name(), std::vector<BodyLoad::Term>{{std::move(force), params.function("omega_squared")}}));
}

params::Key elements_key() {
  return params::names_of("elements", "entries of [[element]] that the load acts on", "element").required();
}

}  // namespace

void BodyLoad::add_force(const State& state, Vector& f) const {
  for (const Term& term : terms_) {
    const double factor = term.factor(state.t);
    if (factor != 0) f += factor * term.force;
  }
}

void BodyLoad::add_powers(const State& state, Powers& powers) const {
  for (const Term& term : terms_) powers.applied += term.factor(state.t) * term.force.dot(state.v);
}

ModelPart body_acceleration_part() {
  using namespace params;
  return {{"load",
           "acceleration",
           "Volume force of some elements: density times an acceleration that follows functions of time "
           "(gravity of the "
           "whole model is model.gravity).",
           {elements_key(), functions("acceleration", "components of the acceleration")
                                .unit(dim::acceleration)
                                .of_size(dimension_sized)
                                .required()}},
          build_gravity};
}

ModelPart centrifugal_part() {
  using namespace params;
  return {
      {"load",
       "centrifugal",
       "Centrifugal force of some elements that rotate about an axis, at their undeformed place.",
       {elements_key(),
        function("omega_squared", "square of the angular velocity, in radians per unit of time").required(),
        numbers("at", "a point of the axis; the origin unless given")
            .unit(dim::length)
            .of_size(dimension_sized),
        numbers("axis", "direction of the axis; z unless given").of_size(3)}},
      build_centrifugal};
}

}  // namespace jounce
