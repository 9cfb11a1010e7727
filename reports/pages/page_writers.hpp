// Writers of the pages of a site, and what several of them show.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"

namespace rattleback::reports {

/// Cards of the problems and methods that have pages: those of the catalogue, followed by problems
/// and methods that only the comparison has.
class Cards {
 public:
  /// Throws Malformed if a card of the catalogue has no id.
  explicit Cards(Results const& results);

  using List = std::vector<std::pair<std::string, nlohmann::json>>;  ///< id and card
  List const& problems() const { return problems_; }
  List const& methods() const { return methods_; }
  /// Return the name on the card, or the id if the card is missing.
  std::string problem_name(std::string const& id) const;
  std::string method_name(std::string const& id) const;

 private:
  List problems_, methods_;
};

// ---- documents, home page, verdicts ----

/// Writes a page for each document of docs/, whose sections the search finds, and a page that lists
/// the documents. Returns the list: name, address, about.
nlohmann::json write_documents(Pages& pages);

/// Write the tables of findings and errata.
void write_findings(Results const& results, Pages& pages);
void write_errata(Results const& results, Pages& pages);

/// Writes the home page: three questions, the strongest findings, and the papers. `papers` and
/// `documents`: results of write_papers() and write_documents(). Parts without results name the
/// command that makes them.
void write_home_page(Results const& results, nlohmann::json const& papers,
                     nlohmann::json const& documents, Pages& pages);

/// Writes the rules of verdicts.
void write_verdicts(Results const& results, Pages& pages);

/// Writes the page of verdicts that differ from the accepted ones, worse ones first.
void write_changes(Results const& results, Pages& pages);

/// Writes the page "Where this was run": compiler, processor, libraries and differences from the
/// accepted run, of this run and of the recorded runs with other builds.
void write_runs(Results const& results, Pages& pages);

// ---- papers: statements in the paper's order, and a certificate of one page ----

/// Writes the list of papers, and a page and a certificate for each paper that has statements.
/// Returns the entries of these papers in the list: short, citation, address, total, parts, ...
nlohmann::json write_papers(Results const& results, Pages& pages);

/// True if a record of "papers" in run.json is a published paper, not a collection of own studies.
bool is_published(nlohmann::json const& paper);

/// Returns the number of rows of `records` that need a control, and how many of these distinguish
/// all their controls, do not, and have no control.
nlohmann::json control_counts(std::vector<nlohmann::json> const& records);

/// Returns the headline claims of a paper or a collection, a record of "papers" in run.json, with
/// verdicts, numbers, controls, figure and findings.
nlohmann::json headline_views(Results const& results, nlohmann::json const& paper);

/// Returns a statement with its evidence, its direction, and the problems and methods of the
/// studies that measure it, as words for filters.
nlohmann::json statement_view(Results const& results, nlohmann::json const& record);

/// Returns the top-level section that a place names first: "Section 5", "Appendix", "Theorem 5.2".
std::string section_of(nlohmann::json const& record);

/// Returns the counts of verdicts: word, mark, class, count, share.
nlohmann::json verdict_parts(std::vector<nlohmann::json> const& records);

// ---- figures and studies ----

/// Writes a page for each experiment: pictures, decisions, statements, data, command and hashes.
void write_studies(Results const& results, Pages& pages);

/// Returns the pictures of a study as links to its page: address, image, words, is_of_paper.
nlohmann::json thumbnails(StudyResults const& study);

/// Returns the studies whose manifests list the problem or method: name, address, short.
nlohmann::json studies_using(Results const& results, std::string const& kind,
                             std::string const& id);

/// Returns the strong findings that those studies measured: id, name, short, address.
nlohmann::json findings_with(Results const& results, std::string const& kind,
                             std::string const& id);

// ---- problems, methods, and the comparison of all methods on all problems ----

/// Writes a page for each problem and the list of problems. For missing data a page names the
/// command that makes it.
void write_problem_pages(Results const& results, Cards const& cards, Pages& pages);

/// Writes a page for each method and the table of methods.
void write_method_pages(Results const& results, Cards const& cards, Pages& pages);

/// Returns the data of the heat map, see heat_map(); without a comparison the accepted map, or
/// null.
nlohmann::json comparison_map(Results const& results);

/// Returns build and origin of the map if it is the accepted one, because the folder has none; else
/// false.
nlohmann::json accepted_map(Results const& results, nlohmann::json const& map);

/// Writes the heat map of the comparison with its data.
void write_comparison_page(Results const& results, Pages& pages);

// ---- the laboratory, which integrates in the browser ----

/// Writes site/laboratory.html with the texts of the catalogue's problems, the editor, and the
/// module of `results.laboratory` as a script that only this page loads. Writes nothing without a
/// module. Throws IoError if a file of the module cannot be read.
void write_laboratory(Results const& results, Cards const& cards, Pages& pages);

/// Returns the address of the laboratory with the problem of the card, relative to the results
/// folder. Returns false without a laboratory or without a text of the problem.
nlohmann::json laboratory_with_problem(Results const& results, nlohmann::json const& card);
/// Returns the address of the laboratory with the method of the card, on the first problem with a
/// text among the problems of the card. Returns false without a laboratory or such a problem, and
/// for adaptive methods.
nlohmann::json laboratory_with_method(Results const& results, nlohmann::json const& card);

}  // namespace rattleback::reports
