// Home page: three questions, the strongest findings, and the papers.
#pragma once

#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"

namespace rattleback::reports {

/// `documents`: result of write_documents(). Parts without results name the command that makes
/// them.
void write_home_page(Results const& results, nlohmann::json const& documents, Pages& pages);

}  // namespace rattleback::reports
