#include "reports/comparison/comparison.hpp"

#include <fmt/format.h>

#include <atomic>
#include <future>
#include <nlohmann/json.hpp>

#include "generated/comparison_texts.hpp"
#include "generated/page.hpp"
#include "reports/comparison/data.hpp"
#include "reports/comparison/figures.hpp"
#include "reports/comparison/tables.hpp"
#include "reports/comparison/view.hpp"
#include "reports/files/files.hpp"
#include "reports/site/mustache.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

void write_page(fs::path const& path, char const* page, json view) {
  view["style"] = fmt::format("{}{}", page_style, comparison_style);
  write_atomically(path, render_template(page, view));
}

void write_table(fs::path const& folder, std::string const& name, Table const& table) {
  write_atomically(folder / (name + ".csv"), to_csv(table));
  write_atomically(folder / (name + ".md"), to_markdown(table));
  write_atomically(folder / (name + ".tex"), to_latex(table));
}

void write_problem(ProblemResult const& problem, fs::path const& folder, Watch const& watch) {
  // Pictures are read when they are drawn.
  json view = understood(folder / (problem.id + ".json"), [&] {
    return problem_view(problem, render_comparison_figures(problem, folder, watch), folder);
  });
  view["curves"] = curve_data(problem);
  view["chart_library"] = chart_library;
  view["script"] = comparison_script;
  write_page(folder / (problem.id + ".html"), problem_template, view);
  for (Table const& table : {orders_table(problem), structure_table(problem),
                             invariants_table(problem), work_table(problem)})
    if (!table.rows.empty()) write_table(folder / "tables", problem.id + "_" + table.id, table);
}

/// Two at a time: the figures take nearly all of the time, and each is drawn by a process.
void write_problems(std::vector<ProblemResult> const& problems, fs::path const& folder,
                    Watch const& watch) {
  std::atomic<std::size_t> next = 0;
  auto const write_some = [&] {
    for (std::size_t i; (i = next++) < problems.size();) write_problem(problems[i], folder, watch);
  };
  auto other = std::async(std::launch::async, write_some);
  try {
    write_some();
  } catch (...) {
    next = problems.size();  // the other finishes the page that it is at
    throw;
  }
  other.get();
}

}  // namespace

fs::path write_comparison_report(fs::path const& results_folder, Watch const& watch) {
  fs::path const folder = results_folder / "comparison";
  if (!fs::is_directory(folder))
    throw FileFailure(fmt::format("there is no folder '{}'", folder.string()));
  auto const problems = read_comparison(folder);
  if (problems.empty())
    throw FileFailure(fmt::format("'{}' holds no problem's file", folder.string()));
  fs::create_directories(folder / "tables");
  write_problems(problems, folder, watch);
  for (MethodResult const* method : methods_of(problems))
    write_page(folder / (method->id + ".html"), method_template, method_view(*method, problems));
  Table const matrix = matrix_table(problems);
  write_table(folder / "tables", matrix.id, matrix);
  json view = entrance_view(problems);
  view["has_report"] = fs::exists(results_folder / "run.json");
  fs::path const entrance = folder / "index.html";
  write_page(entrance, entrance_template, view);
  return entrance;
}

}  // namespace rattleback::reports
