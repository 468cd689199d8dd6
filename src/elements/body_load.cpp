#include "elements/body_load.h"

#include <fmt/format.h>

#include <algorithm>

#include "elements/elements.h"
#include "elements/solid.h"
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

/// Passes on blocks of M as blocks of M P, P the projection of each node's components.
class ProjectedSink final : public MatrixSink {
 public:
  /// @param nodes  by degree of freedom: those of its node; empty for others
  ProjectedSink(MatrixSink& target, const std::vector<std::vector<Index>>& nodes, const Matrix3& P)
      : target_(target), nodes_(nodes), P_(P) {}

  void add(std::span<const Index> rows, std::span<const Index> cols, const double* values) override {
    for (std::size_t j = 0; j < cols.size(); ++j) {
      const std::vector<Index>& node = nodes_[static_cast<std::size_t>(cols[j])];
      const auto axis = std::find(node.begin(), node.end(), cols[j]) - node.begin();
      for (std::size_t k = 0; k < node.size(); ++k)
        for (std::size_t i = 0; i < rows.size(); ++i) {
          const double value =
              values[j * rows.size() + i] * P_(static_cast<Index>(axis), static_cast<Index>(k));
          target_.add(rows.subspan(i, 1), {&node[k], 1}, &value);
        }
    }
  }

 private:
  MatrixSink& target_;
  const std::vector<std::vector<Index>>& nodes_;
  const Matrix3& P_;
};

/// M P of solids of finite strain.
CsrMatrix projected_mass(const std::vector<const ElementBlock*>& blocks, const ModelBuilder& builder,
                         const Matrix3& P) {
  std::vector<std::vector<Index>> nodes(static_cast<std::size_t>(builder.initial().v.size()));
  int node = 0;
  for (const Mesh& mesh : builder.model().meshes)
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
      const auto dofs = builder.dofs(node++);
      const std::vector<Index> own(dofs.begin(), dofs.begin() + builder.dimension());
      for (const Index dof : own) nodes[static_cast<std::size_t>(dof)] = own;
    }
  const auto fill = [&](MatrixSink& sink) {
    ProjectedSink projected(sink, nodes, P);
    for (const ElementBlock* block : blocks) block->add_mass(builder.initial(), 1.0, projected);
  };
  PatternBuilder pattern(builder.initial().v.size());
  fill(pattern);
  CsrMatrix matrix;
  pattern.build(matrix);
  matrix.set_zero();
  fill(matrix);
  return matrix;
}

bool is_of_finite_strain(const ElementBlock* block) {
  const auto* solid = block->is_solid() ? static_cast<const SolidElements*>(block) : nullptr;
  return solid != nullptr && solid->properties().finite_strain;
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
  const auto all = blocks_of(params, builder);
  std::vector<const ElementBlock*> finite, blocks = all;
  std::ranges::copy_if(all, std::back_inserter(finite), is_of_finite_strain);
  std::erase_if(blocks, is_of_finite_strain);
  const Vector3 c = vector_or_zero(params, "at");
  Vector3 n = Vector3::UnitZ();
  if (params.given("axis")) n = direction_of(params, "axis", "axis").normalized();
  const auto field = [&](const Vector3& X) {
    const Vector3 arm = X - c;
    return Vector3(arm - n * n.dot(arm));
  };
  std::vector<BodyLoad::Term> terms;
  if (!blocks.empty()) terms.push_back({weighted(blocks, builder, field), params.function("omega_squared")});
  if (!finite.empty())
    terms.push_back({weighted(finite, builder, field), params.function("omega_squared"),
                     projected_mass(finite, builder, Matrix3::Identity() - n * n.transpose()),
                     builder.initial().q});
  builder.add(std::make_unique<BodyLoad>(params.name(), std::move(terms)));
}

params::Key elements_key() {
  return params::names_of("elements", "entries of [[element]] that the load acts on", "element").required();
}

}  // namespace

bool BodyLoad::is_linear() const {
  return std::ranges::none_of(terms_, [](const Term& term) { return term.gradient.size() > 0; });
}

Vector BodyLoad::force_of(const Term& term, const State& state) {
  if (term.gradient.size() == 0) return term.force;
  Vector change;
  term.gradient.multiply(state.q.head(term.force.size()) - term.origin.head(term.force.size()), change);
  return term.force + change;
}

void BodyLoad::add_force(const State& state, Vector& f) const {
  for (const Term& term : terms_)
    if (const double factor = term.factor(state.t); factor != 0) f += factor * force_of(term, state);
}

void BodyLoad::add_tangent(const State& state, double, double w_k, MatrixSink& sink) const {
  for (const Term& term : terms_) {
    const double factor = -w_k * term.factor(state.t);
    if (w_k == 0 || term.gradient.size() == 0) continue;
    const auto starts = term.gradient.row_starts();
    for (Index i = 0; i < term.gradient.size(); ++i)
      for (Index k = starts[i]; k < starts[i + 1]; ++k) {
        const Index j = term.gradient.columns()[k];
        const double value = factor * term.gradient.values()[k];
        sink.add({&i, 1}, {&j, 1}, &value);
      }
  }
}

void BodyLoad::add_powers(const State& state, Powers& powers) const {
  for (const Term& term : terms_) powers.applied += term.factor(state.t) * force_of(term, state).dot(state.v);
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
       "Centrifugal force of some elements that rotate about an axis: of solids of finite strain at their "
       "deformed place, with its stiffness, of others at the undeformed one.",
       {elements_key(),
        function("omega_squared", "square of the angular velocity, in radians per unit of time").required(),
        numbers("at", "a point of the axis; the origin unless given")
            .unit(dim::length)
            .of_size(dimension_sized),
        numbers("axis", "direction of the axis; z unless given").of_size(3)}},
      build_centrifugal};
}

}  // namespace jounce
