#pragma once

#include <array>
#include <string>
#include <tuple>

#include "keyword_run.h"
#include "shell_mesh.h"

namespace jounce::test {

/// Input files whose shells are shells on nodes with rotations (--shells).
class ShellOptionTest : public KeywordRunTest {
 protected:
  RunReport run_shells(const std::string& text) {
    RunOptions options;
    options.shells = true;
    RunReport report = run_with(text, options);
    if (report.exit_status == 0) expect_its_deck_runs_alike(folder_ / "a.inp", folder_ / "out");
    return report;
  }
  std::string message(const std::string& text) { return run_shells(text).message; }
};

/// A plate of 100 x 100, or a quarter of it, with the sets X0, X1, Y0, Y1 of its sides.
struct Plate {
  explicit Plate(const std::string& type, int n, double size = 100) {
    mesh.patch(type, "A", n, n, [size](double u, double v) { return std::array{size * u, size * v, 0.0}; });
    for (const auto& [name, axis, value] :
         {std::tuple("X0", 0u, 0.), {"X1", 0u, size}, {"Y0", 1u, 0.}, {"Y1", 1u, size}})
      sets += mesh.set(name, axis, value);
  }
  std::string text(double thickness, const std::string& more = "") const {
    return mesh.text() + shell_section("A", thickness, more) + sets;
  }
  ShellMesh mesh;
  std::string sets;
};

inline const std::string kPlatePrints = "*NODE PRINT, NSET=ALL\nU, RF\n*END STEP\n";
inline double stiffness_of(double t) { return 2e5 * t * t * t / (12 * (1 - 0.09)); }

}  // namespace jounce::test
