#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

#include "../io/temporary_folder.h"
#include "../support/petsc_environment.h"
#include "cli/commands.h"
#include "deck/build_model.h"
#include "deck/deck.h"
#include "io/field_file.h"
#include "io/history_reader.h"
#include "registry.h"
#include "run/model_partition.h"

// An element, a material and a mesh that nothing but this file knows: what a part offers by itself.

namespace jounce::test {
namespace {

using io::test::TemporaryFolder;
using testing::HasSubstr;

/// Springs on the lines of a mesh with half a mass at each end, along x alone: f_2 = -k (u_2 - u_1) = -f_1.
class Strut final : public ElementBlock {
 public:
  using Ends = std::array<Index, 2>;  ///< degrees of freedom along x

  Strut(std::string name, std::vector<Ends> ends, std::vector<double> lengths, double k, double m)
      : ElementBlock(std::move(name)), ends_(std::move(ends)), lengths_(std::move(lengths)), k_(k), m_(m) {}

  static const QuantityType& stretch() {
    static const QuantityType type = {"stretch", "strut", {{"stretch", params::dim::length}}};
    return type;
  }

  bool is_linear() const override { return true; }
  void add_mass(const State&, double w, MatrixSink& sink) const override {
    const std::array<double, 4> M = {w * m_ / 2, 0, 0, w * m_ / 2};
    for (const Ends& ends : ends_) sink.add(ends, ends, M.data());
  }
  void add_mass_product(const State&, const Vector& a, double w, Vector& f) const override {
    for (const Ends& ends : ends_)
      for (const Index dof : ends) f[dof] += w * m_ / 2 * a[dof];
  }
  void add_force(const State& state, Vector& f) const override {
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      f[ends_[i][0]] += k_ * value(state, i);
      f[ends_[i][1]] -= k_ * value(state, i);
    }
  }
  void add_tangent(const State&, double, double w_k, MatrixSink& sink) const override {
    const std::array<double, 4> K = {w_k * k_, -w_k * k_, -w_k * k_, w_k * k_};
    for (const Ends& ends : ends_) sink.add(ends, ends, K.data());
  }
  Connectivity connectivity() const override {
    Connectivity cells;
    for (const Ends& ends : ends_) cells.add(ends);
    return cells;
  }
  std::vector<ElementQuantity> quantities() const override {
    return {line_quantity(stretch(), ends_.size(),
                          [this](const State& state, std::size_t i, double, std::span<double> values) {
                            values[0] = value(state, i);
                          })};
  }

 private:
  double value(const State& state, std::size_t i) const {
    return state.q[ends_[i][1]] - state.q[ends_[i][0]] - lengths_[i];
  }

  std::vector<Ends> ends_;
  std::vector<double> lengths_;
  double k_, m_;
};

ModelPart strut_part() {
  using namespace params;
  return {{"element",
           "strut",
           "A spring along x on every line of a mesh.",
           {name_of("mesh", "mesh whose lines are struts").required(),
            number("stiffness", "k").unit(dim::stiffness).positive().required(),
            number("mass", "mass of a strut").unit(dim::mass).positive().required()}},
          [](const Params& entry, ModelBuilder& builder) {
            const Mesh* mesh = nullptr;
            int first = 0;
            std::vector<Strut::Ends> ends;
            std::vector<double> lengths;
            for (const auto& line : builder.lines(entry, "mesh", &mesh, &first)) {
              ends.push_back({builder.dofs(first + line[0])[0], builder.dofs(first + line[1])[0]});
              lengths.push_back(builder.initial().q[ends.back()[1]] - builder.initial().q[ends.back()[0]]);
            }
            builder.add(std::make_unique<Strut>(entry.name(), std::move(ends), std::move(lengths),
                                                entry.number("stiffness"), entry.number("mass")));
          },
          nullptr,
          {&Strut::stretch()}};
}

/// S = E strain without Poisson's effect, which remembers its largest strain along x.
class Remembering final : public Material {
 public:
  Remembering(double density, double E) : Material(density), E_(E) {}

  static const QuantityType& peak() {
    static const QuantityType type = {
        "peak_strain", "solid element that remembers", {{"peak_strain", params::dim::none}}, true};
    return type;
  }

