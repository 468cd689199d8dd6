#include "verify/run_cache.h"

#include <fmt/format.h>

#include <stdexcept>

#include "linear_dynamics/modes.h"

namespace jounce::verify {

RunCache::RunCache(std::filesystem::path folder, RunFunction run)
    : folder_(std::move(folder)), run_(std::move(run)) {}

const RunResult& RunCache::result(const RunRequest& request, const std::string& name) {
  std::string key = std::filesystem::weakly_canonical(request.deck).string();
  for (const auto& set : request.set) key += '\n' + set;
  if (request.modes > 0) key += fmt::format("\nmodes {}", request.modes);
  auto found = entries_.find(key);
  if (found == entries_.end()) found = entries_.emplace(key, make(request, name)).first;
  const Entry& entry = found->second;
  if (!entry.failure.empty()) throw std::runtime_error(entry.failure);
  return *entry.result;
}

RunCache::Entry RunCache::make(const RunRequest& request, const std::string& name) {
  ++runs_;
  RunOptions options;
  options.deck = request.deck;
  options.overrides.push_back("output.frames=0");  // histories only; a case may ask for frames after all
  options.overrides.insert(options.overrides.end(), request.set.begin(), request.set.end());
  options.output = folder_ / name;
  options.quiet = true;
  std::filesystem::create_directories(options.output);
  try {
    const RunReport report =
        request.modes > 0 ? compute_modes({options.deck, options.overrides, options.output, request.modes})
                          : run_(options);
    if (report.exit_status != 0) {
      return {fmt::format("run '{}' ended with status {}: {}", name, report.exit_status, report.message),
              nullptr};
    }
    return {{}, std::make_unique<RunResult>(options.output, request.modes > 0)};
  } catch (const std::exception& error) {
    return {fmt::format("run '{}' failed: {}", name, error.what()), nullptr};
  }
}

}  // namespace jounce::verify
