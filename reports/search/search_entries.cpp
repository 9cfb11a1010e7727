#include "reports/search/search_entries.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/files/anchor.hpp"
#include "base/files/json_fields.hpp"
#include "reports/results/statements.hpp"
#include "reports/site/words.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

std::string joined(std::vector<std::string> const& parts) {
  return fmt::format("{}", fmt::join(parts, " "));
}

/// Returns the ids of the problems and methods whose code a study uses.
std::string components_of(StudyResults const& study) {
  std::string ids;
  for (auto const& [name, hash] : object_at(study.manifest, "components").items())
    for (std::string const kind : {"code of problem ", "code of method "})
      if (name.starts_with(kind)) ids += " " + name.substr(kind.size());
  return ids;
}

/// Returns the ids of the problems and methods of the studies that measure a statement.
std::string components_of(Results const& results, json const& record) {
  std::string ids, last;
  for (json const& reading : records_at(record, "readings")) {
    std::string const id = text_at(reading, "experiment");
    if (StudyResults const* const study = id == last ? nullptr : results.study(id))
      ids += components_of(*study);
    last = id;
  }
  return ids;
}

/// Returns the title of a record: short name of the paper, id and text.
std::string record_title(Results const& results, json const& record, char const* text) {
  return rich_text(fmt::format("{}, {}: {}", results.short_name(text_at(record, "paper")),
                               text_at(record, "id"), text_at(record, text)));
}

/// Page with words that users type and that its own text may lack.
struct Topic {
  char const* title;  ///< title of a page of the menu; empty for a document, which has its entry
  char const *address, *words;
};

constexpr Topic topics[]{
    {"Comparison of the methods", "site/comparison.html",
     "which integrator method solver scheme choose choice best better recommend suits suitable "
     "long runs long-time long-term simulation accuracy"},
    {"Timings", "site/timings.html",
     "slow slower fast faster fastest speed time times cost seconds performance efficient "
     "benchmark processor"},
    {"Findings", "site/findings.html", "drift energy drift parasitic mode own results new"},
    {"Errata", "site/errata.html",
     "misprint misprints typo typos error in the paper correction wrong"},
    {"How verdicts are made", "site/verdicts.html",
     "undetermined holds fails not run not checkable verdict rule criterion control"},
    {"Problems", "site/problems.html", "problems systems examples list"},
    {"Methods", "site/methods.html", "methods integrators solvers schemes list"},
    {"Papers", "site/papers.html", "papers results claims overview"},
    {"Documents", "site/documents.html", "documents documentation manual help guide"},
    {"Sources, citation and provenance", "site/sources.html",
     "cite citation reference version commit compiler provenance doi bibtex"},
    {"", "site/docs/your_own_system.html",
     "my own system model robot friction drag damping dissipation torque motor force control "
     "Lagrangian constraint trailer unicycle caster wheelchair tractor segway differential drive"},
    {"", "site/docs/your_own_method.html", "my own method integrator scheme implement"},
    {"", "site/docs/extending.html", "add problem method figure study contribute"},
    {"", "site/docs/from_python.html",
     "Python install pip package import plot notebook numpy scipy pandas xarray matplotlib"},
    {"", "site/docs/command_line.html",
     "command line terminal option run plot figure table output csv"},
    {"", "site/docs/tutorial.html", "first steps begin start introduction"},
    {"", "site/docs/engines.html",
     "physics engine simulator MuJoCo Bullet ODE DART Simbody PyBullet Gazebo rolling slip wheel"},
    {"", "site/docs/ensembles.html", "many orbits statistics Monte Carlo parallel threads"},
    {"", "site/docs/as_a_library.html", "C++ library install CMake package link include"},
};

/// Words with equal meaning for a search; a word of a query also finds the others of its groups.
constexpr char const* synonyms[]{
    "friction drag damping dissipation",
    "torque motor actuator force",
    "drift secular trend",
    "diffusion walk random",
    "slow time cost",
    "error accuracy",
    "integrator method scheme solver",
    "robot vehicle car",
    "misprint typo erratum",
    "ball sphere",
    "skate sleigh blade",
    "bike bicycle",
    "skateboard snakeboard",
    "celt rattleback",
    "better superior smaller",
    "preserve conserve keep",
    "volume measure",
    "reversal reverse",
    "order convergence",
    "plot figure picture",
};

}  // namespace

