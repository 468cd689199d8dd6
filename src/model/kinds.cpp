#include "model/kinds.h"
#include "params/file_reference.h"

namespace jounce {
namespace {

/// Lists whose entries may act in some of the steps alone.
params::Key in_steps() {
  return params::names_of("steps", "steps of the run in which it acts; in all unless given", "step");
}

}  // namespace

params::Schema base_schema() {
  using namespace params;
  params::Schema s;
  const auto single = [](std::string name, std::string doc, std::vector<Key> keys) {
    Kind kind;
    kind.name = std::move(name);
    kind.doc = std::move(doc);
    kind.keys = std::move(keys);
    return kind;
  };
  const auto list = [&](std::string name, std::string doc, std::vector<Key> keys, bool has_types,
                        std::string default_type = {}) {
    Kind kind = single(std::move(name), std::move(doc), std::move(keys));
    kind.is_list = true;
    kind.has_types = has_types;
    kind.default_type = std::move(default_type);
    return kind;
  };

  s.kinds.push_back(single("model", "The space the model lives in.",
                           {integer("dimension", "1, 2 or 3 coordinates a node").between(1, 3).by_default(2),
                            numbers("gravity", "acceleration of gravity; none unless given")
                                .unit(dim::acceleration)
                                .of_size(dimension_sized),
                            choice("inconsistent_start",
                                   "action if initial positions or velocities violate the joints: project "
                                   "them (least change in the norm of M, reported) or refuse the deck; "
                                   "contacts that penetrate at the start are reported or refused",
                                   {"project", "refuse"})
                                .by_default("project")}));
  s.kinds.push_back(list("material", "Materials.", {}, true, "linear-elastic"));
  s.kinds.push_back(list("section", "Cross sections of beams.", {}, true));

  s.kinds.push_back(list(
      "mesh", "Meshes. Their groups are named mesh.group.",
      {numbers("rotate",
               "turns the mesh about the origin: in the plane an angle, in space a rotation vector, in rad")
           .of_size(rotation_sized)
           .between(-1e6, 1e6),
       numbers("translate", "moves the mesh, after its rotation")
           .unit(dim::length)
           .of_size(dimension_sized)
           .between(-1e100, 1e100)},
      true));

  s.kinds.push_back(list("body", "Bodies.",
                         {numbers("position", "initial position of the centre of mass")
                              .unit(dim::length)
                              .of_size(dimension_sized)
                              .required(),
                          numbers("velocity", "initial velocity; at rest unless given")
                              .unit(dim::velocity)
                              .of_size(dimension_sized)},
                         true));
  s.kinds.push_back(list(
      "marker",
      "Points with a frame on a rigid body, on the nodes of a mesh or on the ground, to which joints, "
      "contacts, loads and histories refer.",
      {name_of("on",
               "rigid body, mesh or mesh group (whose nodes have an orientation, of shells and beams: with "
               "`coupling`), or ground")
           .required(),
       numbers("at",
               "place in the body's axes (from its centre of mass); on meshes and the ground in space; "
               "of a mesh or mesh group its centroid unless given")
           .unit(dim::length)
           .of_size(dimension_sized),
       choice("coupling",
              "of a mesh or mesh group. averaging: the mean frame of the nodes; loads on it are distributed "
              "over them (as a traction on a group of faces), without added stiffness. rigid: the nodes move "
              "as a rigid body, and turn with it where they have an orientation",
              {"averaging", "rigid"}),
       number("angle", "angle of the marker's frame in the body about z in rad").by_default(0.0),
       numbers("rotation",
               "rotation vector of the marker's frame in the body, in rad (models of dimension 3)")
           .of_size(3)
           .between(-1e6, 1e6)},
      false));
  s.kinds.push_back(list("element", "Elements that connect nodes and bodies.", {in_steps()}, true));
  s.kinds.push_back(list("joint", "Bilateral constraints.", {in_steps()}, true));
  s.kinds.push_back(list(
      "shape", "Shapes of rigid bodies, for contact between bodies.",
      {names_of("on", "bodies that each have this shape, or the ground").by_default({std::string("ground")}),
       numbers("at", "centre of the shape in axes of the body").unit(dim::length).by_default({0.0, 0.0, 0.0}),
       numbers("rotation", "axes of the shape against those of the body, as a rotation vector in rad")
           .of_size(3)
           .between(-1e6, 1e6)},
      true));
  s.kinds.push_back(
      list("contact", "Pairs that may touch.",
           {number("restitution", "Newton's coefficient e").between(0, 1).by_default(0.0),
            function("friction", "Coulomb's coefficient mu: a number, or a function of the slip speed v")
                .of_variable("v")
                .between(0, 1e6)
                .by_default(0.0),
            number("tangential_restitution",
                   "e_T: the slip velocity after a sticking impact is -e_T times the one before")
                .between(0, 1)
                .by_default(0.0),
            choice("impact_law",
                   "impacts at contacts that close at the same time. newton: simultaneous; sequential: one "
                   "after the other, the fastest first, as in Newton's cradle",
                   {"newton", "sequential"})
                .by_default("newton"),
            in_steps()},
           true));
  const auto pool = [] {
    return name_of("bodies", "bodies of type 'grains' with inflow and outflow (key 'spare')").required();
  };
  s.kinds.push_back(list("inflow", "Inflow: bodies that enter during a run.", {pool()}, true, "layers"));
  s.kinds.push_back(
      list("outflow", "Outflow: regions in which bodies are removed during a run.", {pool()}, true));
  s.kinds.push_back(list("load", "Applied forces and moments.", {in_steps()}, true));
  s.kinds.push_back(
      list("plugin",
           "Shared libraries with functions of users (src/user/jounce_plugin.h), which are loaded and "
           "run: use decks with plugins from people you trust.",
           {text("file", "shared library, relative to the deck").refers(kFileReference).required()}, false));

  Kind boundary = list(
      "boundary", "Supports: components of motion that are held or prescribed.",
      {name_of("on", "body, mesh or mesh group").required(),
       names_of(
           "components",
           "components held: x, y, z, angle (in the plane), rotation (of mesh nodes in space, all three)")
           .required(),
       function("motion",
                "displacement from the initial position (or angle) over time; what has none is held where it "
                "stands when a step begins")
           .by_default(0.0),
       boolean(
           "from_present",
           "begins in each of its [[step]] where things stand, and comes to 'motion' in proportion to time "
           "by the end of the step")
           .by_default(false),
       in_steps()},
      false);
  boundary.name_required = false;
  s.kinds.push_back(boundary);
  Kind initial = list(
      "initial", "Initial velocities of meshes, groups and bodies.",
      {name_of("on", "body, mesh or mesh group").required(),
       numbers("velocity", "initial velocity; none unless given")
           .unit(dim::velocity)
           .of_size(dimension_sized),
       number("angular_velocity", "initial angular velocity").unit(dim::frequency).by_default(0.0),
       numbers("about",
               "point of the axis about which everything turns with `angular_velocity`, as a rigid body, "
               "beside `velocity`; without it only bodies and nodes that have an angle turn, each about "
               "itself")
           .unit(dim::length)
           .of_size(dimension_sized),
       numbers("axis", "in space: direction of the axis; z unless given").of_size(3)},
      false);
  initial.name_required = false;
  s.kinds.push_back(initial);

  Kind analysis = single("analysis", "What is computed.", {});
  analysis.has_types = true;
  analysis.default_type = "dynamic";
  s.kinds.push_back(analysis);
  s.components.push_back(
      {"analysis",
       "dynamic",
       "Motion over time by the [integrator].",
       {choice("from",
               "initial configuration of the motion: that of the deck, or the static equilibrium under the "
               "loads at the initial time (gravity, preload); velocities are those of the deck",
               {"deck", "equilibrium"})
            .by_default("deck"),
        integer("load_steps", "load steps to the equilibrium").between(1, 100000).by_default(10),
        number("max_energy_gain",
               "share of the motion's energy (the greatest kinetic energy, change of potential energy or "
               "work so far) that the scheme may add numerically; a run that gains more over twenty "
               "consecutive steps stops; event-driven never stops")
            .in({1e-6, 1e6})
            .by_default(0.1)}});

  Kind integrator = single(
      "integrator", "Time integration; required by a dynamic analysis.",
      {number("step",
              "step size h; required but by half-explicit, which follows its limit of stability without")
           .unit(dim::time)
           .positive(),
       number("start", "initial time").unit(dim::time).by_default(0.0),
       number("end", "final time").unit(dim::time).required(),
       number("rho_inf",
              "spectral radius at infinite frequency: 1 no numerical dissipation, 0 most; moreau-jean takes "
              "theta = 1 / (1 + rho_inf) from it; event-driven, ccp-euler and impulse-velocity ignore it")
           .between(0, 1)
           .by_default(0.8),
       number("tolerance",
              "residual of momentum relative to scales of the model; ccp-euler and impulse-velocity have "
              "contact_tolerance instead")
           .in({1e-15, 1e-2})
           .by_default(1e-12),
       integer("max_iterations",
               "Newton iterations a step; ccp-euler and impulse-velocity have contact_iterations instead")
           .between(1, 1000)
           .by_default(30),
       number("contact_tolerance",
              "of ccp-euler and impulse-velocity: residual of the contact law, as a velocity relative to the "
              "velocities of the contacts that would close")
           .in({1e-14, 0.1})
           .by_default(1e-8),
       integer("contact_iterations", "of ccp-euler and impulse-velocity: most iterations or sweeps of a step")
           .between(1, 1000000000)
           .by_default(100000),
       integer("max_cuts", "number of times that a failed step may be halved").between(0, 40).by_default(10),
       number("error_tolerance",
              "local error allowed in a step, as a length: mean of the errors of positions weighted by mass. "
              "Steps are then `step` or repeated halves of it, as the error requires; without it every step "
              "is `step`")
           .unit(dim::length)
           .positive(),
       number("smallest_step", "smallest step of the error control; default: `step` halved max_cuts times")
           .unit(dim::time)
           .positive(),
       number("impact_step",
              "largest step in which a contact may close with an impact; longer ones are halved and "
              "repeated; default: no limit. moreau-jean detects contacts half a step ahead and may pass an "
              "impact by half of a longer step")
           .unit(dim::time)
           .positive()});
  integrator.has_types = true;
  integrator.default_type = "nsga-ggl";
  s.kinds.push_back(integrator);
  s.kinds.push_back(list("step",
                         "Steps of a run, one after another: each goes on from the state that the one before "
                         "it left, with an analysis, supports, loads, contacts and joints of its own. They "
                         "stand in place of [integrator], or of [analysis] of type \"static\". All have one "
                         "time. Initial velocities hold from the first step that is no equilibrium.",
                         {}, true));

  s.kinds.push_back(single(
      "output", "Results of a run.",
      {integer("frames", "frames of the field results over the run; 0: no field results")
           .between(0, 1000000)
           .by_default(200),
       integer("history_every", "history.csv has every k-th step").between(1, 1000000000).by_default(1),
       boolean("events", "write events.csv, a line for every impact; piles have millions of impacts")
           .by_default(true),
       boolean(
           "transitions",
           "write transitions.csv, a line for every closed contact and every joint with friction that begins "
           "to stick or to slip")
           .by_default(false),
       choice("convergence",
              "convergence.csv, a line for every iteration: residuals by field, changes of the active set; "
              "for failed steps, for all steps, or no such file",
              {"none", "failures", "all"})
           .by_default("failures"),
       integer("checkpoint_every", "nominal steps between checkpoints; 0: only when a step fails")
           .between(0, 1000000000)
           .by_default(0),
       number("checkpoint_minutes",
              "minutes of real time between checkpoints; 0: not by time. A restart from such a checkpoint "
              "agrees with the uninterrupted run up to round-off, one from checkpoint_every byte for byte")
           .in({0, 1e6})
           .by_default(0.0),
       number("checkpoint_interval",
              "simulated time between checkpoints, written after the first step at or beyond each multiple "
              "of it from the start; 0: not by simulated time. With checkpoint_every or checkpoint_minutes: "
              "whichever comes first")
           .unit(dim::time)
           .in({0, 1e300})
           .by_default(0.0),
       choice("contact_problems",
              "contact problems in the folder contact_problems: none, dat (text, impulses beside it as csv) "
              "or hdf5 (FCLIB, impulses as first guess), to be read by `jounce solve-contact`",
              {"none", "dat", "hdf5"})
           .by_default("none"),
       choice("contact_problems_of",
              "steps: every k-th one by contact_problems_every, or the worst, with the most iterations",
              {"every", "worst"})
           .by_default("every"),
       integer("contact_problems_every", "contact problems of every k-th step")
           .between(1, 1000000000)
           .by_default(1)}));
  s.kinds.push_back(list(
      "history",
      "Columns of history.csv in addition to the standard ones; the name of an entry is the name of its "
      "column.",
      {choice("quantity", "what is recorded",
              {"position",
               "displacement",
               "velocity",
               "angle",
               "angular_velocity",
               "quaternion",
               "acceleration",
               "angular_acceleration",
               "gap",
               "gap_velocity",
               "contact_impulse",
               "contact_force",
               "contact_pressure",
               "contacts",
               "friction_force",
               "friction_moment",
               "slip_velocity",
               "position_multiplier",
               "reaction",
               "reaction_force",
               "reaction_moment",
               "support_force",
               "strain_energy",
               "kinetic_energy",
               "momentum",
               "angular_momentum",
               "bodies",
               "mass"})
           .required(),
       name_of("of",
               "body, marker, mesh group of one node; contact (or contact:point, contact:shape, "
               "contact:shape|shape, of surfaces contact:mesh.group with a group of one node); joint; "
               "element; of a stress (greatest magnitude among the nodes, each with the mean of its "
               "elements) and of a support force (sum over the held components): mesh or mesh group; of a "
               "momentum: model; of bodies and mass: bodies with inflow and outflow (those present), inflow "
               "or outflow (those that passed since the start)")
           .required(),
       text("component",
            "x, y, z; of a reaction: the row of the joint; of an axial force: the number of the bar, from 1; "
            "of a section force: N, Q_y, Q_z, T, M_y, M_z; of a stress: xx, yy, zz, xy, xz, yz, mises")
           .by_default("x"),
       integer("element", "of axial and section forces: number of the bar or beam in its mesh or group")
           .between(1, 10000000)
           .by_default(1),
       number("place", "of a section force: place in the beam, from -1 (first node) to 1 (second node)")
           .between(-1, 1)
           .by_default(0.0)},
      false));
  return s;
}

}  // namespace jounce
