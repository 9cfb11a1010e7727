#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "experiments/comparison/comparison.hpp"

namespace rattleback {

namespace {

double cpu_now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

double max_difference(std::vector<double> const& a, std::vector<RawQuad> const& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    double const d = std::abs(double(a[i] - b[i]));
    if (!(d <= largest)) largest = d;  // nan stays nan
  }
  return largest;
}

/// Runs of h = T/20 to T/2560, or of tolerances 1e-3 to 1e-11.
std::vector<RunSpec> sweep(MethodEntry const& method, std::string const& start, double time) {
  std::vector<RunSpec> specs;
  RunSpec spec;
  spec.start = start;
  if (method.card.adaptive) {
    spec.step = RawQuad(time) / 4;  // some solvers end at every node: few of them
    spec.steps = 4;
    for (int digits = 3; digits <= 11; ++digits) {
      auto const tolerance = fmt::format("1e-{}", digits);
      spec.options = {{"rtol", tolerance}, {"atol", tolerance}};
      specs.push_back(spec);
    }
  } else {
    for (long n = 20; n <= 2560; n *= 2) {
      spec.step = RawQuad(time) / n;
      spec.steps = n;
      specs.push_back(spec);
    }
  }
  return specs;
}

}  // namespace

std::vector<WorkPoint> work_of(MethodEntry const& method, std::string const& start, double time,
                               ReferenceState const& exact) {
  std::vector<WorkPoint> points;
  for (auto const& spec : sweep(method, start, time)) {
    WorkPoint point;
    point.adaptive = method.card.adaptive;
    point.value =
        point.adaptive ? std::stod(spec.options.front().second) : static_cast<double>(spec.step);
    // Short runs are repeated until a clock can tell their time.
    Trajectory<double> run;
    int repeats = 0;
    double const began = cpu_now();
    do {
      run = method.integrate(spec);
      ++repeats;
    } while (cpu_now() - began < 0.005 && repeats < 1000);
    point.cpu_seconds = (cpu_now() - began) / repeats;
    point.outcome = run.outcome;
    point.counts = run.counts;
    bool const ok = run.outcome == Outcome::ok;
    double const none = std::numeric_limits<double>::quiet_NaN();
    point.position_error = ok ? max_difference(run.q.back(), exact.q) : none;
    bool const at_nodes = method.card.velocity_node == 0;
    point.velocity_error = ok && at_nodes ? max_difference(run.v.back(), exact.v) : none;
    point.energy_error = run.invariants.front().max_deviation;
    point.constraint_error = run.max_violation;
    points.push_back(point);
    if (point.cpu_seconds > 0.25) break;  // finer runs would cost more than they tell
  }
  return points;
}

}  // namespace rattleback