  int history_size() const override { return 1; }
  std::vector<MaterialQuantity> quantities() const override { return {{&peak(), 0}}; }
  void evaluate(const Voigt& strain, const PointState&, bool tangent, MaterialResponse& out) const override {
    Voigt moduli;
    moduli << E_, E_, E_, E_ / 2, E_ / 2, E_ / 2;
    out.stress = moduli.cwiseProduct(strain);
    out.energy = 0.5 * strain.dot(out.stress);
    if (tangent) out.tangent = moduli.asDiagonal();
  }
  void update(const Voigt& strain, const PointState&, double* history) const override {
    history[0] = std::max(history[0], strain[0]);
  }

 private:
  double E_;
};

MaterialPart remembering_part() {
  using namespace params;
  return {{"material",
           "remembering",
           "Linear elastic material that remembers its largest strain along x.",
           {number("E", "Young's modulus").unit(dim::stress).positive().required(),
            number("rho", "density").unit(dim::density).positive().required()}},
          [](const MaterialUse& use) -> std::shared_ptr<const Material> {
            return std::make_shared<Remembering>(use.material.number("rho"), use.material.number("E"));
          },
          nullptr,
          {&Remembering::peak()}};
}

MeshPart unit_row_part() {
  using namespace params;
  return {{"mesh",
           "unit-row",
           "Lines of length 1 along x from the origin.",
           {integer("count", "number of lines").between(1, 10).required()}},
          [](const Params& entry, int, const std::filesystem::path&) {
            const int count = entry.integer("count");
            return line_mesh(entry.name(), Vector3::Zero(), Vector3(count, 0, 0), count);
          }};
}

/// Three struts in a row, held at the start, and one square cell that is stretched and let go.
const std::string kDeck = R"toml(
[[material]]
name = "soft"
type = "remembering"
E = 100
rho = 1
[[mesh]]
name = "row"
type = "unit-row"
count = 3
[[mesh]]
name = "square"
type = "block"
from = [0, 1]
to = [2, 3]
counts = [1, 1]
[[element]]
name = "struts"
type = "strut"
mesh = "row"
stiffness = 50
mass = 2
[[element]]
name = "solid"
type = "solid"
mesh = "square"
material = "soft"
[[boundary]]
on = "row"
components = ["y"]
[[boundary]]
on = "row.start"
components = ["x"]
[[boundary]]
on = "square"
components = ["y"]
[[boundary]]
on = "square.x_min"
components = ["x"]
[[initial]]
on = "row.end"
velocity = [1, 0]
[[initial]]
on = "square.x_max"
velocity = [1, 0]
[[history]]
name = "last"
quantity = "stretch"
of = "struts"
element = 3
[[history]]
name = "peak"
quantity = "peak_strain"
of = "square.x_max"
[[history]]
name = "end"
quantity = "displacement"
of = "row.end"
[[marker]]
name = "side"
on = "square.x_max"
[[history]]
name = "side"
quantity = "displacement"
of = "side"
[integrator]
type = "moreau-jean"
step = 0.01
end = 1
[output]
frames = 2
)toml";

/// The parts are added before anything else asks for parts.
class OwnParts : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    add_part(strut_part());
    add_part(remembering_part());
    add_part(unit_row_part());
  }

  std::filesystem::path written(const std::string& text) {
    std::ofstream(folder_ / "deck.toml") << text;
    return folder_ / "deck.toml";
  }
  RunReport run() {
    RunOptions options;
    options.deck = written(kDeck);
    options.output = folder_ / "r";
    options.quiet = true;
    return run_deck(options);
  }

  TemporaryFolder folder_;
};

TEST_F(OwnParts, AreInTheSchemaAndTheReference) {
  for (const std::string& text : {deck::json_schema(deck_schema()), deck::deck_reference(deck_schema())}) {
    for (const char* word : {"strut", "remembering", "unit-row", "stretch", "peak_strain"})
      EXPECT_THAT(text, HasSubstr(word));
    EXPECT_THAT(text, HasSubstr("remembers its largest strain along x"));
    EXPECT_THAT(text, HasSubstr("expansion_temperature")) << "which all materials have";
  }
}

TEST_F(OwnParts, AreRefusedWhenTheSchemaIsMade) {
  EXPECT_EQ(deck_schema().find("element", "late"), nullptr);
  EXPECT_THROW(add_part(strut_part()), std::logic_error);
  EXPECT_THROW(add_part(remembering_part()), std::logic_error);
}

