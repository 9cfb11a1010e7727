// Timings, for the perf build. Only ratios within one run are comparable between machines.
// Additions to Google Benchmark: description of machine and build, medians only, and the targets at
// the end, which are also added to the file of --benchmark_out.

#include "experiments/timings/benchmarks.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "problems/core/numbers/lanes.hpp"

namespace rattleback {
namespace {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name"))
      if (auto const colon = line.find(": "); colon != line.npos) return line.substr(colon + 2);
  return "unknown";
}

/// Console lines of medians (of single measurements without repetitions); collects times per item.
class Reporter : public benchmark::ConsoleReporter {
 public:
  Reporter() : ConsoleReporter(OO_None) {}
  /// Prints the context without the library's remark on its own build type.
  bool ReportContext(Context const& context) override {
    fmt::print(stderr, "{} CPUs of {:.0f} MHz\n", context.cpu_info.num_cpus,
               context.cpu_info.cycles_per_second / 1e6);
    name_field_width_ = context.name_field_width;
    return true;
  }
  void ReportRuns(std::vector<Run> const& runs) override {
    std::vector<Run> shown;
    for (auto const& run : runs) {
      if (run.run_type == Run::RT_Aggregate && run.aggregate_name != "median") continue;
      shown.push_back(run);
      if (run.error_occurred) continue;
      if (auto const rate = run.counters.find("items_per_second"); rate != run.counters.end())
        nanoseconds[run.run_name.function_name] = 1e9 / rate->second.value;
    }
    ConsoleReporter::ReportRuns(shown);
  }
  std::map<std::string, double> nanoseconds;
};

/// Returns the file of --benchmark_out; empty if there is none.
std::string output_file(int count, char const* const* arguments) {
  std::string const flag = "--benchmark_out=";
  std::string file;
  for (int i = 1; i < count; ++i)
    if (std::string const text = arguments[i]; text.starts_with(flag))
      file = text.substr(flag.size());
  return file;
}

void report(std::vector<Target> const& targets) {
  std::string group;
  for (auto const& target : targets) {
    if (target.group != group)
      fmt::print("\n{}: at {} {}\n", target.group, target.at_least ? "least" : "most",
                 target.bound);
    group = target.group;
    fmt::print("  {:8.3f}{} {}\n", target.measured, target.met() ? "  " : " !", target.name);
  }
}

void add_to(std::string const& file, std::vector<Target> const& targets) {
  using nlohmann::ordered_json;
  ordered_json content = ordered_json::parse(std::ifstream(file));
  content["targets"] = ordered_json::array();
  for (auto const& target : targets)
    content["targets"].push_back({{"group", target.group},
                                  {"name", target.name},
                                  {"measured", target.measured},
                                  {"bound", target.bound},
                                  {"at_least", target.at_least}});
  std::ofstream(file) << content.dump(1) << '\n';
}

}  // namespace
}  // namespace rattleback

int main(int count, char** given) {
  using namespace rattleback;
  // Shorter default time per benchmark, because there are hundreds.
  std::vector<char*> arguments(given, given + count);
  std::string shorter = "--benchmark_min_time=0.05";
  arguments.insert(arguments.begin() + 1, shorter.data());
  arguments.push_back(nullptr);
  std::string const file = output_file(count, given);
  ++count;
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  if (double const worst = std::max(disagreement(), disagreement_of_right_hand_sides());
      !(worst < 1e-12)) {
    fmt::print(stderr, "templates and what is written by hand differ by {}\n", worst);
    return 1;
  }
  benchmark::AddCustomContext("processor", processor());
  benchmark::AddCustomContext("preset", RATTLEBACK_PRESET);
  benchmark::AddCustomContext("compiler", RATTLEBACK_COMPILER_VERSION);
  benchmark::AddCustomContext("flags", RATTLEBACK_FLAGS);
  benchmark::AddCustomContext("lanes", std::to_string(lane_count));
  add_hand_written_steps();
  add_right_hand_sides();
  add_bare_steps();
  add_steps_of_texts();
  add_ensembles();
  add_runs();
  Reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  auto found = targets(reporter.nanoseconds);
  std::stable_sort(found.begin(), found.end(),
                   [](Target const& a, Target const& b) { return a.group < b.group; });
  report(found);
  if (!file.empty() && file.ends_with(".json")) add_to(file, found);
  return 0;
}
