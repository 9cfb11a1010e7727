// The project's documents as pages.
#pragma once

#include "reports/site/pages.hpp"

namespace rattleback::reports {

/// A page for each document of docs/ and one that lists them; each section of a document can be
/// searched for. Returns the list: name, address, about.
nlohmann::json write_documents(Pages& pages);

}  // namespace rattleback::reports
