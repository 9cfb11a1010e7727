#include "integrators/core/run/reference.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <boost/numeric/odeint/stepper/bulirsch_stoer.hpp>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iterator>
#include <sstream>

#include "base/invalid_input.hpp"
#include "base/program_file.hpp"
#include "integrators/core/run/kinks.hpp"
#include "integrators/core/run/reference_watch.hpp"
#include "integrators/core/run/resolve.hpp"
#include "problems/core/numbers/extremes.hpp"
#include "problems/text/series/series.hpp"

namespace rattleback {

namespace {
namespace fs = std::filesystem;

std::string digits_of(Quad const& x) { return print_quad("%.36e", static_cast<RawQuad>(x)); }

fs::path cache_folder() {
  if (char const* chosen = std::getenv("RATTLEBACK_CACHE")) return chosen;
  auto const program = program_file();
  return (program.empty() ? fs::temp_directory_path() : program.parent_path()) / "references";
}

/// FNV-1a.
std::string hash_of(std::string const& text) {
  std::uint64_t hash = 14695981039346656037ull;
  for (unsigned char c : text) hash = (hash ^ c) * 1099511628211ull;
  return fmt::format("{:016x}", hash);
}

/// File names are hashes; a collision shows because the file holds the whole key.
fs::path cache_file(std::string const& key) { return cache_folder() / (hash_of(key) + ".txt"); }

/// Returns the content of an entry below its first line, which holds the hash of the content. Empty
/// if the file is damaged or is not a regular file (reading a pipe would block).
std::string intact_entry(fs::path const& path) {
  std::error_code unreadable;
  if (!fs::is_regular_file(path, unreadable)) return {};
  std::ifstream file(path, std::ios::binary);
  std::string hash;
  std::getline(file, hash);
  std::string const text{std::istreambuf_iterator<char>(file), {}};
  return file && hash == hash_of(text) ? text : "";
}

/// Removes what killed processes have left of the entry: FILE.PID. Should one be alive on another
/// machine, it only fails to keep its entry.
void remove_leftovers_of(fs::path const& file) {
  auto const begin = file.filename().string() + ".";
  std::vector<fs::path> left;
  std::error_code failed;
  for (fs::directory_iterator entry(file.parent_path(), failed), end; !failed && entry != end;
       entry.increment(failed)) {
    auto const name = entry->path().filename().string();
    if (!name.starts_with(begin)) continue;
    int const process = std::atoi(name.c_str() + begin.size());
    if (process > 0 && ::kill(process, 0) != 0 && errno == ESRCH) left.push_back(entry->path());
  }
  for (auto const& path : left) fs::remove(path, failed);
}

/// Steps over a kink within 1e-9 ahead by a line up to it and another one from it on: the error of
/// y is of the order of the square of that length. Returns false if there is no kink.
bool step_over_kink(QuadOde const& ode, Quad& t, std::vector<Quad>& y, Quad const& end) {
  std::vector<Quad> rate(y.size()), rate_beyond(y.size());
  if (!ode.kinks || !ode.f(t, y, rate)) return false;
  auto const before = ode.kinks(t, y);
  for (Quad length = 1e-12; length < 1e-9; length *= 2) {
    Quad const ahead = std::min(length, Quad(end - t));
    auto beyond = y;
    for (std::size_t i = 0; i < y.size(); ++i) beyond[i] += ahead * rate[i];
    auto const after = ode.kinks(t + ahead, beyond);
    int const k = changed_kink(before, after);
    if (k < 0 || !ode.f(t + ahead, beyond, rate_beyond)) continue;
    Quad const rest = ahead * after[k] / (after[k] - before[k]);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] = beyond[i] + rest * (rate_beyond[i] - rate[i]);
    t += ahead;
    return true;
  }
  return false;
}
}  // namespace

