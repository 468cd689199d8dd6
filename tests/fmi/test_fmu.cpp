#include <array>
#include <cmath>
#include <thread>

#include "fmi/export.h"
#include "fmu/fmi2.h"
#include "io/csv.h"
#include "io/temporary_folder.h"
#include "params/input_error.h"

#include "master.h"

namespace jounce::fmi::test {
namespace {

const fs::path kDecks = fs::path(JOUNCE_SOURCE_DIR) / "inputs";

constexpr const char* kOscillator = R"(
[model]
dimension = 2
[[body]]
name = "cart"
type = "rigid"
mass = 2
inertia = 1
position = [0.1, 0]
[[load]]
name = "push"
type = "force"
on = "cart"
force = [0, 0]
[integrator]
type = "generalized-alpha"
step = 1e-3
end = 1
[[history]]
name = "x"
quantity = "position"
of = "cart"
component = "x"
)";

fs::path file_in(const fs::path& folder, const std::string& name, const std::string& text) {
  std::ofstream(folder / name) << text;
  return folder / name;
}

/// The program is beside jounce_fmi.so; the test program is in a folder below, where the export looks as
/// well.
Fmu made(const fs::path& deck, const fs::path& folder, const std::string& name) {
  write_fmu({deck, {}, {}, "3", folder / (name + ".fmu")});
  return Fmu(folder / (name + ".fmu"), folder / name);
}

/// Columns of `jounce run` at every row, by name.
std::map<std::string, std::vector<double>> history_of(const fs::path& deck, const fs::path& folder) {
  const std::string command =
      fmt::format("{} run {} -q -o {}", JOUNCE_BINARY, deck.string(), folder.string());
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::ifstream in(folder / "history.csv");
  std::string line, word;
  std::getline(in, line);
  std::vector<std::string> names;
  for (std::istringstream words(line); std::getline(words, word, ',');) names.push_back(word);
  std::map<std::string, std::vector<double>> columns;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    for (const std::string& name : names) {
      std::getline(words, word, ',');
      columns[name].push_back(std::stod(word));
    }
  }
  return columns;
}

TEST(Fmu, GivesTheBitsOfARunWithImpacts) {
  const io::TemporaryFolder folder("fmi-test");
  Fmu fmu = made(kDecks / "pendulum.toml", folder.path(), "pendulum");
  const auto history = history_of(kDecks / "pendulum.toml", folder.path() / "run");
  fmu.start();
  for (int k = 0; k < 200; ++k) ASSERT_EQ(fmu.step(k * 0.01, 0.01), fmi3OK) << fmu.messages;
  bool bounced = false;
  for (const double impulse : history.at("contact_impulse")) bounced = bounced || impulse > 0;
  EXPECT_TRUE(bounced);
  for (const char* const name : {"gap", "x", "y", "theta", "omega"})
    EXPECT_EQ(fmu.get(name), history.at(name)[2000]) << name;
}

TEST(Fmu, RepeatsARejectedStepToTheLastBit) {
  const io::TemporaryFolder folder("fmi-test");
  Fmu fmu = made(kDecks / "pendulum.toml", folder.path(), "pendulum");
  fmu.start();
  ASSERT_EQ(fmu.step(0, 0.3), fmi3OK);
  fmi3FMUState kept = fmu.state();
  ASSERT_EQ(fmu.step(0.3, 1.2), fmi3OK);
  const double theta = fmu.get("theta"), omega = fmu.get("omega");
  using Size = fmi3Status(fmi3Instance, fmi3FMUState, std::size_t*);
  std::size_t size = 0;
  ASSERT_EQ(fmu.function<Size>("fmi3SerializedFMUStateSize")(fmu.instance, kept, &size), fmi3OK);
  std::vector<fmi3Byte> bytes(size);
  using Store = fmi3Status(fmi3Instance, fmi3FMUState, fmi3Byte*, std::size_t);
  ASSERT_EQ(fmu.function<Store>("fmi3SerializeFMUState")(fmu.instance, kept, bytes.data(), size), fmi3OK);
  ASSERT_EQ(fmu.restore(kept), fmi3OK) << fmu.messages;
  EXPECT_NE(fmu.get("theta"), theta);
  ASSERT_EQ(fmu.step(0.3, 1.2), fmi3OK);
  EXPECT_EQ(fmu.get("theta"), theta);
  EXPECT_EQ(fmu.get("omega"), omega);
  // a fresh instance goes on from the bytes
  ASSERT_TRUE(fmu.instantiate(fmu.token));
  fmi3FMUState read = nullptr;
  using Load = fmi3Status(fmi3Instance, const fmi3Byte*, std::size_t, fmi3FMUState*);
  const auto load = fmu.function<Load>("fmi3DeserializeFMUState");
  ASSERT_EQ(load(fmu.instance, bytes.data(), size, &read), fmi3OK);
  ASSERT_EQ(fmu.restore(read), fmi3OK) << fmu.messages;
  ASSERT_EQ(fmu.step(0.3, 1.2), fmi3OK) << fmu.messages;
  EXPECT_EQ(fmu.get("theta"), theta);
  EXPECT_EQ(load(fmu.instance, bytes.data(), size / 2, &read), fmi3Error);
}

