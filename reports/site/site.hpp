// The site of a results folder.
#pragma once

#include <filesystem>

namespace rattleback::reports {

/// Where the page lies that shows which verdicts differ from the accepted ones.
inline constexpr char const* changes_address = "site/changes.html";

/// Writes the site of what `results_folder` holds: experiments (run.json), what
/// changed of their verdicts (changes.json), the comparison
/// (comparison/*.json), timings (bench.json), and the cards of problems and methods
/// (catalogue.json). Each part may be missing; its page then says what makes it. The entrance is
/// index.html, all else lies in site/; pages lead to pictures and data in the folders of
/// experiments and need no server. Returns the path of the entrance. Throws FileFailure naming the
/// file that is missing, malformed or cannot be written.
std::filesystem::path write_site(std::filesystem::path const& results_folder);

}  // namespace rattleback::reports
