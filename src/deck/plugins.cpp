#include "deck/plugins.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <stdexcept>

#include "user/jounce_plugin.h"

namespace jounce::deck {
namespace {

/// What jounce_host::implementation points to.
struct Target {
  UserFunctions* functions;
  std::string twice;  ///< name that was there already
};

jounce_points as_c(const UserPoints& points) {
  return {points.count,
          points.dimension,
          points.time,
          points.x.data(),
          points.v.data(),
          static_cast<int>(points.parameters.size()),
          points.parameters.data()};
}

/// True when derivatives were given; throws when the call failed.
bool check(int status, const std::string& name) {
  if (status != JOUNCE_OK && status != JOUNCE_NO_DERIVATIVES)
    throw std::runtime_error(
        fmt::format("the function '{}' of a plugin failed with status {}", name, status));
  return status == JOUNCE_OK;
}

void add(jounce_host* host, const char* name, UserFunction function) {
  auto* target = static_cast<Target*>(host->implementation);
  if (!target->functions->emplace(name, std::move(function)).second) target->twice = name;
}

extern "C" {

void add_force(jounce_host* host, const char* name, jounce_force function, void* data) {
  add(host, name,
      UserForceFunction([=, name = std::string(name)](const UserPoints& at, double* f, double* K, double* C) {
        const jounce_points points = as_c(at);
        return check(function(data, &points, f, K, C), name);
      }));
}

void add_gap(jounce_host* host, const char* name, jounce_gap function, void* data) {
  add(host, name,
      UserGapFunction([=, name = std::string(name)](const UserPoints& at, double& g, double* gradient) {
        const jounce_points points = as_c(at);
        return check(function(data, &points, &g, gradient), name);
      }));
}

void add_mass(jounce_host* host, const char* name, jounce_mass function, void* data) {
  add(host, name, UserMassFunction([=, name = std::string(name)](const UserPoints& at, double* M) {
        const jounce_points points = as_c(at);
        check(function(data, &points, M), name);
      }));
}

}  // extern "C"

void load(const Deck& deck, const params::Params& plugin, UserFunctions& functions) {
  const std::filesystem::path file = deck.folder() / plugin.text("file");
  if (!std::filesystem::exists(file))
    plugin.fail("file", fmt::format("there is no file '{}'", file.string()));
  // Never closed: functions may be called as long as the program runs.
  void* library = dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) plugin.fail("file", fmt::format("cannot be loaded: {}", dlerror()));
  const auto enter = reinterpret_cast<int (*)(jounce_host*)>(dlsym(library, "jounce_plugin"));
  if (enter == nullptr)
    plugin.fail("file", "is not a plugin: it does not define jounce_plugin(); see jounce_plugin.h");
  Target target{&functions, {}};
  jounce_host host{JOUNCE_PLUGIN_VERSION, &target, add_force, add_gap, add_mass};
  if (const int status = enter(&host); status != JOUNCE_OK)
    plugin.fail("file", fmt::format("the plugin refused to load: jounce_plugin() returned {}", status));
  if (!target.twice.empty()) plugin.fail("file", fmt::format("a function '{}' exists already", target.twice));
}

}  // namespace

void load_plugins(const Deck& deck, UserFunctions& functions) {
  for (const params::Params* plugin : deck.entries("plugin")) load(deck, *plugin, functions);
}

}  // namespace jounce::deck
