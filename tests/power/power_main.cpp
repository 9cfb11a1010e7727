// Runs a study once for each switch that it executes, and names the rows that refute the change.
// Arguments: a results folder of a quick run, and the study. Input: ids of switches, one per line.
// Output, one JSON per line: first the run without a switch, then a run for each id.

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "experiments/core/measurements_json.hpp"
#include "experiments/statements/verdict.hpp"
#include "program/results/code_hashes.hpp"
#include "tests/power/switches.hpp"

namespace {

using namespace rattleback;
using nlohmann::json;
namespace fs = std::filesystem;

/// Exit status of an index that is out of range.
constexpr int out_of_range = 97;

/// Rows whose number was computed or supplied after the execution of a switch, with no other number
/// between.
struct Trace {
  using Numbers = std::map<Measurements::Key, std::vector<Instance>>;
  Study const* study = nullptr;
  std::map<Measurements::Key, std::size_t> readings, controls;  ///< instances that are known
  std::size_t count = 0;
  std::set<int> segment;
  std::map<std::string, std::set<int>> before;  ///< by row whose number is computed, not supplied
  std::map<int, std::set<std::string>> rows;

  static std::vector<std::string> grown(Numbers const& numbers,
                                        std::map<Measurements::Key, std::size_t>& known) {
    std::vector<std::string> names;
    for (auto const& [key, instances] : numbers)
      if (std::exchange(known[key], instances.size()) != instances.size())
        names.push_back(key.first);
    return names;
  }
  void close() {
    std::size_t now = 0;
    for (auto const* numbers : {&study->readings.instances, &study->readings.controls})
      for (auto const& [key, instances] : *numbers) now += instances.size();
    if (std::exchange(count, now) == now) return;
    auto const measured = grown(study->readings.instances, readings),
               changed = grown(study->readings.controls, controls);
    for (auto const& row : measured)
      for (auto const* part : {&segment, &before[row]})
        for (int const id : *part) rows[id].insert(row);
    for (auto const* names : {&measured, &changed})
      for (auto const& row : *names) before.erase(row);
    for (int const id : segment) rows[id];
    segment.clear();
  }
  void add(int id) {
    close();
    segment.insert(id);
  }
  void computed(std::string const& row) {
    close();
    for (int const id : segment) rows[id];
    if (!row.empty()) before[row].insert(segment.begin(), segment.end());
    segment.clear();
  }
} trace;

/// Computes the study and returns its numbers, with the exception that ended it.
json numbers_of(Experiment const& experiment, bool traced) {
  Study study(true, 1, [](double) {});
  json ended;
  if (traced) {
    trace.study = &study;
    power::record = [](int id) { trace.add(id); };
    power::computed = [](std::string const& row) { trace.computed(row); };
  }
  try {
    experiment.compute(study);
  } catch (std::exception const& e) {
    ended = e.what();
  }
  power::record = nullptr, power::computed = nullptr;
  json numbers = measurements_json(study);
  numbers["ended"] = ended;
  if (traced) {
    trace.computed({});
    numbers["executed"] = trace.rows;
  }
  return numbers;
}

struct Finished {
  std::string how = "complete";  ///< or exception, crash, time, range
  json numbers;
  double seconds = 0;  ///< processor time
};

/// Runs the study in a process of its own, with the switch on.
Finished run(Experiment const& experiment, int id, double seconds) {
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) throw std::runtime_error("no pipe");
  pid_t const child = fork();
  if (child == 0) {
    close(pipe_ends[0]);
    rlimit const processor{rlim_t(2 + seconds), rlim_t(2 + seconds)}, core{0, 0},
        memory{rlim_t(8) << 30, rlim_t(8) << 30};
    setrlimit(RLIMIT_CPU, &processor);
    setrlimit(RLIMIT_CORE, &core);
    setrlimit(RLIMIT_AS, &memory);
    alarm(unsigned(20 + 60 * seconds));  // for a study that waits
    if (!std::freopen("/dev/null", "w", stdout) || !std::freopen("/dev/null", "w", stderr))
      _exit(98);
    power::active = id;
    std::string const text = numbers_of(experiment, id == 0).dump();
    for (std::size_t at = 0; at < text.size();) {
      auto const written = write(pipe_ends[1], text.data() + at, text.size() - at);
      if (written <= 0) _exit(98);
      at += std::size_t(written);
    }
    _exit(0);
  }
  close(pipe_ends[1]);
  std::string text;
  char buffer[1 << 16];
  for (ssize_t n; (n = read(pipe_ends[0], buffer, sizeof buffer)) > 0;) text.append(buffer, n);
  close(pipe_ends[0]);
  int status = 0;
  rusage used;
  wait4(child, &status, 0, &used);
  Finished f;
  auto const seconds_of = [](timeval const& t) {
    return double(t.tv_sec) + 1e-6 * double(t.tv_usec);
  };
  f.seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    f.numbers = json::parse(text);
    if (!f.numbers.at("ended").is_null()) f.how = "exception";
  } else if (WIFSIGNALED(status)) {
    int const signal = WTERMSIG(status);
    f.how = signal == SIGXCPU || signal == SIGALRM || signal == SIGKILL ? "time"
            : signal == SIGABRT                                         ? "range"
                                                                        : "crash";
  } else {
    f.how = WEXITSTATUS(status) == out_of_range ? "range" : "crash";
  }
  return f;
}

