#include "run/exchange_store.h"

#include <fmt/format.h>

namespace jounce {

void store_exchange(const State& state, io::CheckpointWriter& writer) {
  if (state.dormant.empty()) return;
  std::vector<std::int64_t> ends;
  bool before = false;
  for (std::size_t dof = 0; dof < state.dormant.size(); ++dof)
    if ((state.dormant[dof] != 0) != before) {
      ends.push_back(static_cast<std::int64_t>(dof));
      before = !before;
    }
  if (before) ends.push_back(static_cast<std::int64_t>(state.dormant.size()));
  writer.put("dormant", std::span<const std::int64_t>(ends));
  writer.put("passed", std::span<const double>(state.passed));
}

void restore_exchange(const io::CheckpointReader& reader, const std::filesystem::path& file, State& state) {
  const bool stored = reader.has("dormant");
  if (stored != !state.dormant.empty() || (stored && reader.doubles("passed").size() != state.passed.size()))
    throw io::CheckpointError(file, fmt::format("{}: its inflow and outflow differ from those of this deck; "
                                                "the checkpoint belongs to another model",
                                                file.string()));
  if (!stored) return;
  state.passed = reader.doubles("passed");
  std::fill(state.dormant.begin(), state.dormant.end(), std::uint8_t{0});
  const auto& ends = reader.integers("dormant");
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2)
    std::fill(state.dormant.begin() + ends[i], state.dormant.begin() + ends[i + 1], std::uint8_t{1});
}

}  // namespace jounce