TEST(Fmu, IsCoupledWithAController) {
  const io::TemporaryFolder folder("fmi-test");
  Fmu fmu = made(file_in(folder.path(), "cart.toml", kOscillator), folder.path(), "cart");
  fmu.start();
  // f = -k x of the last point, k = 8, m = 2: x = 0.1 cos 2t, up to the delay of half a step
  const double h = 1e-3;
  double worst = 0;
  for (int k = 0; k < 1000; ++k) {
    ASSERT_EQ(fmu.set("load.push.force[1]", -8 * fmu.get("x")), fmi3OK) << fmu.messages;
    ASSERT_EQ(fmu.step(k * h, h), fmi3OK) << fmu.messages;
    worst = std::max(worst, std::abs(fmu.get("x") - 0.1 * std::cos(2 * (k + 1) * h)));
  }
  EXPECT_LT(worst, 2e-4);
}

TEST(Fmu, DriversReachTheirInputs) {
  const io::TemporaryFolder folder("fmi-test");
  const std::string deck = R"(
[model]
dimension = 2
[[body]]
name = "arm"
type = "rigid"
mass = 1
inertia = 1
position = [1, 0]
[[joint]]
name = "pivot"
type = "revolute"
between = ["ground", "arm"]
at = [0, 0]
[[joint]]
name = "crank"
type = "motion"
between = ["ground", "arm"]
coordinate = "angle"
motion = 0
[integrator]
type = "nsga-ggl"
step = 1e-3
end = 1
[[history]]
name = "theta"
quantity = "angle"
of = "arm"
[[history]]
name = "omega"
quantity = "angular_velocity"
of = "arm"
)";
  Fmu fmu = made(file_in(folder.path(), "arm.toml", deck), folder.path(), "arm");
  fmu.start();
  for (int k = 1; k <= 5; ++k) {
    ASSERT_EQ(fmu.set("joint.crank.motion", 0.01 * k * k), fmi3OK);
    ASSERT_EQ(fmu.step((k - 1) * 0.01, 0.01), fmi3OK) << fmu.messages;
    EXPECT_NEAR(fmu.get("theta"), 0.01 * k * k, 1e-12);
    EXPECT_NEAR(fmu.get("omega"), 2 * k - 1, 1e-9);  // of the straight line
  }
}

