// Decks changed at random are read, or refused with their mistakes: no crash, no hang, no unknown key let
// through.
//
// 2,000 of them by default; JOUNCE_MUTANTS=100000 and JOUNCE_SEED=N make more and others.

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <new>
#include <sstream>

#include "deck/deck.h"
#include "deck/within_memory.h"
#include "la/petsc.h"
#include "mutator.h"
#include "registry.h"
#include "run/simulation.h"

namespace jounce::test {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kSeconds = 10;
constexpr rlim_t kMemory = rlim_t{3} << 30;

struct Source {
  fs::path path;
  std::string text;
};

std::vector<Source> sources() {
  std::vector<Source> all;
  for (const char* const folder : {"/inputs", "/verification"})
    for (const auto& entry : fs::recursive_directory_iterator(std::string(JOUNCE_SOURCE_DIR) + folder)) {
      const fs::path name = entry.path().filename();  // what is no deck is left out
      if (name.extension() != ".toml" || name == "case.toml" || name == "sensitivity.toml") continue;
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      all.push_back({entry.path(), text.str()});
    }
  std::sort(all.begin(), all.end(), [](const Source& a, const Source& b) { return a.path < b.path; });
  return all;
}

long number_from(const char* variable, long otherwise) {
  const char* const text = std::getenv(variable);
  return text != nullptr ? std::atol(text) : otherwise;
}

/// What became of a mutant, one letter: refused, built (small ones took steps), large, failed at run time,
/// out of memory; or a defect with its words.
struct Fate {
  char what = 'r';
  std::string defect;
};

/// Changed numbers may ask for more than ten seconds can build: more elements, grains or coordinates than
/// this.
bool is_large(const deck::Deck& deck) {
  constexpr double kMost = 20000;
  const auto product = [](const std::vector<int>& counts) {
    double all = 1;
    for (const int count : counts) all *= count;
    return all;
  };
  for (const params::Params* mesh : deck.entries("mesh")) {
    if (mesh->type() == "block" && product(mesh->integers("counts")) > kMost) return true;
    if (mesh->type() == "line" && mesh->integer("elements") > kMost) return true;
    if (mesh->type() == "gmsh" && mesh->given("size")) return true;
  }
  for (const params::Params* body : deck.entries("body"))
    if (body->type() == "grains" && product(body->integers("counts")) > kMost) return true;
  return false;
}

/// What keeps a step that does not converge from being tried for minutes.
std::vector<std::string> short_steps(const Mutant& mutant) {
  if (mutant.text.find("[integrator]") == std::string::npos) return {};
  return {"integrator.max_cuts=1", "integrator.contact_iterations=1000"};
}

/// What no message may hold: words of the language the program is written in, and numbers that are none.
/// Values of the deck itself, "nan", are repeated as they are; of those, the syntax of TOML speaks too.
std::string unfit_word(const std::string& message, const std::string& deck) {
  if (message.find("TOML syntax") != std::string::npos) return {};
  std::string lower = message;
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  for (const char* const word : {"std::", "max_size", "bad_alloc", "::_m_", "eigen::", "petsc error"})
    if (lower.find(word) != std::string::npos) return word;
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (const std::string_view word : {"nan", "inf"})
    for (std::size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1)) {
      const bool is_word =
          (at == 0 || !is_letter(lower[at - 1])) && (at + 3 >= lower.size() || !is_letter(lower[at + 3]));
      if (is_word && deck.find(word) == std::string::npos) return std::string(word);
    }
  return {};
}

/// Small models take two steps. @return what the run says in the end
std::string take_steps(const deck::Deck& deck) {
  RunOptions options;
  options.quiet = true;
  options.write = false;
  Simulation simulation(deck, options);
  if (simulation.state().v.size() > 300 || simulation.model().system.contacts().all().size() > 20) return {};
  simulation.begin();
  for (int i = 0; i < 2 && simulation.next(); ++i) {
  }
  return simulation.finish().message;
}

