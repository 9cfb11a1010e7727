#include "experiments/core/runner.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "experiments/core/declaration.hpp"
#include "problems/core/file_failure.hpp"

namespace rattleback {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

void write(fs::path const& file, std::string const& text) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out)
    throw_file_failure(fmt::format("cannot write '{}'", file.string()), errno ? errno : EIO);
}

std::string csv(Table const& table) {
  std::string text = fmt::format("{}\n", fmt::join(table.columns, ","));
  for (auto const& row : table.rows) text += fmt::format("{}\n", fmt::join(row, ","));
  return text;
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
  json outcomes = json::array();
  for (auto const& f : findings.failures)
    outcomes.push_back({{"what", f.what},
                        {"outcome", name_of(f.outcome)},
                        {"reason", f.reason},
                        {"time", f.time}});
  json description = declaration(experiment);
  description.erase("claims");  // judged, they have their own file
  description["outcomes"] = outcomes;
  write(folder / "experiment.json", description.dump(2) + "\n");
  write(folder / "claims.json", claims.dump(2) + "\n");
  return findings;
}

}  // namespace rattleback
