// Study of the reversals of the rattleback and of the methods that reproduce them.

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "experiments/beyond/shared/contenders.hpp"
#include "experiments/beyond/shared/spin.hpp"
#include "experiments/core/series.hpp"
#include "experiments/core/words.hpp"
#include "experiments/measure/fit.hpp"

namespace rattleback::beyond::rattleback_reversals_study {

namespace {

constexpr double pitching = 109.392;  ///< rad/s, linearised about the steady spin

Run motion(std::string case_name, RawQuad step, RawQuad time, long every = 1) {
  return {.problem = "rattleback",
          .case_name = std::move(case_name),
          .step = step,
          .steps = std::lround(double(time / step)),
          .every = every};
}

/// Reversals by a solver at tolerance 1e-12, and their largest difference from those of a second
/// solver.
struct Reversals {
  std::vector<double> times, spins, crossings;
  double disagreement = 0;

  Reversals(Study& study, char const* case_name, RawQuad time) {
    // The first two reversals are 0.8 ms apart.
    auto const run = motion(case_name, RawQuad(1) / 10000, time);
    auto const first = study.execute(solved(run, "odeint_rkf78", "1e-12"));
    auto const second = study.execute(solved(run, "odeint_bulirsch_stoer", "1e-12"));
    times = first.times;
    spins = spins_of(first);
    crossings = sign_changes(times, spins);
    auto const others = sign_changes(second.times, spins_of(second));
    // Different numbers of crossings give NaN.
    disagreement = others.size() == crossings.size() ? 0 : std::nan("");
    for (std::size_t i = 0; i < crossings.size() && i < others.size(); ++i)
      disagreement = larger_or_nan(disagreement, std::abs(crossings[i] - others[i]));
  }
};

void reversal_times(Study& study) {
  RawQuad const time = study.quick ? 12 : 20;
  Reversals const plus(study, "reverses", time), minus(study, "steady", time);
  auto& table = study.table("spin", {"time", "plus", "minus"});
  for (std::size_t i = 0; i < plus.times.size(); i += 200)
    table.add({plus.times[i], plus.spins[i], minus.spins[i]});
  auto& crossings = study.table("crossings", {"start", "time"});
  for (double const t : plus.crossings) crossings.add({5, t});
  for (double const t : minus.crossings) crossings.add({-5, t});
  study.add_finding("RB-01", plus.crossings.at(0),
                    fmt::format("{} from +5; two solvers at tolerance 1e-12 differ by {:.1e}",
                                in_words(plus.crossings, "{:.6f}"), plus.disagreement));
  study.add_finding("RB-02", minus.crossings.at(0),
                    fmt::format("{} from -5; two solvers at tolerance 1e-12 differ by {:.1e}",
                                in_words(minus.crossings, "{:.6f}"), minus.disagreement));
}

/// Results of one method at one step from the initial spin +5.
struct Resolved {
  double step, error, energy, crossing;
  Outcome outcome;
};

void steps_to_resolve(Study& study) {
  auto const exact =
      study.execute(solved(motion("reverses", RawQuad(1) / 1000, 1, 0), "odeint_rkf78", "1e-12"));
  double const spin = spin_of(exact.q.back(), exact.v.back());
  auto& table = study.table("steps", {"h", "phase", "spin", "energy", "crossing"});
  std::vector<Resolved> all;
  for (int const per_second : {50, 100, 200, 400, 800, 1600, 3200}) {
    if (study.quick && per_second > 800) continue;
    auto run = motion("reverses", RawQuad(1) / per_second, 4);
    run.method = "reduced_gni";
    auto const t = study.execute(run);
    Resolved r{1. / per_second, std::nan(""), std::nan(""), std::nan(""), t.outcome};
    if (t.outcome == Outcome::ok) {
      auto const spins = spins_of(t);
      r.error = std::abs(spins[std::size_t(per_second)] - spin);
      r.energy = t.invariants.front().max_deviation / t.invariants.front().initial;
      auto const crossings = sign_changes(t.times, spins);
      if (!crossings.empty()) r.crossing = crossings.front();
    }
    table.add({r.step, r.step * pitching, r.error, r.energy, r.crossing});
    all.push_back(r);
  }
  // Largest step such that it and every smaller step reverse within 0.1 s of 2.68 s.
  double largest_good = 0;
  std::vector<std::string> words;
  for (auto r = all.rbegin(); r != all.rend(); ++r) {
    if (!(std::abs(r->crossing - 2.68) < 0.1)) break;
    largest_good = r->step;
  }
  std::vector<double> h, errors;
  for (auto const& r : all) {
    words.push_back(r.outcome != Outcome::ok
                        ? fmt::format("$h$ = {}: {}", r.step, name_of(r.outcome))
                        : fmt::format("$h$ = {}: {:.4f}, error {:.1e}, energy {:.1e}", r.step,
                                      r.crossing, r.error, r.energy));
    if (r.outcome == Outcome::ok && r.step < 0.004) {
      h.push_back(r.step);
      errors.push_back(r.error);
    }
  }
  study.add_finding(
      "RB-03", largest_good,
      fmt::format("{} s, {:.2f} rad of the pitching; first reversal, error of the spin "
                  "at $t$ = 1 and largest relative error of the energy: {}",
                  largest_good, largest_good * pitching, joined(words)));
  study.add_finding(
      "RB-04", h.size() < 3 ? std::nan("") : fit_power(h, errors).slope,
      fmt::format("slope over $h$ < .004 ({} steps), errors {}", h.size(), in_words(errors)));
}

/// Returns the state with the rotation nearest to its matrix: solvers leave the group, and an
/// initial condition must not.
std::vector<RawQuad> nearest_rotation(std::vector<double> q) {
  using Rows = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  Eigen::Map<Rows> R(q.data() + 2);
  Eigen::JacobiSVD<Eigen::Matrix3d> const svd(Eigen::Matrix3d(R),
                                              Eigen::ComputeFullU | Eigen::ComputeFullV);
  R = svd.matrixU() * svd.matrixV().transpose();
  return {q.begin(), q.end()};
}

/// Measures the energy in the long run and the reversed run from t = 4, for every method.
void methods(Study& study) {
  long const time = study.quick ? 8 : 20;
  auto const all = contenders("rattleback");
  auto& energies = study.table("energy", {"method", "time", "error"});
  auto& table = study.table("methods", {"method", "energy", "constraint", "way_back"});
  std::vector<std::string> of_energy, of_back;
  double kept_best = std::numeric_limits<double>::infinity();
  Largest farthest;
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto const& by = all[i];
    RawQuad const step = RawQuad(1) / (by.adaptive ? 50 : 1000);
    auto const t = study.execute(run_by(by, motion("reverses", step, time, by.adaptive ? 1 : 20)));
    double const initial = t.invariants.front().initial;
    double back = std::nan("");
    if (t.outcome == Outcome::ok) {
      for (std::size_t k = 0; k < t.times.size(); ++k) {
        double const error = std::abs(t.invariant_values[k][0] - initial) / initial;
        energies.add({double(i), t.times[k], error});
      }
      auto const out = study.execute(run_by(by, motion("reverses", step, 4, 0)));
      auto home = run_by(by, motion("reverses", step, 4, 0));
      home.q = nearest_rotation(out.q.back());
      home.v = std::vector<RawQuad>(out.v.back().begin(), out.v.back().end());
      for (auto& component : *home.v) component = -component;
      home.is_method_state = true;  // the constraint holds to the method's own accuracy
      auto const there = study.execute(home);
      if (there.outcome == Outcome::ok) {
        Largest distance;
        for (std::size_t k = 0; k < 11; ++k) distance(there.q.back()[k] - out.q.front()[k]);
        for (std::size_t k = 0; k < 5; ++k) distance(there.v.back()[k] + out.v.front()[k]);
        back = distance.value;
      }
      farthest(back);
      kept_best = smaller_or_nan(kept_best, t.invariants.front().max_deviation / initial);
    }
    table.add({double(i), t.invariants.front().max_deviation / initial, t.max_violation, back});
    of_energy.push_back(
        t.outcome == Outcome::ok
            ? fmt::format("{} {:.1e}", by.label, t.invariants.front().max_deviation / initial)
            : fmt::format("{} {}", by.label, name_of(t.outcome)));
    of_back.push_back(fmt::format("{} {:.1e}", by.label, back));
    study.progress(0.3 + 0.6 * double(i) / double(all.size()));
  }
  study.add_finding("RB-05", kept_best, joined(of_energy));
  study.add_finding("RB-06", farthest.value, joined(of_back));
}

}  // namespace

void rattleback_reversals(Study& study) {
  reversal_times(study);
  study.progress(0.15);
  steps_to_resolve(study);
  study.progress(0.3);
  methods(study);
}

}  // namespace rattleback::beyond::rattleback_reversals_study
