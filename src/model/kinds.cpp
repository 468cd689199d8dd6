#include "model/kinds.h"

namespace jounce {

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
                                   "what to do with initial positions or velocities that the joints do not "
                                   "allow: project them (least change in the norm of M, reported) or refuse; "
                                   "contacts that penetrate at the start are reported or refused",
                                   {"project", "refuse"})
                                .by_default("project")}));
  s.kinds.push_back(list("material", "Materials.", {}, true, "linear-elastic"));
  s.kinds.push_back(list("section", "Cross sections of beams.", {}, true));

  s.kinds.push_back(list(
      "mesh", "Meshes. Their groups are named mesh.group.",
      {numbers("rotate",
               "turns the mesh about the origin: in the plane an angle, in space a rotation vector, in rad")
           .of_size(rotation_sized),
       numbers("translate", "moves the mesh, after it was turned")
           .unit(dim::length)
           .of_size(dimension_sized)},
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
      {name_of("on", "rigid body, mesh or mesh group whose nodes have no orientation, or ground").required(),
       numbers("at",
               "place in the body's axes (from its centre of mass); on meshes and the ground in space; "
               "of a mesh or mesh group its centroid unless given")
           .unit(dim::length)
           .of_size(dimension_sized),
       choice("coupling",
              "of a mesh or mesh group. averaging: the mean frame of the nodes; what acts on it is spread "
              "over them (of a group of faces as a traction), no stiffness is added. rigid: the nodes "
              "move as a rigid body",
              {"averaging", "rigid"}),
       number("angle", "angle of the marker's frame in the body about z in rad").by_default(0.0),
       numbers("rotation",
               "rotation vector of the marker's frame in the body, in rad (models of dimension 3)")
           .of_size(3)},
      false));
  s.kinds.push_back(list("element", "Elements that connect nodes and bodies.", {}, true));
  s.kinds.push_back(list("joint", "Bilateral constraints.", {}, true));
  s.kinds.push_back(list(
      "shape", "Surfaces of rigid bodies, for contact between bodies.",
      {names_of("on", "bodies that have this shape, each one, or the ground")
           .by_default({std::string("ground")}),
       numbers("at", "centre of the shape in axes of the body").unit(dim::length).by_default({0.0, 0.0, 0.0}),
       numbers("rotation", "axes of the shape against those of the body, as a rotation vector in rad")
           .of_size(3)},
      true));
  s.kinds.push_back(list(
      "contact", "Pairs that may touch.",
      {number("restitution", "Newton's coefficient e").between(0, 1).by_default(0.0),
       function("friction", "Coulomb's coefficient mu: a number, or a function of the slip speed v")
           .of_variable("v")
           .non_negative()
           .by_default(0.0),
       number("tangential_restitution",
              "e_T: slip velocity after an impact that sticks is -e_T times that before")
           .between(0, 1)
           .by_default(0.0),
       choice("impact_law",
              "impacts of contacts that are closed at the same time. newton: all at once; sequential: one "
              "after the other, the fastest first, as in Newton's cradle",
              {"newton", "sequential"})
           .by_default("newton")},
      true));
  const auto pool = [] {
    return name_of("bodies", "bodies of type 'grains' that may come and go (with 'spare')").required();
  };
  s.kinds.push_back(list("inflow", "Bodies that come in while a model runs.", {pool()}, true, "layers"));
  s.kinds.push_back(
      list("outflow", "Regions in which bodies are taken out while a model runs.", {pool()}, true));
  s.kinds.push_back(list("load", "Applied forces and moments.", {}, true));
  s.kinds.push_back(
      list("plugin",
           "Shared libraries with functions of users (src/user/jounce_plugin.h), which are loaded and "
           "run: use decks with plugins from people you trust.",
           {text("file", "shared library, relative to the deck").required()}, false));

  Kind boundary = list(
      "boundary", "Supports: components of motion that are held or given.",
      {name_of("on", "body, mesh or mesh group").required(),
       names_of(
           "components",
           "components held: x, y, z, angle (in the plane), rotation (of mesh nodes in space, all three)")
           .required(),
       function("motion", "displacement from the initial position (or angle) over time").by_default(0.0)},
      false);
  boundary.name_required = false;
  s.kinds.push_back(boundary);
  Kind initial =
      list("initial", "Initial velocities of meshes, groups and bodies.",
           {name_of("on", "body, mesh or mesh group").required(),
            numbers("velocity", "initial velocity").unit(dim::velocity).of_size(dimension_sized).required(),
            number("angular_velocity", "initial angular velocity").unit(dim::frequency).by_default(0.0)},
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
               "configuration that the motion starts from: that of the deck, or the static equilibrium under "
               "what acts at the initial time (gravity, preload); velocities are those of the deck",
               {"deck", "equilibrium"})
            .by_default("deck"),
        integer("load_steps", "load steps to the equilibrium").between(1, 100000).by_default(10),
        number(
            "max_energy_gain",
            "share of the motion's energy (the greatest kinetic energy, change of potential energy or work "
            "so far) that the scheme may have added by itself; a run that gains more over twenty steps on "
            "end stops; event-driven never does")
            .in({1e-6, 1e6})
            .by_default(0.1)}});

  Kind integrator = single(
      "integrator", "Time integration; a dynamic analysis needs it.",
      {number("step", "step size h").unit(dim::time).positive().required(),
       number("start", "initial time").unit(dim::time).by_default(0.0),
       number("end", "final time").unit(dim::time).required(),
       number("rho_inf",
              "spectral radius at infinite frequency: 1 no numerical dissipation, 0 most; moreau-jean takes "
              "theta = 1 / (1 + rho_inf) from it; event-driven, ccp-euler and impulse-velocity have no use "
              "for it")
           .between(0, 1)
           .by_default(0.8),
       number("tolerance",
              "residual of momentum relative to the model's own scales; ccp-euler and impulse-velocity have "
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
       integer("max_cuts", "how often a step that fails may be halved").between(0, 40).by_default(10),
       number("error_tolerance",
              "local error that a step may have, as a length: mean of the positions' errors weighed by mass. "
              "Steps are then `step` or halves of halves of it, as small as the error asks for; without it "
              "every step is `step`")
           .unit(dim::length)
           .positive(),
       number(
           "smallest_step",
           "steps do not get smaller than this for the error's sake; default: `step` halved max_cuts times")
           .unit(dim::time)
           .positive(),
       number(
           "impact_step",
           "a step in which a contact closes with an impact is repeated with halves until it is no longer "
           "than this; default: such steps are like others. moreau-jean looks for contacts half a step ahead "
           "and may pass an impact by half of a longer step")
           .unit(dim::time)
           .positive()});
  integrator.has_types = true;
  integrator.default_type = "nsga-ggl";
  s.kinds.push_back(integrator);

  s.kinds.push_back(single(
      "output", "What results a run leaves.",
      {integer("frames", "frames of the field results over the run; 0: no field results")
           .between(0, 1000000)
           .by_default(200),
       integer("history_every", "history.csv has every k-th step").between(1, 1000000000).by_default(1),
       boolean("events", "write events.csv, a line for every impact; piles have millions").by_default(true),
       boolean(
           "transitions",
           "write transitions.csv, a line for every closed contact and every joint with friction that begins "
           "to stick or to slip")
           .by_default(false),
       choice(
           "convergence",
           "convergence.csv, a line for every iteration: residuals by field, changes of the active set; of "
           "steps that fail, of all steps, or no such file",
           {"none", "failures", "all"})
           .by_default("failures"),
       integer("checkpoint_every", "nominal steps between checkpoints; 0: only when a step fails")
           .between(0, 1000000000)
           .by_default(0),
       number("checkpoint_minutes",
              "minutes of real time between checkpoints; 0: not by time. A restart from one agrees with the "
              "uninterrupted run up to round-off, from those of checkpoint_every byte for byte")
           .in({0, 1e6})
           .by_default(0.0),
       number(
           "checkpoint_interval",
           "simulated time between checkpoints, written after the first step at or behind each multiple of "
           "it "
           "from the start; 0: not by simulated time. With checkpoint_every or checkpoint_minutes: whichever "
           "comes first")
           .unit(dim::time)
           .in({0, 1e300})
           .by_default(0.0),
       choice("contact_problems",
              "contact problems in the folder contact_problems: none, dat (text, impulses beside it as csv) "
              "or hdf5 (FCLIB, impulses as first guess), to be read by `jounce solve-contact`",
              {"none", "dat", "hdf5"})
           .by_default("none"),
       choice("contact_problems_of",
              "steps: every k-th one by contact_problems_every, or the worst, which took most iterations",
              {"every", "worst"})
           .by_default("every"),
       integer("contact_problems_every", "contact problems of every k-th step")
           .between(1, 1000000000)
           .by_default(1)}));
  s.kinds.push_back(list(
      "history",
      "Columns of history.csv beside those that are always there; the name of an entry is the column.",
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
       name_of(
           "of",
           "body, marker, mesh group of one node; contact (or contact:point, contact:shape, "
           "contact:shape|shape, of surfaces contact:mesh.group with a group of one node); joint; element; "
           "of a stress (greatest magnitude among the nodes, each with "
           "the mean of its elements) and of a support force (sum over the held components): mesh or mesh "
           "group; of a momentum: model; of bodies and mass: bodies that come and go (those that are there), "
           "inflow or outflow (those that passed since the start)")
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
