#include "mesh/script_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>

#include "mesh/gmsh_import.h"

namespace jounce {
namespace {

using TokenKind = ScriptToken::Kind;
using Tokens = std::vector<ScriptToken>;

/// Commands with one string: harmless as names of variables.
std::string_view act_of(std::string_view word) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kActs = {{
      {"SystemCall", "runs a program"},
      {"System", "runs a program"},
      {"NonBlockingSystemCall", "runs a program"},
      {"UnixClient", "runs a program"},
      {"SendToServer", "opens a connection"},
      {"Save", "writes a file"},
      {"Print", "writes a file"},
      {"ShowOptions", "writes a file"},
      {"CreateDir", "makes a folder"},
  }};
  for (const auto& [name, act] : kActs)
    if (name == word) return act;
  return {};
}

/// Words that are no names of variables, or that nobody takes for one.
std::string_view forbidden(std::string_view word) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kForbidden = {{
      {"Exit", "ends Gmsh before there is a mesh"},
      {"Abort", "ends Gmsh before there is a mesh"},
      {"OnelabRun", "runs a program"},
      {"OnelabAction", "runs a program"},
      {"ExternalProcess", "runs a program"},
      {"CommandLine", "names a program"},
      {"StringToName", "makes names of strings, which may be any command"},
      {"S2N", "makes names of strings, which may be any command"},
  }};
  for (const auto& [name, act] : kForbidden)
    if (name == word) return act;
  return {};
}

bool is_jump(std::string_view word) {
  return is_one_of(word, {"For", "EndFor", "Macro", "Function", "Call", "Return", "Include", "Merge",
                          "MergeWithBoundingBox"});
}

bool is_reader(std::string_view word) {
  return is_one_of(word, {"Include", "Merge", "MergeWithBoundingBox", "ShapeFromFile", "ListFromFile"});
}

/// Options that name files and programs, or have Gmsh write.
bool is_acting_option(std::string_view name) {
  return (name.ends_with("FileName") && name != "FileName") || name.ends_with("Command") ||
         name.starts_with("Executable") || name.starts_with("RemoteLogin") ||
         name.starts_with("RecentFile") || name.ends_with("Interpreter") ||
         is_one_of(name, {"TextEditor", "WatchFilePattern", "SaveOptions", "SaveSession", "SocketName",
                          "Display", "AlwaysListen"});
}

const ScriptToken* at(const Tokens& tokens, std::size_t i) {
  return i < tokens.size() ? &tokens[i] : nullptr;
}
bool sign_at(const Tokens& tokens, std::size_t i, std::string_view sign) {
  return i < tokens.size() && tokens[i].is_sign(sign);
}

}  // namespace

ScriptRules::ScriptRules(std::filesystem::path file, std::string_view text)
    : file_(std::move(file)), text_(text) {}

void ScriptRules::fail(std::size_t at, const std::string& message) const {
  const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  throw MeshError(fmt::format("{}:{}: {}", file_.string(), line, message));
}

void ScriptRules::refuse(const ScriptToken& token, const std::string& what) const {
  fail(token.at, fmt::format("'{}' {}; a script may not, unless the deck says that it is trusted "
                             "(trusted_script = true at this mesh)",
                             token.text, what));
}

void ScriptRules::check_text() const {
  if (const std::size_t zero = text_.find('\0'); zero != std::string_view::npos)
    fail(zero, "this is no text: a character is zero");
}

void ScriptRules::apply() {
  check_text();
  const ScriptScanner main = read_from(0);
  if (main.open()) fail(*main.open(), "a comment or string has no end");
  comments_ = main.comments();
  // Behind these words Gmsh goes on after it has skipped a branch, a loop or a macro. It looks for them less
  // carefully than it reads: they may stand in a string, and in a comment whose begin it has missed.
  for (const std::string_view word : {"EndIf", "ElseIf", "Else", "EndFor", "Return"})
    for (std::size_t i = text_.find(word); i != std::string_view::npos; i = text_.find(word, i + 1))
      if (may_stop_at(i, word.size())) read_from(i + word.size());
  if (jumps_) check_layout();
}

