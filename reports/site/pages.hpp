// The pages of a site in the making: each within the same shell, and found by the same search.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace rattleback::reports {

/// What a search may find.
struct SearchEntry {
  std::string kind;     ///< "statement", "problem", ...
  std::string title;    ///< what the list of hits shows
  std::string address;  ///< relative to the site's folder, with an anchor where there is one
  std::string words;    ///< what else it is found by
};

class Pages {
 public:
  /// `footer` is what every page says about the run.
  Pages(std::filesystem::path folder, std::string footer);

  /// Renders `body` with `view`, in which `root` leads back to the site's folder, within the shell,
  /// and writes it to `address` (relative to that folder). `part` is the entry of the menu that the
  /// page belongs to. Throws FileFailure where it cannot be written.
  void write(std::string const& address, std::string const& part, std::string const& title,
             char const* body, nlohmann::json view);

  /// Writes a script that gives the window the JSON document `text` by `name`, which a page loads
  /// where it needs it: without a server, no page can read another file.
  void write_data(std::string const& address, std::string const& name, std::string const& text);

  void add(SearchEntry entry);

  /// Writes what all pages share: style, scripts, libraries and the entries of the search. Removes
  /// pages that an earlier site had and this one has not.
  void finish();

  std::filesystem::path const& folder() const { return folder_; }

 private:
  void write_file(std::string const& address, std::string const& text);

  std::filesystem::path const folder_;
  std::string const footer_;
  std::vector<std::string> written_;
  nlohmann::json entries_ = nlohmann::json::array();
};

}  // namespace rattleback::reports
