// Pages of figures and studies.
#pragma once

#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"

namespace rattleback::reports {

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

}  // namespace rattleback::reports