/// Returns the verdict without controls, with its correction.
std::string decision(Statement statement, Measurements const& measurements) {
  statement.controls.clear();
  Verdict const v = verdict_of(statement, measurements);
  return v.word + ": " + v.correction;
}

/// Measured numbers of a statement, all its instances.
json readings_of(json const& numbers, std::string const& id) {
  json own = json::array();
  for (json const& m : numbers.at("measured"))
    if (m.at("statement") == id)
      own.push_back({m.at("reading"), m.at("instance"), m.at("value"), m.at("growth")});
  for (json const& m : numbers.at("not_run"))
    if (m.at("statement") == id) own.push_back(m.at("reading"));
  return own;
}

/// Numbers by name, without texts.
json all_numbers(json numbers) {
  for (auto& [kind, list] : numbers.items())
    for (json& one : list)
      if (one.is_object()) one.erase("words");
  numbers.erase("executed");
  return numbers;
}

class Judge {
 public:
  Judge(fs::path const& results, Experiment const& experiment) : experiment_(experiment) {
    for (auto const& other : experiments())
      if (other.paper == experiment.paper && other.id != experiment.id) {
        std::ifstream file(results / other.id / "measurements.json");
        others_.add(json::parse(file));
      }
    std::ifstream file(results / experiment.id / "measurements.json");
    accepted_ = json::parse(file);
    for (auto const& s : declarations().statements)
      if (s.paper == experiment.paper && s.not_run.empty() &&
          std::ranges::any_of(s.readings, [&](Reading const& r) {
            return r.experiment == experiment.id && r.not_measured.empty();
          }))
        rows_.push_back(&s);
  }

  json base(Finished const& f, double seconds) {
    base_ = f.numbers;
    json words = json::object();
    for (auto const* s : rows_) words[s->id] = decisions_[s->id] = decision(*s, with(f.numbers));
    return {{"study", experiment_.id},
            {"code", code_hashes().at(experiment_.source).substr(0, 12)},
            {"seconds", seconds},
            {"same", all_numbers(accepted_) == all_numbers(without_end(f.numbers))},
            {"executed", f.numbers.at("executed")},
            {"rows", words}};
  }

  json of(int id, Finished const& f) const {
    std::set<std::string> const own = at(id);
    json result = {{"switch", id}, {"how", f.how}, {"seconds", f.seconds}};
    std::set<std::string> moved, refuted;
    bool const has_numbers = !f.numbers.is_null();
    if (has_numbers && f.how == "complete" && all_numbers(base_) == all_numbers(f.numbers)) {
      result["how"] = "same";
      moved = own;
    } else if (f.how != "range") {
      for (auto const* s : rows_) {
        json const now = has_numbers ? readings_of(f.numbers, s->id) : json::array();
        bool const lost = now.size() < readings_of(base_, s->id).size();
        if (lost) {
          if (f.how == "complete" || !own.contains(s->id))
            continue;  // a changed name; another row's
          moved.insert(s->id), refuted.insert(s->id);
        } else if (now != readings_of(base_, s->id)) {
          moved.insert(s->id);
          if (decision(*s, with(f.numbers)) != decisions_.at(s->id)) refuted.insert(s->id);
        }
      }
    }
    result["tried"] = moved;
    result["refuted"] = refuted;
    return result;
  }

 private:
  static json without_end(json numbers) {
    numbers.erase("ended");
    return numbers;
  }
  std::set<std::string> at(int id) const {
    for (auto const& pair : base_.at("executed"))
      if (pair.at(0) == id) {
        auto rows = pair.at(1).get<std::set<std::string>>();
        std::erase_if(rows, [&](auto const& row) { return !decisions_.contains(row); });
        return rows;
      }
    return {};
  }
  Measurements with(json const& numbers) const {
    PaperMeasurements all = others_;
    all.add(numbers);
    return all.readings;
  }

  Experiment const& experiment_;
  PaperMeasurements others_;
  json accepted_, base_;
  std::vector<Statement const*> rows_;
  std::map<std::string, std::string> decisions_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    fmt::print(stderr, "usage: power RESULTS STUDY < ids\n");
    return 2;
  }
  auto const found = std::ranges::find(experiments(), std::string(arguments[2]), &Experiment::id);
  if (found == experiments().end()) {
    fmt::print(stderr, "power: unknown study '{}'\n", arguments[2]);
    return 2;
  }
  Judge judge(arguments[1], *found);
  Finished const base = run(*found, 0, 600);
  if (base.how != "complete") {
    fmt::print(stderr, "power: {} fails without a switch: {}\n", arguments[2], base.how);
    return 1;
  }
  double const seconds = run(*found, -1, 600).seconds;  // without the record of switches
  fmt::print("{}\n", judge.base(base, seconds).dump());
  std::fflush(stdout);
  for (int id; std::cin >> id;) {
    fmt::print("{}\n", judge.of(id, run(*found, id, 10 * seconds)).dump());
    std::fflush(stdout);
  }
}
