#include "experiments/choose/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/invalid_input.hpp"
#include "experiments/choose/rung_search.hpp"
#include "integrators/core/registry/registry.hpp"

namespace rattleback {

namespace {

/// Returns the numbers of steps of the ladder: `coarsest` times powers of 2^(1/4), rounded,
/// increasing.
std::vector<long> ladder_of_steps(long coarsest) {
  std::vector<long> steps{coarsest};
  constexpr long most = 1L << 30;
  for (int k = 1; steps.back() < most; ++k)
    steps.push_back(
        std::max(steps.back() + 1, std::lround(double(coarsest) * std::pow(2.0, k / 4.0))));
  return steps;
}

constexpr double infinity = std::numeric_limits<double>::infinity();
/// Shares of the limit since its beginning: end of the refinement, end of all work.
constexpr double refined_by = 0.8, done_by = 0.96;
/// Share of the limit that any run may take.
constexpr double share_of_any = 0.002;
/// Factor of the time of the fastest method that meets the error, and share of the limit, above
/// both of which a run is not worth its time.
constexpr double far_slower = 300, share_of_slower = 0.01;
/// Factor of the expected time after which a run is postponed.
constexpr double patience = 4;
constexpr int loosest_digits = 2, tightest_digits = 14;

RungSearch::Ladder ladder_of(MethodVariant const& contender, std::size_t rungs) {
  int const order = contender.order > 0 ? contender.order : 1;
  // The error of a solver decreases slightly more slowly than its tolerance.
  if (contender.adaptive) return {tightest_digits - loosest_digits, 4, 0.8 * std::log2(10.0), 5};
  return {int(rungs) - 1, 8, order / 4.0, 24};
}

/// Search state of one method.
class Entry {
 public:
  Entry(MethodVariant const& contender, SearchSpec const& spec, std::vector<long> const& ladder)
      : contender_(&contender),
        spec_(&spec),
        ladder_(&ladder),
        search_(spec.error, ladder_of(contender, ladder.size())) {}

  MethodVariant const& contender() const { return *contender_; }
  long steps(int index) const { return (*ladder_)[std::size_t(index)]; }
  Rung rung(int index) const {
    if (!contender().adaptive) return {steps(index), 0};
    return {spec_->output_intervals, std::stod(fmt::format("1e-{}", loosest_digits + index))};
  }
  std::optional<int> next() const { return search_.next(); }
  std::optional<int> found() const { return search_.found(); }
  bool has_run() const { return !runs_.empty(); }

  /// Returns the expected seconds of the next run: as the finest run so far, and at least as long
  /// as the next run has already been tried in vain.
  double expected() const {
    if (runs_.empty())
      return std::max(postponed_,
                      contender().standard ? 0 : share_of_any / patience * spec_->limit);
    int const index = *next();
    auto const& [from, seen] = *runs_.rbegin();
    // The number of steps of a solver grows at most with the power 1/order of the tolerance; for
    // low orders a tenth of the tolerance doubles it.
    double const factor = contender().adaptive ? std::pow(2.0, index - from)
                                               : double(steps(index)) / double(steps(from));
    return std::max(postponed_, seen.seconds * factor);
  }
  void record(int index, ObservedRun const& run, double seconds) {
    search_.record(index, run.failure.empty() ? run.error : infinity);
    runs_[index] = {run, seconds};
    postponed_ = 0;
  }
  void postpone(double seconds) { postponed_ = seconds; }
  Found result(int index) const {
    return {contender(), rung(index), runs_.at(index).run, runs_.at(index).run.cpu_seconds,
            runs_.at(index).seconds};
  }

