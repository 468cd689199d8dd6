#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>

#include "../run/program.h"
#include "io/history_reader.h"
#include "page.h"

// `jounce report`, run as a user does.

namespace jounce::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t number = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
  return number;
}

/// The page without the content of its pictures, so that a failing test can be read.
std::string without_pictures(std::string page) {
  for (std::size_t at = page.find("base64,"); at != std::string::npos; at = page.find("base64,", at + 1))
    page.erase(at + 7, page.find('"', at) - at - 7);
  return page;
}

/// The page loads nothing and runs one script, its own, and its tags are in order.
void expect_self_contained(const std::string& page) {
  EXPECT_EQ(wrong_tags(page), "");
  EXPECT_EQ(count(page, "<script"), 1U);
  EXPECT_EQ(count(page, "script-src 'unsafe-inline'"), 1U);
  EXPECT_THAT(page, Not(HasSubstr("<link")));
  EXPECT_THAT(page, Not(HasSubstr("http://")));
  EXPECT_THAT(page, Not(HasSubstr("https://")));
  EXPECT_EQ(count(page, R"(src=")"), count(page, R"(src="data:image/)"));
  EXPECT_EQ(count(page, R"(srcset=")"), count(page, R"(srcset="data:image/svg+xml;base64,)"));
}

class Report : public testing::Test {
 protected:
  Outcome run(const std::string& deck, const std::string& output, const std::vector<std::string>& values) {
    return jounce(folder_.path(), Arguments{"run", deck, "-q", "-o", output} + set(values));
  }
  /// The page of a result folder.
  std::string report(const std::string& result) {
    const Outcome outcome = jounce(folder_.path(), {"report", result});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, result + "/report.html\n");
    std::string page = read(folder_ / (result + "/report.html"));
    expect_self_contained(page);
    return without_pictures(std::move(page));
  }
  void expect_refused(const std::string& result, const std::string& message) {
    const Outcome outcome = jounce(folder_.path(), {"report", result});
    EXPECT_EQ(outcome.status, 2) << message;
    EXPECT_THAT(outcome.err, HasSubstr(message));
  }
  TemporaryFolder folder_;
};

TEST_F(Report, OfAFinishedRun) {
  ASSERT_EQ(run(kInputs + "elastic_bar.toml", "bar", {}).status, 0);
  const std::string page = report("bar");
  EXPECT_THAT(page, HasSubstr("<h1>Elastic bar hits a rigid wall</h1>"));
  EXPECT_THAT(page, HasSubstr("750 steps to t = 1.5 s by nsga-ggl"));
  EXPECT_THAT(page, HasSubstr("elastic_bar.toml -o bar</td>"));
  EXPECT_THAT(page, HasSubstr("t = 0 to 1.5 s, step 0.002"));
  EXPECT_THAT(page, HasSubstr("<td>201 degrees of freedom</td>"));
  EXPECT_THAT(page, HasSubstr("201 nodes, 200 elements"));
  EXPECT_THAT(page, HasSubstr("<td>10 kg</td>"));
  EXPECT_THAT(
      page,
      ContainsRegex(R"(<td>wall</td><td>point-plane</td><td class="n">1</td><td class="n">5.005 m</td>)"));
  EXPECT_THAT(page, ContainsRegex(R"(<th scope="row">Steps</th><td>750</td>)"));
  EXPECT_THAT(page, HasSubstr("contact force [N]"));
  EXPECT_THAT(page, HasSubstr("The remainder of the balance"));
  EXPECT_THAT(page, HasSubstr("<h3>Impacts: 1</h3>"));
  EXPECT_THAT(page, HasSubstr("rho_inf = 0.8"));  // of the resolved deck
  EXPECT_THAT(page, HasSubstr("jounce 0.1.0"));
  EXPECT_THAT(page, Not(HasSubstr("Warnings")));
  EXPECT_EQ(count(page, "data:image/png"), 2u);  // first and last frame
  EXPECT_GE(count(page, "<picture>"), 6u);
  EXPECT_EQ(count(page, "<iframe class=\"scene\""), 1u) << "the model in motion";
  EXPECT_THAT(page, HasSubstr("60 of 201 frames; <code>jounce view</code>"));
  EXPECT_EQ(count(page, " data-curves=\""), count(page, "<picture>")) << "values at the pointer";
  EXPECT_THAT(page, HasSubstr("{&quot;name&quot;:&quot;energy_kinetic&quot;,&quot;unit&quot;:&quot;J&quot;,&"
                              "quot;numbers&quot;:[500,"));
  EXPECT_EQ(count(page, "<picture>"), count(page, "srcset="));
}

