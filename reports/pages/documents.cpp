#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <string_view>

#include "generated/site_texts.hpp"
#include "reports/pages/page_writers.hpp"
#include "reports/search/search_entries.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

std::string without_elements(std::string const& html) {
  static std::regex const element("<[^>]*>");
  std::string text = std::regex_replace(html, element, "");
  for (auto const& [code, character] :
       {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}})
    for (std::size_t at = 0; (at = text.find(code, at)) != text.npos; ++at)
      text.replace(at, std::string(code).size(), character);
  return text;
}

/// Replaces each match of `pattern` by the result of `found`.
template <class Replace>
std::string replaced(std::string const& text, std::regex const& pattern, Replace const& found) {
  std::string result;
  std::size_t from = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
    auto const begin = static_cast<std::size_t>(at->position());
    result += text.substr(from, begin - from) + found(*at);
    from = begin + static_cast<std::size_t>(at->length());
  }
  return result + text.substr(from);
}

/// Directs links to other documents to their pages. Links to other files of the project become
/// plain paths, because these files are not part of the site.
std::string with_links(std::string const& html) {
  static std::regex const link("<a href=\"([^\":#]*)(#[^\"]*)?\">([^<]*)</a>");
  static std::regex const document("(?:\\.\\./|methods/)?([a-z_]+)\\.md");
  return replaced(html, link, [](std::smatch const& found) {
    std::string const target = found[1];
    std::smatch name;
    if (target.empty() || std::regex_match(target, name, document))
      return fmt::format("<a href=\"{}{}\">{}</a>", target.empty() ? "" : name[1].str() + ".html",
                         found[2].str(), found[3].str());
    return fmt::format("<code>{}</code>",
                       target.starts_with("../") ? target.substr(3) : found[3].str());
  });
}

/// Makes tables and code blocks scrollable by touch and keyboard, for screens narrower than them.
std::string with_scrolling_parts(std::string const& html) {
  static std::regex const part("<(/?)table>|<pre>");
  return replaced(html, part, [](std::smatch const& found) -> std::string {
    if (found.str() == "<pre>") return "<pre tabindex=\"0\" aria-label=\"Code\" role=\"group\">";
    return found[1].length() > 0 ? "</table></div>"
                                 : "<div tabindex=\"0\" class=\"scroll\" role=\"group\" "
                                   "aria-label=\"Table\"><table>";
  });
}

/// Returns the anchor of a heading as Markdown's viewers form it: lower case, hyphens for blanks,
/// no punctuation.
std::string heading_anchor(std::string const& heading) {
  std::string name;
  for (unsigned char const c : heading)
    if (c == ' ')
      name += '-';
    else if (std::isalnum(c) != 0 || c == '-' || c == '_' || c >= 0x80)
      name += static_cast<char>(std::tolower(c));
  return name;
}

/// Returns a document without its title, in sections with an anchor, which the search finds.
std::string with_sections(std::string const& html, std::string const& title,
                          std::string const& address, Pages& pages) {
  static std::regex const heading("<h2>([^\n]*)</h2>");
  std::string begun = title, at;
  std::size_t from = 0;
  auto const add = [&](std::size_t end) {
    pages.add(document_entry(begun, address + at, without_elements(html.substr(from, end - from))));
  };
  std::string const result = replaced(html, heading, [&](std::smatch const& found) {
    auto const begin = static_cast<std::size_t>(found.position());
    add(begin);
    from = begin + static_cast<std::size_t>(found.length());
    std::string const words = without_elements(found[1]), name = heading_anchor(words);
    begun = fmt::format("{}: {}", title, words);
    at = "#" + name;
    return fmt::format("<h2 id=\"{}\">{}</h2>", name, found[1].str());
  });
  add(html.size());
  return result;
}

/// Returns the bytes that a text in base64 encodes.
std::string decoded(std::string_view base64) {
  std::string bytes(base64.size() / 4 * 3, '\0');
  int const size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                   reinterpret_cast<unsigned char const*>(base64.data()),
                                   static_cast<int>(base64.size()));
  auto const padding = base64.size() - std::min(base64.size(), base64.find_last_not_of('=') + 1);
  bytes.resize(static_cast<std::size_t>(std::max(size, 0)) - padding);
  return bytes;
}

}  // namespace

json write_documents(Pages& pages) {
  static std::regex const heading("<h1>([^\n]*)</h1>\n");
  static std::regex const paragraph("<p>([\\s\\S]*?[.:])[\\s<]");  // first sentence
  json list = json::array();
  for (auto const& [name, html] : documents) {
    std::string body = html, title = name;
    std::smatch found;
    if (std::regex_search(body, found, heading)) {
      title = without_elements(found[1]);
      body = std::string(found.prefix()) + std::string(found.suffix());
    }
    std::string const address = fmt::format("site/docs/{}.html", name);
    json entry = {{"name", title}, {"address", address}, {"about", ""}};
    if (std::regex_search(body, found, paragraph)) entry["about"] = without_elements(found[1]);
    list.push_back(entry);
    std::string const text =
        with_scrolling_parts(with_sections(with_links(body), title, address, pages));
    pages.write(address, "Documents", title, document_page, {{"title", title}, {"text", text}});
  }
  for (auto const& [name, base64] : document_pictures)
    pages.write_file(fmt::format("site/docs/{}", name), decoded(base64));
  // `make site` puts Doxygen's pages there.
  if (std::filesystem::exists(pages.folder() / "api/index.html"))
    list.push_back({{"name", "C++ API reference"},
                    {"address", "api/index.html"},
                    {"about", "Classes, functions and concepts of the public headers."}});
  pages.write("site/documents.html", "Documents", "Documents", documents_page,
              {{"documents", list}});
  return list;
}

}  // namespace rattleback::reports
