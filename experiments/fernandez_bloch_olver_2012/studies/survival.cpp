#include "experiments/fernandez_bloch_olver_2012/shared/knife_edge.hpp"

namespace rattleback::fernandez_bloch_olver_2012::survival_study {

namespace {

/// Largest error of a run that survives; the run must also complete all steps.
constexpr double allowed_error = 0.2;

struct MethodVariant {
  std::string id, method;
  Options options;
  std::string words;
  bool searches_roots;
};
std::vector<MethodVariant> const contenders{
    // Its step is explicit: the search for roots has no effect.
    {"rdla", "rdla", {{"solve", "newton"}}, "RDLA", false},
    {"pthdel", "pthdel", {}, "PTHDEL", true},
    {"hdel", "hdel", {{"tau_grid", "matched"}}, "HDEL (R3)", true},
    {"dla_midpoint", "dla_midpoint", {}, "the full method (15)-(16)", false}};

}  // namespace

void survival(Study& study) {
  study.uses("E1");
  double done = 0, worst = 1;
  std::vector<std::string> words;
  for (auto const& contender : contenders) {
    // The search for roots evaluates 160 places per step. The place of the zeros of f between nodes
    // varies with 0.2244 N modulo 1: a sparser sample would miss most places.
    long const stride = !contender.searches_roots ? 2 : study.quick ? 16 : 4;
    for (auto const& start : starts) {
      auto& table = study.table(contender.id + "_" + start,
                                {"N", "survived", "error", "lost_at_1", "lost_at_2", "passage", "i",
                                 "smallest_denominator", "fraction_1", "fraction_2"});
      long survived = 0, all = 0;
      for (long N = 80; N <= 240; N += stride) {
        auto const run =
            knife_run(study, contender.method, start, contender.options, 7.0 / double(N), N);
        double const error = *max_element_or_nan(run.errors.begin(), run.errors.end());
        bool const good = run.trajectory.outcome == Outcome::ok && error < allowed_error;
        // First node that does not follow the motion: before or after phi = pi.
        auto const off = std::find_if(run.errors.begin(), run.errors.end(),
                                      [](double e) { return !(e < allowed_error); }) -
                         run.errors.begin();
        auto const denominators =
            series(run.steps.size(), [&](auto i) { return std::abs(run.steps[i].denominator); });
        double const denominator = smallest(denominators);
        double const pi = std::acos(-1.0), nan = std::nan(""), time = double(off) * run.step;
        auto const fraction = [&](double crossing) { return std::fmod(crossing / run.step, 1.0); };
        table.add({double(N), double(good), good ? error : nan, !good && time < pi ? 1 : nan,
                   !good && time >= pi ? 1 : nan, double(run.report.passage),
                   double(run.report.step), denominator, fraction(pi / 2), fraction(3 * pi / 2)});
        survived += good;
        ++all;
      }
      words.push_back(fmt::format("{} {} {}/{}", contender.words, start, survived, all));
      if (contender.searches_roots) worst = smaller_or_nan(worst, double(survived) / double(all));
      study.progress(done += 1.0 / double(contenders.size() * starts.size()));
    }
  }
  study.add_finding(
      "zeros/survival", worst,
      fmt::format("least fraction, over three starts, HDEL (R3) and PTHDEL, of $N$ between 80 and "
                  "240 with which a run to $t$ = 7 completes with errors below 0.2: {:.2f} ({})",
                  worst, joined(words, ", ")));
}

}  // namespace rattleback::fernandez_bloch_olver_2012::survival_study
