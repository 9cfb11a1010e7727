#include "experiments/fernandez_bloch_olver_2012/hdel_angle.hpp"
#include "experiments/fernandez_bloch_olver_2012/reduced_runs.hpp"
#include "problems/core/extremes.hpp"

namespace rattleback::fernandez_bloch_olver_2012 {

namespace {

/// A run survives when it makes all its steps and never errs by more.
constexpr double allowed_error = 0.2;

struct Contender {
  std::string id, method;
  Options options;
  std::string words;
  bool searches_roots;
};
std::vector<Contender> const& contenders() {
  static std::vector<Contender> const all{
      // Its step is explicit, so that nothing is lost without the search for roots.
      {"rdla", "rdla", {{"solve", "newton"}}, "RDLA", false},
      {"pthdel", "pthdel", {}, "PTHDEL", true},
      {"hdel", "hdel", {{"tau_grid", "matched"}}, "HDEL (R3)", true},
      {"dla_midpoint", "dla_midpoint", {}, "the full method (15)-(16)", false}};
  return all;
}
std::vector<std::string> const starts{"euler", "legendre", "exact"};

/// HDEL once more, with either choice among its roots.
void compare_root_rules(Findings& findings) {
  auto& table = findings.table("root_rules", {"N", "start", "nearest_to_last", "nearest_to_h"});
  double worst = 1;
  std::vector<std::string> words;
  for (std::size_t s = 0; s < starts.size(); ++s) {
    long of_last = 0, of_h = 0, all = 0;
    for (long N = 80; N <= 240; N += 2, ++all) {
      auto const survives = [&](RootRule rule) {
        return hdel_angle_survives(7.0 / double(N), N, starts[s], rule, allowed_error);
      };
      bool const last = survives(RootRule::nearest_to_last), h = survives(RootRule::nearest_to_h);
      table.add({double(N), double(s), double(last), double(h)});
      of_last += last;
      of_h += h;
    }
    worst = smaller_or_nan(worst, double(of_h) / double(all));
    words.push_back(fmt::format("{} {}/{} instead of {}", starts[s], of_h, all, of_last));
  }
  findings.measure("K4/survival-hdel-root", worst,
                   fmt::format("{:.2f} ({})", worst, fmt::join(words, ", ")));
}

void compute(Findings& findings) {
  double done = 0;
  for (auto const& contender : contenders()) {
    // With the search for roots, 160 places in a step, every second N would cost 19 CPU seconds.
    long const stride = !contender.searches_roots ? 2 : findings.quick ? 16 : 4;
    double worst = 1;
    std::vector<std::string> words;
    std::vector<std::string> lost;
    for (auto const& start : starts) {
      auto& table = findings.table(contender.id + "_" + start,
                                   {"N", "survived", "error", "lost_at_1", "lost_at_2", "passage",
                                    "i", "smallest_denominator", "fraction_1", "fraction_2"});
      long survived = 0, all = 0;
      for (long N = 80; N <= 240; N += stride) {
        auto const run = knife_run(contender.method, contender.options, start, 7.0 / double(N), N);
        double const error = *max_element_or_nan(run.errors.begin(), run.errors.end());
        bool const good = run.trajectory.outcome == Outcome::ok && error < allowed_error;
        // Where it was lost: the last node that still follows the motion, before phi = pi or after.
        auto const off = std::find_if(run.errors.begin(), run.errors.end(),
                                      [](double e) { return !(e < allowed_error); }) -
                         run.errors.begin();
        double denominator = std::numeric_limits<double>::infinity();
        for (auto const& step : run.steps)
          denominator = smaller_or_nan(denominator, std::abs(step.denominator));
        double const pi = std::acos(-1.0), time = double(off) * run.step;
        double const nan = std::nan("");
        auto const fraction = [&](double crossing) { return std::fmod(crossing / run.step, 1.0); };
        table.add({double(N), double(good), good ? error : nan, !good && time < pi ? 1 : nan,
                   !good && time >= pi ? 1 : nan, double(run.report.passage),
                   double(run.report.step), denominator, fraction(pi / 2), fraction(3 * pi / 2)});
        survived += good;
        if (!good && !contender.searches_roots)  // few: name them
          lost.push_back(fmt::format("{} N = {}: error {:.2g}, denominator {:.1g}", start, N, error,
                                     denominator));
        ++all;
      }
      words.push_back(fmt::format("{} {}/{}", start, survived, all));
      worst = smaller_or_nan(worst, double(survived) / double(all));
      findings.progress(done += 1.0 / double(contenders().size() * starts.size()));
    }
    findings.measure("K4/survival-" + contender.id, worst,
                     fmt::format("{:.2f} ({}{}{})", worst, fmt::join(words, ", "),
                                 lost.empty() ? "" : "; ", fmt::join(lost, "; ")));
  }
  compare_root_rules(findings);
}

std::vector<Claim> claims() {
  std::vector<Claim> all;
  for (auto const& contender : contenders())
    all.push_back(
        {.id = "K4/survival-" + contender.id,
         .place = "section 5.3",
         .statement = fmt::format("Zeros of f do not prevent the application, here of {}: fraction "
                                  "of N between 80 and 240 with which a run to T = 7 completes "
                                  "with errors below 0.2 (the worst of three starts)",
                                  contender.words),
         .printed = "will not prevent",
         .criterion = at_least(1),
         .reason = "a method that a zero does not stop passes it with every step",
         .correction = {},
         .assumption = contender.id == "hdel" ? "steps of tau as in R3"
                       : contender.id == "rdla"
                           ? "(24)-(25): the force halved on each side and scaled by h"
                           : "starts euler, legendre and exact"});
  Claim other_root = all[2];
  other_root.id += "-root";
  other_root.statement =
      "The same for the angle of HDEL when a step takes the root nearest to h (then: nearest to "
      "the "
      "last increment, as elsewhere)";
  other_root.assumption += "; root nearest to h";
  all.push_back(other_root);
  return all;
}

Panel survival_panel(char letter, std::string const& id, std::string const& method,
                     std::string const& start) {
  std::string const data = id + "_" + start + ".csv";
  return {.title = fmt::format("({}) {}, {}", letter, method, start),
          .x_label = "{/:Italic N}",
          .y_label = "largest error",
          .y_scale = "log",
          .x_range = {{76, 244}},
          .y_range = {{1e-7, 3}},
          .series = {{data, "N", "error", "points", "completed"},
                     {data, "N", "lost_at_1", "points", "lost at {/:Italic π}/2"},
                     {data, "N", "lost_at_2", "points", "lost at 3{/:Italic π}/2"},
                     {"rdla_" + start + ".csv", "N", "error", "lines", "RDLA"},
                     {"dla_midpoint_" + start + ".csv", "N", "error", "lines", "full DLA"}}};
}

}  // namespace

Experiment survival() {
  std::vector<Panel> panels;
  char letter = 'a';
  for (auto const& [id, method] : {std::pair{"pthdel", "PTHDEL"}, {"hdel", "HDEL R3"}})
    for (auto const& start : starts) panels.push_back(survival_panel(letter++, id, method, start));
  panels.front().key = "bottom left";
  return {
      .id = "fbo2012_survival",
      .paper = "fernandez_bloch_olver_2012",
      .title = "Knife edge: which numbers of steps pass the zeros of f",
      .about =
          "Runs to T = 7 with N = 80 ... 240 steps: every second N for RDLA and the full method, "
          "every fourth (quick: every 16th) for PTHDEL and HDEL, whose steps search for roots. "
          "survived: all steps made and errors below 0.2. Tables also have the passage as in "
          "the study of the singularity, and where between two nodes the crossings fall.",
      .choices = knife_choices(),
      .claims = claims(),
      .figures = {{.id = "survival",
                   .number = "",
                   .caption =
                       "Knife edge to T = 7 with N steps: largest error of the runs that pass "
                       "both zeros of cos φ, by PTHDEL (top) and HDEL R3 (bottom) from three "
                       "starts; marks at 1 are runs that leave the motion at the first or the "
                       "second zero. Lines: RDLA and the full discrete Lagrange-d'Alembert "
                       "integrator.",
                   .columns = 3,
                   .width = 7.4,
                   .height = 5.0,
                   .panels = panels}},
      .compute = compute};
}

}  // namespace rattleback::fernandez_bloch_olver_2012