TEST_F(Report, CountsAndFoldsManyImpacts) {
  ASSERT_EQ(run(kInputs + "bouncing_ball.toml", "ball", {}).status, 0);
  const std::string page = report("ball");
  const std::size_t impacts = lines(folder_ / "ball/events.csv").size() - 1;
  ASSERT_GT(impacts, 20u);
  EXPECT_THAT(page, HasSubstr("<h3>Impacts: " + std::to_string(impacts) + "</h3>"));
  EXPECT_THAT(page, HasSubstr("<details><summary>Impacts: " + std::to_string(impacts) + "</summary>"));
  EXPECT_THAT(page, HasSubstr(R"(<details open="open"><summary>Contacts with impacts: 1</summary>)"));
  EXPECT_THAT(page,
              ContainsRegex(fmt::format(R"(<td>floor</td><td class="n">{}</td>)", std::to_string(impacts))));
  EXPECT_EQ(count(page, "data:image/png"), 2u);  // a single point has a picture too
}

TEST_F(Report, StickAndSlip) {
  ASSERT_EQ(
      run(kInputs + "stick_slip_beam.toml", "beam", {"integrator.end=0.2", "output.transitions=true"}).status,
      0);
  const std::string page = report("beam");
  const std::size_t changes = lines(folder_ / "beam/transitions.csv").size() - 1;
  ASSERT_GE(changes, 3u);
  EXPECT_THAT(page, HasSubstr("<h3>Sticking and slipping: " + std::to_string(changes) + "</h3>"));
  EXPECT_EQ(count(page, "</td><td>slip</td>") + count(page, "</td><td>stick</td>"), changes);
  EXPECT_THAT(page, HasSubstr("<summary>Contacts and joints that begin to stick or to slip: 1</summary>"));
  EXPECT_THAT(page, Not(HasSubstr("output.transitions = true</code>")));
}

TEST_F(Report, StickAndSlipOfJoints) {
  ASSERT_EQ(run(kInputs + "dry_flywheel.toml", "wheel", {"output.transitions=true"}).status, 0);
  const std::string page = report("wheel");
  EXPECT_THAT(
      page,
      ContainsRegex(
          R"(<td>joint</td><td>pin</td><td class="n">1</td><td class="n">0</td><td class="n">2.72</td>)"));
  EXPECT_THAT(page, ContainsRegex(R"(<td class="n">2.72</td><td>joint</td><td>pin</td><td>stick</td>)"));
  // It stops at 2.7183 s, and not before
  ASSERT_EQ(
      run(kInputs + "dry_flywheel.toml", "wheel", {"output.transitions=true", "integrator.end=2"}).status, 0);
  EXPECT_THAT(report("wheel"), HasSubstr("Nothing began to stick or to slip"));
  write(folder_ / "wheel/transitions.csv", "time,contact,event\n");
  EXPECT_THAT(report("wheel"),
              HasSubstr("<li>transitions.csv could not be read: its first line is not time,kind"));
}

