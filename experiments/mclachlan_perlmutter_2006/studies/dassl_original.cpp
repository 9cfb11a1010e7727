#include <fmt/ranges.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "experiments/mclachlan_perlmutter_2006/shared/chaotic_runs.hpp"
#include "experiments/measure/sweep.hpp"

namespace rattleback::mclachlan_perlmutter_2006::dassl_original_study {

namespace {

constexpr double end_time = 100;

/// Chaotic system (5.5)-(5.6), n = 3, with the multiplier integrated (lambda = L', A v = 0), for
/// Octave's dassl. Requires q, v, tolerance and end_time; prints a line `t H` per output time, then
/// `calls N`, or `failed` and DASSL's message.
constexpr char const* script = R"(
global calls
calls = 0;

function g = gradient(q)
  y = q(2:4);  z = q(5:7);
  g = q + [0; y .* z.^2; y.^2 .* z + [z(1) * z(2)^2; z(2) * z(1)^2; 0]];
end
function a = form(q)
  a = [1; 0; 0; 0; q(2:4)];
end
function h = energy(q, v)
  y = q(2:4);  z = q(5:7);
  h = (sum(v.^2) + sum(q.^2) + (z(1) * z(2))^2 + sum((y .* z).^2)) / 2;
end
function r = residual(x, xdot, t)
  global calls
  calls += 1;
  q = x(1:7);  v = x(8:14);
  r = [xdot(1:7) - v; xdot(8:14) + gradient(q) - form(q) * xdot(15); form(q)' * v];
end

a = form(q);
lambda = (a' * gradient(q) - v(2:4)' * v(5:7)) / (a' * a);
dassl_options("relative tolerance", tolerance);
dassl_options("absolute tolerance", tolerance);
times = 0:0.5:end_time;
xdot0 = [v; a * lambda - gradient(q); lambda];
[x, xdot, state, message] = dassl(@residual, [q; v; 0], xdot0, times);
if (state < 0)
  printf("failed %s\n", message);
else
  for i = 1:numel(times)
    printf("%.17g %.17g\n", times(i), energy(x(i, 1:7)', x(i, 8:14)'));
  end
  printf("calls %d\n", calls);
end
)";

struct DasslRun {
  std::vector<double> times, energies;
  long calls = 0;
  std::string failure = {};  ///< empty if the run reached the end
};

bool octave_is_installed() { return std::system("command -v octave-cli > /dev/null 2>&1") == 0; }

/// Returns the text as one quoted word of the shell.
std::string shell_word(std::string_view text) {
  std::string word = "'";
  for (char const c : text) c == '\'' ? word += "'\\''" : word += c;
  return word + "'";
}

DasslRun run_dassl(ProblemEntry::CaseRecord const& start, std::string const& tolerance) {
  auto const program =
      fmt::format("q = [{:.17g}];\nv = [{:.17g}];\ntolerance = {};\nend_time = {};\n{}",
                  fmt::join(start.q, "; "), fmt::join(start.v, "; "), tolerance, end_time, script);
  std::string const command = "octave-cli --quiet --norc --eval " + shell_word(program) + " 2>&1";
  DasslRun run;
  FILE* const output = popen(command.c_str(), "r");
  if (!output) return {.failure = "octave-cli could not be started"};
  char line[4096];
  while (std::fgets(line, sizeof line, output)) {
    double t, h;
    if (std::sscanf(line, "calls %ld", &run.calls) == 1) continue;
    if (std::sscanf(line, "%lf %lf", &t, &h) == 2)
      run.times.push_back(t), run.energies.push_back(h);
    else if (run.failure.empty())
      run.failure.assign(line, std::string_view(line).find_last_not_of('\n') + 1);
  }
  int const status = pclose(output);
  if (run.calls > 0)
    run.failure.clear();  // a warning of Octave
  else if (run.failure.empty())
    run.failure = fmt::format("octave-cli ended with status {}", status);
  return run;
}

}  // namespace

void dassl_original(Study& study) {
  auto& table =
      study.table("work", {"tolerance", "dassl_calls_per_unit_time", "ida_calls_per_unit_time",
                           "dassl_energy_error", "ida_energy_error"});
  if (!octave_is_installed()) {
    study.add_finding("F5/dassl", std::nan(""), "not measured: GNU Octave is not installed");
    return;
  }
  auto const& problem = study.problem("chaotic_r7");
  auto const start = std::find_if(problem.cases.begin(), problem.cases.end(),
                                  [](auto const& c) { return c.name == "sample7"; });
  for (std::string const tolerance : {"1e-4", "1e-6"}) {
    auto const dassl = run_dassl(*start, tolerance);
    if (!dassl.failure.empty()) {
      study.outcome("DASSL, tolerance " + tolerance, Outcome::solver_failed, dassl.failure,
                    dassl.times.empty() ? 0 : dassl.times.back());
      study.add_finding("F5/dassl", std::nan(""),
                        "not measured: Octave's dassl failed: " + dassl.failure);
      return;
    }
    auto const ida =
        study.execute(ida_run(start->name, integrated_multiplier, tolerance, end_time));
    // The script defines the system again: the initial energies must agree.
    double const difference = std::abs(dassl.energies[0] - ida.invariant_values[0][0]);
    if (!(difference <= 1e-14))
      throw std::logic_error(
          fmt::format("the system in Octave differs: its initial energy by {}", difference));

    tabulate(study, "dassl_" + tolerance,
             {{"t", dassl.times}, {"energy_error", values_over(dassl.energies, [&](double H) {
                                     return H - dassl.energies[0];
                                   })}});
    double const calls = double(dassl.calls) / end_time,
                 ida_calls = double(ida.counts.equation_calls) / ida.reached,
                 error = std::abs(dassl.energies.back() - dassl.energies[0]),
                 ida_error = std::abs(ida.invariant_values.back()[0] - ida.invariant_values[0][0]);
    table.add({std::stod(tolerance), calls, ida_calls, error, ida_error});
    if (tolerance == "1e-6")
      study.add_finding(
          "F5/dassl", calls,
          fmt::format("{:.1f} evaluations a unit of time (IDA {:.1f}); |$H - H$(0)| at $t$ = "
                      "100: {:.1e} (IDA {:.1e})",
                      calls, ida_calls, error, ida_error));
  }
}

}  // namespace rattleback::mclachlan_perlmutter_2006::dassl_original_study