/// Does Gmsh, as it skips, take this for a word of its own?
bool ScriptRules::may_stop_at(std::size_t word, std::size_t length) const {
  const auto is_letter = [&](std::size_t i) {
    const char c = text_[i];
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  if (word + length < text_.size() && is_letter(word + length)) return false;
  // It loses the letter behind one that begins a word it looks for.
  std::size_t begin = word;
  while (begin >= 2 && is_one_of(text_.substr(begin - 2, 1), {"E", "I", "F", "R"})) begin -= 2;
  if (begin > 0 && is_letter(begin - 1) && (word == 0 || is_letter(word - 1))) return false;
  if (confusing_) return true;
  const auto after = std::upper_bound(comments_.begin(), comments_.end(), std::pair(word, text_.size()));
  return after == comments_.begin() || std::prev(after)->second <= word;
}

/// Reads on until the end, or a place that was there before.
ScriptScanner ScriptRules::read_from(std::size_t from) {
  ScriptScanner scanner(text_, from);
  if (!visited_.insert(from).second) return scanner;
  Tokens tokens;
  bool goes_on = false;
  while (const auto token = scanner.next()) {
    // Gmsh has room for so many characters, and reads the rest as commands.
    constexpr std::size_t kLongestString = 1000;
    if (token->kind == TokenKind::string && token->text.size() > kLongestString)
      fail(token->at, fmt::format("a string of more than {} characters", kLongestString));
    tokens.push_back(*token);
    visited_.insert(token->at);
    if (!visited_.insert(token->end).second && token->end != token->at) {
      goes_on = true;
      break;
    }
  }
  note_traps(scanner, tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i].kind == TokenKind::word) check_word(tokens, i);
  if (goes_on) check_end(tokens);
  return scanner;
}

void ScriptRules::note_traps(const ScriptScanner& scanner, const Tokens& tokens) {
  if (!scanner.hanging().empty() && !hanging_) hanging_ = scanner.hanging().front();
  for (const ScriptToken& token : tokens) {
    if (token.kind == TokenKind::word && is_jump(token.text)) jumps_ = true;
    if (token.kind == TokenKind::string &&
        (token.text.find("/*") != std::string_view::npos || token.text.find("//") != std::string_view::npos))
      confusing_ = true;
    if (token.kind == TokenKind::word && is_one_of(token.text, {"E", "I", "F", "R"})) {
      const std::string_view behind = text_.substr(token.end, 2);
      if (behind == "/*" || behind == "//" || behind.starts_with('"') || behind.starts_with('\''))
        confusing_ = true;
    }
  }
}

/// Gmsh reads line by line, and goes on behind the end of a line when it repeats a loop, calls a macro or
/// comes back from another file; what it had begun there, it does not know any more.
void ScriptRules::check_layout() const {
  const std::string why = "in a script with loops, macros or further files, ";
  if (hanging_)
    fail(*hanging_, why + "a comment or string that goes over several lines must be the first of its line");
  constexpr std::size_t kLongestLine = 4000;
  std::size_t begin = 0;
  const bool returns = text_.find("\r\n") != std::string_view::npos;
  while (begin < text_.size()) {
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    const std::string_view line = text_.substr(begin, end - begin);
    if (line.size() > kLongestLine)
      fail(begin, fmt::format("{}lines have at most {} characters", why, kLongestLine));
    const std::size_t mark = line.find('\r');
    if (end < text_.size() && (returns ? mark + 1 != line.size() : mark != std::string_view::npos))
      fail(begin, why + "all lines must end in the same way");
    if (end == text_.size() && (line.find("//") != std::string_view::npos || mark != std::string_view::npos))
      fail(begin, why + "a last line with a comment must have a line's end");
    begin = end + 1;
  }
}

/// Another way of reading the text comes to where the first one was: no command may be open there.
void ScriptRules::check_end(const Tokens& tokens) const {
  std::size_t begin = tokens.size();
  while (begin > 0 && !tokens[begin - 1].is_sign(";")) --begin;
  for (std::size_t i = begin; i < tokens.size(); ++i) {
    const std::string_view word = tokens[i].text;
    const bool wants_more = i + 2 >= tokens.size() && (!act_of(word).empty() || is_reader(word));
    if (tokens[i].kind == TokenKind::word &&
        (wants_more || (word == "Printf" && sign_at(tokens, i + 1, "("))))
      refuse(tokens[i], "stands in a string or comment behind a word at which Gmsh begins to read");
  }
}

