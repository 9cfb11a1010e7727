// rattleback laws: property tests of the promises of a method's card.

#include "experiments/laws/laws.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/formulas/formulas.hpp"
#include "base/invalid_input.hpp"
#include "program/commands/commands.hpp"
#include "program/interface/json.hpp"
#include "program/interface/messages.hpp"
#include "program/interface/number.hpp"
#include "program/interface/provenance.hpp"
#include "program/plugins/method_files.hpp"

namespace rattleback {

namespace {

struct Law {
  char const* id;
  char const* words;
  laws::Violations (*violations)(laws::Problems const&);
  bool of_adaptive;  ///< also tested for adaptive methods
};

constexpr Law all_laws[]{
    {"orders", "every starting procedure has the orders that the card promises",
     &laws::order_is_as_promised, false},
    {"compositions", "a symmetric composition has the order of its scheme",
     &laws::compositions_have_their_order, false},
    {"reference", "solutions converge to the exact motion with the tolerance",
     &laws::adaptive_solvers_reach_the_reference, true},
    {"constraint", "the constraints are preserved if promised, and only then",
     &laws::constraint_is_kept, false},
    {"energy", "the energy is preserved if promised, and only then", &laws::energy_is_kept, false},
    {"reversibility", "steps are reversible if promised, and only then", &laws::step_is_reversible,
     false},
    {"parasitic mode", "the flipped part of reflected momenta grows as predicted",
     &laws::parasitic_mode_is_predicted, false},
    {"closed form", "closed forms and Newton's method give the same motion",
     &laws::closed_form_equals_newton, false},
    {"work", "derivatives, linear systems and steps are counted", &laws::work_is_counted, true},
    {"variants", "projections and feedbacks keep what their cards promise",
     &laws::variants_keep_their_promises, true},
    {"quad", "runs in quad and double precision agree; structure holds to quad rounding",
     &laws::quad_is_quad, false},
    {"ensembles", "lanes and threads do not change an orbit", &laws::ensembles_are_single_runs,
     true},
    {"failed steps", "a failed step changes nothing", &laws::failed_steps_change_nothing, false},
    {"starts", "every starting procedure begins a run", &laws::pairs_integrate_or_refuse, true}};

/// Problem of the default set of a header, with the kind of system that it stands for.
struct DefaultProblem {
  char const* id;
  char const* kind;
};
/// One problem per kind of code in a step: a method that is wrong for one kind may be right for all
/// others. Most wrong versions of a header break a law on one of them.
constexpr DefaultProblem default_set[]{
    {"contact_oscillator", "constant mass with a potential"},
    {"cylindrical_particle", "mass that depends on the configuration"},
    {"two_constraint_particle", "two coupled constraints"},
    {"suslov", "Lie group SO(3)"},
    {"driven_sleigh", "force that depends on velocity and time"},
    {"moving_contact", "constraint that depends on time"}};
constexpr char const* outside_default_set =
    "SE(2), SO(4), products of groups, reduced systems, affine constraints without time";

struct LawOptions {
  std::string method;
  std::optional<std::string> on;
  bool json = false, strict = false;
};

/// True if the problems are those of the default set.
bool takes_default_set(LawOptions const& o) { return !o.on && is_header(o.method); }

/// Returns the named problems, the default set for a header, those for which the method was built,
/// or all of the catalogue.
std::vector<std::string> chosen_problems(LawOptions const& o) {
  if (o.on) return split_at_commas(*o.on);
  if (auto const built = find_built(o.method)) return built->built_for;
  std::vector<std::string> ids;
  if (is_header(o.method)) {
    for (auto const& problem : default_set) ids.emplace_back(problem.id);
    return ids;
  }
  for (auto const& problem : registry()) ids.push_back(problem.card.id);
  return ids;
}

/// Returns the problems to which the method applies, with this method only.
laws::Problems problems_with(std::string const& method, std::vector<std::string> const& ids) {
  laws::Problems all;
  std::string refusal;
  for (auto const& id : ids) {
    auto const& problem = find_problem(id);
    auto const& entry = problem.method(method);
    if (!entry.not_applicable_because.empty()) refusal = entry.not_applicable_because;
    if (!entry.not_applicable_because.empty()) continue;
    auto copy = problem;
    copy.methods = problem.methods.without_methods();
    copy.methods.push_back(entry);
    all.push_back(std::move(copy));
  }
  if (all.empty())
    throw InvalidInput(fmt::format("{} does not apply to any of these problems: {}", method,
                                   formulas::plain_prose(refusal)));
  return all;
}

struct LawResult {
  Law const* law;
  std::vector<laws::Violation> broken, unpromised;
  std::string untested;  ///< reason if the law was tested nowhere; else empty

