#include "cli/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "cli/commands.h"
#include "cli/completion.h"
#include "cli/man_page.h"
#include "cli/refusals.h"
#include "cli/result_arguments.h"
#include "version.h"

// This file, result_arguments.cpp and refusals.cpp alone know CLI11 (its header is slow to compile).

namespace jounce::cli {
namespace {

// Names of values, which help shows; completion knows DECK, FOLDER, FILE, PNG, RESULT and CASE
// (cli/command_tree.h), and offers files for TEXT, the name that CLI11 gives.

template <class Options>
void add_deck(CLI::App& command, Options& options) {
  command.add_option("deck", options.deck, "input deck (TOML, or an Abaqus .inp)")
      ->required()
      ->type_name("DECK");
  command.add_option("--set", options.overrides, "override a value: path.to.key=value, list entries by name")
      ->type_name("PATH=VALUE")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_shells(CLI::App& command, bool& shells) {
  command.add_flag("--shells", shells,
                   "S3, S4, S4R, S6, S8 and S8R of an .inp file are shells on nodes with rotations; "
                   "without, they are solids, as in CalculiX");
}

CLI::App* add_run(CLI::App& app, RunOptions& run) {
  CLI::App* command = app.add_subcommand("run", "run the analysis of a deck");
  add_deck(*command, run);
  command->add_option("-o,--output", run.output, "folder for results (default: DECK.results here)")
      ->type_name("FOLDER");
  CLI::Option* const restart =
      command->add_option("--restart", run.restart, "continue from a checkpoint")->type_name("FILE");
  command
      ->add_flag("--changed-model", run.changed_model,
                 "continue although the model of the deck differs from that of the checkpoint, for example "
                 "by a load")
      ->needs(restart);
  command
      ->add_option("--umat", run.umat,
                   "library with Abaqus' subroutine UMAT for *USER MATERIAL of an .inp file; it is run")
      ->type_name("FILE");
  add_shells(*command, run.shells);
  CLI::Option* const quiet = command->add_flag("-q,--quiet", run.quiet, "no progress and no summary");
  command->add_flag("-v,--verbose", run.verbose, "show the convergence of every step instead of the progress")
      ->excludes(quiet);
  return command;
}

CLI::App* add_ccx(CLI::App& app, CcxOptions& ccx) {
  CLI::App* command = app.add_subcommand(
      "ccx", "run an input file of CalculiX as its program ccx does, for front ends (also jounce-ccx)");
  CLI::Option* const job =
      command->add_option("-i", ccx.job, "run JOB.inp, leave results beside it")->type_name("JOB");
  command->add_option("job", ccx.name, "the same without -i")->type_name("JOB")->excludes(job);
  command
      ->add_option("--umat", ccx.umat, "library with Abaqus' subroutine UMAT for *USER MATERIAL; it is run")
      ->type_name("FILE");
  add_shells(*command, ccx.shells);
  command->add_flag("-v", ccx.version, "print the version of CalculiX whose interface this is");
  return command;
}

CLI::App* add_check(CLI::App& app, CheckOptions& check) {
  CLI::App* command = app.add_subcommand("check", "read a deck and build its model without running it");
  add_deck(*command, check);
  add_shells(*command, check.shells);
  CLI::Option* parts = command
                           ->add_option("--partition", check.parts,
                                        "show how the model would be partitioned among this many ranks")
                           ->check(CLI::Range(1, 100000))
                           ->type_name("P");
  command->add_option("-o,--output", check.output, "folder for the partition (default: DECK.partition here)")
      ->type_name("FOLDER")
      ->needs(parts);
  command->add_option("--steps", check.steps, "run the first N steps without output and print their time")
      ->check(CLI::Range(1, 1000000))
      ->type_name("N");
  return command;
}

CLI::App* add_modes(CLI::App& app, ModesOptions& modes) {
  CLI::App* command =
      app.add_subcommand("modes", "eigenfrequencies and shapes of a model about its initial state");
  add_deck(*command, modes);
  command->add_option("-n,--count", modes.count, "number of modes, from the lowest")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command->add_option("-o,--output", modes.output, "folder for results (default: DECK.modes here)")
      ->type_name("FOLDER");
  return command;
}

CLI::App* add_matrices(CLI::App& app, MatricesOptions& matrices) {
  CLI::App* command =
      app.add_subcommand("matrices", "write M, C, K, G of the initial state as Matrix Market files");
  add_deck(*command, matrices);
  command->add_option("-o,--output", matrices.output, "folder for results (default: DECK.matrices here)")
      ->type_name("FOLDER");
  return command;
}

CLI::App* add_solve_contact(CLI::App& app, SolveContactArguments& contact) {
  CLI::App* command =
      app.add_subcommand("solve-contact", "solve a frictional contact problem file (text or FCLIB HDF5)");
  command->add_option("file", contact.file, "contact problem")->required()->type_name("FILE");
  command->add_option("--solver", contact.solver, "method")
      ->check(CLI::IsMember(contact_solvers()))
      ->capture_default_str();
  command->add_option("--tolerance", contact.tolerance, "of the dimensionless residual")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--max-iterations", contact.max_iterations, "0: the default of the method")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  add_output_file(*command, contact.output,
                  "r and u as CSV; .dat: the problem as text; .hdf5: as FCLIB, with r as first guess")
      ->type_name("FILE");
  return command;
}

CLI::App* add_schema(CLI::App& app, std::string& format) {
  CLI::App* command = app.add_subcommand("schema", "print the JSON Schema of decks, for editors");
  command->add_option("--format", format, "json, or markdown for the deck reference")
      ->check(CLI::IsMember({"json", "markdown"}))
      ->capture_default_str();
  return command;
}

CLI::App* add_verify(CLI::App& app, verify::VerifyOptions& verify) {
  CLI::App* command =
      app.add_subcommand("verify", "run verification cases and compare with their references");
  command->add_option("cases", verify.cases, "names of cases (default: all)")->type_name("CASE");
  command->add_flag("--list", verify.list, "list the cases");
  command->add_option("--group", verify.group, "only this group")->check(CLI::IsMember(verify::groups()));
  command->add_flag("--short", verify.is_short, "omit figures that take long");
  command->add_flag("--json", verify.json, "one JSON object per figure");
  CLI::Option* manual =
      command->add_flag("--manual", verify.manual, "write the verification manual in Markdown, run nothing");
  command->add_option("--results", verify.results, "figures of an earlier --json run, for the manual")
      ->needs(manual)
      ->type_name("FILE");
  command->add_option("--keep", verify.keep, "folder that keeps the results of the runs")
      ->type_name("FOLDER");
  return command;
}

CLI::App* add_completion(CLI::App& app, std::string& shell) {
  CLI::App* command =
      app.add_subcommand("completion", "print a script for the completion of command lines in a shell");
  command->add_option("shell", shell, "for which shell")->required()->check(CLI::IsMember(shells()));
  return command;
}

/// What the declaration says of an option. Lists of columns are separated by commas and not counted as lists.
Argument described(const CLI::Option& option) {
  Argument argument;
  argument.is_positional = option.get_positional();
  if (argument.is_positional) argument.names = {option.get_name(true)};
  for (const std::string& name : option.get_snames()) argument.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) argument.names.push_back("--" + name);
  if (option.get_items_expected_max() > 0) set_value(argument, option.get_type_name());
  argument.least = argument.value.empty() ? 0 : std::max(1, option.get_items_expected_min());
  argument.is_list = argument.is_positional
                         ? option.get_items_expected_max() >= CLI::detail::expected_max_vector_size
                         : option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  argument.default_value = option.get_default_str();
  argument.about = option.get_description();
  argument.is_required = option.get_required();
  return argument;
}

/// What the declarations say of a command and its sub-commands: the one source of man page and completion.
Command described(const CLI::App& app) {
  Command command{app.get_name(), app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_group().empty()) command.arguments.push_back(described(*option));
  }
  for (const CLI::App* sub : app.get_subcommands({})) command.commands.push_back(described(*sub));
  return command;
}

