#pragma once

#include <vector>

#include "integrators/integrators.h"
#include "materials/material_part.h"
#include "model/mesh_parts.h"
#include "model/part.h"
#include "params/component.h"

namespace jounce {

/// Elements, bodies, joints, loads, contact pairs a deck may use: one line each in registry.cpp.
const std::vector<ModelPart>& model_parts();
/// Materials a deck may use.
const std::vector<MaterialPart>& material_parts();
/// Meshes a deck may use.
const std::vector<MeshPart>& mesh_parts();
/// Adds a part that a program brings along, before anything asks for the parts or the schema
/// (std::logic_error once the schema is made).
void add_part(ModelPart part);
void add_part(MaterialPart part);
void add_part(MeshPart part);
/// What elements and materials offer to histories and fields, each once, in the order of the parts.
std::vector<const QuantityType*> quantity_types();
/// Integrators a deck may use.
const std::vector<IntegratorPart>& integrator_parts();
/// Everything a deck may contain: the kinds of tables and all components.
const params::Schema& deck_schema();

const ModelPart* find_model_part(const std::string& kind, const std::string& type);
const MeshPart* find_mesh_part(const std::string& type);
const MaterialPart* find_material_part(const std::string& type);
const IntegratorPart* find_integrator(const std::string& type);

}  // namespace jounce
