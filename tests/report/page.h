#pragma once

#include <string>
#include <vector>

namespace jounce::test {

/// What is wrong with the tags of a page, or "": every tag is closed, in order, and every & begins an entity.
inline std::string wrong_tags(const std::string& page) {
  std::vector<std::string> open;
  for (std::size_t at = page.find("<html"); at < page.size(); ++at) {
    if (page[at] == '&') {
      const std::size_t end = page.find(';', at);
      if (end == std::string::npos || end - at > 8) return "bare & at " + page.substr(at, 20);
    }
    if (page[at] == '>') return "bare > at " + page.substr(at - 20, 30);
    if (page[at] != '<') continue;
    const std::size_t end = page.find('>', at);
    if (end == std::string::npos) return "open tag at " + page.substr(at, 20);
    const std::string tag = page.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(tag[0] == '/', tag.find_first_of(" /", 1) - (tag[0] == '/'));
    if (tag[0] == '/') {
      if (open.empty() || open.back() != name)
        return "</" + name + "> closes " + (open.empty() ? "nothing" : open.back());
      open.pop_back();
    } else if (tag.back() != '/') {
      open.push_back(name);
    }
    at = end;
    if ((name == "style" || name == "script") && tag[0] != '/') at = page.find("</" + name + ">", at) - 1;
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

}  // namespace jounce::test
