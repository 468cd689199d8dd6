// Input files of Abaqus and meshes changed at random are read, or refused with a message: no crash, no hang.
//
// 300 of each by default; JOUNCE_MUTANTS=100000 and JOUNCE_SEED=N make more and others.

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <new>

#include "../io/temporary_folder.h"
#include "../support/scene.h"
#include "deck/deck.h"
#include "la/petsc.h"
#include "mutator.h"
#include "run/model_file.h"
#include "run/simulation.h"

namespace jounce::test {
namespace {

using io::test::TemporaryFolder;

const std::string kCube = R"(*NODE, NSET=ALL
1, 0, 0, 0
2, 1, 0, 0
3, 1, 1, 0
4, 0, 1, 0
5, 0, 0, 1
6, 1, 0, 1
7, 1, 1, 1
8, 0, 1, 1
*NSET, NSET=FLOOR, GENERATE
1, 4, 1
*NSET, NSET=TOP
5, 6, 7, 8
*ELEMENT, TYPE=C3D8, ELSET=E
1, 1, 2, 3, 4, 5, 6, 7, 8
*SURFACE, NAME=LID
E, S2
*MATERIAL, NAME=M
*ELASTIC
210000, 0.3
*DENSITY
7.8e-9
*SOLID SECTION, ELSET=E, MATERIAL=M
*BOUNDARY
FLOOR, 1, 3
*AMPLITUDE, NAME=RAMP
0, 0, 1, 1
*STEP, NLGEOM
*STATIC
0.5, 1
*CLOAD, AMPLITUDE=RAMP
7, 1, 10
*DLOAD
E, P2, 5
*BOUNDARY
TOP, 3, 3, 0.01
*NODE PRINT, NSET=TOP
U, RF
*EL PRINT, ELSET=E
S
*END STEP
)";

const std::string kTruss = R"(*NODE
1, 0, 0
2, 1, 0
3, 1, 1
4, 0, 1
*ELEMENT, TYPE=CPS4, ELSET=PLATE
1, 1, 2, 3, 4
*MATERIAL, NAME=SOFT
*HYPERELASTIC, NEO HOOKE
1, 0.1
*SOLID SECTION, ELSET=PLATE, MATERIAL=SOFT
0.1
*EQUATION
2
3, 1, 1, 4, 1, -1
*BOUNDARY
1, 1, 2
2, 2
*STEP
*STATIC
1, 1
*CLOAD
3, 2, 0.1
*END STEP
)";

const std::string kOldMesh = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
1 2 "side"
2 1 "plate"
$EndPhysicalNames
$Nodes
4
1 0 0 0
2 1 0 0
3 1 1 0
4 0 1 0
$EndNodes
$Elements
2
1 1 2 2 1 1 2
2 3 2 1 1 1 2 3 4
$EndElements
)";

const std::string kNewMesh = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$Entities
0 0 1 0
1 0 0 0 1 1 0 0 0
$EndEntities
$Nodes
1 3 1 3
2 1 0 3
1
2
3
0 0 0
1 0 0
1 1 0
$EndNodes
$Elements
1 1 1 1
2 1 2 1
1 1 2 3
$EndElements
)";

/// Scripts of Gmsh: a plate with a loop, a macro and a branch, and one that acts.
const std::string kPlate = R"(// A plate.
SetFactory("Built-in");
n = 2; /* cells */
Point(1) = {0, 0, 0, 1};
Point(2) = {1, 0, 0, 1};
Macro up
  Point(2 + k) = {2 - k, 1, 0, 1};
Return
For k In {1:2}
  Call up;
EndFor
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
If (n % 2 == 0)
  Transfinite Curve {1:4} = n + 1;
  Transfinite Surface {1};
  Recombine Surface {1};
Else
  Mesh.MeshSizeMax = 0.5;
EndIf
Physical Surface("plate") = {1};
Physical Curve("side", 7) = {1};
)";

const std::string kActing = R"(Point(1) = {0, 0, 0}; Point(2) = {1, 0, 0};
Line(1) = {1, 2};
If (0)
  /* EndIf SystemCall "touch owned"; */
  name = "EndIf SystemCall 'touch owned';";
EndIf
Printf("%g", 1); // > "owned";
For i In {1:2}
  // Save "owned"; CreateDir "owned";
EndFor
Mesh.MeshSizeMax = 1; Physical Curve("line") = {1};
)";

/// A model of the mesh beside it.
const std::string kDeck = R"(
[[material]]
name = "m"
E = 2e11
nu = 0.3
rho = 7850
[[mesh]]
name = "b"
type = "gmsh"
file = "FILE"
time_limit = 1
)" + scene::element({.mesh = "b"}) +
                          R"(
[integrator]
step = 1e-3
end = 2e-3
)";

std::string deck_of(const std::string& file) {
  std::string deck = kDeck;
  return deck.replace(deck.find("FILE"), 4, file);
}

