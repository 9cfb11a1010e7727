// The pages of figures and studies.
#pragma once

#include "reports/site/pages.hpp"
#include "reports/site/results.hpp"

namespace rattleback::reports {

/// A page for each experiment: its pictures, choices, statements, data, command and hashes.
void write_studies(Results const& results, Pages& pages);

/// The pictures of a study as links to its page: address, image, words, is_of_paper.
nlohmann::json thumbnails(Study const& study);

/// Studies that used the problem or method, by what their manifests say: name, address, short.
nlohmann::json studies_using(Results const& results, std::string const& kind,
                             std::string const& id);

/// The findings that those studies measured: id, name, short, address.
nlohmann::json findings_with(Results const& results, std::string const& kind,
                             std::string const& id);

}  // namespace rattleback::reports
