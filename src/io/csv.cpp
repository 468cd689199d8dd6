#include "io/csv.h"

#include <sys/stat.h>

#include <cerrno>
#include <charconv>
#include <fstream>

#include "io/output_error.h"

namespace jounce::io {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

void split_csv(std::string_view line, std::vector<std::string_view>& cells,
               std::vector<std::string>& storage) {
  cells.clear();
  storage.clear();
  storage.reserve(line.size() / 2 + 1);  // never reallocates: every entry needs at least two quotes
  std::size_t begin = 0;
  while (true) {
    std::size_t end;
    if (begin < line.size() && line[begin] == '"') {
      std::size_t quote = line.find('"', begin + 1);
      bool doubled = false;
      while (quote != std::string_view::npos && quote + 1 < line.size() && line[quote + 1] == '"') {
        doubled = true;
        quote = line.find('"', quote + 2);
      }
      if (quote == std::string_view::npos) quote = line.size();
      std::string_view cell = line.substr(begin + 1, quote - begin - 1);
      if (doubled) {
        std::string& plain = storage.emplace_back(cell);
        for (auto at = plain.find("\"\""); at != std::string::npos; at = plain.find("\"\"", at + 1))
          plain.erase(at, 1);
        cell = plain;
      }
      cells.push_back(cell);
      end = line.find(',', std::min(quote, line.size()));
    } else {
      end = line.find(',', begin);
      cells.push_back(trimmed(line.substr(begin, end == std::string_view::npos ? end : end - begin)));
    }
    if (end == std::string_view::npos) return;
    begin = end + 1;
  }
}

std::string read_text(const std::filesystem::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) fail_output(path, "read", errno);
  if (S_ISDIR(status.st_mode)) fail_output(path, "read", EISDIR);
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail_output(path, "read", errno);
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(stream.gcount());
  return text;
}

std::string_view next_line(std::string_view& rest, bool& complete) {
  const auto end = rest.find('\n');
  complete = end != std::string_view::npos;
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(complete ? end + 1 : rest.size());
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

bool parse_number(std::string_view cell, double& value) {
  if (!cell.empty() && cell.front() == '+') cell.remove_prefix(1);
  const char* end = cell.data() + cell.size();
  const auto [stop, error] = std::from_chars(cell.data(), end, value);
  return error == std::errc{} && stop == end;
}

}  // namespace jounce::io
