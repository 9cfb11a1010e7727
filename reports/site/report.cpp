#include "reports/site/report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "generated/page.hpp"
#include "reports/files/files.hpp"
#include "reports/site/mustache.hpp"
#include "reports/site/page_view.hpp"

namespace rattleback::reports {

namespace fs = std::filesystem;
using nlohmann::json;

fs::path write_report(fs::path const& results_folder) {
  fs::path const page_path = results_folder / "index.html";
  understood(results_folder, [&] {
    json view = page_view(results_folder);
    view["style"] = page_style;
    view["comparison"] = fs::exists(results_folder / "comparison" / "index.html");
    write_atomically(page_path, render_template(page_template, view));
  });
  return page_path;
}

}  // namespace rattleback::reports