Fate fate_of(const Mutant& mutant, const fs::path& path) {
  Fate fate;
  const auto judge = [&](const std::string& message) {
    if (const std::string word = unfit_word(message, mutant.text); !word.empty() && fate.defect.empty())
      fate.defect = "the message holds '" + word + "': " + message;
  };
  try {
    const deck::Deck deck =
        deck::read_deck_text(mutant.text, path.string(), deck_schema(), short_steps(mutant));
    if (!mutant.unknown_key.empty()) {
      fate.defect = "the unknown key " + mutant.unknown_key + " was let through";
      return fate;
    }
    fate.what = is_large(deck) ? 'l' : 's';
    if (fate.what == 's') judge(deck::within_memory(deck, [&] { return take_steps(deck); }));
  } catch (const params::InputError& error) {
    fate.what = 'r';
    const std::string message = error.what();
    judge(message);
    if (message.find("needs more memory") != std::string::npos) fate.what = 'm';
    if (error.diagnostics().empty()) fate.defect = "refused without a reason";
    if (!mutant.unknown_key.empty() && message.find(mutant.unknown_key) == std::string::npos)
      fate.defect = "the unknown key " + mutant.unknown_key + " is not named: " + message;
  } catch (const std::bad_alloc&) {
    fate.what = 'm';
  } catch (const std::logic_error& error) {
    fate.defect = std::string("logic error: ") + error.what();
  } catch (const std::exception& error) {
    fate.what = 'f';
    judge(error.what());
  }
  return fate;
}

/// Numbers that the workers leave to the parent.
struct Board {
  long at;           ///< mutant at work
  long counts[256];  ///< by fate
};

struct Defect {
  long mutant;
  std::string what;
};

class Campaign {
 public:
  enum class Change { anything, numbers };  ///< what is changed; numbers: of the decks of inputs/ alone