std::vector<std::vector<Quad>> extrapolate(QuadOde const& ode, std::vector<Quad> const& times,
                                           Quad tolerance) {
  using State = std::vector<Quad>;
  namespace odeint = boost::numeric::odeint;
  odeint::bulirsch_stoer<State, Quad, State, Quad> stepper(tolerance, tolerance, Quad(1), Quad(1));
  auto const f = [&](State const& y, State& dydt, Quad const& t) {
    if (!ode.f(t, y, dydt))
      throw InvalidInput(
          "the reference motion meets singular constraints: choose another start or other "
          "parameters");
  };
  State y = ode.y0, before;
  std::vector<State> states;
  Quad t = 0, step = Quad(1) / 16;
  for (Quad const& end : times) {
    for (long tries = 0; t < end; ++tries) {
      look_at_reference(static_cast<double>(t));
      if (tries > 1000000)
        throw InvalidInput(
            "the reference motion needs more than a million steps: choose another start or "
            "other parameters");
      // The last step to `end` is cut short; the next interval goes on with the uncut size.
      bool const last = t + ode.share * step >= end;
      Quad attempt = last ? Quad(end - t) : Quad(ode.share * step);
      Quad const from = t;
      before = y;
      bool const accepted = stepper.try_step(f, y, t, attempt) == odeint::success;
      if (auto const shorter = accepted ? ode.shorter_step(from, before, t, y) : std::nullopt) {
        y = before;
        t = from;
        step = *shorter;
        continue;
      }
      if (!accepted || !last) step = attempt;
      if (accepted && last) t = end;
      if (!(abs(step) < Quad(1) / 1000000000000ll && t == from)) continue;
      if (!step_over_kink(ode, t, y, end))
        throw InvalidInput(
            "the reference motion ends in a singularity: choose another start or other "
            "parameters");
      step = Quad(1) / 1000;
    }
    states.push_back(y);
  }
  return states;
}

