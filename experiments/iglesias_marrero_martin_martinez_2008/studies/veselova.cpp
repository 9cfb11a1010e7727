#include "experiments/iglesias_marrero_martin_martinez_2008/shared/veselova_arrows.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

constexpr std::array<double, 3> moments{1, 2, 2.5};

/// V10, and the vertical and the energy for the figure.
void long_runs(Findings& findings) {
  long const steps = findings.quick ? 4000 : 20000;
  struct Long {
    std::string key, name;
    RawQuad h;
  };
  for (auto const& [key, name, h] : {Long{"free", "free", RawQuad(1) / 10},
                                     {"heavy", "heavy", RawQuad(1) / 20},
                                     {"heavy-coarse", "heavy", RawQuad(1) / 10}}) {
    auto const spec = veselova_runs(name).with(h, steps);
    auto const run = watched(findings, spec, spec.in_double());
    std::vector<double> energy, integral;
    for (std::size_t k = 0; k < run.q.size(); ++k) {
      auto const& q = run.q[k];
      auto const& w = run.v[k];
      energy.push_back(run.invariant_values[k][0] - run.invariant_values[0][0]);
      double square = 0, vertical = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        square += moments[i] * w[i] * moments[i] * w[i];
        vertical += moments[i] * w[i] * q[i];
      }
      integral.push_back(square - vertical * vertical);
    }
    if (name == "free")
      findings.find("V10", spread(integral) / integral[0],
                    fmt::format("{:.1e} in {} steps (integral {:.6f})",
                                spread(integral) / integral[0], steps, integral[0]));
    if (key != "heavy-coarse") {
      auto& band = findings.table("gamma_" + key, {"g1", "g2"});
      for (auto const& q : run.q)
        if (q[2] >= 0) band.add({q[0], q[1]});
    }
    auto& errors = findings.table("energy_" + key, {"t", "error"});
    for (std::size_t k = 0; k < energy.size(); k += 10) errors.add({run.times[k], energy[k]});
  }
  auto& rim = findings.table("rim", {"x", "y"});
  for (int k = 0; k <= 360; ++k)
    rim.add({std::cos(k * 0.017453292519943295), std::sin(k * 0.017453292519943295)});
}

void compute(Findings& findings) {
  long_runs(findings);
  findings.progress(0.6);
  std::vector<long> const steps{20, 40, 80, 160, 320, 640};
  auto const orders = [&](std::string const& key, Run const& run) {
    return orders_of(
        findings, key, run, 4, steps,
        {error_of_q("gamma", 0, 3), error_of_v("velocity", 0, 3), error_of_energy(run)});
  };
  measure_convergence(findings, "V0", "Veselova", "Veselova body with mgl = 0",
                      orders("free", veselova_runs("free")));
  measure_convergence(findings, "V0", "Veselova", "Veselova body with mgl = 1",
                      orders("heavy", veselova_runs("heavy")));
  auto const by_legendre = orders("legendre", veselova_runs("heavy", "legendre"))[0];
  findings.find("V0/legendre", by_legendre.order,
                fmt::format("{:.3f} (errors {})", by_legendre.order, in_words(by_legendre.errors)));
}

}  // namespace

Experiment veselova() {
  auto const sphere = [](std::string title, std::string file) {
    return Panel{.title = std::move(title),
                 .x_label = "{/:Italic γ}_1",
                 .y_label = "{/:Italic γ}_2",
                 .x_range = {{-1.3, 1.3}},
                 .y_range = {{-1.1, 1.1}},
                 .series = {{"rim.csv", "x", "y", "lines", ""}, {file, "g1", "g2", "dots", ""}}};
  };
  return {.id = "immm2008_veselova",
          .paper = paper_id,
          .title = "Veselova's rigid body: runs",
          .about = "Orders and long runs of the integrator, with and without gravity.",
          .choices =
              {{"the body, gravity and the motion",
                "I = diag(1, 2, 2.5), e = (.28, 0, .96), mgl = 0 or 1, gamma_0 = (.6, 0, .8), w_0 "
                "= (.8, .5, -.6)",
                "none is printed"},
               {"start of runs",
                "the momentum I w_0 at the node, between the half kicks of gravity; `legendre`: as "
                "F^- of the printed L_d, whose potential is at the left end",
                "the paper does not say how its equations start; only the first keeps order two"}},
          .figures =
              {{.id = "veselova",
                .number = "",
                .caption = "Veselova's body. (a), (b) The vertical {/:Italic γ} in the body, on "
                           "the half {/:Italic γ}_3 ≥ 0 of the sphere seen along the third axis: "
                           "without gravity it fills a band densely. (c), (d), (e) Change of the "
                           "energy. (f) Errors of {/:Italic γ} at {/:Italic T} = 4.",
                .columns = 2,
                .width = 6.9,
                .height = 8.4,
                .panels = {sphere("(a) without gravity, {/:Italic h} = 0.1", "gamma_free.csv"),
                           sphere("(b) with gravity, {/:Italic h} = 0.05", "gamma_heavy.csv"),
                           {.title = "(c) energy of (a)",
                            .x_label = "{/:Italic t}",
                            .y_label = "change of {/:Italic E}",
                            .series = {{"energy_free.csv", "t", "error", "dots", ""}}},
                           {.title = "(d) energy of (b)",
                            .x_label = "{/:Italic t}",
                            .y_label = "change of {/:Italic E}",
                            .series = {{"energy_heavy.csv", "t", "error", "dots", ""}}},
                           {.title = "(e) with gravity, {/:Italic h} = 0.1",
                            .x_label = "{/:Italic t}",
                            .y_label = "change of {/:Italic E}",
                            .series = {{"energy_heavy-coarse.csv", "t", "error", "dots", ""}}},
                           {.title = "(f) errors",
                            .x_label = "{/:Italic h}",
                            .y_label = "error of {/:Italic γ}",
                            .x_scale = "log",
                            .y_scale = "log",
                            .x_range = {{0.005, 0.3}},
                            .y_range = {{1e-6, 1e-1}},
                            .key = "bottom right",
                            .series = {{"errors_legendre.csv", "h", "gamma", "linespoints",
                                        "gravity, {/:Italic F}^− as start"},
                                       {"errors_heavy.csv", "h", "gamma", "linespoints", "gravity"},
                                       {"errors_free.csv", "h", "gamma", "linespoints",
                                        "no gravity"}}}}}},
          .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
