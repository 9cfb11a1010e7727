#include "reports/report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "generated/page.hpp"
#include "reports/manifest.hpp"
#include "reports/mustache.hpp"
#include "reports/page_view.hpp"

namespace rattleback::reports {

namespace fs = std::filesystem;
using nlohmann::json;

fs::path write_report(fs::path const& results_folder) {
  fs::path const page_path = results_folder / "index.html";
  try {
    json view = page_view(results_folder);
    view["style"] = page_style;
    view["comparison"] = fs::exists(results_folder / "comparison" / "index.html");
    write_atomically(page_path, render_template(page_template, view));
  } catch (json::exception const& error) {
    throw std::runtime_error(fmt::format("{}: {}", results_folder.string(), error.what()));
  }
  return page_path;
}

}  // namespace rattleback::reports