namespace {

/// Text that identifies what was asked, for the cache. Numbers enter with all their digits.
std::string reference_key(std::string const& problem, std::vector<Quad> const& parameters,
                          std::vector<Quad> const& y0, std::vector<Quad> const& times) {
  std::string key = reference_code_hash() + " " + problem;
  for (auto const* numbers : {&parameters, &y0, &times}) {
    key += " |";
    for (auto const& x : *numbers) key += " " + digits_of(x);
  }
  return key;
}

// The cache is a folder next to the program, or that of the environment variable RATTLEBACK_CACHE.
// An entry holds its whole key, which includes a hash of the code.

std::optional<Reference> cached_reference(std::string const& key) {
  std::istringstream file(intact_entry(cache_file(key)));
  std::string line;
  if (!file || !std::getline(file, line) || line != key) return std::nullopt;
  Reference r;
  std::size_t count = 0;
  file >> r.digits >> count >> std::ws;
  std::getline(file, r.certified_by);
  auto const number = [&] {
    std::string word;
    file >> word;
    if (!file) return RawQuad(0);
    char* end = nullptr;
    RawQuad const value = read_quad(word.c_str(), &end);
    if (*end != '\0') throw std::runtime_error("unreadable number '" + word + "'");
    return value;
  };
  auto const read = [&](std::vector<RawQuad>& numbers) {
    std::size_t length = 0;
    file >> length;
    while (file && numbers.size() < length) numbers.push_back(number());
  };
  try {
    for (std::size_t i = 0; file && i < count; ++i) {
      ReferenceState s{};
      s.time = number();
      read(s.q);
      read(s.v);
      read(s.multipliers);
      r.states.push_back(std::move(s));
    }
  } catch (std::runtime_error const&) {
    return std::nullopt;  // a word that is not a number: the damaged entry is computed again
  }
  if (!file) return std::nullopt;
  r.from_cache = true;
  return r;
}

void keep_reference(std::string const& key, Reference const& reference) {
  std::ostringstream text;
  text << key << '\n'
       << std::setprecision(17) << reference.digits << ' ' << reference.states.size() << ' '
       << reference.certified_by << '\n';
  auto const write = [&](std::vector<RawQuad> const& numbers) {
    text << ' ' << numbers.size();
    for (RawQuad x : numbers) text << ' ' << digits_of(Quad(x));
    text << '\n';
  };
  for (auto const& s : reference.states) {
    text << digits_of(Quad(s.time)) << '\n';
    write(s.q);
    write(s.v);
    write(s.multipliers);
  }
  // A cache that cannot be written costs time, nothing else.
  std::error_code ignored;
  auto const file = cache_file(key);
  fs::create_directories(file.parent_path(), ignored);
  remove_leftovers_of(file);
  auto temporary = file;
  temporary += fmt::format(".{}", ::getpid());
  std::ofstream out(temporary);
  out << hash_of(text.str()) << '\n' << text.str();
  out.close();
  std::error_code failed;
  if (out) fs::rename(temporary, file, failed);
  if (!out || failed) fs::remove(temporary, ignored);
}

/// The steps that QuadOde::shorter_step asks for, of the motion of a system.
std::optional<Quad> step_to_change(System<double> const& system, Quad const& t0,
                                   std::vector<Quad> const& y0, Quad const& t1,
                                   std::vector<Quad> const& y1) {
  auto const rounded = [](std::vector<Quad> const& y) {
    std::vector<double> numbers;
    for (Quad const& x : y) numbers.push_back(static_cast<double>(x));
    return numbers;
  };
  double const from = static_cast<double>(t0);
  auto const change =
      abrupt_change(system, from, rounded(y0), static_cast<double>(t1), rounded(y1));
  if (!change) return std::nullopt;
  return Quad(std::max(*change - from, 4 * search_spacing * system.description().card.time_scale));
}

/// The equations of motion as an initial value problem of (q, v).
QuadOde equations_of(Resolved<Quad> const& resolved, bool with_multipliers) {
  QuadOde ode;
  ode.y0 = resolved.q;
  ode.y0.insert(ode.y0.end(), resolved.v.begin(), resolved.v.end());
  auto const& system = resolved.system;
  std::vector<Quad> multipliers(system->constraints);
  ode.f = [&system, with_multipliers, multipliers](Quad const& t, std::vector<Quad> const& y,
                                                   std::vector<Quad>& dydt) mutable {
    Quad const *q = y.data(), *v = q + system->size;
    Quad *qdot = dydt.data(), *vdot = qdot + system->size;
    bool const singular =
        with_multipliers ? system->motion(system.get(), t, q, v, qdot, vdot, multipliers.data())
                         : system->independent_motion(system.get(), t, q, v, vdot);
    system->tangent(system.get(), q, v, qdot);
    return !singular;
  };
  if (system->kink_arguments)
    ode.kinks = [&system](Quad const& t, std::vector<Quad> const& y) {
      return kink_arguments(system, t, y.data(), y.data() + system->size);
    };
  return ode;
}

/// Formulation 1: multipliers and accelerations from one saddle system. Formulation 2: independent
/// velocities, no multipliers, other steps. A series of one is compared with the equations of the
/// other, which no recurrences evaluate. In each step of a driven system accelerations are searched
/// for short changes.
/// @param by_series  Taylor series, where their steps do not vanish; else extrapolation
Reference certified(Resolved<Quad> const& resolved, System<double> const& in_double,
                    std::vector<Quad> const& times, bool by_series) {
  auto const& system = resolved.system;
  Quad const tolerance = Quad(1) / 1000000000000000ll / 1000000000000000ll;  // 1e-30
  auto saddle = equations_of(resolved, true), independent = equations_of(resolved, false);
  if (in_double.description().driven || !in_double.description().kinks.empty())
    saddle.shorter_step = independent.shorter_step = std::bind_front(step_to_change, in_double);
  independent.share = Quad(4) / 5;
  saddle.longest_step = independent.longest_step = in_double.description().card.time_scale;
  auto const motion = [&](QuadOde const& ode, QuadOde const& other, Quad const& to_tolerance) {
    if (by_series) {
      auto const series = system->series(system.get());
      if (&ode == &independent) series->use_independent_velocities();
      auto compared = ode;
      compared.f = other.f;
      if (auto sum = sum_series(compared, *series, times, to_tolerance)) return *sum;
    }
    return SummedSeries{extrapolate(ode, times, to_tolerance)};
  };
  auto const [first, first_error] = motion(saddle, independent, tolerance);
  auto const [second, second_error] = motion(independent, saddle, tolerance * 3);
  Quad difference = std::max(first_error, second_error), scale = 1;
  Reference made;
  for (std::size_t i = 0; i < times.size(); ++i) {
    for (std::size_t j = 0; j < first[i].size(); ++j) {
      difference = larger_or_nan(difference, Quad(abs(first[i][j] - second[i][j])));
      scale = std::max(scale, Quad(abs(first[i][j])));
    }
    auto const raw = [](Quad const* numbers, int count) {
      return std::vector<RawQuad>(numbers, numbers + count);
    };
    Quad const *q = first[i].data(), *v = q + system->size;
    std::vector<Quad> qdot(system->size), vdot(system->dof), multipliers(system->constraints);
    system->motion(system.get(), times[i], q, v, qdot.data(), vdot.data(), multipliers.data());
    made.states.push_back({static_cast<RawQuad>(times[i]), raw(q, system->size),
                           raw(v, system->dof), raw(multipliers.data(), system->constraints)});
  }
  if (!isfinite(difference))
    throw InvalidInput(
        "the reference motion leaves the domain of a formula: choose another start or other "
        "parameters");
  Quad const floor = std::numeric_limits<Quad>::epsilon();
  made.digits = static_cast<double>(-log10(std::max(Quad(difference / scale), floor)));
  made.certified_by = "saddle form and independent velocities";
  return made;
}

/// The more certain of both ways. Series are not used on driven systems and systems with kinks: a
/// series at one time does not show what happens to the system at another.
Reference certified(Resolved<Quad> const& resolved, System<double> const& in_double,
                    std::vector<Quad> const& times) {
  constexpr double enough_digits = 28;
  auto const& system = resolved.system;
  if (!system->series || system->kink_arguments || in_double.description().driven)
    return certified(resolved, in_double, times, false);
  auto const by_series = certified(resolved, in_double, times, true);
  if (by_series.digits >= enough_digits) return by_series;
  auto const extrapolated = certified(resolved, in_double, times, false);
  return extrapolated.digits > by_series.digits ? extrapolated : by_series;
}

}  // namespace

Reference reference(SharedProblem const& problem, Setting const& setting,
                    std::vector<RawQuad> const& raw_times) {
  auto const resolved = resolve<Quad>(problem, setting);
  auto const& system = resolved.system;
  std::vector<Quad> times(raw_times.begin(), raw_times.end());
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  for (Quad const& t : times)
    if (!(t >= 0)) throw InvalidInput("reference times must be >= 0");

  std::vector<Quad> parameters;
  for (std::size_t k = 0; k < problem->description.parameters.size(); ++k)
    parameters.push_back(system->parameter(system.get(), static_cast<int>(k)));
  auto const key = reference_key(problem->description.identity, parameters,
                                 equations_of(resolved, true).y0, times);
  auto found = cached_reference(key);
  if (!found) {
    found = certified(resolved, resolve<double>(problem, setting).system, times);
    keep_reference(key, *found);
  }
  // Hand the states back in the order that was asked.
  Reference ordered = *found;
  ordered.states.clear();
  for (RawQuad t : raw_times) {
    auto const at = std::lower_bound(times.begin(), times.end(), Quad(t)) - times.begin();
    ordered.states.push_back(found->states[at]);
  }
  return ordered;
}

}  // namespace rattleback