TEST_F(Report, SaysHowToSeeStickAndSlip) {
  const std::string hint = "run the deck with <code>output.transitions = true</code>";
  ASSERT_EQ(run(kInputs + "dry_flywheel.toml", "wheel", {}).status, 0);
  EXPECT_THAT(report("wheel"), HasSubstr(hint));
  ASSERT_EQ(run(kInputs + "dry_flywheel.toml", "free", {"parameters.mu=0"}).status, 0);
  EXPECT_THAT(report("free"), Not(HasSubstr(hint)));
  ASSERT_EQ(run(kInputs + "bouncing_ball.toml", "ball", {}).status, 0);
  EXPECT_THAT(report("ball"), Not(HasSubstr(hint)));
}

TEST_F(Report, OfAFailedRunSaysSoFirst) {
  write(folder_ / "deck.toml", kPendulum);
  ASSERT_EQ(run("deck.toml", "r", {"integrator.max_iterations=1", "integrator.max_cuts=2"}).status, 1);
  const std::string page = report("r");
  EXPECT_THAT(page, HasSubstr("<strong>The run failed</strong>\nthe step from t = 0"));
  EXPECT_LT(page.find("The run failed"), page.find("<h2>"));
  EXPECT_THAT(page, HasSubstr("largest residual is in the momentum balance of &#39;bob&#39;"));
  EXPECT_THAT(page, HasSubstr("Steps that did not converge: 3"));
  EXPECT_THAT(page, HasSubstr("2 steps did not converge and were repeated with half the size."));
  EXPECT_THAT(read(folder_ / "r/run.toml"), HasSubstr(R"(status = "failed")"));
}

TEST_F(Report, OfAKilledRunShowsResultsSoFar) {
  Process process(folder_.path(), Arguments{"run", kInputs + "bar_gravity.toml", "-q", "-o", "r"} +
                                      set({"integrator.end=1000"}));
  for (int i = 0; i < 20000 && (!std::filesystem::exists(folder_ / "r/history.csv") ||
                                std::filesystem::file_size(folder_ / "r/history.csv") < 200000);
       ++i)
    usleep(1000);
  process.end();
  const std::string page = report("r");
  EXPECT_THAT(page, HasSubstr("<strong>The run has not ended</strong>"));
  EXPECT_THAT(page, ContainsRegex("Results reach t = [0-9.]+ s of 1000 s"));
  EXPECT_THAT(page, Not(HasSubstr("Results reach t = 0 s")));
  EXPECT_THAT(page, HasSubstr("The remainder of the balance"));
  EXPECT_THAT(page, Not(HasSubstr("Time for a step")));  // of which nothing is known
}

TEST_F(Report, OfStaticsAndModes) {
  ASSERT_EQ(run(kInputs + "snap_through.toml", "s", {}).status, 0);
  const std::string page = report("s");
  EXPECT_THAT(page, HasSubstr("load parameter 0 to"));
  EXPECT_THAT(page, Not(HasSubstr("The remainder of the balance")));
  ASSERT_EQ(jounce(folder_.path(), {"modes", kInputs + "free_block_modes.toml", "-n", "8", "--set",
                                    "parameters.n=1", "-o", "m"})
                .status,
            0);
  const std::string modes = report("m");
  EXPECT_THAT(modes, HasSubstr("free_block_modes.toml --set parameters.n=1 -o m -n 8"));
  EXPECT_THAT(modes, HasSubstr("<summary>Modes: 8</summary>"));
  EXPECT_THAT(modes, HasSubstr("shape magnitude, mode 7"));
  EXPECT_EQ(count(modes, "data:image/png"), 8u);
}

/// In large load steps the work of supports is inexact by per cents: no scheme gave energy there.
TEST_F(Report, OfStaticsBlamesNoScheme) {
  ASSERT_EQ(run(kInputs + "rubber_block.toml", "r", {"analysis.step=0.5", "output.frames=0"}).status, 0);
  const io::History history(folder_ / "r/history.csv");
  ASSERT_LT(history.column("dissipated_numerical").back(), -0.01 * history.column("energy_strain").back());
  const std::string page = report("r");
  EXPECT_THAT(page, Not(HasSubstr("The scheme added energy")));
  EXPECT_THAT(page, HasSubstr("closes with the error of the work"));
  EXPECT_THAT(page, Not(HasSubstr("energy dissipated or added by the scheme")));
}

