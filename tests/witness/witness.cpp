// The witness: hashes of the last states of all methods on all problems, compared with those in
// verdicts/witness.txt. It shows which pairs a change of the code moves, to the last bit.
//
//   witness               all pairs; exit status 1 and one line for each pair that differs
//   witness PROBLEM...    the pairs of these problems
//   witness --accept      rewrites the file

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "base/invalid_input.hpp"
#include "integrators/core/registry/registry.hpp"
#include "integrators/core/registry/variants.hpp"

namespace rattleback {
namespace {

std::string const source = RATTLEBACK_SOURCE_FOLDER "/";
std::string const accepted_file = source + "verdicts/witness.txt";

constexpr auto header =
    R"(# Last states of all methods on all problems; written by `make witness ACCEPT=1`, from
# tests/witness/witness.cpp. A line: problem, precision, and METHOD=HASH/HASH with default
# options and with other values of all options, or - without options. A hash is FNV-1a, 64
# bits folded to 32, of the last q, v, multipliers and internal state, the outcome and the
# number of steps. Runs begin at the first case with the default start and take {} steps of
# 0.05 time scales, the time scale rounded to a power of two; in quad precision {} steps on
# problems with more than {} velocities.
)";
constexpr long steps = 200, fewer_steps = 50;
constexpr int most_velocities = 5;

/// FNV-1a hash of 64 bits.
class Hash {
 public:
  void add(std::string_view bytes) {
    for (unsigned char byte : bytes) state_ = (state_ ^ byte) * 0x100000001b3u;
  }
  /// Adds the bits of the numbers; all NaN are one, and -0 differs from 0.
  template <class S>
  void add(std::vector<S> const& numbers) {
    add(fmt::format(" {} ", numbers.size()));
    for (S const& number : numbers) {
      char bytes[sizeof(S)];  // a RawQuad has 113 bits, and no padding on any platform
      std::memcpy(bytes, &number, sizeof(S));
      add(number == number ? std::string_view(bytes, sizeof(S)) : std::string_view("nan"));
    }
  }
  std::string text() const {
    return fmt::format("{:08x}", static_cast<std::uint32_t>(state_ >> 32 ^ state_));
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

struct Subject {
  std::string name;  ///< id, or texts/NAME
  ProblemEntry const* problem;
};

/// Problems of the catalogue, then texts.
std::vector<Subject> subjects() {
  std::vector<Subject> all;
  for (auto const& problem : registry()) all.push_back({problem.card.id, &problem});
  std::map<std::string, std::string> texts;
  for (auto const* folder : {"docs/examples", "tests/witness/texts"})
    for (auto const& file : std::filesystem::directory_iterator(source + folder))
      if (file.path().extension() == ".toml")
        texts["texts/" + file.path().stem().string()] = file.path().string();
  for (auto const& [name, path] : texts) all.push_back({name, &find_problem(path)});
  return all;
}

RunSpec spec_of(ProblemEntry const& problem, OptionValues const& options) {
  RunSpec spec{.options = options};
  // Rounded, so that the last bits of a measured time scale do not matter.
  spec.step = 0.05 * std::exp2(std::round(std::log2(problem.card.time_scale)));
  spec.steps = steps;
  return spec;
}

/// Words and numbers that an option may take besides its default.
std::vector<std::string> other_values(OptionCard const& option) {
  std::vector<std::string> values;
  for (auto const& word : option.choices)
    if (word != option.standard) values.push_back(word);
  double const standard = std::strtod(option.standard.c_str(), nullptr);
  for (double number : {standard / 2, 0.03125, 2.0})
    if ((option.choices.empty() || option.whole) && number != standard && option.allows(number) &&
        (!option.whole || number == std::floor(number)))
      values.push_back(fmt::format("{}", number));
  return values;
}

constexpr auto refused = "refused";

/// Hash of the end of a run; `refused` if the options or the start are invalid.
template <class S>
std::string hash_of(std::function<Trajectory<S>(RunSpec const&)> const& integrate,
                    RunSpec const& spec) {
  try {
    auto const run = integrate(spec);
    Hash hash;
    for (auto const* rows : {&run.q, &run.v, &run.multipliers})
      hash.add(rows->empty() ? std::vector<S>{} : rows->back());
    for (auto const& [name, numbers] : run.memory) hash.add(numbers);
    hash.add(name_of(run.outcome));
    hash.add(std::to_string(run.failed_at < 0 ? spec.steps : run.failed_at - 1));
    return hash.text();
  } catch (InvalidInput const&) {
    return refused;
  }
}

/// Other values of all options: of each the first that the method accepts on the problem, with
/// those before it.
OptionValues other_options(ProblemEntry const& problem, MethodEntry const& method) {
  OptionValues chosen;
  for (auto const& option : method.card.options) {
    if (option.of_driven && !problem.driven) continue;
    for (auto const& value : other_values(option)) {
      auto tried = chosen;
      tried.emplace_back(option.name, value);
      auto spec = spec_of(problem, tried);
      spec.steps = 1;
      if (hash_of(method.integrate, spec) == refused) continue;
      chosen = tried;
      break;
    }
  }
  return chosen;
}

/// Methods that run on the problem, then projections, feedbacks and compositions.
std::vector<MethodEntry const*> methods_of(ProblemEntry const& problem) {
  std::vector<MethodEntry const*> all;
  auto variants = corrected_baselines(problem);
  for (auto const& method : problem.methods) {
    if (method.integrate) all.push_back(&method);
    if (method.composable) variants.push_back("compose(" + method.card.id + ",yoshida4)");
  }
  for (auto const& id : variants)
    if (refusal_on(problem, id).empty()) all.push_back(&problem.method(id));
  return all;
}

/// The two lines of a problem in the file; variants are in the first, for the sake of time.
std::string lines_of(Subject const& subject) {
  auto const& problem = *subject.problem;
  auto in_double = subject.name + " double", in_quad = subject.name + " quad";
  for (auto const* method : methods_of(problem)) {
    auto spec = spec_of(problem, {});
    auto other = spec_of(problem, other_options(problem, *method));
    auto const hashes = [&](auto const& integrate) {
      return fmt::format(" {}={}/{}", method->card.id, hash_of(integrate, spec),
                         other.options.empty() ? "-" : hash_of(integrate, other));
    };
    in_double += hashes(method->integrate);
    if (problem.dof > most_velocities) spec.steps = other.steps = fewer_steps;
    if (method->integrate_quad && method->variant_of.empty())
      in_quad += hashes(method->integrate_quad);
  }
  return in_double + "\n" + in_quad + "\n";
}

/// Runs all pairs, problem by problem, on all processors, and returns the lines of the file.
std::string run(std::vector<Subject> const& all) {
  std::vector<std::string> lines(all.size());
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> threads;
  for (unsigned k = 0; k < std::max(1u, std::thread::hardware_concurrency()); ++k)
    threads.emplace_back([&] {
      for (std::size_t i; (i = next++) < all.size();) lines[i] = lines_of(all[i]);
    });
  threads.clear();  // joins
  return fmt::format("{}", fmt::join(lines, ""));
}

/// Hashes by "problem precision method": accepted, and found. Empty: there is none.
using Hashes = std::map<std::string, std::array<std::string, 2>>;

/// Reads lines of the file.
void add(Hashes& hashes, int which, std::istream&& text) {
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string problem, precision, pair;
    words >> problem >> precision;
    while (words >> pair) {
      auto const at = pair.find('=');
      hashes[problem + " " + precision + " " + pair.substr(0, at)][which] = pair.substr(at + 1);
    }
  }
}

int main_of(std::vector<std::string> names) {
  bool const accept = names == std::vector<std::string>{"--accept"};
  if (accept) names.clear();
  auto const is_left_out = [&](std::string const& name) {
    return !names.empty() && std::ranges::count(names, name) == 0;
  };
  auto all = subjects();
  std::erase_if(all, [&](Subject const& subject) { return is_left_out(subject.name); });
  auto const text = run(all);
  if (accept) {
    std::ofstream file(accepted_file);
    file << fmt::format(header, steps, fewer_steps, most_velocities) << text;
    return file.flush() ? 0 : 2;
  }
  Hashes hashes;
  add(hashes, 0, std::ifstream(accepted_file));
  std::erase_if(hashes, [&](auto const& entry) {
    return is_left_out(entry.first.substr(0, entry.first.find(' ')));
  });
  add(hashes, 1, std::istringstream(text));
  int differing = 0;
  for (auto const& [pair, hash] : hashes) {
    if (hash[0] == hash[1]) continue;
    ++differing;
    auto const* what = hash[0].empty() ? "appeared" : hash[1].empty() ? "disappeared" : "moved";
    fmt::print("{}: {}: {} -> {}\n", what, pair, hash[0], hash[1]);
  }
  fmt::print("witness: {} pairs on {} problems, {} differ\n", hashes.size(), all.size(), differing);
  return differing > 0 || all.size() < std::max<std::size_t>(1, names.size()) ? 1 : 0;
}

}  // namespace
}  // namespace rattleback

int main(int count, char** words) { return rattleback::main_of({words + 1, words + count}); }
