#include "experiments/core/panels.hpp"
#include "experiments/iglesias_marrero_martin_martinez_2008/shared/veselova_arrows.hpp"

namespace rattleback::iglesias_marrero_martin_martinez_2008 {

namespace {

constexpr std::array<double, 3> moments{1, 2, 2.5};

/// V10, and the vertical and the energy for the figure.
void long_runs(Findings& findings) {
  long const steps = findings.quick ? 4000 : 20000;
  struct Long {
    std::string key, name;
    int parts;
  };
  for (auto const& [key, name, parts] :
       {Long{"free", "free", 10}, {"heavy", "heavy", 20}, {"heavy-coarse", "heavy", 10}}) {
    auto const run = findings.execute(veselova_run(name).with(Q(1) / parts, steps));
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
      findings.find("V10", relative_spread(integral),
                    fmt::format("{:.1e} in {} steps (integral {:.6f})", relative_spread(integral),
                                steps, integral[0]));
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

  auto const errors = [&](std::string const& key, Run const& run) {
    return errors_of(
        findings, key, run, {20, 40, 80, 160, 320, 640},
        {error_of_q("gamma", 0, 3), error_of_v("velocity", 0, 3), error_of_energy(findings, run)});
  };
  measure_orders(findings, "V0", "Veselova", "Veselova body with mgl = 0",
                 errors("free", veselova_run("free")));
  measure_orders(findings, "V0", "Veselova", "Veselova body with mgl = 1",
                 errors("heavy", veselova_run("heavy")));
  find_order(findings, "V0/legendre",
             errors("legendre", veselova_run("heavy", "legendre"))["gamma"]);
}

}  // namespace

Experiment veselova() {
  auto const sphere = [](std::string title, std::string file) {
    return plain_panel(std::move(title), italic("γ") + "_1", italic("γ") + "_2",
                       {{"rim.csv", "x", "y", "lines", ""}, {file, "g1", "g2", "dots", ""}},
                       {{-1.3, 1.3}}, {{-1.1, 1.1}});
  };
  auto const energy = [](std::string title, std::string file) {
    return plain_panel(std::move(title), italic("t"), "change of " + italic("E"),
                       {{file, "t", "error", "dots", ""}});
  };
  return {
      .id = "immm2008_veselova",
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
            .caption = "Veselova's body. (a), (b) The vertical {/:Italic γ} in the body, on "
                       "the half {/:Italic γ}_3 ≥ 0 of the sphere seen along the third axis: "
                       "without gravity it fills a band densely. (c), (d), (e) Change of the "
                       "energy. (f) Errors of {/:Italic γ} at {/:Italic T} = 4.",
            .columns = 2,
            .width = 6.9,
            .height = 8.4,
            .panels =
                {sphere("(a) without gravity, " + italic("h") + " = 0.1", "gamma_free.csv"),
                 sphere("(b) with gravity, " + italic("h") + " = 0.05", "gamma_heavy.csv"),
                 energy("(c) energy of (a)", "energy_free.csv"),
                 energy("(d) energy of (b)", "energy_heavy.csv"),
                 energy("(e) with gravity, " + italic("h") + " = 0.1", "energy_heavy-coarse.csv"),
                 errors_panel("(f) errors", "error of " + italic("γ"),
                              {{"errors_legendre.csv", "h", "gamma", "linespoints",
                                "gravity, " + italic("F") + "^− as start"},
                               {"errors_heavy.csv", "h", "gamma", "linespoints", "gravity"},
                               {"errors_free.csv", "h", "gamma", "linespoints", "no gravity"}},
                              {{0.005, 0.3}}, {{1e-6, 1e-1}})}}},
      .compute = compute};
}

}  // namespace rattleback::iglesias_marrero_martin_martinez_2008
