// Page of the site that integrates in the browser.
#pragma once

#include "reports/pages/cards.hpp"
#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"

namespace rattleback::reports {

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
