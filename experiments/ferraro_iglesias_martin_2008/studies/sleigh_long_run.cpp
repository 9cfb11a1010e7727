#include "experiments/core/words.hpp"
#include "experiments/ferraro_iglesias_martin_2008/shared/sleigh_motion.hpp"

namespace rattleback::ferraro_iglesias_martin_2008::sleigh_long_run_study {

namespace {

struct LongRun {
  double h;
  std::vector<double> times, speed;  ///< speed v along the blade
  /// Alternating part |2 n_k - n_(k-1) - n_(k+1)|/4 of n_k = mu G^-1 p_k^+, without the smooth
  /// part, which is O(h).
  std::vector<double> mode_times, mode;
  std::vector<Eigen::VectorXd> q;

  LongRun(Study& study, std::string method, RawQuad step, double end) : h(double(step)) {
    auto const t =
        study.execute(sleigh_run(std::move(method), std::lround(end / double(step)), step));
    q = nodes_of<double>(t);
    for (std::size_t k = 1; k < q.size(); ++k) {
      times.push_back(h * double(k));
      speed.push_back(t.v[k][0]);
    }
    if (t.diagnostics.empty()) return;
    std::vector<double> n;
    auto const momenta = DiscreteMotion(t).momenta;
    for (std::size_t k = 1; k < q.size(); ++k) {
      Vector const Z = sleigh().at(q[k].cast<Quad>()).gradients();
      n.push_back(double(Z.dot(momenta[k - 1].p_plus)));
    }
    for (std::size_t k = 1; k + 1 < n.size(); ++k) {
      mode_times.push_back(times[k]);
      mode.push_back(std::abs(2 * n[k] - n[k - 1] - n[k + 1]) / 4);
    }
  }
  /// First time at which the error of the speed exceeds a tenth of V; infinite if there is none.
  double departure(SleighMotion const& motion) const {
    for (std::size_t k = 0; k < times.size(); ++k)
      if (!(std::abs(speed[k] - motion.speed(times[k])) <= 0.1 * motion.V)) return times[k];
    return std::numeric_limits<double>::infinity();
  }
  int reversals() const {
    int number = 0;
    for (std::size_t k = 1; k < speed.size(); ++k) number += speed[k] * speed[k - 1] < 0;
    return number;
  }
};

void volume(Study& study) {
  Phase z = sleigh_start();
  Largest of_volume;
  int negative = 0;
  for (int k = 0; k < 60; ++k) {
    double const det = determinant(sleigh_slope(z, sleigh_step));
    of_volume(std::abs(std::abs(det) - 1));
    negative += det < 0;
    z = sleigh_map(z, sleigh_step);
  }
  study.add_finding("FIM-19/volume", of_volume.value,
                    fmt::format("{:.1e} by central differences, $h$ = 0.12; the sign of det is "
                                "negative in {} of 60 steps",
                                of_volume.value, negative));
}

}  // namespace

void sleigh_long_run(Study& study) {
  auto const motion = paper_motion();
  double const end = 50;
  std::vector<double> departures;
  auto& table = study.table("departures", {"h", "time"});
  std::vector<std::string> words;
  for (int j = -1; j < 4; ++j) {
    RawQuad const h = j < 0 ? exact_sleigh_step() * 2 : exact_sleigh_step() / (1 << j);
    LongRun const run(study, "gni", h, end);
    departures.push_back(run.departure(motion));
    words.push_back(fmt::format("{:.2f}", departures.back()));
    table.add({run.h, departures.back()});
    auto& speeds = study.table(fmt::format("speed_{}", j + 1), {"time", "speed", "mode"});
    for (std::size_t k = 0; k < run.mode.size(); k += (j < 1 ? 1 : std::size_t(1) << j))
      speeds.add({run.mode_times[k], run.speed[k + 1] / motion.V, run.mode[k] / motion.V});
  }
  study.progress(0.6);

  LongRun const longer(study, "gni", exact_sleigh_step(), 120),
      dla(study, "dla_midpoint", exact_sleigh_step(), 120);
  double const of_dla = dla.departure(motion);
  study.add_finding(
      "FIM-19", departures[1],
      fmt::format(
          "$t$ = {:.2f}; {} for $h$ = 0.24, ..., 0.015. Reversals up to $t$ = 120: {} by the "
          "method, {} by DLA, one on the exact motion; DLA {}",
          departures[1], joined(words, ", "), longer.reversals(), dla.reversals(),
          of_dla < 120 ? fmt::format("departs at {:.1f}", of_dla) : "does not depart"));
  auto& path = study.table("path", {"x", "y"});
  for (std::size_t k = 0; k < longer.q.size() && double(k) * longer.h <= 70; ++k)
    path.add({longer.q[k][0], longer.q[k][1]});
  auto& speeds = study.table("dla_speed", {"time", "speed", "exact"});
  for (std::size_t k = 0; k < dla.times.size() && dla.times[k] <= end; ++k)
    speeds.add({dla.times[k], dla.speed[k] / motion.V, motion.speed(dla.times[k]) / motion.V});
  volume(study);
}

}  // namespace rattleback::ferraro_iglesias_martin_2008::sleigh_long_run_study
