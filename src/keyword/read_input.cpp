#include <algorithm>

#include "keyword/adjust.h"
#include "keyword/connector_params.h"
#include "keyword/coupling_params.h"
#include "keyword/cyclic_symmetry.h"
#include "keyword/expansion.h"
#include "keyword/initial_state.h"
#include "keyword/input_reader.h"
#include "keyword/instances.h"
#include "keyword/mpc_params.h"
#include "keyword/pre_tension.h"
#include "keyword/restart_file.h"

namespace jounce::keyword {
namespace {

bool writes_restart_file(const Card& card) { return card.name == "RESTART" && card.has("WRITE"); }

}  // namespace

Input read_input(const std::filesystem::path& file, const InputOptions& options) {
  Input input;
  input.file = file;
  input.options = options;
  input.cards = read_cards(file);
  InputReader::name_cards(input.cards);
  go_on_from_restart_file(input);
  if (std::ranges::any_of(input.cards, writes_restart_file)) input.restart_lines = restart_lines(input.cards);
  input.notes = write_out_instances(input.cards);
  InputReader(input).read();
  expand_thin_elements(input);
  adjust_surfaces(input);
  cut_pre_tension_sections(input);
  finish_mpcs(input);
  check_initial_states(input);
  tie_sectors(input);
  add_distributing_couplings(input);
  hold_references(input);
  return input;
}

}  // namespace jounce::keyword