  /// Returns text such as "its error is 1.2e-3 with h = 0.01, the finest step tried", with the
  /// state of the search.
  std::string last_result() const {
    if (runs_.empty())
      return postponed_ > 0 ? fmt::format("its coarsest run takes longer than {:.2g} s", postponed_)
                            : "it has had no run";
    auto const& [index, seen] = *runs_.rbegin();
    auto const where =
        contender().adaptive
            ? fmt::format("with tolerances of {:g}, the tightest tried", rung(index).tolerance)
            : fmt::format("with h = {:.4g}, the finest step tried",
                          spec_->until / double(steps(index)));
    if (!seen.run.failure.empty()) return fmt::format("{}: {}", where, seen.run.failure);
    auto words = fmt::format("its error is {:.2g} {}", seen.run.error, where);
    if (seen.run.error < spec_->error)
      return words + "; it is not confirmed at finer ones, nor exceeded at the next coarser one";
    if (search_.falls_short()) {
      words += ", and it fell by less than ";
      words += contender().order > 0 ? fmt::format("the order {} promises", contender().order)
                                     : std::string("the tolerances did");
    }
    return words;
  }
  /// Returns the least error of its runs; infinite without one.
  double least_error() const {
    double least = infinity;
    for (auto const& [index, error] : search_.errors()) least = std::min(least, error);
    return least;
  }

 private:
  struct MeasuredRung {
    ObservedRun run;
    double seconds;
  };
  MethodVariant const* contender_;
  SearchSpec const* spec_;
  std::vector<long> const* ladder_;
  RungSearch search_;
  std::map<int, MeasuredRung> runs_;
  double postponed_ = 0;  ///< seconds after which the next run was ended before
};

/// Search in progress.
class Search {
 public:
  Search(std::vector<MethodVariant> const& contenders, SearchSpec const& spec, SearchRuns& runs)
      : spec_(spec), runs_(runs), ladder_(ladder_of_steps(spec.coarsest)) {
    for (auto const& contender : contenders)
      if (contender.not_applicable_because.empty())
        entries_.emplace_back(contender, spec_, ladder_);
      else
        result_.excluded.push_back(
            {contender, Cause::not_compared, contender.not_applicable_because});
  }

  SearchResult run() {
    try {
      refine();
      order();
      if (spec_.with_energy) look_at_energy();
    } catch (Interrupted const&) {
      result_.interrupted = true;
      if (!ordered_) order();
      result_.energy.unexamined = result_.found.size() - result_.energy.drifting.size();
    }
    for (auto const& entry : entries_)  // methods that an interruption left unfinished
      if (!entry.found())
        exclude(entry, Cause::interruption,
                "the interruption ended its search: " + entry.last_result());
    return std::move(result_);
  }

 private:
  void refine() {
    // Until there is an answer, a method that lacks only its confirmation comes before others.
    constexpr double haste = 0.01;
    auto const cost = [this](Entry const& entry) {
      bool const nearly = result_.found.empty() && entry.least_error() < spec_.error;
      return (nearly ? haste : 1) * entry.expected();
    };
    while (!entries_.empty()) {
      auto const at = std::ranges::min_element(entries_, {}, cost);
      if (!advance(*at)) entries_.erase(at);
    }
  }

  /// Runs the next rung. Returns true if the method remains in the search.
  bool advance(Entry& entry) {
    runs_.report_progress();
    double const began = runs_.now(), expected = entry.expected();
    double const deadline = (result_.found.empty() ? done_by : refined_by) * spec_.limit;
    if (began + expected > deadline) {
      auto reason = fmt::format("its search reached the limit of {:g} s: {}", spec_.limit,
                                entry.last_result());
      if (entry.has_run() && expected > share_of_slower * spec_.limit)
        reason += fmt::format("; its next run would take {:.2g} s", expected);
      return exclude(entry, Cause::limit, reason);
    }
    auto const fastest = std::ranges::min_element(result_.found, {}, &Found::watched_seconds);
    if (fastest != result_.found.end() && expected > share_of_slower * spec_.limit &&
        expected > far_slower * fastest->watched_seconds)
      return exclude(
          entry, Cause::slower,
          fmt::format("{}; its next run would take {:.2g} s, more than {:g} times that "
                      "of {}, which meets the error",
                      entry.last_result(), expected, far_slower, fastest->contender.label()));
    double const allowed = std::max(patience * expected, share_of_any * spec_.limit);
    int const index = *entry.next();
    try {
      auto const observe = [&] {
        return runs_.observe(entry.contender(), entry.rung(index),
                             std::min(deadline, began + allowed));
      };
      auto run = observe();
      double seconds = runs_.now() - began;
      // The first run of a solver makes tables that its other runs share.
      if (!entry.has_run() && entry.contender().standard) {
        run = observe();
        seconds = std::min(seconds, runs_.now() - began - seconds);
      }
      entry.record(index, run, seconds);
    } catch (TimeIsOver const& over) {
      if (!over.excludes.empty()) return exclude(entry, Cause::limit, over.excludes);
      entry.postpone(std::min(runs_.now() - began, allowed));
      return true;
    } catch (InvalidInput const& refused) {
      return exclude(entry, Cause::refuses, refused.what());
    }
    if (entry.next()) return true;
    if (auto const found = entry.found())
      take(entry.result(*found));
    else
      exclude(entry, Cause::misses, entry.last_result());
    return false;
  }