TEST_F(OwnParts, HaveHistories) {
  const RunReport report = run();
  ASSERT_EQ(report.exit_status, 0) << report.message;
  const io::History history(folder_ / "r/history.csv");
  const auto &last = history.column("last"), &end = history.column("end");
  const auto &peak = history.column("peak"), &side = history.column("side");
  EXPECT_EQ(history.unit("last"), "m");
  EXPECT_EQ(history.unit("peak"), "");
  ASSERT_EQ(last.size(), 101u);
  EXPECT_EQ(last[0], 0);
  EXPECT_NEAR(last[1], end[1], 0.02 * end[1]) << "the middle nodes begin at rest";
  double largest = 0;
  for (std::size_t i = 0; i < peak.size(); ++i) {
    largest = std::max(largest, side[i] / 2);
    EXPECT_NEAR(peak[i], largest, 1e-12) << i;
  }
  EXPECT_LT(side.back() / 2, 0.9 * largest) << "it has swung back";
}

TEST_F(OwnParts, HaveFields) {
  ASSERT_EQ(run().exit_status, 0);
  const io::FieldFile file(folder_ / "r/fields.vtkhdf");
  const io::History history(folder_ / "r/history.csv");
  const std::size_t frame = file.times().size() - 1;
  const std::vector<double> stretch = file.values("stretch", frame), peak = file.values("peak_strain", frame);
  const std::vector<double> displacement = file.values("displacement", frame);
  ASSERT_EQ(stretch.size(), 8u);
  const auto u = [&](std::size_t node) { return displacement[3 * node]; };
  EXPECT_NEAR(stretch[0], u(1) - u(0), 1e-14);
  EXPECT_NEAR(stretch[1], (u(2) - u(0)) / 2, 1e-14) << "mean of two struts";
  EXPECT_NEAR(stretch[3], history.column("last").back(), 1e-14);
  for (std::size_t node = 0; node < 8; ++node) {
    EXPECT_EQ(stretch[node] != 0, node < 4) << node;
    EXPECT_NEAR(peak[node], node < 4 ? 0 : history.column("peak").back(), 1e-12) << node;
  }
}

TEST_F(OwnParts, AreCheckedAndCutIntoParts) {
  cli::CheckOptions options;
  options.deck = written(kDeck);
  options.parts = 2;
  options.output = folder_ / "parts";
  testing::internal::CaptureStdout();
  const int status = cli::check_command(options);
  const std::string text = testing::internal::GetCapturedStdout();
  EXPECT_EQ(status, cli::kSuccess);
  EXPECT_THAT(text, HasSubstr("16 degrees of freedom, 11 of them prescribed"));
  EXPECT_THAT(text, HasSubstr("2 element blocks"));
  EXPECT_THAT(text, HasSubstr("total mass 7 kg"))
      << "4 of the square, and half of 6, which moves along x only";
  EXPECT_THAT(text, HasSubstr("partition among 2 ranks"));
  const auto model = deck::build_model(deck::read_deck(options.deck, deck_schema()));
  const ModelPartition partition(*model, 2);
  EXPECT_EQ(partition.of.elements.size(), 4);
  EXPECT_EQ(partition.of.couplings.size(), 0);
  EXPECT_EQ(partition.cut_edges, 0) << "the row and the square are apart";
}

TEST_F(OwnParts, MistakesAreReported) {
  const auto mistake = [&](const std::string& from, const std::string& to) -> std::string {
    std::string text = kDeck;
    text.replace(text.find(from), from.size(), to);
    RunOptions options;
    options.deck = written(text);
    options.write = false;
    return run_deck(options).message;
  };
  EXPECT_THAT(mistake("element = 3", "element = 4"), HasSubstr("'struts' has the struts 1 to 3"));
  EXPECT_THAT(mistake(R"(of = "struts")", R"(of = "strut")"),
              HasSubstr("there is no element named 'strut' with this quantity (did you mean 'struts'?)"));
  EXPECT_THAT(mistake(R"(of = "square.x_max")", R"(of = "row.end")"),
              HasSubstr("no solid element that remembers has a node in 'row.end'"));
  EXPECT_THAT(mistake(R"("stretch")", R"("stretching")"), HasSubstr("'stretch', "));
  EXPECT_THAT(mistake(R"(type = "strut")", R"(type = "strat")"), HasSubstr("did you mean 'strut'?"));
}

}  // namespace
}  // namespace jounce::test
