#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"
#include "experiments/measure/growth.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::figure_2_study {

namespace {

using namespace ball;

constexpr long steps = 10000;
// Exact motion: alpha = I Omega/(I + m r^2) = 2/5, centre (x_0 - y'_0/alpha, y_0 + x'_0/alpha).
constexpr double centre_x = -1.5, centre_y = 3.5;
double const exact_radius = std::sqrt(2.0) / 0.4;

}  // namespace

void figure_2(Study& study) {
  for (std::string const start : {"A", "B"}) {
    auto const t =
        study.execute(printed_ball("figure_2", start_called(start)).with(0.1_quad, steps));
    auto& path = study.table("path_" + start, {"t", "x", "y", "radius"});
    Numbers off;
    for (std::size_t i = 0; i < t.q.size(); ++i) {
      double const radius = std::hypot(t.q[i][0] - centre_x, t.q[i][1] - centre_y);
      path.add({t.times[i], t.q[i][0], t.q[i][1], radius});
      off.push_back(radius / exact_radius - 1);
    }
    study.measure("FJM-19", "start " + start,
                  {.value = largest(off),
                   .steps = steps,
                   .growth = name_of(classify_growth(t.times, off).kind)});
  }
  // h alpha = 1.04 exceeds the bound of stability.
  auto const unstable =
      study.execute(printed_ball("figure_2", "plain").with(RawQuad(26) / 10, 200));
  Numbers off;
  for (auto const& q : unstable.q)
    off.push_back(std::hypot(q[0] - centre_x, q[1] - centre_y) / exact_radius - 1);
  study.control("FJM-19", "h = 2.6",
                {.value = largest(off),
                 .steps = 200,
                 .growth = name_of(classify_growth(unstable.times, off).kind)});
  study.table("plate", {"x", "y"}).add({0, 0});
  auto& circle = study.table("circle", {"x", "y"});
  for (int i = 0; i <= 360; ++i) {
    double const angle = i * std::acos(-1.0) / 180;
    circle.add(
        {centre_x + exact_radius * std::cos(angle), centre_y + exact_radius * std::sin(angle)});
  }
}

}  // namespace rattleback::ferraro_jimenez_martin_2015::figure_2_study