TEST_F(Report, OfAnInputFile) {
  write(folder_ / "bar.inp",
        "*NODE, NSET=N\n1,0,0,0\n2,1,0,0\n*ELEMENT, TYPE=T3D2, ELSET=E\n1,1,2\n*MATERIAL, NAME=M\n*ELASTIC\n"
        "1000,0\n*SOLID SECTION, ELSET=E, MATERIAL=M\n1.\n*BOUNDARY\n1,1,3\n2,2,3\n*STEP\n*STATIC\n*CLOAD\n"
        "2,1,5.\n*NODE PRINT, NSET=N\nU\n*END STEP\n");
  ASSERT_EQ(run("bar.inp", "r", {}).status, 0) << read(folder_ / "err");
  const std::string page = report("r");
  EXPECT_THAT(page, HasSubstr("<summary>bar.dat</summary>"));
  EXPECT_THAT(page, HasSubstr("displacements"));
}

// The deck that such a file stands for must not take the place of run.toml.
TEST_F(Report, OfAnInputFileNamedRun) {
  write(folder_ / "run.inp",
        "*NODE\n1,0,0,0\n2,1,0,0\n*ELEMENT, TYPE=T3D2, ELSET=E\n1,1,2\n*MATERIAL, NAME=M\n*ELASTIC\n1000,0\n"
        "*SOLID SECTION, ELSET=E, MATERIAL=M\n1.\n*BOUNDARY\n1,1,3\n2,2,3\n*STEP\n*STATIC\n*CLOAD\n2,1,5.\n"
        "*END STEP\n");
  ASSERT_EQ(run("run.inp", "r", {}).status, 0) << read(folder_ / "err");
  EXPECT_THAT(read(folder_ / "r/run.toml"), HasSubstr(R"(status = "complete")"));
  EXPECT_THAT(read(folder_ / "r/run.deck.toml"), HasSubstr("[[element]]"));
  EXPECT_THAT(report("r"), HasSubstr("<strong>Finished</strong>"));
}

TEST_F(Report, TextOfFilesIsEscaped) {
  std::string deck = kPendulum;
  deck.replace(deck.find(R"(name = "x")"), 10, R"(name = "<b>x & y")");
  write(folder_ / "deck.toml", R"(title = "<script>alert(1)</script> & more"
)" + deck);
  ASSERT_EQ(run("deck.toml", "r", {}).status, 0) << read(folder_ / "err");
  const std::string page = report("r");
  EXPECT_THAT(page, HasSubstr("<h1>&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</h1>"));
  EXPECT_THAT(page, HasSubstr("<td>&lt;b&gt;x &amp; y</td>"));
}

TEST_F(Report, WhatIsMissingIsLeftOut) {
  write(folder_ / "deck.toml", kPendulum);
  ASSERT_EQ(run("deck.toml", "r", {}).status, 0);
  for (const char* const file : {"run.toml", "history_units.csv", "events.csv", "resolved.toml"}) {
    std::filesystem::remove(folder_ / "r" / file);
    EXPECT_THAT(report("r"), HasSubstr("Energies")) << file;
  }
  EXPECT_THAT(report("r"), HasSubstr("<h1>r</h1>"));
  write(folder_ / "r/run.toml", "status = ");
  EXPECT_THAT(report("r"), HasSubstr("<li>run.toml could not be read"));
  write(folder_ / "r/history.csv", "");
  EXPECT_THAT(report("r"), HasSubstr("<li>history.csv could not be read"));
}