  Campaign(long count, unsigned seed, Change change = Change::anything)
      : sources_(sources()), count_(count), seed_(seed), change_(change) {
    if (change == Change::numbers)
      std::erase_if(sources_, [](const Source& source) {
        return source.path.string().find("/inputs/") == std::string::npos;
      });
    for (const Source& source : sources_) texts_.push_back(source.text);
    board_ = static_cast<Board*>(
        mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    *board_ = {};
  }
  ~Campaign() { munmap(board_, sizeof(Board)); }
  Campaign(const Campaign&) = delete;
  Campaign& operator=(const Campaign&) = delete;

  Mutant mutant(long i) const {
    Mutator mutator(texts_, seed_ + static_cast<unsigned>(i));
    if (change_ == Change::numbers) return mutator.extreme_number(source(i).text);
    return mutator.next(source(i).text);
  }
  const Source& source(long i) const { return sources_[static_cast<std::size_t>(i) % sources_.size()]; }
  const Board& board() const { return *board_; }

  std::vector<Defect> run() {
    std::vector<Defect> defects;
    for (long from = 0; from < count_;) {
      const auto log = fs::temp_directory_path() / ("mutants-" + std::to_string(getpid()));
      const pid_t child = fork();
      if (child == 0) work(from, log);
      int status = 0;
      waitpid(child, &status, 0);
      std::ifstream words(log);
      for (std::string line; std::getline(words, line);) {
        const std::size_t colon = line.find(':');
        defects.push_back({std::atol(line.substr(0, colon).c_str()), line.substr(colon + 1)});
      }
      fs::remove(log);
      if (WIFEXITED(status) && WEXITSTATUS(status) == 0) break;
      const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
      defects.push_back({board_->at, signal == SIGALRM ? "takes more than ten seconds"
                                                       : "crash, signal " + std::to_string(signal)});
      from = board_->at + 1;
    }
    return defects;
  }

 private:
  [[noreturn]] void work(long from, const fs::path& log) {
    if (number_from("JOUNCE_MUTANT_MEMORY", 1) != 0) {  // sanitizers reserve terabytes of addresses
      const rlimit memory{kMemory, kMemory};
      setrlimit(RLIMIT_AS, &memory);
    }
    std::ofstream words(log);
    const unsigned seconds = number_from("JOUNCE_MUTANT_MEMORY", 1) != 0 ? kSeconds : 10 * kSeconds;
    {
      const PetscSession petsc;
      for (long i = from; i < count_; ++i) {
        board_->at = i;
        alarm(seconds);
        const Fate fate = fate_of(mutant(i), source(i).path);
        alarm(0);
        ++board_->counts[static_cast<unsigned char>(fate.what)];
        if (fate.defect.empty()) continue;
        std::string line = fate.defect;
        std::replace(line.begin(), line.end(), '\n', ' ');
        words << i << ':' << line << std::endl;
      }
    }
    _exit(0);
  }

  std::vector<Source> sources_;
  std::vector<std::string> texts_;
  long count_;
  unsigned seed_;
  Change change_;
  Board* board_;
};

void show_defects(const Campaign& campaign, const std::vector<Defect>& defects) {
  EXPECT_TRUE(defects.empty());
  const fs::path folder = fs::temp_directory_path() / "jounce-mutants";
  for (const Defect& defect : defects) {
    fs::create_directories(folder);
    const fs::path file = folder / (std::to_string(defect.mutant) + ".toml");
    std::ofstream(file) << campaign.mutant(defect.mutant).text;
    ADD_FAILURE() << "mutant " << defect.mutant << " of " << campaign.source(defect.mutant).path << ": "
                  << defect.what << "\nkept in " << file;
  }
}

TEST(MutatedDecks, AreReadOrRefused) {
  const long count = number_from("JOUNCE_MUTANTS", 2000);
  const auto seed = static_cast<unsigned>(number_from("JOUNCE_SEED", 1));
  Campaign campaign(count, seed);
  const std::vector<Defect> defects = campaign.run();
  const auto n = [&](char what) { return campaign.board().counts[static_cast<unsigned char>(what)]; };
  std::cout << count << " mutants: " << n('r') << " refused, " << n('s') << " built (small ones took steps), "
            << n('f') << " failed with a message, " << n('l') << " too large to build here, " << n('m')
            << " asked for too much memory\n";
  EXPECT_GT(n('r'), count / 4);
  EXPECT_GT(n('s'), count / 20);
  show_defects(campaign, defects);
}

/// Numbers that are far too large, negative or tiny: whatever becomes of the deck, the message is one for
/// users.
TEST(MutatedDecks, NoNumberBringsOutWordsOfTheProgram) {
  const long count = number_from("JOUNCE_MUTANTS", 600);
  const auto seed = static_cast<unsigned>(number_from("JOUNCE_SEED", 1));
  Campaign campaign(count, seed, Campaign::Change::numbers);
  const std::vector<Defect> defects = campaign.run();
  const auto n = [&](char what) { return campaign.board().counts[static_cast<unsigned char>(what)]; };
  EXPECT_GT(n('r'), count / 10);
  EXPECT_GT(n('s') + n('f'), count / 10);
  show_defects(campaign, defects);
}

TEST(MutatedDecks, TheWordsThatAreLookedForAreFound) {
  EXPECT_EQ(unfit_word("std::bad_alloc", ""), "std::");
  EXPECT_EQ(unfit_word("vector is larger than max_size()", ""), "max_size");
  EXPECT_EQ(unfit_word("vector::_M_default_append", ""), "::_m_");
  EXPECT_EQ(unfit_word("history 'root_M_z' lacks a key", ""), "") << "a name of a deck";
  EXPECT_EQ(unfit_word("a residual of -nan", ""), "nan");
  EXPECT_EQ(unfit_word("not nan", "E = nan"), "");
  EXPECT_EQ(unfit_word("infinite; nanny; information", ""), "");
}

}  // namespace
}  // namespace jounce::test
