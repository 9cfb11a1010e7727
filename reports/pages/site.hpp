// Site of a results folder.
#pragma once

#include <filesystem>

#include "base/files/files.hpp"

namespace rattleback::reports {

/// Address of the page of verdicts that differ from the accepted ones.
inline constexpr char const* changes_address = "site/changes.html";
/// Address of the page on the builds with which the results were made.
inline constexpr char const* runs_address = "site/runs.html";

/// True if the folder has the module of the laboratory, as the build writes it.
bool has_laboratory(std::filesystem::path const& folder);

/// Writes the site of `results_folder`: experiments (run.json), changed verdicts (changes.json),
/// comparison (comparison/*.json), timings (bench.json), and the cards of problems and methods
/// (catalogue.json). Each part may be missing; its page then names the command that makes it. The
/// home page is index.html, all other pages are in site/; they link to pictures and data in the
/// folders of the experiments and need no server. `laboratory`: folder of
/// the module that integrates in the browser; if it has none, the site has no laboratory and no
/// links to it. `skip`: receives the reason for each file that read_results() leaves out. Returns
/// the path of the home page. Throws IoError naming the file that is missing, malformed or cannot
/// be written.
std::filesystem::path write_site(std::filesystem::path const& results_folder,
                                 std::filesystem::path const& laboratory = {},
                                 Skip const& skip = {});

}  // namespace rattleback::reports
