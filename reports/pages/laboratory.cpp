#include <fmt/format.h>

#include <algorithm>

#include "base/files/files.hpp"
#include "base/files/json_fields.hpp"
#include "base/files/packed.hpp"
#include "generated/site_texts.hpp"
#include "reports/comparison/view.hpp"
#include "reports/pages/page_writers.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

constexpr char const* page_address = "site/laboratory.html";

/// Returns the problems that a text states: id, name, text, the step size at the beginning, and the
/// body that is drawn.
json problems_with_texts(Cards const& cards) {
  json problems = json::array();
  for (auto const& [id, card] : cards.problems())
    if (std::string const text = text_at(card, "text"); !text.empty())
      problems.push_back(
          {{"id", id},
           {"name", text_at(card, "name")},
           {"text", text},
           {"step", fmt::format("{:.6g}", 0.1 * number_at(card, "time_scale").value_or(1))},
           {"body", catalogue_body(id)}});
  return problems;
}

/// Writes the code of the worker and the module as texts: a page without a server cannot fetch
/// them. They are unpacked in the worker, because they would block the page.
void write_module(std::filesystem::path const& folder, char const* worker, Pages& pages) {
  std::string const loader = read_text(folder / laboratory_loader);
  std::string const module = read_text(folder / laboratory_binary);
  pages.write_file("site/laboratory.module.js",
                   fmt::format("window.rattlebackModule = {{\n  code: \"{}\",\n  binary: "
                               "\"{}\" }};\n",
                               packed(loader + "\n" + worker), packed(module)));
}

}  // namespace

void write_laboratory(Results const& results, Cards const& cards, Pages& pages) {
  if (results.laboratory.empty()) return;
  pages.write_data("site/laboratory.problems.js", "rattlebackProblems", problems_with_texts(cards));
  for (auto const& [name, text] : laboratory_assets)
    if (std::string_view(name) == "laboratory_worker.js")
      write_module(results.laboratory, text, pages);
    else
      pages.write_file(fmt::format("site/assets/{}", name), text);
  pages.write(page_address, "Laboratory", "Laboratory", laboratory_page, json::object());
  pages.add({.kind = "document",
             .title = "Laboratory",
             .address = page_address,
             .words = "run integrate browser simulation own system text"});
}

json laboratory_with_problem(Results const& results, json const& card) {
  if (results.laboratory.empty() || text_at(card, "text").empty()) return false;
  return fmt::format("{}#problem={}", page_address, text_at(card, "id"));
}

json laboratory_with_method(Results const& results, json const& card) {
  if (results.laboratory.empty() || flag_at(card, "adaptive")) return false;
  auto const own = texts_at(card, "problems");
  for (json const& problem : list_at(results.catalogue, "problems")) {
    std::string const id = text_at(problem, "id");
    if (!text_at(problem, "text").empty() && std::find(own.begin(), own.end(), id) != own.end())
      return fmt::format("{}#problem={}&method={}", page_address, id, text_at(card, "id"));
  }
  return false;
}

}  // namespace rattleback::reports
