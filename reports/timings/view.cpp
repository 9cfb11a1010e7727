#include "reports/timings/view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/formulas/formulas.hpp"
#include "reports/timings/figures.hpp"

namespace rattleback::reports {
namespace {

using nlohmann::json;

std::string three_digits(double value) {
  return value >= 99.95 ? fmt::format("{:.0f}", value) : fmt::format("{:#.3g}", value);
}

std::string text_of(json const& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

json facts_of(Bench const& bench) {
  json facts = json::array();
  json const& context = bench.context;
  auto const add = [&](char const* name, std::string const& value) {
    if (!value.empty())
      facts.push_back({{"name", name}, {"value", formulas::html(formulas::read_text(value))}});
  };
  auto const add_code = [&](char const* name, std::string const& value) {
    if (!value.empty())
      facts.push_back({{"name", name}, {"value", "<code>" + formulas::escaped(value) + "</code>"}});
  };
  auto const known = [&](char const* key) {
    return context.contains(key) ? text_of(context.at(key)) : std::string();
  };
  add("Processor", known("processor"));
  if (context.contains("num_cpus"))
    add("CPUs", fmt::format("{} of {} MHz", known("num_cpus"), known("mhz_per_cpu")));
  std::string caches;
  for (json const& cache : context.value("caches", json::array()))
    caches += fmt::format("{}L{} {} {} KiB", caches.empty() ? "" : ", ", text_of(cache.at("level")),
                          text_of(cache.at("type")), cache.at("size").get<long>() / 1024);
  add("Caches", caches);
  std::string load;
  for (json const& one : context.value("load_avg", json::array()))
    load += fmt::format("{}{:.2f}", load.empty() ? "" : ", ", one.get<double>());
  add("Load at the start", load);
  if (context.value("cpu_scaling_enabled", false)) add("Frequency", "scaled: timings are noisy");
  add("Lanes of a vector", known("lanes"));
  add("Preset", known("preset"));
  add("Compiler", known("compiler"));
  add_code("Flags", known("flags"));
  add_code("Commit", known("commit"));
  add("Date", known("date"));
  return facts;
}

/// Returns a row per group of targets, with the ten members that are worst for the bound.
json target_groups(Bench const& bench) {
  json groups = json::array();
  std::vector<std::string> names;
  for (Target const& target : bench.targets)
    if (std::find(names.begin(), names.end(), target.group) == names.end())
      names.push_back(target.group);
  for (std::string const& name : names) {
    std::vector<Target const*> members;
    for (Target const& target : bench.targets)
      if (target.group == name) members.push_back(&target);
    std::stable_sort(members.begin(), members.end(), [](Target const* a, Target const* b) {
      return a->at_least ? a->measured < b->measured : a->measured > b->measured;
    });
    Target const& worst = *members.front();
    long const met =
        std::count_if(members.begin(), members.end(), [](auto* t) { return t->met(); });
    constexpr std::size_t most_rows = 10;
    json rows = json::array();
    for (Target const* target : members) {
      if (rows.size() == most_rows) break;
      rows.push_back({{"name", target->name},
                      {"measured", three_digits(target->measured)},
                      {"kind", target->met() ? "kept" : "broken"},
                      {"mark", target->met() ? "✓" : "!"}});
    }
    bool const all = met == static_cast<long>(members.size());
    groups.push_back({{"name", name},
                      {"bound", fmt::format("{} {:g}", worst.at_least ? "≥" : "≤", worst.bound)},
                      {"met", fmt::format("{} of {}", met, members.size())},
                      {"kind", all ? "kept" : "broken"},
                      {"mark", all ? "✓" : "!"},
                      {"worst", three_digits(worst.measured)},
                      {"worst_name", worst.name},
                      {"rows", rows}});
  }
  return groups;
}

/// Returns the ratios to code written by hand.
json ratios_by_hand(Bench const& bench) {
  json rows = json::array();
  for (Target const& target : bench.targets)
    if (target.group.find("by hand") != target.group.npos)
      rows.push_back({{"quantity", target.group},
                      {"name", target.name},
                      {"measured", three_digits(target.measured)},
                      {"bound", fmt::format("{} {:g}", target.at_least ? "≥" : "≤", target.bound)},
                      {"kind", target.met() ? "kept" : "broken"},
                      {"mark", target.met() ? "✓" : "!"}});
  return rows;
}

/// Matrix of the runs of pairs, "METHOD/PROBLEM/run".
class Matrix {
 public:
  explicit Matrix(Bench const& bench) {
    for (Timing const& timing : bench.timings) {
      auto const parts = timing.parts();
      if (parts.size() != 3 || parts[2] != "run") continue;
      insert(methods_, parts[0]);
      insert(problems_, parts[1]);
      runs_[{parts[0], parts[1]}] = &timing;
      if (timing.error.empty()) labels_[parts[0]] = timing.label;
    }
  }

  /// Returns the rows of the methods whose runs have that label, in microseconds of `cost`. Failed
  /// runs have no label; the method's label from other runs counts.
  template <class Cost>
  json rows(std::string const& label, Cost const& cost) const {
    json rows = json::array();
    for (std::string const& method : methods_) {
      auto const known = labels_.find(method);
      if ((known == labels_.end() ? "fixed step" : known->second) != label) continue;
      json cells = json::array();
      for (std::string const& problem : problems_) {
        auto const run = runs_.find({method, problem});
        cells.push_back(run == runs_.end() ? json{{"text", ""}, {"hint", false}}
                                           : cell(*run->second, cost(*run->second)));
      }
      rows.push_back({{"name", method}, {"cells", cells}});
    }
    return rows;
  }

  json problems() const { return problems_; }
  std::size_t size() const { return runs_.size(); }

 private:
  static void insert(std::vector<std::string>& list, std::string const& name) {
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  }

  static json cell(Timing const& timing, double nanoseconds) {
    if (!timing.error.empty()) return {{"text", "✗"}, {"hint", timing.error}};
    return {{"text", three_digits(nanoseconds / 1000)}, {"hint", false}};
  }

  std::vector<std::string> methods_, problems_;
  std::map<std::string, std::string> labels_;  ///< label by method
  std::map<std::pair<std::string, std::string>, Timing const*> runs_;
};

json lane_rows(Bench const& bench) {
  json rows = json::array();
  for (Timing const& one : bench.timings) {
    auto const parts = one.parts();
    if (parts.size() != 3 || parts[2] != "one_orbit" || !one.error.empty()) continue;
    Timing const* const lanes = bench.find(parts[0] + "/" + parts[1] + "/lanes");
    double const speed_up = lanes == nullptr ? 0.0 : one.cpu.median / lanes->cpu.median;
    auto const or_dash = [&](std::string const& text) { return lanes == nullptr ? "–" : text; };
    rows.push_back({{"method", parts[0]},
                    {"problem", parts[1]},
                    {"label", one.label},
                    {"one", three_digits(one.cpu.median)},
                    {"lanes", or_dash(lanes ? three_digits(lanes->cpu.median) : "")},
                    {"speed_up", or_dash(three_digits(speed_up))},
                    {"share", or_dash(fmt::format("{:.2f}", speed_up / lane_count(bench)))}});
  }
  return rows;
}

/// Returns the time per unit of work of each method over that of the median method on the same
/// problem: a row per method, in increasing order of the median ratio.
json axis_rows(Bench const& bench) {
  std::map<std::string, std::map<std::string, double>> on_problem;  // seconds, by method
  for (Timing const& timing : bench.timings) {
    auto const parts = timing.parts();
    auto const rate = timing.rates.find("work_per_second");
    if (parts.size() == 3 && parts[2] == "run" && timing.error.empty() &&
        rate != timing.rates.end())
      on_problem[parts[1]][parts[0]] = 1 / rate->second;
  }
  auto const median = [](std::vector<double> numbers) {
    std::sort(numbers.begin(), numbers.end());
    auto const middle = numbers.size() / 2;
    return numbers.size() % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2;
  };
  std::map<std::string, std::vector<double>> of_method;
  for (auto const& [problem, seconds] : on_problem) {
    if (seconds.size() < 2) continue;  // nothing to compare
    std::vector<double> all;
    for (auto const& [method, time] : seconds) all.push_back(time);
    for (auto const& [method, time] : seconds) of_method[method].push_back(time / median(all));
  }
  std::vector<std::pair<double, std::string>> order;
  for (auto const& [method, ratios] : of_method) order.emplace_back(median(ratios), method);
  std::sort(order.begin(), order.end());
  json rows = json::array();
  for (auto const& [middle, method] : order) {
    auto const [least, most] =
        std::minmax_element(of_method[method].begin(), of_method[method].end());
    rows.push_back({{"name", method},
                    {"median", three_digits(middle)},
                    {"least", three_digits(*least)},
                    {"most", three_digits(*most)},
                    {"problems", std::to_string(of_method[method].size())}});
  }
  return rows;
}

}  // namespace

json bench_view(Bench const& bench, json const& figures) {
  json view;
  view["facts"] = facts_of(bench);
  view["groups"] = target_groups(bench);
  view["has_groups"] = !view["groups"].empty();
  view["by_hand"] = ratios_by_hand(bench);
  view["has_by_hand"] = !view["by_hand"].empty();
  Matrix const matrix(bench);
  view["problems"] = matrix.problems();
  json matrices = json::array();
  auto const add = [&](char const* id, std::string const& title, json const& rows) {
    if (!rows.empty())
      matrices.push_back(
          {{"id", id}, {"title", title}, {"problems", matrix.problems()}, {"rows", rows}});
  };
  auto const item = [](Timing const& timing) { return timing.cpu.median; };
  add("fixed", "Constant steps: microseconds per step", matrix.rows("fixed step", item));
  add("adaptive", "Adaptive solvers: microseconds per internal step",
      matrix.rows("adaptive", item));
  add("adaptive_time", "Adaptive solvers: microseconds per unit of time",
      matrix.rows("adaptive", [](Timing const& timing) {
        auto const rate = timing.rates.find("time_per_second");
        return rate == timing.rates.end() ? 0.0 : 1e9 / rate->second;
      }));
  view["matrices"] = matrices;
  view["has_matrices"] = !matrices.empty();
  view["lane_rows"] = lane_rows(bench);
  view["axis_rows"] = axis_rows(bench);
  view["has_axis_rows"] = !view["axis_rows"].empty();
  for (char const* kind : {"speed_up", "threads", "size", "constraints"}) {
    view[std::string("has_") + kind] = figures.contains(kind);
    if (figures.contains(kind)) view[kind] = figures.at(kind);
  }
  std::size_t failed = 0;
  for (Timing const& timing : bench.timings) failed += !timing.error.empty();
  view["summary"] = fmt::format("{} timings, {} of them runs of an integrator on a problem{}.",
                                bench.timings.size(), matrix.size(),
                                failed == 0 ? "" : fmt::format("; {} did not finish", failed));
  return view;
}

json history_view(std::vector<Bench> const& runs) {
  json rows = json::array();
  for (Bench const& run : runs) {
    std::vector<double> ratios;
    for (Timing const& timing : runs.front().timings)
      if (Timing const* const then = run.find(timing.name); then != nullptr && timing.error.empty())
        ratios.push_back(then->cpu.median / timing.cpu.median);
    auto const middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    std::string const commit = run.context.value("commit", std::string());
    rows.push_back({{"date", run.date().substr(0, 10)},
                    {"commit", commit.substr(0, 12)},
                    {"ratio", ratios.empty() ? "–" : three_digits(*middle)},
                    {"common", std::to_string(ratios.size())}});
  }
  return rows;
}

}  // namespace rattleback::reports
