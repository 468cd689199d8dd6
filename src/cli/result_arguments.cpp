#include "cli/result_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "io/atomic_file.h"

namespace jounce::cli {
namespace {

/// What pictures and animations of fields have in common.
void add_picture(CLI::App& command, std::filesystem::path& result, io::DrawRequest& draw) {
  command.add_option("result", result, "result folder or field file (.vtkhdf)")
      ->required()
      ->type_name("RESULT");
  command.add_option("--field", draw.field, "field (default: stress, else displacement, else the first)")
      ->type_name("NAME");
  command.add_option("--component", draw.component, "x, xx, ..., magnitude, mises, pressure")
      ->type_name("NAME");
  command.add_option("--scale", draw.scale, "factor by which displacements are magnified")
      ->capture_default_str();
  command
      .add_option(
          "--view", draw.view,
          "iso, x, y, z, -x, -y, -z (from that end), or AZIMUTH,ELEVATION in degrees (default: a plane model "
          "from z, else obliquely)")
      ->type_name("VIEW");
  command.add_flag("--perspective", draw.perspective, "what is nearer is larger (default: parallel rays)");
  command.add_option("--zoom", draw.zoom, "part that fills the picture: a mesh, body or joint of the deck")
      ->type_name("PART");
  command.add_option("--only", draw.only, "draw these parts alone, separated by commas")
      ->delimiter(',')
      ->type_name("PARTS");
  command.add_option("--hide", draw.hide, "leave out these parts, separated by commas")
      ->delimiter(',')
      ->type_name("PARTS");
  command.add_flag("--no-edges", draw.no_edges, "draw no edges");
  command.add_option("--range", draw.range, "values of the first and last colour")->expected(2);
  command
      .add_option("--box", draw.box,
                  "draw only this box: smallest x y [z], then largest; 4 numbers leave z unlimited")
      ->expected(4, 6);
  command
      .add_option("--title", draw.title, "title above the picture (default: that of the deck, and the time)")
      ->type_name("WORDS");
  command.add_option("--size", draw.size, "width and height in pixels (default: 1000 750)")
      ->expected(2)
      ->check(CLI::Range(300, 10000));
}

}  // namespace

/// -o of a command that writes one file: nothing yet, or a file that is replaced.
CLI::Option* add_output_file(CLI::App& command, std::filesystem::path& file, const std::string& about) {
  return command.add_option("-o,--output", file, about)
      ->check(CLI::Validator(
          [](const std::string& name) {
            const std::string found = io::obstacle(name);
            return found.empty()
                       ? found
                       : fmt::format("cannot write '{}': {}, not a file; choose another name", name, found);
          },
          ""));
}

CLI::App* add_draw(CLI::App& app, DrawArguments& draw) {
  CLI::App* command = app.add_subcommand("draw", "make a picture of field results, coloured by their values");
  add_picture(*command, draw.result, draw);
  command->add_flag("--list", draw.list, "list the fields, parts and frames instead");
  command->add_flag("--transparent", draw.transparent, "transparent ground (.png, .svg, .pdf)");
  CLI::Option* frame = command->add_option("--frame", draw.frame, "number of the frame (default: the last)");
  command->add_option("--time", draw.time, "the frame nearest to this time")->excludes(frame);
  add_output_file(*command, draw.png,
                  "picture: .png, .svg, .pdf, .eps or .jpg (default: FIELD_COMPONENT.png beside the result)")
      ->type_name("PNG");
  return command;
}

CLI::App* add_animate(CLI::App& app, AnimateArguments& animation) {
  CLI::App* command = app.add_subcommand("animate", "make an animation (GIF, MP4) of field results");
  add_picture(*command, animation.result, animation);
  command->add_option("--from", animation.from, "time of the first frame");
  command->add_option("--to", animation.to, "time of the last frame");
  command->add_option("--frames", animation.most_frames, "draw at most this many frames")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  command->add_option("--seconds", animation.seconds, "duration (default: 0.05 s a frame)")
      ->check(CLI::PositiveNumber);
  add_output_file(
      *command, animation.png,
      ".gif, or .mp4 or .webm (need ffmpeg) file (default: FIELD_COMPONENT.gif beside the result)");
  return command;
}

CLI::App* add_plot(CLI::App& app, PlotArguments& plot) {
  CLI::App* command = app.add_subcommand("plot", "make a picture of columns of one or more histories");
  command->add_option("results", plot.results, "result folders or history files")
      ->required()
      ->type_name("RESULT");
  command->add_option("-y,--columns", plot.columns, "columns, or expressions of columns, to draw")
      ->required()
      ->type_name("NAMES")
      ->delimiter(',');
  command->add_option("-x", plot.x, "column of the horizontal axis")
      ->type_name("NAME")
      ->capture_default_str();
  add_output_file(*command, plot.png,
                  "picture: .png, .svg, .pdf, .eps or .jpg (default: COLUMN.png beside the first result)")
      ->type_name("FILE");
  command->add_option("--reference", plot.reference, "CSV file drawn as a reference")->type_name("FILE");
  command->add_option("--title", plot.title, "title above the plot (default: that of the deck)")
      ->type_name("WORDS");
  command->add_option("--x-label", plot.x_label, "text at the x axis")->type_name("WORDS");
  command->add_option("--y-label", plot.y_label, "text at the y axis")->type_name("WORDS");
  command->add_option("--size", plot.size, "width and height in pixels (default: 1200 700)")
      ->expected(2)
      ->check(CLI::Range(200, 10000));
  command->add_option("--x-range", plot.x_range, "smallest and largest x")->expected(2);
  command->add_option("--y-range", plot.y_range, "smallest and largest y")->expected(2);
  command->add_flag("--log-x", plot.log_x, "logarithmic x axis");
  command->add_flag("--log-y", plot.log_y, "logarithmic y axis");
  return command;
}

CLI::App* add_report(CLI::App& app, report::ReportRequest& report) {
  CLI::App* command = app.add_subcommand("report", "write one HTML page of a result folder");
  command->add_option("result", report.result, "result folder of jounce run or jounce modes")->required();
  add_output_file(*command, report.output, "HTML file (default: report.html in the folder)");
  return command;
}

CLI::App* add_status(CLI::App& app, StatusArguments& status) {
  CLI::App* command = app.add_subcommand("status", "say where a run is, or how it has ended");
  command->add_option("folders", status.folders, "result folders")->required()->type_name("FOLDER");
  return command;
}

CLI::App* add_stop(CLI::App& app, StopArguments& stop) {
  CLI::App* command =
      app.add_subcommand("stop", "ask a run to end after its step, with a checkpoint and complete results");
  command->add_option("folder", stop.folder, "result folder of the run")->required()->type_name("FOLDER");
  command->add_flag("--wait", stop.wait, "return when it has ended");
  return command;
}

CLI::App* add_view(CLI::App& app, ViewArguments& arguments) {
  view::ViewRequest& view = arguments.request;
  CLI::App* command =
      app.add_subcommand("view", "write a page that shows a result: turn, play, choose fields, pick");
  command->add_option("result", view.result, "result folder or field file (.vtkhdf)")
      ->required()
      ->type_name("RESULT");
  command->add_option("--frames", view.most_frames, "at most this many frames (default: as many as fit)")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--fields", view.fields, "only these fields, separated by commas")
      ->delimiter(',')
      ->type_name("NAMES");
  command->add_flag("--follow", arguments.follow,
                    "of a run that goes on: write the page anew as frames come, which then loads itself");
  add_output_file(*command, view.output, "HTML file (default: view.html in the folder)");
  return command;
}

}  // namespace jounce::cli