  std::string status() const {
    return !broken.empty() ? "BROKEN" : !untested.empty() ? "not tested" : "holds";
  }
};

std::vector<LawResult> results_of(laws::Problems const& problems) {
  bool const adaptive = problems.front().methods.front().card.adaptive;
  Progress progress("laws of " + problems.front().methods.front().card.id);
  std::vector<LawResult> all;
  double done = 0;
  for (auto const& law : all_laws) {
    progress(done++ / std::size(all_laws));
    if (adaptive ? !law.of_adaptive : law.violations == &laws::adaptive_solvers_reach_the_reference)
      continue;
    auto const found = law.violations(problems);
    LawResult result{&law, {}, {}, found.tests > 0 ? "" : found.untested};
    for (auto const& violation : found)
      (violation.of_catalogue ? result.unpromised : result.broken).push_back(violation);
    all.push_back(result);
  }
  return all;
}

std::vector<Json> json_of(std::vector<laws::Violation> const& violations) {
  std::vector<Json> all;
  for (auto const& v : violations)
    all.push_back(JsonObject().add("subject", v.subject).add("detail", v.detail));
  return all;
}

/// Returns the lines on the default set: kinds of systems that were tested, and those that were
/// not.
std::string words_of_default_set(std::vector<std::string> const& tested) {
  std::string covered, missing;
  for (auto const& [id, kind] : default_set) {
    bool const is_tested = std::find(tested.begin(), tested.end(), id) != tested.end();
    auto& text = is_tested ? covered : missing;
    text += (text.empty() ? "" : "; ") + (is_tested ? fmt::format("{} ({})", id, kind) : kind);
  }
  if (!missing.empty()) missing = "the method does not apply to: " + missing + "; ";
  return fmt::format("  default set: {}\n  not covered: {}not in the set: {} (--on PROBLEM,..)\n",
                     covered, missing, outside_default_set);
}

int run_laws(LawOptions const& o) {
  if (o.method.ends_with(".toml"))
    throw InvalidInput(
        fmt::format("laws tests a method, and '{}' is a problem; allowed: laws "
                    "INTEGRATOR --on {}",
                    o.method, o.method));
  auto const problems = problems_with(o.method, chosen_problems(o));
  auto const all = results_of(problems);
  std::vector<std::string> ids;
  for (auto const& problem : problems) ids.push_back(problem.card.id);
  bool const broken = std::any_of(all.begin(), all.end(),
                                  [](auto const& outcome) { return !outcome.broken.empty(); });
  int const status = o.strict && broken ? 1 : 0;
  auto const& id = problems.front().methods.front().card.id;
  if (o.json) {
    std::vector<Json> objects;
    for (auto const& outcome : all)
      objects.push_back(JsonObject()
                            .add("law", outcome.law->id)
                            .add("about", outcome.law->words)
                            .add("status", outcome.status())
                            .add("broken", json_of(outcome.broken))
                            .add("unpromised", json_of(outcome.unpromised))
                            .add("untested", outcome.untested));
    print_result(JsonObject().add("method", id).add("problems", ids).add("laws", objects));
    return status;
  }
  fmt::print("{} on {} problem{}\n", id, ids.size(), ids.size() == 1 ? "" : "s");
  if (takes_default_set(o)) fmt::print("{}", words_of_default_set(ids));
  for (auto const& outcome : all) {
    fmt::print("  {:<14} {:<10} {}\n", outcome.law->id, outcome.status(),
               outcome.status() == "not tested" ? outcome.untested : outcome.law->words);
    for (auto const& v : outcome.broken) fmt::print("    {}: {}\n", v.subject, v.detail);
    // On few problems a property may hold that is not promised for all.
    for (auto const& v : outcome.unpromised) fmt::print("    note: {}: {}\n", v.subject, v.detail);
  }
  for (auto const& limit : problems.front().methods.front().card.known_limits)
    fmt::print("  known limit: {} ({})\n", formulas::without_dollars(limit.sentence),
               limit.reference);
  return status;
}

}  // namespace

void add_laws(CommandLine& line) {
  auto const o = std::make_shared<LawOptions>();
  auto& verb =
      line.verb("laws", "Test every promise of a method's card", [o] { return run_laws(*o); });
  verb.shared_argument("INTEGRATOR", o->method);
  verb.option("--on", "PROBLEM,..", o->on,
              "Problems (default: a set for a header, those it was built for, or all of the "
              "catalogue)");
  verb.shared("--strict", o->strict);
  verb.shared("--json", o->json);
}

}  // namespace rattleback
