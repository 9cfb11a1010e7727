#include "reports/comparison/comparison.hpp"

#include <fmt/format.h>

#include <atomic>
#include <future>
#include <nlohmann/json.hpp>

#include "base/c_locale.hpp"
#include "base/files/files.hpp"
#include "reports/comparison/data.hpp"
#include "reports/comparison/tables.hpp"
#include "reports/comparison/view.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Runs are written as CSV only: hundreds of rows do not fit on paper.
void write_runs(fs::path const& folder, std::string const& name, Table const& table) {
  write_atomically(folder / (name + ".csv"), to_csv(table));
}

void write_table(fs::path const& folder, std::string const& name, Table const& table,
                 std::string const& origin) {
  write_runs(folder, name, table);
  auto const comment = [&](char const* before, char const* after) {
    return origin.empty() ? "" : before + origin + after;
  };
  write_atomically(folder / (name + ".md"), comment("<!-- ", " -->\n\n") + to_markdown(table));
  write_atomically(folder / (name + ".tex"), comment("% ", "\n") + to_latex(table));
}

fs::path list_of_figures(ProblemResult const& problem, fs::path const& folder) {
  return folder / "figures" / (problem.id + ".json");
}

void draw_problem(ProblemResult const& problem, fs::path const& folder, Watch const& watch) {
  write_atomically(list_of_figures(problem, folder),
                   json_text(render_comparison_figures(problem, folder, watch), 1) + "\n");
  fs::path const tables = folder / "tables";
  for (Table const& table :
       {orders_table(problem), structure_table(problem), invariants_table(problem)})
    if (!table.rows.empty())
      write_table(tables, problem.id + "_" + table.id, table, problem.origin);
  write_runs(tables, problem.id + "_work", work_table(problem));
}

/// Draws two problems at a time: each figure is drawn by a process, which takes most of the time.
void draw_problems(std::vector<ProblemResult> const& problems, fs::path const& folder,
                   Watch const& watch) {
  std::atomic<std::size_t> next = 0;
  auto const draw_some = [&] {
    CLocale const numbers_with_a_point;
    for (std::size_t i; (i = next++) < problems.size();) draw_problem(problems[i], folder, watch);
  };
  auto other = std::async(std::launch::async, draw_some);
  try {
    draw_some();
  } catch (...) {
    next = problems.size();  // the other thread finishes its problem
    throw;
  }
  other.get();
}

}  // namespace

void draw_comparison(fs::path const& results_folder, Watch const& watch, Skip const& skip) {
  fs::path const folder = results_folder / "comparison";
  if (!fs::is_directory(folder))
    throw IoError(fmt::format("there is no folder '{}'", folder.string()));
  auto const problems = read_comparison(folder, skip);
  fs::create_directories(folder / "tables");
  draw_problems(problems, folder, watch);
  Table const matrix = matrix_table(problems);
  write_table(folder / "tables", matrix.id, matrix,
              problems.empty() ? "" : problems.front().origin);
}

json comparison_figures(ProblemResult const& problem, fs::path const& results_folder) {
  fs::path const list = list_of_figures(problem, results_folder / "comparison");
  return fs::exists(list) ? read_json(list) : json::array();
}

}  // namespace rattleback::reports
