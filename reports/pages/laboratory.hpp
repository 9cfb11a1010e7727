// Page of the site that integrates in the browser.
#pragma once

#include <string>

#include "reports/pages/cards.hpp"
#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"

namespace rattleback::reports {

/// Writes site/laboratory.html with the texts of the catalogue's problems, the editor, and the
/// module of `results.laboratory` as a script that only this page loads. Writes nothing without a
/// module. Throws IoError if a file of the module cannot be read.
void write_laboratory(Results const& results, Cards const& cards, Pages& pages);

/// Return the address of the laboratory with a problem, or with a method on the first problem to
/// which it applies, relative to the results folder; false if there is no laboratory, if no text
/// states the problem, or if the method is adaptive.
nlohmann::json laboratory_with_problem(Results const& results, nlohmann::json const& card);
nlohmann::json laboratory_with_method(Results const& results, nlohmann::json const& card);

}  // namespace rattleback::reports