/// A mass on a spring whose other end, a support, moves at 2 m/s: x = 2 (t - sin(w t) / w), w = 5.
TEST(Fmu, SupportsAreInputs) {
  const io::TemporaryFolder folder("fmi-test");
  const std::string deck = R"(
[model]
dimension = 2
[[body]]
name = "base"
type = "rigid"
mass = 1
inertia = 1
position = [0, 0]
[[body]]
name = "load"
type = "rigid"
mass = 2
inertia = 1
position = [1, 0]
[[element]]
name = "coil"
type = "spring"
between = ["base", "load"]
stiffness = 50
[[boundary]]
name = "shaker"
on = "base"
components = ["x"]
motion = 0
[[boundary]]
on = "base"
components = ["y", "angle"]
motion = 0
[[boundary]]
on = "load"
components = ["y", "angle"]
[integrator]
type = "generalized-alpha"
step = 1e-3
end = 1
[[history]]
name = "x"
quantity = "position"
of = "load"
component = "x"
[[history]]
name = "v"
quantity = "velocity"
of = "base"
component = "x"
)";
  Fmu fmu = made(file_in(folder.path(), "shaker.toml", deck), folder.path(), "shaker");
  EXPECT_EQ(fmu.references.count("boundary.shaker.motion"), 1u);
  EXPECT_EQ(fmu.xml.find("name=\"boundary..motion"), std::string::npos);
  fmu.start();
  const double pi = std::acos(-1.0), w = 5, size = 0.02;
  for (int k = 0; k < 30; ++k) {
    ASSERT_EQ(fmu.set("boundary.shaker.motion", 2 * (k + 1) * size), fmi3OK);
    ASSERT_EQ(fmu.step(k * size, size), fmi3OK) << fmu.messages;
    const double t = (k + 1) * size;
    EXPECT_NEAR(fmu.get("x"), 1 + 2 * (t - std::sin(w * t) / w), 1e-4) << t;
    EXPECT_NEAR(fmu.get("v"), 2, 1e-9);
  }
  ASSERT_LT(30 * size, pi / w);
  ASSERT_EQ(fmu.step(30 * size, size), fmi3OK);  // no new value: the support stops
  EXPECT_EQ(fmu.get("v"), 0);
}

/// Two FMUs have two copies of the library, which share PETSc. Whatever threads lead them, their results are
/// those of one thread.
TEST(Fmu, SeveralComputeInThreads) {
  const io::TemporaryFolder folder("fmi-test");
  const auto size = [](const char* n) {
    return std::vector<std::string>{std::string("parameters.n=") + n, "integrator.solver=field-split"};
  };
  std::vector<Fmu> fmus;
  for (const char* const n : {"3", "4"}) {
    const fs::path file = folder.path() / fmt::format("block{}.fmu", n);
    write_fmu({kDecks / "block_against_wall.toml", size(n), {}, "3", file});
    fmus.emplace_back(file, folder.path() / fmt::format("block{}", n));
  }
  const auto lead = [](Fmu& fmu) {
    fmu.start();
    const double step = std::stod(fmu.xml.substr(fmu.xml.find("stepSize=\"") + 10));
    for (int k = 0; k < 10; ++k) ASSERT_EQ(fmu.step(k * step, step), fmi3OK) << fmu.messages;
  };
  std::vector<double> expected, found;
  std::vector<std::thread> threads;
  for (Fmu& fmu : fmus) threads.emplace_back([&] { lead(fmu); });
  for (std::thread& thread : threads) thread.join();
  for (Fmu& fmu : fmus) found.push_back(fmu.get("energy_total"));
  for (Fmu& fmu : fmus) {
    lead(fmu);
    expected.push_back(fmu.get("energy_total"));
  }
  EXPECT_EQ(found, expected);
  EXPECT_NE(found[0], found[1]);
}

TEST(Fmu, DividesStepsThatAreNoMultiple) {
  const io::TemporaryFolder folder("fmi-test");
  Fmu fmu = made(file_in(folder.path(), "cart.toml", kOscillator), folder.path(), "cart");
  ASSERT_TRUE(fmu.instantiate(fmu.token)) << fmu.messages;
  ASSERT_EQ(fmu.enter(), fmi3OK);
  ASSERT_EQ(fmu.set("load.push.force[1]", 4), fmi3OK);  // the acceleration of the start has it
  ASSERT_EQ(fmu.exit(), fmi3OK);
  ASSERT_EQ(fmu.step(0, 0.12345), fmi3OK) << fmu.messages;
  EXPECT_EQ(fmu.get("time"), 0.12345);
  EXPECT_NEAR(fmu.get("x"), 0.1 + 0.12345 * 0.12345, 1e-6);  // a = 2
}

