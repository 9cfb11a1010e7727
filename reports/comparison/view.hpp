// Views of a comparison on the pages of a site, as JSON: values for templates and data for scripts.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/comparison/data.hpp"
#include "reports/comparison/tables.hpp"

namespace rattleback::reports {

using Problems = std::vector<ProblemResult>;

// ---- assessment of one method on one problem: the cells of the comparison matrix ----

/// Rules by which promises are assessed, as printed on the pages.
extern char const* const assessment_rules;

/// Cell of the matrix: assessment of one method on one problem.
struct Cell {
  /// Class in the style sheet: refused, failed, lost, broken, kept or ran.
  std::string kind = "refused";
  std::string mark;                       ///< one character, distinct without colour
  std::string words;                      ///< assessment as text
  std::vector<std::string> kept, broken;  ///< measured promises
  std::string order;                      ///< observed order; empty if not measured
  std::string energy;                     ///< class of the energy error as text
};

Cell assess(MethodResult const& method);

/// True if the method solves no nonlinear equations on most problems without drive: its work per
/// step does not depend on the step size; an adaptive method makes no Newton iterations.
bool is_explicit(Problems const& problems, std::string const& method);

// ---- results of one problem, of one method, and of all pairs ----

/// Returns the results on one problem. `figures` is the list of comparison_figures().
nlohmann::json problem_view(ProblemResult const& problem, nlohmann::json const& figures);

/// Returns the results of one method.
nlohmann::json method_view(MethodResult const& method, Problems const& problems);

/// Returns all pairs as a table: assessment, observed order and energy class.
Table matrix_table(Problems const& problems);

/// Returns the data of the interactive curves and of the tables of a problem's page. `first`:
/// methods whose curves are shown initially.
nlohmann::json curve_data(ProblemResult const& problem, std::vector<std::string> const& first);

// ---- tables, which assets/data_tables.js writes when a reader opens them ----

/// Returns the table with its entries as text: id, columns (heading, numeric), rows.
nlohmann::json table_data(Table const& table);

/// Returns the methods that apply to a problem with their assessment, or, unless `applies`, the
/// others with the reasons, and a page for each row.
nlohmann::json methods_data(ProblemResult const& problem, bool applies);

/// Returns the problems to which a method applies, or does not apply, as methods_data().
nlohmann::json problems_data(std::string const& method, Problems const& problems, bool applies);

// ---- heat map: problems by methods, coloured by the size of the energy deviation ----

/// Returns the data that assets/heat_map.js draws:
/// `methods`: id, name, family, page, order, tags (properties for filters);
/// `problems`: id, name, page, tags, first: method that `choose` names first, null without one;
/// `cells`: for each problem a list with an entry for each method: null if the problem's file lacks
/// the method, an index into `reasons` if the method does not apply, else
/// [assessment, log10 of the relative energy deviation or null, trend, observed order, note].
/// `first_method` returns the method that `choose` names first on a problem, or an empty text.
nlohmann::json heat_map(Problems const& problems,
                        std::function<std::string(std::string const& problem)> const& first_method);

/// Returns the heat map without names as SVG, for a small picture. `map`: result of heat_map().
std::string heat_map_picture(nlohmann::json const& map);

// ---- motion of a problem's body, for animations ----

/// Returns the body of a problem of the catalogue: `body` and, by the names of coordinates and
/// parameters, `heading`, `axes`, `offset` and `dimensions`. Null if the names of the coordinates
/// determine the picture.
nlohmann::json catalogue_body(std::string const& problem);

/// Returns `body` (assets/bodies.js draws each kind), its dimensions, and the path as `columns` and
/// rounded `rows`. Null if the comparison has no path or the configuration has no picture. Throws
/// Malformed if the path is not a table.
nlohmann::json motion_data(ProblemResult const& problem);

}  // namespace rattleback::reports