TEST_F(Report, WarnsOfEnergyThatTheSchemeGaveAndOfNumbersThatAreNone) {
  std::filesystem::create_directory(folder_ / "r");
  const auto page = [&](const std::string& given, const std::string& x) {
    write(folder_ / "r/history.csv",
          "time,x,energy_kinetic,energy_potential,dissipated_numerical\n0,0,10,0,0\n1," + x + ",8,2," +
              given + "\n");
    return report("r");
  };
  EXPECT_THAT(page("-0.09", "1"), Not(HasSubstr("Warnings")));
  EXPECT_THAT(page("-0.2", "1"), HasSubstr("The scheme added energy: up to 0.2, 2 % of the largest"));
  EXPECT_THAT(page("0.2", "nan"),
              HasSubstr("Column &#39;x&#39; of the history has values that are not finite"));
  EXPECT_THAT(page("0.2", "1"), HasSubstr("<h1>r</h1>"));
}

// By hand: 10 J at the start; work 3, impacts 2, damping 0.5 and 0.1 that the scheme took leave 10.4.
TEST_F(Report, TheBalanceOfEnergiesIsSummedUp) {
  std::filesystem::create_directory(folder_ / "r");
  const auto page = [&](const std::string& total) {
    write(folder_ / "r/history.csv",
          "time,energy_kinetic,energy_total,work_external,dissipated_impact,dissipated_damping,"
          "dissipated_numerical\n0,10,10,0,0,0,0\n1,8," +
              total + ",3,2,0.5,0.1\n");
    return report("r");
  };
  EXPECT_THAT(page("10.4"),
              ContainsRegex("at most 0.1, 1 % of the largest energy or work. With it the columns sum "
                            "up to [0-9]e-1[5-7]"));
  EXPECT_THAT(page("10.7"), HasSubstr("sum up to 0.3.</p>"));
}

TEST_F(Report, WithoutGnuplotItHasNumbersOnly) {
  write(folder_ / "deck.toml", kPendulum);
  ASSERT_EQ(run("deck.toml", "r", {}).status, 0);
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder_.path().c_str(), 1);
  const std::string page = report("r");
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(count(page, "Pictures of curves are missing"), 1u);
  EXPECT_THAT(page, HasSubstr("gnuplot-nox"));
  EXPECT_THAT(page, HasSubstr("<td>energy_kinetic</td>"));
  EXPECT_THAT(page, Not(HasSubstr("<img")));
}

TEST_F(Report, RefusesWhatIsNoResult) {
  write(folder_ / "deck.toml", kPendulum);
  ASSERT_EQ(run("deck.toml", "pendulum", {}).status, 0);
  expect_refused("pendlum", "there is no 'pendlum' (did you mean 'pendulum'?)");
  expect_refused("nowhere", "there is no 'nowhere'; a report needs the result folder");
  expect_refused("deck.toml", "'deck.toml' is a deck; the report is of a result folder");
  expect_refused("pendulum/history.csv", "the report is of its folder: 'pendulum'");
  std::filesystem::create_directory(folder_ / "empty");
  expect_refused("empty", "'empty' holds no results of Jounce");
  std::filesystem::create_directories(folder_ / "all");
  std::filesystem::rename(folder_ / "pendulum", folder_ / "all/pendulum");
  expect_refused("all", "did you mean 'all/pendulum'?");
}

TEST_F(Report, GoesWhereItIsTold) {
  write(folder_ / "deck.toml", kPendulum);
  ASSERT_EQ(run("deck.toml", "r", {}).status, 0);
  const Outcome outcome = jounce(folder_.path(), {"report", "r", "-o", "page.html"});
  EXPECT_EQ(outcome.out, "page.html\n");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "page.html"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "r/report.html"));
  EXPECT_EQ(jounce(folder_.path(), {"report", "r", "-o", "no/page.html"}).status, 1);
}

}  // namespace
}  // namespace jounce::test