SearchEntry paper_entry(json const& paper) {
  return {"paper", rich_text(text_at(paper, "short")),
          fmt::format("site/papers/{}.html", text_at(paper, "id")), text_at(paper, "citation"), ""};
}

SearchEntry headline_entry(json const& view, std::string const& page) {
  return {"headline", view.at("claim"), fmt::format("{}#{}", page, text_at(view, "anchor")),
          view.at("search_words"), ""};
}

SearchEntry statement_entry(Results const& results, json const& record) {
  return {"statement, " + text_at(record, "kind"), record_title(results, record, "statement"),
          statement_address(record),
          fmt::format("{} {}{}", text_at(record, "place"), text_at(record, "printed"),
                      components_of(results, record)),
          verdict_word_of(record).word};
}

SearchEntry finding_entry(Results const& results, json const& record) {
  return {"finding", record_title(results, record, "finding"), finding_address(record),
          fmt::format("{} {}", text_at(record, "place"), text_at(record, "quantity")), ""};
}

SearchEntry erratum_entry(Results const& results, json const& record) {
  return {"erratum", record_title(results, record, "right"),
          fmt::format("site/errata.html#{}",
                      anchor(text_at(record, "paper") + "-" + text_at(record, "id"))),
          fmt::format("{} {}", text_at(record, "place"), text_at(record, "printed")), ""};
}

SearchEntry study_entry(Results const& results, StudyResults const& study) {
  std::string words = study.id + " " + text_at(study.experiment, "about");
  bool is_figure = false;
  for (json const& figure : list_at(study.experiment, "figures")) {
    words += " " + formulas::plain_prose(text_at(figure, "caption"));
    is_figure = is_figure || !text_at(figure, "number").empty();
  }
  return {is_figure ? "figure" : "study",
          rich_text(fmt::format("{}, {}", results.short_name(study.paper), study.name())),
          study_address(study.id), words, ""};
}

SearchEntry problem_entry(json const& card) {
  std::string words = fmt::format(
      "{} {} {} energy {} {}", text_at(card, "id"), text_at(card, "space"), text_at(card, "source"),
      joined(texts_at(card, "invariants")), joined(texts_at(card, "constraints")));
  for (json const& one : records_at(card, "cases"))
    words += fmt::format(" {} {}", text_at(one, "name"), text_at(one, "note"));
  return {"problem", rich_text(text_at(card, "name")), problem_address(text_at(card, "id")), words,
          ""};
}

SearchEntry method_entry(json const& card) {
  return {"method", rich_text(fmt::format("{} ({})", text_at(card, "name"), text_at(card, "id"))),
          method_address(text_at(card, "id")),
          fmt::format("{} {} {} order{}", text_at(card, "id"), text_at(card, "source"),
                      text_at(card, "applies_to"),
                      flag_at(card, "reversible") ? " reversible symmetric" : ""),
          ""};
}

SearchEntry document_entry(std::string const& title, std::string const& address,
                           std::string const& text) {
  return {"document", rich_text(title), address, text, ""};
}

void add_main_pages(Pages& pages) {
  for (auto const& [title, address, words] : topics)
    if (*title != '\0') pages.add({"page", title, address, "", ""});
}

json search_settings() {
  json by_address = json::object(), marks = json::object();
  for (Topic const& topic : topics) by_address[topic.address] = topic.words;
  for (VerdictWord const& word : verdict_words())
    marks[word.word] = {{"mark", word.mark}, {"class", anchor(word.verdict)}};
  return {{"topics", by_address},
          {"synonyms", synonyms},
          {"ignored",
           "a an and are as at be by can do does for from how i in is it its me my of on "
           "or our should so some that the their this to use we with your beat beats versus vs "
           "against than"},
          {"weights",
           {{"headline", 1.6},
            {"page", 2.0},
            {"problem", 2.0},
            {"method", 2.0},
            {"document", 1.4},
            {"figure", 1.4},
            {"study", 1.2},
            {"paper", 1.2},
            {"statement", 1.0},
            {"finding", 0.9},
            {"erratum", 0.7}}},
          {"marks", marks}};
}

}  // namespace rattleback::reports
