#include "run/run_record.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <cmath>
#include <ctime>
#include <iterator>

#include "io/atomic_file.h"
#include "io/output_error.h"
#include "la/petsc.h"
#include "params/quote.h"
#include "version.h"

namespace jounce {
namespace {

using params::quote;

/// Seconds of the processor that this process took so far.
double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// As TOML.
std::string number(double value) {
  if (std::isfinite(value)) return fmt::format("{}", value);
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

void append_program(std::string& text) {
  const BuildInfo& info = build_info();
  std::string libraries;
  for (const auto& [name, version] : info.libraries)
    libraries += fmt::format("{}{} {}", libraries.empty() ? "" : ", ", name, version);
  fmt::format_to(std::back_inserter(text),
                 "\n[program]\nversion = {}\nrevision = {}\ncompiler = {}\nbuild = {}\noptions = {}\n"
                 "libraries = {}\n",
                 quote(info.version), quote(info.revision), quote(info.compiler), quote(info.build_type),
                 quote(info.options), quote(libraries));
}

void append_model(std::string& text, const ModelSummary& model) {
  auto out = std::back_inserter(text);
  fmt::format_to(out,
                 "\n[model]\ndimension = {}\ndegrees_of_freedom = {}\nprescribed = {}\njoint_rows = {}\n"
                 "element_blocks = {}\nlinear = {}\nmass = {}\njoint_violation = {}\n",
                 model.dimension, model.degrees_of_freedom, model.prescribed, model.joint_rows,
                 model.element_blocks, model.is_linear, number(model.mass), number(model.joint_violation));
  for (const ModelSummary::MeshSize& mesh : model.meshes)
    fmt::format_to(out, "\n[[model.mesh]]\nname = {}\nnodes = {}\nelements = {}\n", quote(mesh.name),
                   mesh.nodes, mesh.cells);
  for (const ModelSummary::ContactSize& contact : model.contacts) {
    fmt::format_to(out, "\n[[model.contact]]\nname = {}\npoints = {}\n", quote(contact.name), contact.points);
    if (contact.points > 0)
      fmt::format_to(out, "smallest_gap = {}\nclosest = {}\n", number(contact.smallest_gap),
                     quote(contact.closest));
  }
}

void append_penetrations(std::string& text, const Penetrations& penetrations) {
  const auto append = [&](const char* name, const Penetration& at) {
    if (!at.counts()) return;
    fmt::format_to(std::back_inserter(text),
                   "\n[penetration.{}]\ndepth = {}\ntime = {}\ncontact = {}\nshare = {}\nof = {}\n", name,
                   number(at.depth), number(at.time), quote(at.contact), number(at.share),
                   quote(at.is_angular ? "rad"
                         : at.of_model ? "largest coordinate of the model"
                                       : "size of the smaller part"));
  };
  append("largest", penetrations.largest);
  append("at_end", penetrations.at_end);
}

void append_step(std::string& text, const RunRecord::Step& step) {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "\n[[step]]\nname = {}\nstatus = {}\n", quote(step.name), quote(step.status));
  if (step.status == "pending" || step.status == "earlier") return;
  fmt::format_to(out,
                 "analysis = {}\nscheme = {}\nstart = {}\nend = {}\ntime = {}\nsteps = {}\niterations = {}\n"
                 "cuts = {}\nwall_seconds = {:.3f}\n",
                 quote(step.analysis), quote(step.scheme), number(step.start), number(step.end),
                 number(step.time), step.steps, step.iterations, step.cuts, step.wall_seconds);
}

std::string text_of(const RunRecord& record) {
  std::string text = "# What jounce did here; read by jounce report and jounce study.\n";
  auto out = std::back_inserter(text);
  fmt::format_to(out, "status = {}\nmessage = {}\ncommand = {}\nstarted = {}\nranks = {}\nanalysis = {}\n",
                 quote(record.status), quote(record.message), quote(record.command), quote(record.started),
                 record.ranks, quote(record.analysis));
  if (!record.scheme.empty()) fmt::format_to(out, "scheme = {}\n", quote(record.scheme));
  text += "notes = [";
  for (const std::string& note : record.notes) fmt::format_to(out, "\n  {},", quote(note));
  text += record.notes.empty() ? "]\n" : "\n]\n";
  if (record.has_steps)
    fmt::format_to(out, "\n[interval]\nstart = {}\nend = {}\nstep = {}\n", number(record.start),
                   number(record.end), number(record.step));
  fmt::format_to(out, "\n[statistics]\nwall_seconds = {:.3f}\ncpu_seconds = {:.3f}\n", record.wall_seconds,
                 record.cpu_seconds);
  if (record.has_steps)
    fmt::format_to(out,
                   "time = {}\nsteps = {}\niterations = {}\ncuts = {}\nrefused = {}\nfactorisations = {}\n"
                   "max_penetration = {}\nenergy_gain = {}\nsearched_again = {}\n",
                   number(record.time), record.steps, record.iterations, record.cuts, record.refused,
                   record.factorisations, number(record.max_penetration), number(record.energy_gain),
                   record.searched_again);
  if (record.now)
    fmt::format_to(out, "contacts = {}\nenergy_error = {}\nsteps_per_second = {:.6g}\nseconds_left = {}\n",
                   record.now->contacts, number(record.now->energy_error), record.now->steps_per_second,
                   number(std::ceil(record.now->seconds_left)));
  if (record.has_steps && record.can_fail) {
    fmt::format_to(out, "deleted_elements = {}\n", record.deleted.count);
    if (record.deleted.count > 0) fmt::format_to(out, "first_deletion = {}\n", number(record.deleted.first));
  }
  append_penetrations(text, record.penetrations);
  for (const RunRecord::Warning& warning : record.warnings)
    fmt::format_to(out, "\n[[warnings]]\nkind = {}\ncount = {}\nfirst = {}\n", quote(warning.kind),
                   warning.count, quote(warning.first));
  for (const RunRecord::Step& step : record.chain) append_step(text, step);
  append_program(text);
  if (record.model) append_model(text, *record.model);
  for (const RunRecord::Cut& cut : record.listed_cuts)
    fmt::format_to(out, "\n[[cut]]\ntime = {}\nsize = {}\nreason = {}\n", number(cut.time), number(cut.size),
                   quote(cut.reason));
  return text;
}

}  // namespace

std::string RunRecord::Warning::what() const {
  const bool is_one = count == 1;
  if (kind == "cut")
    return is_one ? "cut of a step that did not converge" : "cuts of steps that did not converge";
  if (kind == "limited")
    return is_one ? "step cut to the limit of stability" : "steps cut to the limit of stability";
  if (kind == "search")
    return is_one ? "repeat for contacts that a search had missed"
                  : "repeats for contacts that a search had missed";
  if (kind == "step") return "of a step";
  return "of penetration";
}

RunRecord begin_record(const std::string& command) {
  RunRecord record;
  record.begun = std::chrono::steady_clock::now();
  record.cpu_before = cpu_seconds();
  record.command = command;
  record.started = fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(std::time(nullptr)));
  record.ranks = mpi_size();
  return record;
}

std::string shell_word(const std::string& text) {
  const std::string plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,/:@%";
  if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string command_line(const std::string& name, const RunOptions& options) {
  std::string line = fmt::format("jounce {} {}", name, shell_word(options.deck.string()));
  for (const std::string& value : options.overrides) line += " --set " + shell_word(value);
  if (!options.restart.empty()) line += " --restart " + shell_word(options.restart.string());
  if (!options.umat.empty()) line += " --umat " + shell_word(options.umat.string());
  if (options.changed_model) line += " --changed-model";
  if (!options.output.empty()) line += " -o " + shell_word(options.output.string());
  return line;
}

void write_record(const std::filesystem::path& folder, RunRecord& record) {
  record.wall_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - record.begun).count();
  record.cpu_seconds = cpu_seconds() - record.cpu_before;
  const std::filesystem::path file = folder / "run.toml";
  try {
    io::write_atomically(file, text_of(record));
  } catch (
      const io::OutputError&) {  // how the run ended is told on a full disk too, if need be without the cuts
    if (io::write_over(file, text_of(record))) return;
    RunRecord brief = record;
    brief.listed_cuts.clear();
    brief.notes.clear();
    if (!io::write_over(file, text_of(brief))) throw;
  }
}

}  // namespace jounce