long setting(const char* variable, long otherwise) {
  const char* const text = std::getenv(variable);
  return text != nullptr ? std::atol(text) : otherwise;
}

/// Two steps of a small model. @return what became of it: 's' built, 'r' refused, 'f' failed, 'm' memory
char fate_of_model(const std::filesystem::path& file) {
  try {
    const deck::Deck deck = read_model_file(file, {});
    RunOptions options;
    options.quiet = true;
    options.write = false;
    Simulation simulation(deck, options);
    if (simulation.state().v.size() > 300) return 's';
    simulation.begin();
    for (int i = 0; i < 2 && simulation.next(); ++i) {
    }
    return 's';
  } catch (const params::InputError& error) {
    return error.diagnostics().empty() || std::string(error.what()).empty() ? 'e' : 'r';
  } catch (const std::bad_alloc&) {
    return 'm';
  } catch (const std::logic_error& error) {
    std::cerr << error.what() << "\n";
    return 'e';
  } catch (const std::exception&) {
    return 'f';
  }
}

/// A process works through a thousand mutants (Gmsh leaks, and its address space is limited), then another
/// one; where a signal ends it, the next one goes on behind the mutant.
class MutatedFiles : public testing::Test {
 protected:
  struct Board {
    long at;                  ///< mutant at work
    std::array<long, 256> n;  ///< by fate
    std::array<long, 100> without_message;
  };

  void run(const std::vector<std::string>& sources, const std::string& name, const std::string& model) {
    const long count = setting("JOUNCE_MUTANTS", 300);
    const auto seed = static_cast<unsigned>(setting("JOUNCE_SEED", 1));
    const auto mutant = [&](long i) {
      Mutator mutator(sources, seed + static_cast<unsigned>(i));
      const std::string& source = sources[static_cast<std::size_t>(i / 2) % sources.size()];
      return i % 2 == 0 ? mutator.next(source).text : mutator.next_by_tokens(source);
    };
    auto& board = *static_cast<Board*>(
        mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    const auto n = [&](char fate) -> long& { return board.n[static_cast<unsigned char>(fate)]; };
    const auto work = [&](long from) {
      const bool limited =
          setting("JOUNCE_MUTANT_MEMORY", 1) != 0;  // sanitizers reserve terabytes of addresses
      const rlimit memory{rlim_t{3} << 30, rlim_t{3} << 30};
      if (limited) setrlimit(RLIMIT_AS, &memory);
      const PetscSession petsc;
      for (board.at = from; board.at < std::min(count, from + 1000); ++board.at) {
        io::test::write(folder_ / name, mutant(board.at));
        alarm(limited ? 30 : 100);
        const char fate = fate_of_model(folder_ / model);
        alarm(0);
        if (fate == 'e' && n('e') < 100) board.without_message[n('e')] = board.at;
        ++n(fate);
      }
      _exit(0);
    };
    for (long from = 0; from < count; from = board.at) {
      std::cout.flush();
      const pid_t child = fork();
      if (child == 0) work(from);
      int status = 0;
      waitpid(child, &status, 0);
      if (WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
      ADD_FAILURE() << "mutant " << board.at << " of " << name << ": "
                    << (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "takes more than half a minute"
                                                                           : "crashes")
                    << "\n"
                    << mutant(board.at);
      ++board.at;
    }
    for (long k = 0; k < std::min(n('e'), 100L); ++k) {
      const long i = board.without_message[k];
      ADD_FAILURE() << "mutant " << i << " of " << name << " is refused without a reason:\n" << mutant(i);
    }
    std::cout << count << " mutants of " << name << ": " << n('r') << " refused, " << n('s') << " built, "
              << n('f') << " failed with a message, " << n('m') << " asked for too much memory\n";
    EXPECT_GT(n('r') + n('f'), count / 10);
    EXPECT_GT(n('s'), count / 20);
    munmap(&board, sizeof(Board));
  }

  TemporaryFolder folder_;
};

TEST_F(MutatedFiles, OfAbaqusAreReadOrRefused) { run({kCube, kTruss}, "m.inp", "m.inp"); }

TEST_F(MutatedFiles, OfGmshAreReadOrRefused) {
  io::test::write(folder_ / "deck.toml", deck_of("m.msh"));
  run({kOldMesh, kNewMesh, kActing}, "m.msh", "deck.toml");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "owned") || std::filesystem::exists("owned"));
}

TEST_F(MutatedFiles, OfScriptsAreMeshedOrRefusedAndDoNotAct) {
  io::test::write(folder_ / "deck.toml", deck_of("m.geo"));
  run({kPlate, kActing}, "m.geo", "deck.toml");
  EXPECT_FALSE(std::filesystem::exists("owned")) << "commands run in the working folder";
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    EXPECT_TRUE(entry.path().filename() == "deck.toml" || entry.path().filename() == "m.geo") << entry.path();
}

}  // namespace
}  // namespace jounce::test
