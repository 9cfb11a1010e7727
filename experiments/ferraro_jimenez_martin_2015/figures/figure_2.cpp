#include "experiments/ferraro_jimenez_martin_2015/shared/ball.hpp"
#include "experiments/measure/growth.hpp"

namespace rattleback::ferraro_jimenez_martin_2015::figure_2_study {

namespace {

using namespace ball;

constexpr long steps = 10000;
// Exact motion: alpha = I Omega/(I + m r^2) = 2/5, centre (x_0 - y'_0/alpha, y_0 + x'_0/alpha).
constexpr double centre_x = -1.5, centre_y = 3.5;
double const exact_radius = std::sqrt(2.0) / 0.4;

double distance_from_centre(Numbers const& q) {
  return std::hypot(q[0] - centre_x, q[1] - centre_y);
}
/// Differences of the nodes' distances from the centre from the radius, relative to the radius.
Numbers off_circle(Trajectory<double> const& t) {
  Numbers off;
  for (auto const& q : t.q) off.push_back(distance_from_centre(q) / exact_radius - 1);
  return off;
}
/// Order of the largest of these differences over a time of 20, more than one turn.
Measured order_off_circle(Study& study, std::string const& start) {
  constexpr int time = 20;
  Table differences{{"h", "off"}, {}};
  for (int const n : {100, 200, 400, 800, 1600}) {
    auto const t =
        study.execute(printed_ball("figure_2", start_called(start)).with(RawQuad(time) / n, n));
    differences.add({double(time) / n, largest(off_circle(t))});
  }
  return order_in(differences, "off", time);
}

}  // namespace

void figure_2(Study& study) {
  for (std::string const start : {"A", "B"}) {
    auto const t =
        study.execute(printed_ball("figure_2", start_called(start)).with(0.1_quad, steps));
    auto& path = study.table("path_" + start, {"t", "x", "y", "radius"});
    for (std::size_t i = 0; i < t.q.size(); ++i)
      path.add({t.times[i], t.q[i][0], t.q[i][1], distance_from_centre(t.q[i])});
    auto const off = off_circle(t);
    study.measure("FJM-19", "start " + start,
                  {.value = largest(off),
                   .steps = steps,
                   .growth = name_of(classify_growth(t.times, off).kind)});
    study.measure("FJM-19", "convergence to the circle", "start " + start,
                  order_off_circle(study, start));
  }
  // h alpha = 1.04 exceeds the bound of stability.
  auto const unstable =
      study.execute(printed_ball("figure_2", "plain").with(RawQuad(26) / 10, 200));
  auto const off = off_circle(unstable);
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
