#pragma once

#include <limits>

#include "params/component.h"

namespace jounce::deck {

/// A small schema that uses every type of key and every sort of table.
inline params::Schema sample_schema() {
  using namespace params;
  Schema schema;
  schema.kinds = {
      {"model",
       false,
       "The space of the model",
       {integer("dimension", "dimension of space").between(2, 3).by_default(2),
        functions("gravity", "gravity").unit(dim::acceleration).of_size(dimension_sized)}},
      {"integrator",
       false,
       "Time integration",
       {number("step", "step size").unit(dim::time).positive().required(),
        number("end", "end of the run").unit(dim::time).positive().required()},
       true,
       "",
       true,
       true},
      {"output",
       false,
       "Results",
       {integer("frames", "number of field results").non_negative().by_default(200),
        text("folder", "folder of the results"), boolean("energy", "write energies").by_default(true),
        numbers("times", "extra instants").unit(dim::time).non_negative(),
        table("plot", "picture",
              {integer("width", "width in pixels").at_least(1).by_default(800),
               text("title", "title").by_default("")})}},
      {"mesh", true, "Meshes", {}, true},
      {"material",
       true,
       "Materials",
       {number("density", "density").unit(dim::density).positive()},
       true,
       "elastic"},
      {"body", true, "Bodies", {}, true},
      {"contact",
       true,
       "Contacts",
       {number("restitution", "coefficient of restitution").between(0, 1).by_default(0)},
       true},
      {"force",
       true,
       "Loads",
       {names_of("on", "loaded bodies", "body|mesh").required(),
        functions("value", "force").unit(dim::force).of_size(dimension_sized).required(),
        function("factor", "factor of the force").by_default("1").in({0, 10, false, true})}},
      {"history",
       true,
       "Columns of the history",
       {text("quantity", "what is written").required(),
        integer("every", "write every n-th step").at_least(1).by_default(1), name_of("of", "any name")},
       false,
       "",
       false},
  };
  schema.components = {
      {"integrator",
       "nsga-ggl",
       "Nonsmooth generalized-alpha scheme",
       {number("rho_inf", "spectral radius at infinite frequency").between(0, 1).by_default(0.8),
        choice("solver", "solution of a step", {"auto", "monolithic", "sequential"}).by_default("auto"),
        table("newton", "Newton iteration",
              {number("tolerance", "relative tolerance").positive().by_default(1e-10),
               integer("iterations", "most iterations").at_least(1).by_default(20)})}},
      {"integrator", "moreau-jean", "Theta scheme", {number("theta", "weight of the new step").in({0.5, 1})}},
      {"mesh",
       "line",
       "Line of elements",
       {numbers("from", "first point").unit(dim::length).of_size(dimension_sized).required(),
        numbers("to", "last point").unit(dim::length).of_size(dimension_sized).required(),
        integer("elements", "number of elements").at_least(1).required()}},
      {"mesh",
       "file",
       "Mesh of a file",
       {text("file", "mesh file").required(),
        tables("groups", "physical groups",
               {text("group", "its name").required(), name_of("material", "its material", "material")})}},
      {"material",
       "elastic",
       "Linear elastic",
       {number("youngs_modulus", "Young's modulus").unit(dim::stress).positive().required(),
        number("poissons_ratio", "Poisson's ratio").in({-1, 0.5, true, true}).by_default(0.3)}},
      {"material", "rigid", "Rigid", {}},
      {"body",
       "bar",
       "Bar",
       {name_of("mesh", "line of elements", "mesh").required(),
        name_of("material", "material", "material").required(),
        boolean("lumped", "lumped mass").by_default(false),
        table("section", "cross section", {number("area", "area").unit(dim::area).positive().required()})
            .required()}},
      {"body",
       "rigid",
       "Rigid body",
       {number("mass", "mass").unit(dim::mass).non_negative().required(),
        numbers("position", "centre of mass").unit(dim::length).of_size(dimension_sized),
        numbers("inertia", "moments of inertia")
            .unit(dim::inertia)
            .of_size(rotation_sized)
            .by_default({1.0})}},
      {"contact",
       "plane",
       "Node or body against a plane",
       {name_of("surface", "what touches", "body|mesh").required(),
        numbers("normal", "outward normal").of_size(dimension_sized).required(),
        integers("nodes", "numbers of nodes").at_least(0), integers("sides", "two sides").of_size(2)}},
      {"contact", "pair", "Two bodies", {names_of("bodies", "the two bodies", "body").of_size(2).required()}},
  };
  return schema;
}

}  // namespace jounce::deck