void ScriptRules::check_word(const Tokens& tokens, std::size_t i) {
  const ScriptToken& token = tokens[i];
  const ScriptToken* const next = at(tokens, i + 1);
  // "word name" and another word behind it are prose, in a comment that Gmsh might read.
  const ScriptToken* const third = at(tokens, i + 2);
  const bool is_prose =
      next != nullptr && next->kind == TokenKind::word &&
      (third == nullptr || third->kind == TokenKind::word || third->kind == TokenKind::string);
  if (const std::string_view act = forbidden(token.text); !act.empty() && !is_prose)
    refuse(token, std::string(act));
  if (token.text == "Plugin" &&
      !(sign_at(tokens, i + 1, "(") && at(tokens, i + 2) != nullptr && tokens[i + 2].text == "Crack"))
    refuse(token, "(but for Plugin(Crack)) may write files");
  const auto is_text = [](const ScriptToken* of) {
    return of != nullptr && (of->kind == TokenKind::string || of->kind == TokenKind::word);
  };
  const bool has_argument = !is_prose && (is_text(next) || (sign_at(tokens, i + 1, "(") && is_text(third)));
  if (const std::string_view act = act_of(token.text); !act.empty() && has_argument)
    refuse(token, std::string(act));
  if (token.text == "Printf") check_printf(tokens, i);
  if (token.text == "Include") read_file(tokens, i, Use::script, false);
  if (is_one_of(token.text, {"Merge", "MergeWithBoundingBox"})) read_file(tokens, i, Use::merged, false);
  if (token.text == "ShapeFromFile") read_file(tokens, i, Use::merged, true);
  if (token.text == "ListFromFile") read_file(tokens, i, Use::data, true);
  if (token.text == "Solver" && next != nullptr && (next->is_sign(".") || next->is_sign("[")))
    refuse(token, "has options that name programs");
  if (i > 0 && tokens[i - 1].is_sign(".")) check_option(tokens, i);
}

void ScriptRules::check_option(const Tokens& tokens, std::size_t i) {
  const ScriptToken& option = tokens[i];
  if (is_acting_option(option.text)) refuse(option, "names a file or a program for Gmsh to act on");
  if (option.text != "FileName" || !sign_at(tokens, i + 1, "=")) return;
  if (at(tokens, i + 2) == nullptr || tokens[i + 2].kind != TokenKind::string || !sign_at(tokens, i + 3, ";"))
    refuse(option, "takes the name of a file that is no plain string");
  uses_.push_back({Use::data, std::string(tokens[i + 2].text), option.at});
}

/// Printf(...) > "file" and >> "file"
void ScriptRules::check_printf(const Tokens& tokens, std::size_t i) const {
  int depth = 0;
  for (std::size_t k = i + 1; k < tokens.size() && !tokens[k].is_sign(";"); ++k) {
    const ScriptToken& token = tokens[k];
    if (token.is_sign("(") || token.is_sign("[") || token.is_sign("{")) ++depth;
    if (token.is_sign(")") || token.is_sign("]") || token.is_sign("}")) --depth;
    if (depth <= 0 && (token.is_sign(">") || token.is_sign(">>")))
      refuse(tokens[i], fmt::format("with '{}' writes a file", token.text));
  }
}

/// Include "name"; or ListFromFile("name")
void ScriptRules::read_file(const Tokens& tokens, std::size_t i, Use::Kind kind, bool in_brackets) {
  const std::size_t name = i + (in_brackets ? 2 : 1);
  const ScriptToken* const token = at(tokens, name);
  if (token == nullptr) return;
  const bool closed = in_brackets ? sign_at(tokens, name + 1, ")") || sign_at(tokens, name + 1, "]")
                                  : sign_at(tokens, name + 1, ";");
  if (token->kind == TokenKind::string && closed)
    uses_.push_back({kind, std::string(token->text), tokens[i].at});
  else if (in_brackets || token->kind == TokenKind::string || token->kind == TokenKind::word ||
           token->is_sign("("))
    refuse(tokens[i], "takes the name of a file that is no plain string");
}

}  // namespace jounce
