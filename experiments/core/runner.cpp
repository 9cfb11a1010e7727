#include "experiments/core/runner.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

namespace rattleback {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

void write(fs::path const& file, std::string const& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

std::string csv(Table const& table) {
  std::string text = fmt::format("{}\n", fmt::join(table.columns, ","));
  for (auto const& row : table.rows) text += fmt::format("{}\n", fmt::join(row, ","));
  return text;
}

json range(std::optional<std::pair<double, double>> const& r) {
  return r ? json::array({r->first, r->second}) : json(nullptr);
}

json figure_json(Figure const& f) {
  json panels = json::array();
  for (auto const& p : f.panels) {
    json curves = json::array();
    for (auto const& s : p.series) {
      curves.push_back({{"data", s.data},
                        {"x", s.x},
                        {"y", s.y},
                        {"style", s.style},
                        {"label", s.label},
                        {"emphasis", s.emphasis}});
      if (!s.group.empty()) curves.back()["group"] = s.group;
    }
    panels.push_back({{"title", p.title},
                      {"x_label", p.x_label},
                      {"y_label", p.y_label},
                      {"x_scale", p.x_scale},
                      {"y_scale", p.y_scale},
                      {"x_range", range(p.x_range)},
                      {"y_range", range(p.y_range)},
                      {"key", p.key},
                      {"series", curves}});
  }
  return {{"id", f.id},       {"number", f.number}, {"caption", f.caption}, {"columns", f.columns},
          {"width", f.width}, {"height", f.height}, {"panels", panels}};
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Verdict judge(Claim const& claim, Findings const& findings) {
  if (auto const why = findings.unmeasured.find(claim.id); why != findings.unmeasured.end())
    return {"not checkable", why->second};
  auto const found = findings.measurements.find(claim.id);
  if (found == findings.measurements.end()) return {"not checkable", "nothing was measured"};
  double const value = found->second.value;
  if (!std::isfinite(value)) return {"not checkable", "the measurement is not finite"};
  auto const& criterion =
      findings.quick && claim.quick_criterion ? *claim.quick_criterion : claim.criterion;
  if (!criterion.holds(value)) return {"not reproduced", claim.reason};
  if (!claim.correction.empty()) return {"reproduced after correction", claim.correction};
  if (!claim.assumption.empty()) return {"reproduced under an assumption", claim.assumption};
  return {"reproduced", claim.reason};
}

Findings run_experiment(Experiment const& experiment, fs::path const& folder, bool quick,
                        int threads, std::function<void(double)> progress) {
  auto const wall = std::chrono::steady_clock::now();
  double const cpu = cpu_seconds();
  Findings findings(quick, threads, std::move(progress));
  experiment.compute(findings);

  json claims = json::array();
  auto left = findings.measurements;
  for (auto const& claim : experiment.claims) {
    left.erase(claim.id);
    auto const verdict = judge(claim, findings);
    auto const found = findings.measurements.find(claim.id);
    auto const& criterion =
        quick && claim.quick_criterion ? *claim.quick_criterion : claim.criterion;
    claims.push_back({{"id", claim.id},
                      {"paper", experiment.paper},
                      {"place", claim.place},
                      {"statement", claim.statement},
                      {"printed", claim.printed},
                      {"measured", found == findings.measurements.end() ? "-" : found->second.text},
                      {"criterion", criterion.words},
                      {"reason", claim.reason},
                      {"verdict", verdict.word},
                      {"note", verdict.note}});
  }
  if (!left.empty())
    throw std::logic_error("a measurement without a claim: " + left.begin()->first);

  fs::create_directories(folder / "data");
  for (auto const& [name, table] : findings.tables)
    write(folder / "data" / (name + ".csv"), csv(table));
  json choices = json::array(), figures = json::array(), outcomes = json::array();
  for (auto const& c : experiment.choices)
    choices.push_back({{"open", c.open}, {"choice", c.choice}, {"reason", c.reason}});
  for (auto const& f : experiment.figures) figures.push_back(figure_json(f));
  for (auto const& f : findings.failures)
    outcomes.push_back({{"what", f.what},
                        {"outcome", name_of(f.outcome)},
                        {"reason", f.reason},
                        {"time", f.time}});
  double const seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
  json const description = {
      {"id", experiment.id},       {"paper", experiment.paper},
      {"title", experiment.title}, {"about", experiment.about},
      {"choices", choices},        {"figures", figures},
      {"outcomes", outcomes},      {"seconds", {{"cpu", cpu_seconds() - cpu}, {"wall", seconds}}}};
  write(folder / "experiment.json", description.dump(2) + "\n");
  write(folder / "claims.json", claims.dump(2) + "\n");
  return findings;
}

}  // namespace rattleback
