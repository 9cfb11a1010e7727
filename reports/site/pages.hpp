// Pages of a site under construction: a common shell and a common search.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace rattleback::reports {

/// Entry of the search index.
struct SearchEntry {
  std::string kind;     ///< "problem", "statement, invariant", ...: weight by the first word
  std::string title;    ///< HTML in the list of hits
  std::string address;  ///< relative to the site's folder, with an anchor if there is one
  std::string words;    ///< further text to search in
  std::string verdict;  ///< word of a statement's verdict (verdict_words()); else empty
};

/// Writer of the pages of a site.
class Pages {
 public:
  /// `about_run`: fields of the shell about the run. `has_laboratory`: the menu leads to the
  /// laboratory.
  Pages(std::filesystem::path folder, nlohmann::json about_run, bool has_laboratory);

  /// Renders `body` with `view` within the shell and writes the page to `address`, relative to the
  /// site's folder; `root` in the view leads to that folder. `part`: menu entry of the page. Throws
  /// IoError if the page cannot be written.
  void write(std::string const& address, std::string const& part, std::string const& title,
             char const* body, nlohmann::json view);

  /// Writes a script that assigns the compressed `data` to the property `name` of the window;
  /// rattlebackData(name) in assets/site.js unpacks them. Pages load data this way because a page
  /// without a server cannot read another file.
  void write_data(std::string const& address, std::string const& name, nlohmann::json const& data);

  /// Writes a file that is not a page, such as a picture, to `address`.
  void write_file(std::string const& address, std::string const& text);

  void add(SearchEntry entry);

  /// Writes the shared files: style, scripts, libraries, and the search with its settings. Removes
  /// pages of an earlier site that this site does not have.
  void finish(nlohmann::json search_settings);

  std::filesystem::path const& folder() const { return folder_; }

 private:
  std::filesystem::path const folder_;
  nlohmann::json const about_run_;
  bool const has_laboratory_;
  std::vector<std::string> written_;
  nlohmann::json entries_ = nlohmann::json::array();
};

}  // namespace rattleback::reports
