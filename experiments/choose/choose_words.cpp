#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/choose/choose.hpp"

namespace rattleback {

namespace {

/// Returns a label such as "gni with h = 0.05" or "ida, form index2, with tolerances of 1e-6".
std::string named(MethodChoice const& choice, Found const& found) {
  auto const with = found.contender.adaptive
                        ? fmt::format("with tolerances of {:g}", found.rung.tolerance)
                        : fmt::format("with h = {:.6g}", choice.step(found));
  auto const label = found.contender.label();
  return label + (label.find(", ") == std::string::npos ? " " : ", ") + with;
}

std::string milliseconds(double seconds) { return fmt::format("{:.3g} ms", 1e3 * seconds); }

std::string what_stays(MethodChoice const& choice) {
  auto const quantity = choice.spec.quantity;
  if (quantity != Quantity::energy) return fmt::format("the error of its {}", name_of(quantity));
  return choice.driven ? "its balance error, relative to the largest kinetic energy,"
                       : "its energy error, relative to the largest kinetic energy,";
}

/// Returns the reason why the comparison ends before T, as the end of a sentence; empty otherwise.
std::string shortened(MethodChoice const& choice) {
  if (!(choice.until < choice.spec.until)) return "";
  return fmt::format("; beyond this time no reference is certain ({})",
                     choice.reference.ends_because);
}

/// Returns the answer of a search that the limit ended, without a full stop.
std::string unfinished(MethodChoice const& choice, std::string const& far) {
  auto const& excluded = choice.result.excluded;
  auto const tried = std::ranges::count(excluded, true, &Excluded::has_run);
  auto const all = std::ranges::count_if(
      excluded, [](Excluded const& one) { return one.cause != Cause::not_compared; });
  auto words = fmt::format(
      "The limit of {:g} s of processor time ended the search before a method was confirmed to "
      "meet the error {:g}: {} of {} had a run up to {}",
      choice.spec.limit, choice.spec.error, tried, all, far);
  auto const nearest = std::ranges::min_element(excluded, {}, [](Excluded const& one) {
    return one.has_run ? one.least_error : std::numeric_limits<double>::infinity();
  });
  if (nearest->has_run && std::isfinite(nearest->least_error))
    words += fmt::format(", the least error is {:.2g}, by {}", nearest->least_error,
                         nearest->contender.label());
  return words + fmt::format("; type --limit {:g}, or name the methods to try after {}",
                             4 * choice.spec.limit, choice.problem);
}

}  // namespace

std::string answer_of(MethodChoice const& choice) {
  auto const& found = choice.result.found;
  auto const far = fmt::format("t = {:g}", choice.until);
  auto const interrupted = choice.result.interrupted ? "Until the interruption: " : "";
  auto const cut = std::ranges::count(choice.result.excluded, Cause::limit, &Excluded::cause);
  if (found.empty() && cut > 0 && !choice.result.interrupted)
    return unfinished(choice, far) + shortened(choice) + ".";
  if (found.empty())
    return fmt::format("{}No method that ran keeps {} below {:g} up to {}{}.", interrupted,
                       what_stays(choice), choice.spec.error, far, shortened(choice));
  auto const& best = found.front();
  std::vector<std::string> equal;
  for (std::size_t i = 1; i < found.size() && found[i].group == 0; ++i)
    equal.push_back(named(choice, found[i]));
  auto words = fmt::format("{}Take {}: {} stays below {:.2g} up to {} in {} of CPU time",
                           interrupted, named(choice, best), what_stays(choice), best.run.error,
                           far, milliseconds(best.cpu_seconds));
  if (!equal.empty())
    words += fmt::format(
        "; {} {} within 20 per cent of the least time and {} equal to it, the order "
        "among them is that of counted work",
        fmt::join(equal, ", "), equal.size() == 1 ? "is" : "are",
        equal.size() == 1 ? "counts as" : "count as");
  if (cut > 0)
    words += fmt::format("; the limit of {:g} s of processor time left {} other{} undecided",
                         choice.spec.limit, cut, cut == 1 ? "" : "s");
  return words + shortened(choice) + ".";
}

std::string energy_answer_of(MethodChoice const& choice) {
  auto const& found = choice.result.found;
  auto const& energy = choice.result.energy;
  auto const name = choice.driven ? "balance" : "energy";
  auto const beyond = fmt::format("If the {} must not drift beyond t = {:g}, ", name, choice.until);
  auto const numbers = [&](EnergyError const& error) {
    return fmt::format(
        "its {} error, relative to the largest kinetic energy, is {:.2g} up to "
        "t = {:g} and {:.2g} from there to t = {:g}",
        name, error.within, choice.until, error.beyond, 10 * choice.until);
  };
  auto const unexamined =
      energy.unexamined > 0
          ? fmt::format("; {} were not examined, as the limit left no time", energy.unexamined)
          : "";
  if (!choice.reference.constant_energy)
    return beyond + "nothing can be said: the energy of this problem is not constant.";
  if (found.empty()) return beyond + "nothing can be said: no method meets the error.";
  if (energy.keeps) {
    auto words = beyond + "take ";
    words += *energy.keeps == 0 ? "the same: " : named(choice, found[*energy.keeps]) + ": ";
    words += numbers(energy.error);
    if (std::max(energy.error.within, energy.error.beyond) <= energy_rounding)
      words += ", which is rounding";
    if (*energy.keeps > 0)
      words += fmt::format(", in {} up to t = {:g}", milliseconds(found[*energy.keeps].cpu_seconds),
                           choice.until);
    for (auto const which : energy.exact)
      if (which < *energy.keeps)
        words += fmt::format("; {} keeps it by construction, while other invariants may drift",
                             found[which].contender.label());
    return words + unexamined + ".";
  }
  if (energy.drifting.empty() && energy.unexamined == 0 && !energy.exact.empty())
    return beyond +
           "nothing can be said: all methods that meet the error keep it by construction, while "
           "other invariants may drift.";
  if (energy.drifting.empty())
    return beyond + "nothing can be said: " +
           (choice.result.interrupted ? "it was not examined before the interruption."
                                      : "it was not examined, as the limit left no time.");
  auto const& least = *std::ranges::min_element(energy.drifting, {}, [](auto const& one) {
    return std::pair{!one.error.complete, one.error.beyond};  // an incomplete run has no error
  });
  return fmt::format("{}no method of the {} examined keeps it; with {}, {}{}.", beyond,
                     energy.drifting.size(), named(choice, found[least.which]),
                     least.error.complete ? numbers(least.error) : "the run ends early",
                     unexamined);
}

std::string exclusions_of(MethodChoice const& choice) {
  if (choice.result.excluded.empty()) return "Nothing was excluded.";
  std::vector<std::string> parts;
  auto const add = [&](Cause cause, std::string const& why) {
    std::vector<std::string> names;
    for (auto const& one : choice.result.excluded)
      if (one.cause == cause) names.push_back(one.contender.label());
    if (names.empty()) return;
    auto const count = names.size();
    constexpr std::size_t most = 6;
    if (count > most) names.resize(most);
    parts.push_back(fmt::format("{} {} ({}{})", count, why, fmt::join(names, "; "),
                                count > most ? "; ..." : ""));
  };
  add(Cause::misses, "whose error stays too large");
  add(Cause::slower, "that are slower than the answer by far");
  add(Cause::limit, fmt::format("that the limit of {:g} s cut off", choice.spec.limit));
  add(Cause::interruption, "that the interruption cut off");
  add(Cause::refuses, "that this problem does not give what they need");
  add(Cause::not_compared, "that cannot be compared at nodes");
  return fmt::format("Excluded, with reasons below: {}.", fmt::join(parts, ", "));
}

}  // namespace rattleback
