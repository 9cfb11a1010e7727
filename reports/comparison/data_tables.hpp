// Tables as data of a page: assets/data_tables.js writes them when a reader opens them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/comparison/data.hpp"
#include "reports/comparison/tables.hpp"

namespace rattleback::reports {

/// Returns the table with its entries as text: id, columns (heading, numeric), rows.
nlohmann::json table_data(Table const& table);

/// Returns the methods that apply to a problem with their assessment, and a page for each row.
nlohmann::json methods_data(ProblemResult const& problem);

/// Returns the problems to which a method applies with its assessment, and a page for each row.
nlohmann::json problems_data(std::string const& method, std::vector<ProblemResult> const& problems);

/// Return the reasons why methods do not apply to a problem, and a method not to problems.
nlohmann::json refusals_data(ProblemResult const& problem);
nlohmann::json refusals_data(std::string const& method, std::vector<ProblemResult> const& problems);

}  // namespace rattleback::reports