  /// Adds a method that meets the error and times it three times. An interruption does not discard
  /// it.
  void take(Found one) {
    result_.found.push_back(std::move(one));
    auto& found = result_.found.back();
    double const deadline = done_by * spec_.limit;
    double const watching = found.run.cpu_seconds;
    double least = infinity, least_elapsed = infinity;
    for (int i = 0; i < 3; ++i) try {
        double const began = runs_.now();
        if (began + found.watched_seconds > deadline) break;
        least = std::min(least, runs_.cpu_seconds(found.contender, found.rung, deadline));
        least_elapsed = std::min(least_elapsed, runs_.now() - began);
      } catch (TimeIsOver const&) {
        break;
      }
    if (!std::isfinite(least)) return;
    found.cpu_seconds = least;
    // Other work on the machine may have slowed the measured run.
    found.watched_seconds =
        std::min(found.watched_seconds, least_elapsed + std::max(0.0, watching - least));
  }

  bool exclude(Entry const& entry, Cause cause, std::string reason) {
    result_.excluded.push_back(
        {entry.contender(), cause, std::move(reason), entry.has_run(), entry.least_error()});
    return false;
  }

  /// Groups the methods by CPU time, each within 20 per cent of the cheapest of its group, and
  /// sorts each group by work.
  void order() {
    ordered_ = true;
    auto& found = result_.found;
    std::ranges::sort(found, {}, &Found::cpu_seconds);
    int group = 0;
    for (auto first = found.begin(); first != found.end(); ++group) {
      double const most = 1.2 * first->cpu_seconds;
      auto const end =
          std::find_if(first, found.end(), [&](auto const& one) { return one.cpu_seconds > most; });
      std::stable_sort(first, end, [](auto& a, auto& b) { return a.run.work < b.run.work; });
      for (; first != end; ++first) first->group = group;
    }
  }

  void look_at_energy() {
    auto& verdict = result_.energy;
    double const deadline = done_by * spec_.limit;
    for (std::size_t i = 0; i < result_.found.size(); ++i) {
      auto const& one = result_.found[i];
      if (one.contender.exact_energy) {
        verdict.exact.push_back(i);
        continue;
      }
      runs_.report_progress();
      EnergyError seen;
      try {
        if (runs_.now() + 10 * one.watched_seconds > deadline) throw TimeIsOver{};
        seen = runs_.energy_beyond(one.contender, one.rung, deadline);
      } catch (TimeIsOver const&) {
        ++verdict.unexamined;
        continue;
      } catch (InvalidInput const&) {
        seen.complete = false;
      }
      bool const rounding = seen.within <= energy_rounding && seen.beyond <= energy_rounding;
      if (seen.complete && !seen.beyond_trust && (rounding || seen.beyond <= 2 * seen.within)) {
        verdict.keeps = i;
        verdict.error = seen;
        return;
      }
      verdict.drifting.push_back({i, seen});
    }
  }

  SearchSpec const& spec_;
  SearchRuns& runs_;
  std::vector<long> const ladder_;
  std::vector<Entry> entries_;
  SearchResult result_;
  bool ordered_ = false;
};

}  // namespace

std::string MethodVariant::label() const {
  auto words = method;
  for (auto const& [name, value] : options) words += fmt::format(", {} {}", name, value);
  return words;
}

SearchResult search(std::vector<MethodVariant> const& contenders, SearchSpec const& spec,
                    SearchRuns& runs) {
  return Search(contenders, spec, runs).run();
}

}  // namespace rattleback