CLI::App* add_fmu(CLI::App& app, fmi::ExportRequest& fmu) {
  CLI::App* command =
      app.add_subcommand("fmu", "write a deck as an FMU, for co-simulation by other programs");
  command->add_option("deck", fmu.deck, "input deck (.toml)")->required()->type_name("DECK");
  command->add_option("--version", fmu.version, "version of the FMI standard")
      ->check(CLI::IsMember({"2", "3"}))
      ->capture_default_str();
  command
      ->add_option("--input", fmu.inputs,
                   "functions of time that are inputs, such as load.push.force[1] (default: those that the "
                   "deck gives as constants)")
      ->delimiter(',')
      ->type_name("PATHS");
  command->add_option("--set", fmu.overrides, "change a value of the deck: path.to.key=value")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("PATH=VALUE");
  add_output_file(*command, fmu.output, "file (default: DECK.fmu here)");
  return command;
}

CLI::App* add_study(CLI::App& app, study::StudyRequest& study) {
  CLI::App* command = app.add_subcommand("study", "run a deck for all combinations of some of its values");
  add_deck(*command, study);
  const auto once = [](CLI::Option* option) {
    return option->expected(1)->allow_extra_args(false)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  };
  once(command->add_option("--vary", study.variations, "key and its values: path.to.key=value,value,..."))
      ->type_name("PATH=VALUES")
      ->required();
  command
      ->add_option("--quantity", study.quantities, "columns of the history to compare (default: the deck's)")
      ->delimiter(',');
  command->add_option(
      "--refine", study.refine,
      "varied key whose values are steps, or 1/KEY of numbers of elements (default: the step of "
      "the integrator)");
  command
      ->add_option("--reference", study.reference,
                   "reference of the errors: finest, none, a CSV file, or COLUMN=EXPRESSION in t")
      ->capture_default_str();
  command->add_option("--jobs", study.jobs, "runs at the same time (default: as many as there are cores)")
      ->check(CLI::Range(1, 10000));
  command->add_option("-o,--output", study.output, "folder for results (default: DECK.study here)");
  command->add_flag("-q,--quiet", study.quiet, "no progress and no table");
  return command;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words = ccx_words(argc, argv);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  const int count = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);
  char** const all = pointers.data();
  CLI::App app("Jounce: finite element dynamics with contact", "jounce");
  app.set_version_flag("--version", [] { return version_text(); });
  app.require_subcommand(1);
  app.footer("Exit status: 0 success, 1 failed run, 2 wrong deck or arguments.");
  int status = kSuccess;

  RunOptions run;
  add_run(app, run)->callback([&] { status = run_command(run); });

  CcxOptions ccx;
  add_ccx(app, ccx)->callback([&] { status = ccx_command(ccx); });

  CheckOptions check;
  add_check(app, check)->callback([&] { status = check_command(check); });

  ModesOptions modes;
  add_modes(app, modes)->callback([&] { status = modes_command(modes); });

  MatricesOptions matrices;
  add_matrices(app, matrices)->callback([&] { status = matrices_command(matrices); });

  PlotArguments plot;
  add_plot(app, plot)->callback([&] { status = plot_command(plot); });

  DrawArguments draw;
  add_draw(app, draw)->callback([&] { status = draw_command(draw); });

  AnimateArguments animation;
  add_animate(app, animation)->callback([&] { status = animate_command(animation); });

  study::StudyRequest study;
  add_study(app, study)->callback([&] { status = study_command(study); });

  report::ReportRequest report;
  add_report(app, report)->callback([&] { status = report_command(report); });

  StatusArguments where;
  add_status(app, where)->callback([&] { status = status_command(where); });

  StopArguments stop;
  add_stop(app, stop)->callback([&] { status = stop_command(stop); });

  ViewArguments view;
  add_view(app, view)->callback([&] { status = view_command(view); });

  fmi::ExportRequest fmu;
  add_fmu(app, fmu)->callback([&] { status = fmu_command(fmu); });

  SolveContactArguments contact;
  add_solve_contact(app, contact)->callback([&] { status = solve_contact_command(contact); });

  std::string format = "json";
  add_schema(app, format)->callback([&] { status = schema_command(format); });

  verify::VerifyOptions verify;
  add_verify(app, verify)->callback([&] { status = verify_command(verify); });

  std::string shell;
  add_completion(app, shell)->callback([&] { status = completion_command(described(app), shell); });

  app.add_subcommand("man", "print the manual page, for man -l")->callback([&] {
    status = man_command(described(app));
  });

  if (const int refused = refuse_command(app, count, all); refused >= 0) return refused;
  try {
    app.parse(count, all);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0)
      if (const int refused = refuse_words(app, count, all); refused >= 0) return refused;
    return app.exit(error) == 0 ? kSuccess : kWrongInput;
  }
  return status;
}

}  // namespace jounce::cli