TEST(Fmu, SpeaksVersion2) {
  const io::TemporaryFolder folder("fmi-test");
  const fs::path deck = file_in(folder.path(), "cart.toml", kOscillator), file = folder.path() / "cart.fmu";
  write_fmu({deck, {}, {}, "2", file});
  const fs::path unpacked = folder.path() / "cart";
  ASSERT_EQ(std::system(fmt::format("python3 -m zipfile -e {} {}", file.string(), unpacked.string()).c_str()),
            0);
  const std::string xml = io::read_text(unpacked / "modelDescription.xml");
  std::smatch match;
  ASSERT_TRUE(std::regex_search(xml, match, std::regex(R"rx( guid="([^"]*)")rx")));
  const std::string guid = match[1];
  const auto reference = [&](const std::string& name) {
    const std::size_t at = xml.find("name=\"" + name + "\" valueReference=\"");
    EXPECT_NE(at, std::string::npos) << name;
    return static_cast<fmi2ValueReference>(std::stoul(xml.substr(xml.find("Reference=", at) + 11)));
  };
  void* const library = dlopen((unpacked / "binaries/linux64/cart.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto function = [&]<class Function>(Function*, const char* name) {
    return reinterpret_cast<Function*>(dlsym(library, name));
  };
  using Make =
      fmi2Component(fmi2String, fmi2Type, fmi2String, fmi2String, const fmi2CallbackFunctions*, int, int);
  const auto make = function(static_cast<Make*>(nullptr), "fmi2Instantiate");
  const std::string resources = "file://" + (unpacked / "resources").string();
  const fmi2CallbackFunctions callbacks{};
  EXPECT_EQ(make("one", fmi2ModelExchange, guid.c_str(), resources.c_str(), &callbacks, 0, 0), nullptr);
  const fmi2Component one = make("one", fmi2CoSimulation, guid.c_str(), resources.c_str(), &callbacks, 0, 0);
  ASSERT_NE(one, nullptr);
  using Plain = fmi2Status(fmi2Component);
  EXPECT_EQ(function(static_cast<Plain*>(nullptr), "fmi2EnterInitializationMode")(one), fmi2OK);
  const fmi2ValueReference force = reference("load.push.force[1]"), x = reference("x");
  const double push = 4;
  double place = 0;
  using Set = fmi2Status(fmi2Component, const fmi2ValueReference*, std::size_t, const double*);
  using Get = fmi2Status(fmi2Component, const fmi2ValueReference*, std::size_t, double*);
  EXPECT_EQ(function(static_cast<Set*>(nullptr), "fmi2SetReal")(one, &force, 1, &push), fmi2OK);
  EXPECT_EQ(function(static_cast<Plain*>(nullptr), "fmi2ExitInitializationMode")(one), fmi2OK);
  using Step = fmi2Status(fmi2Component, double, double, int);
  EXPECT_EQ(function(static_cast<Step*>(nullptr), "fmi2DoStep")(one, 0, 0.5, 1), fmi2OK);
  EXPECT_EQ(function(static_cast<Get*>(nullptr), "fmi2GetReal")(one, &x, 1, &place), fmi2OK);
  EXPECT_NEAR(place, 0.1 + 0.25, 1e-6);  // a = 2
  EXPECT_EQ(function(static_cast<Step*>(nullptr), "fmi2DoStep")(one, 0, 0.5, 1), fmi2Error);
}

/// A mesh file of Gmsh, and the program that reads it, come along.
TEST(Fmu, TakesMeshesAlong) {
  const io::TemporaryFolder folder("fmi-test");
  Fmu fmu = made(kDecks / "truss.toml", folder.path(), "truss");
  EXPECT_TRUE(fs::exists(folder.path() / "truss/resources/jounce_gmsh"));
  const auto history = history_of(kDecks / "truss.toml", folder.path() / "run");
  fmu.start();
  ASSERT_EQ(fmu.step(0, 5e-3), fmi3OK) << fmu.messages;
  const double energy = fmu.get("energy_total");
  EXPECT_GT(energy, 0);
  EXPECT_EQ(energy, history.at("energy_total")[100]);
}

TEST(Fmu, NamesWithDotsAreQuoted) {
  const io::TemporaryFolder folder("fmi-test");
  std::string deck = kOscillator;
  deck.replace(deck.find("\"push\""), 6, "\"push.x\"");
  Fmu fmu = made(file_in(folder.path(), "cart.toml", deck), folder.path(), "cart");
  ASSERT_EQ(fmu.references.count("load.&quot;push.x&quot;.force[1]"), 1u);
  fmu.start();
  ASSERT_EQ(fmu.set(fmu.references.at("load.&quot;push.x&quot;.force[1]"), 4), fmi3OK) << fmu.messages;
  ASSERT_EQ(fmu.step(0, 0.1), fmi3OK);
  EXPECT_GT(fmu.get("x"), 0.105);
}

TEST(Fmu, AWrongCallSetsNothing) {
  const io::TemporaryFolder folder("fmi-test");
  Fmu fmu = made(file_in(folder.path(), "cart.toml", kOscillator), folder.path(), "cart");
  fmu.start();
  const std::array<fmi3ValueReference, 2> both = {fmu.references.at("load.push.force[1]"),
                                                  fmu.references.at("x")};
  const std::array<double, 2> values = {4, 1};
  using Set = fmi3Status(fmi3Instance, const fmi3ValueReference*, std::size_t, const double*, std::size_t);
  EXPECT_EQ(fmu.function<Set>("fmi3SetFloat64")(fmu.instance, both.data(), 2, values.data(), 2), fmi3Error);
  EXPECT_EQ(fmu.get("load.push.force[1]"), 0);
}

TEST(Fmu, SaysWhatIsWrong) {
  const io::TemporaryFolder folder("fmi-test");
  Fmu fmu = made(file_in(folder.path(), "cart.toml", kOscillator), folder.path(), "cart");
  EXPECT_FALSE(fmu.instantiate("other"));
  EXPECT_NE(fmu.messages.find("the token is 'other', but that of this FMU is"), std::string::npos);
  ASSERT_TRUE(fmu.instantiate(fmu.token));
  EXPECT_EQ(fmu.step(0, 0.1), fmi3Error);
  EXPECT_EQ(fmu.enter(5), fmi3Error);
  fmu.start();
  fmu.messages.clear();
  EXPECT_EQ(fmu.set("x", 1), fmi3Error);
  EXPECT_EQ(fmu.messages, "'x' cannot be set: it is an output\n");
  EXPECT_EQ(fmu.set("load.push.force[1]", NAN), fmi3Error);
  EXPECT_EQ(fmu.set(1000, 1), fmi3Error);
  EXPECT_EQ(fmu.step(0.5, 0.1), fmi3Error);
  EXPECT_EQ(fmu.step(0, -1), fmi3Error);
  EXPECT_EQ(fmu.step(0, 0.1), fmi3OK) << fmu.messages;
}

TEST(Fmu, RefusesDecksThatCannotBeOne) {
  const io::TemporaryFolder folder("fmi-test");
  const auto message = [&](ExportRequest request) {
    request.output = folder.path() / "none.fmu";
    try {
      write_fmu(request);
    } catch (const params::InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(message({kDecks / "pendulum.toml", {"integrator.type=event-driven"}, {}, "3", {}}),
              testing::HasSubstr("chooses its steps from event to event"));
  EXPECT_THAT(message({kDecks / "beam_circle.toml", {}, {}, "3", {}}),
              testing::HasSubstr("has a load path and no time"));
  EXPECT_THAT(message({kDecks / "bird_strike.toml", {}, {}, "3", {}}),
              testing::HasSubstr("its steps follow the limit of stability; give integrator.step"));
  const fs::path cart = file_in(folder.path(), "cart.toml", kOscillator);
  EXPECT_THAT(message({cart, {}, {"load.push.forces[1]"}, "3", {}}),
              testing::HasSubstr("did you mean 'load.push.force[1]'?"));
  EXPECT_FALSE(fs::exists(folder.path() / "none.fmu"));
}

}  // namespace
}  // namespace jounce::fmi::test
