#pragma once

#include <dlfcn.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "fmu/fmi3.h"
#include "io/csv.h"

namespace jounce::fmi::test {

namespace fs = std::filesystem;

/// An FMU 3.0 that `jounce fmu` has written, unpacked by Python's reader of archives, and driven by its
/// functions.
class Fmu {
 public:
  Fmu(const fs::path& file, const fs::path& folder) : folder_(folder) {
    EXPECT_EQ(std::system(fmt::format("python3 -m zipfile -e {} {}", file.string(), folder.string()).c_str()),
              0);
    xml = io::read_text(folder / "modelDescription.xml");
    const std::regex variable(R"rx(<Float64 name="([^"]*)" valueReference="(\d+)")rx");
    for (std::sregex_iterator at(xml.begin(), xml.end(), variable), end; at != end; ++at)
      references[(*at)[1]] = static_cast<unsigned>(std::stoul((*at)[2]));
    std::smatch match;
    std::regex_search(xml, match, std::regex(R"rx(instantiationToken="([^"]*)")rx"));
    token = match[1];
    for (const auto& entry : fs::directory_iterator(folder / "binaries/x86_64-linux"))
      library_ = dlopen(entry.path().c_str(), RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(library_, nullptr) << dlerror();
  }

  template <class Function>
  Function* function(const char* name) const {
    auto* const found = dlsym(library_, name);
    EXPECT_NE(found, nullptr) << name;
    return reinterpret_cast<Function*>(found);
  }

  bool instantiate(const std::string& with_token) {
    using Make = fmi3Instance(fmi3String, fmi3String, fmi3String, bool, bool, bool, bool,
                              const fmi3ValueReference*, std::size_t, fmi3InstanceEnvironment,
                              fmi3LogMessageCallback, fmi3IntermediateUpdateCallback);
    const auto log = [](fmi3InstanceEnvironment environment, fmi3Status, fmi3String, fmi3String message) {
      static_cast<Fmu*>(environment)->messages += std::string(message) + "\n";
    };
    instance = function<Make>("fmi3InstantiateCoSimulation")("one", with_token.c_str(),
                                                             (folder_ / "resources").c_str(), false, true,
                                                             false, false, nullptr, 0, this, log, nullptr);
    return instance != nullptr;
  }
  fmi3Status enter(double start = 0) {
    return function<fmi3Status(fmi3Instance, bool, double, double, bool, double)>(
        "fmi3EnterInitializationMode")(instance, false, 0, start, false, 0);
  }
  fmi3Status exit() { return function<fmi3Status(fmi3Instance)>("fmi3ExitInitializationMode")(instance); }
  /// Instantiated and initialised.
  void start() {
    ASSERT_TRUE(instantiate(token)) << messages;
    ASSERT_EQ(enter(), fmi3OK) << messages;
    ASSERT_EQ(exit(), fmi3OK) << messages;
  }
  double get(const std::string& name) {
    double value = 0;
    const fmi3ValueReference reference = references.at(name);
    EXPECT_EQ(
        function<fmi3Status(fmi3Instance, const fmi3ValueReference*, std::size_t, double*, std::size_t)>(
            "fmi3GetFloat64")(instance, &reference, 1, &value, 1),
        fmi3OK)
        << messages;
    return value;
  }
  fmi3Status set(unsigned reference, double value) {
    return function<fmi3Status(fmi3Instance, const fmi3ValueReference*, std::size_t, const double*,
                               std::size_t)>("fmi3SetFloat64")(instance, &reference, 1, &value, 1);
  }
  fmi3Status set(const std::string& name, double value) { return set(references.at(name), value); }
  fmi3Status step(double time, double size) {
    bool event = false, terminate = false, early = false;
    return function<fmi3Status(fmi3Instance, double, double, bool, bool*, bool*, bool*, double*)>(
        "fmi3DoStep")(instance, time, size, true, &event, &terminate, &early, &last_time);
  }
  fmi3FMUState state() {
    fmi3FMUState kept = nullptr;
    EXPECT_EQ(function<fmi3Status(fmi3Instance, fmi3FMUState*)>("fmi3GetFMUState")(instance, &kept), fmi3OK);
    return kept;
  }
  fmi3Status restore(fmi3FMUState kept) {
    return function<fmi3Status(fmi3Instance, fmi3FMUState)>("fmi3SetFMUState")(instance, kept);
  }

  std::string xml, token, messages;
  std::map<std::string, unsigned> references;
  fmi3Instance instance = nullptr;
  double last_time = -1;

 private:
  fs::path folder_;
  void* library_ = nullptr;
};

}  // namespace jounce::fmi::test
