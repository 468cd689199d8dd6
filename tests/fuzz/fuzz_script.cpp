// Fuzz target of the check of Gmsh's scripts: any text is either let through, or refused with a MeshError
// that names the file. What is let through has no word that ends Gmsh or makes names, but in prose, and no
// command with a string that it would run or write.
//
//     cmake --preset fuzz && cmake --build --preset fuzz --target fuzz_script && mkdir -p build-fuzz/scripts
//     build-fuzz/tests/fuzz_script -dict=tests/fuzz/script.dict -max_len=2000 -max_total_time=600
//       build-fuzz/scripts tests/mesh

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "fuzz_file.h"
#include "mesh/gmsh_import.h"
#include "mesh/script_check.h"
#include "mesh/script_tokens.h"

namespace {

void check_words(std::string_view text) {
  using Kind = jounce::ScriptToken::Kind;
  jounce::ScriptScanner scanner(text);
  std::string_view ends, command;  // the word before, where it is one of these
  while (const auto token = scanner.next()) {
    const bool is_word = token->kind == Kind::word;
    if ((!ends.empty() && !is_word) || (!command.empty() && token->kind == Kind::string)) {
      std::cerr << "let through: " << ends << command << ' ' << token->text << "\n" << text << "\n";
      std::abort();
    }
    ends = command = {};
    if (is_word && jounce::is_one_of(token->text, {"Exit", "Abort", "OnelabRun", "StringToName", "S2N"}))
      ends = token->text;
    if (is_word && jounce::is_one_of(token->text, {"SystemCall", "NonBlockingSystemCall", "System", "Save",
                                                   "Print", "CreateDir"}))
      command = token->text;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const jounce::FuzzFile file("part.geo");
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  file.write(text);
  try {
    jounce::ScriptCheck(file.path()).merged(file.path());
    check_words(text);
  } catch (const jounce::MeshError& error) {
    if (std::string_view(error.what()).find("part.geo") == std::string_view::npos) std::abort();
  }
  return 0;
}
