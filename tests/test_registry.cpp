#include "registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <set>

#include "support/specimens.h"

namespace jounce {
namespace {

bool is_sentence(const std::string& doc) {
  return doc.size() > 1 && std::isupper(static_cast<unsigned char>(doc.front())) && doc.back() == '.';
}

void expect_documented(const std::vector<params::Key>& keys, const std::string& where) {
  std::set<std::string> names;
  for (const params::Key& key : keys) {
    EXPECT_FALSE(key.doc.empty()) << where << "." << key.name;
    EXPECT_TRUE(names.insert(key.name).second) << where << " declares " << key.name << " twice";
    EXPECT_FALSE(key.is_required && key.fallback.has_value())
        << where << "." << key.name << " is required and has a default";
    expect_documented(key.keys, where + "." + key.name);
  }
}

TEST(Registry, EveryPartIsDocumented) {
  for (const ModelPart& part : model_parts()) {
    const params::Component& component = part.component;
    EXPECT_TRUE(is_sentence(component.doc)) << component.type << ": " << component.doc;
    EXPECT_NE(part.build, nullptr) << component.type;
    expect_documented(component.keys, component.kind + "." + component.type);
  }
  for (const MaterialPart& part : material_parts()) {
    EXPECT_TRUE(is_sentence(part.component.doc)) << part.component.type << ": " << part.component.doc;
    EXPECT_NE(part.make, nullptr) << part.component.type;
    expect_documented(part.component.keys, "material." + part.component.type);
  }
  for (const MeshPart& part : mesh_parts()) {
    EXPECT_TRUE(is_sentence(part.component.doc)) << part.component.type << ": " << part.component.doc;
    expect_documented(part.component.keys, "mesh." + part.component.type);
  }
  for (const IntegratorPart& part : integrator_parts()) {
    EXPECT_TRUE(is_sentence(part.component.doc)) << part.component.type << ": " << part.component.doc;
    expect_documented(part.component.keys, "integrator." + part.component.type);
  }
  for (const params::Kind& kind : deck_schema().kinds) {
    EXPECT_TRUE(is_sentence(kind.doc)) << kind.name << ": " << kind.doc;
    expect_documented(kind.keys, kind.name);
  }
}

TEST(Registry, NamesAreUniqueAndFound) {
  std::set<std::pair<std::string, std::string>> names;
  for (const params::Component& component : deck_schema().components)
    EXPECT_TRUE(names.emplace(component.kind, component.type).second)
        << component.kind << " " << component.type;
  for (const ModelPart& part : model_parts()) {
    EXPECT_EQ(find_model_part(part.component.kind, part.component.type), &part);
    EXPECT_NE(deck_schema().find(part.component.kind), nullptr) << part.component.kind;
  }
  for (const IntegratorPart& part : integrator_parts())
    EXPECT_EQ(find_integrator(part.component.type), &part);
  EXPECT_EQ(find_model_part("joint", "bar"), nullptr);
  EXPECT_EQ(find_integrator("bar"), nullptr);
}

TEST(Registry, ADeckMayNotRepeatKeysOfItsKind) {
  for (const params::Component& component : deck_schema().components)
    for (const params::Key& common : deck_schema().find(component.kind)->keys)
      for (const params::Key& own : component.keys)
        EXPECT_NE(common.name, own.name) << component.kind << " " << component.type;
}

/// The generic tests of tests/elements, tests/joints and tests/contact see a part only if it has a specimen.
TEST(Registry, EveryPartHasASpecimen) {
  std::set<std::pair<std::string, std::string>> shown;
  for (const test::Specimen& specimen : test::specimens()) {
    EXPECT_NE(find_model_part(specimen.kind, specimen.type), nullptr) << specimen.label();
    shown.emplace(specimen.kind, specimen.type);
  }
  for (const ModelPart& part : model_parts())
    EXPECT_TRUE(shown.count({part.component.kind, part.component.type}))
        << "no specimen of " << part.component.kind << " " << part.component.type
        << " in tests/support/specimens.h";
}

TEST(Registry, EverySpecimenBuilds) {
  for (const test::Specimen& specimen : test::specimens()) {
    SCOPED_TRACE(specimen.label());
    std::unique_ptr<Model> model;
    ASSERT_NO_THROW(model = test::build(specimen));
    const System& system = model->system;
    EXPECT_EQ(system.initial_state().q.size(), system.manifold().size());
    if (specimen.kind != "body") {  // a flexible body may bring its mean axis conditions
      const bool couples = specimen.deck.find("joints = ") != std::string::npos;
      if (specimen.type == "tie" || specimen.type == "symmetry")
        EXPECT_GT(system.joints().all().size(), 1u) << "one for each node, and direction";
      else if (specimen.variant.find("rigid") == 0)
        EXPECT_GT(system.joints().all().size(), 2u) << "those that make nodes rigid as well";
      else
        EXPECT_EQ(system.joints().all().size(), couples ? 3u : specimen.kind == "joint" ? 1u : 0u);
    }
    const bool has_stops = specimen.deck.find("upper = ") != std::string::npos;
    EXPECT_EQ(system.contacts().all().size(), specimen.kind == "contact" || has_stops ? 1u : 0u);
    if (specimen.kind == "element" || specimen.kind == "load") {
      EXPECT_NE(model->find_block(specimen.type == "bar" ? "bars" : "part"), nullptr);
    }
  }
}

/// Histories and fields know the quantities that parts declare, and evaluate those that blocks offer.
TEST(Registry, PartsDeclareWhatTheirElementsOffer) {
  std::set<std::string> offered;
  for (const test::Specimen& specimen : test::specimens()) {
    SCOPED_TRACE(specimen.label());
    const std::unique_ptr<Model> model = test::build(specimen);
    for (const auto& block : model->system.blocks()) {
      const Connectivity cells = block->connectivity();
      const auto nodes = static_cast<std::size_t>(topology(cells.shape).nodes);
      EXPECT_TRUE(cells.points.empty() || cells.points.size() == cells.dofs.size());
      for (const ElementQuantity& quantity : block->quantities()) {
        const QuantityType& type = *quantity.type;
        SCOPED_TRACE(type.name);
        offered.insert(type.name);
        EXPECT_THAT(quantity_types(), testing::Contains(&type));
        EXPECT_EQ(quantity.at == nullptr, type.is_nodal);
        if (quantity.at != nullptr) {
          std::vector<double> at_place(type.size(), NAN);
          quantity.at(model->system.initial_state(), quantity.elements - 1, 0.5, at_place);
          for (const double value : at_place) EXPECT_TRUE(std::isfinite(value));
        }
        std::vector<double> at_nodes(type.size() * nodes, NAN);
        if (quantity.at_nodes == nullptr) continue;
        ASSERT_EQ(quantity.elements, cells.size());
        quantity.at_nodes(model->system.initial_state(), cells.size() - 1, at_nodes);
        for (const double value : at_nodes) EXPECT_TRUE(std::isfinite(value));
      }
    }
  }
  for (const ModelPart& part : model_parts())
    for (const QuantityType* type : part.quantities)
      EXPECT_TRUE(offered.count(type->name)) << "no specimen offers " << type->name;
}

}  // namespace
}  // namespace jounce
