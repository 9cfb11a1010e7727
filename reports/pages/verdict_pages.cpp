#include "reports/pages/verdict_pages.hpp"

#include <array>

#include "generated/site_texts.hpp"
#include "reports/files/json_fields.hpp"
#include "reports/pages/papers.hpp"
#include "reports/pages/site.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {

using nlohmann::json;

void write_verdicts(Results const& results, Pages& pages) {
  json own = json::array();
  for (json const& record : results.statements)
    if (flag_at(record, "own_criterion")) {
      json view = fields_in_words(record, {"id"});
      view["printed"] = rich_text(text_at(record, "printed"));
      view["criterion"] = rich_text(text_at(record, "criterion"));
      view["short"] = results.short_name(text_at(record, "paper"));
      view["address"] = statement_address(record);
      own.push_back(view);
    }
  json const& rules = object_at(results.run, "rules");
  json papers = json::array();
  for (json const& paper : list_at(results.run, "papers")) {
    auto const records = results.of_paper(results.statements, text_at(paper, "id"));
    if (records.empty()) continue;
    papers.push_back(control_counts(records));
    papers.back()["short"] = text_at(paper, "short");
  }
  json controls = json::array();
  if (!papers.empty()) controls.push_back({{"papers", papers}});
  pages.write("site/verdicts.html", "Papers", "How verdicts are made", verdicts_page,
              {{"kinds", records_in_words(list_at(rules, "kinds"), {"name", "rule"})},
               {"words", records_in_words(list_at(rules, "words"), {"name", "rule"})},
               {"any", !rules.empty()},
               {"own", own},
               {"controls", controls},
               {"has_own", !own.empty()}});
}

void write_changes(Results const& results, Pages& pages) {
  struct Group {
    char const *kind, *heading;
  };
  constexpr std::array groups{Group{"worse", "Worse"}, Group{"new", "Without an accepted verdict"},
                              Group{"missing", "Accepted, but missing in this run"},
                              Group{"improved", "Improved"},
                              Group{"changed", "Neither better nor worse"}};
  json views = json::array();
  for (auto const& [kind, heading] : groups) {
    json changes = json::array();
    for (json const& change : records_at(results.changes, "changes"))
      if (text_at(change, "kind") == kind) {
        json view = fields_in_words(change, {"id", "before", "after"});
        view["short"] = results.short_name(text_at(change, "paper"));
        view["address"] = statement_address(change);
        view["shown"] = text_at(change, "after") != "";
        changes.push_back(view);
      }
    if (!changes.empty()) views.push_back({{"heading", heading}, {"changes", changes}});
  }
  json numbers = json::array();
  for (json const& change : list_at(results.changes, "numbers"))
    numbers.push_back(fields_in_words(change, {"what", "before", "after"}));
  pages.write(changes_address, "Papers", "Changed verdicts and numbers", changes_page,
              {{"known", !results.changes.empty()},
               {"any", !views.empty()},
               {"numbers", numbers},
               {"any_number", !numbers.empty()},
               {"accepted", text_at(results.changes, "accepted")},
               {"groups", views}});
}

}  // namespace rattleback::reports
