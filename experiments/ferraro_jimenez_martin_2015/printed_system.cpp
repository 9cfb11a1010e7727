#include "experiments/ferraro_jimenez_martin_2015/ball_runs.hpp"

namespace rattleback::ferraro_jimenez_martin_2015 {

namespace {

using namespace ball;

constexpr int total_time = 15;

struct System {
  std::string name, problem, case_name;
};
System const printed{"printed", "body_frame_ball", "figure_3"};
System const sphere{"sphere", "chaplygin_sphere", "FJM-rotating"};

void compute(Findings& findings) {
  std::vector<Trajectory<double>> fine;
  for (auto const& s : {printed, sphere}) {
    Runs const tight{
        s.problem, s.case_name, "odeint_dopri5", "plain", {{"rtol", "1e-12"}, {"atol", "1e-12"}}};
    fine.push_back(run(tight, total_time, 300, 1));
    watch(findings, tight, fine.back());
    Runs const gni{s.problem, s.case_name, "reduced_gni", "plain"};
    auto const t = run(gni, total_time, 100, 1);
    watch(findings, gni, t);
    auto& points = findings.table("gni_" + s.name, {"t", "x", "y"});
    for (std::size_t k = 0; k < t.q.size(); k += 4) points.add({t.times[k], t.q[k][0], t.q[k][1]});
  }
  auto& table =
      findings.table("contact_points", {"t", "printed_x", "printed_y", "x", "y", "distance"});
  for (std::size_t k = 0; k < fine[0].q.size(); ++k) {
    auto const &a = fine[0].q[k], &b = fine[1].q[k];
    table.add({fine[0].times[k], a[0], a[1], b[0], b[1], contact_distance(a, b)});
  }
  auto const a = exact_state(printed.problem, printed.case_name, total_time).q;
  auto const b = exact_state(sphere.problem, sphere.case_name, total_time).q;
  double const apart = contact_distance(a, b);
  findings.measure("FJM-20/ball", apart,
                   fmt::format("{:.4f}: ({:.5f}, {:.5f}), the ball ({:.5f}, {:.5f})", apart, a[0],
                               a[1], b[0], b[1]));
}

}  // namespace

Experiment printed_system() {
  return {.id = "fjm2015_printed_system",
          .paper = paper_id,
          .title = "The system that section 7.4 integrates beside the rolling ball",
          .about =
              "The second example's data in the equations as printed (body_frame_ball) and in "
              "those of the ball they name (chaplygin_sphere). Body momentum balance belongs to "
              "the body components of the angular velocity, rolling to the spatial ones.",
          .choices = {{"orientation of the ball at the start", "R = 1",
                       "the printed equations do not contain it"}},
          .claims = {{.id = "FJM-20/ball",
                      .place = "section 7.4, second example",
                      .statement = "The equations are those of an inhomogeneous sphere that rolls "
                                   "without slipping: distance of their contact point from the "
                                   "sphere's at T = 15, both exact",
                      .printed = "an inhomogeneous sphere, no slip",
                      .criterion = at_most(1e-6),
                      .reason = "both motions are certified to more digits"}},
          .figures =
              {{.id = "contact_points",
                .number = "",
                .caption = "Data of the second example, {/:Italic T} = 15: (a) contact point of "
                           "the system that section 7.4 prints and of the rolling ball, exact "
                           "(lines) and by the GNI with {/:Italic h} = 0.15 (every fourth "
                           "node); (b) distance of the two exact ones.",
                .columns = 2,
                .width = 6.9,
                .height = 3.8,
                .panels = {{.title = "(a)",
                            .x_label = "{/:Italic x}",
                            .y_label = "{/:Italic y}",
                            .key = "bottom left",
                            .series = {{"contact_points.csv", "printed_x", "printed_y", "lines",
                                        "section 7.4"},
                                       {"contact_points.csv", "x", "y", "lines", "ball"},
                                       {"gni_printed.csv", "x", "y", "points", "section 7.4, GNI"},
                                       {"gni_sphere.csv", "x", "y", "points", "ball, GNI"}}},
                           {.title = "(b)",
                            .x_label = "{/:Italic t}",
                            .y_label = "distance of the contact points",
                            .series = {{"contact_points.csv", "t", "distance", "lines", ""}}}}}},
          .compute = compute};
}

}  // namespace rattleback::ferraro_jimenez_martin_2015
