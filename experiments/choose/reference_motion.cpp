#include "experiments/choose/reference_motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/invalid_input.hpp"
#include "experiments/choose/choose.hpp"
#include "experiments/measure/energy_scale.hpp"
#include "integrators/core/method/without_balance.hpp"
#include "integrators/core/run/reference_watch.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

namespace {

/// Largest share of the limit for the computation of the reference.
constexpr double share_of_reference = 0.2;
constexpr long fewest_rows = 20, most_rows = 1L << 18, most_certified = 400;
char const* const first_solver = "odeint_rkf78";
char const* const second_solver = "odeint_bulirsch_stoer";
char const* const share_is_over = "the share of the limit for the reference was over";

/// Table sink that stores coordinates, velocities and energy of the nodes.
class Rows final : public TableSink {
 public:
  explicit Rows(MotionTable& to) : to_(to) {}
  void begin(std::vector<std::string> const&) override {}
  void row(std::vector<double> const& numbers) override {
    to_.append({numbers.begin() + 1, numbers.begin() + 1 + to_.width()});
  }
  void row(std::vector<RawQuad> const&) override {}  // not called by runs in double precision

 private:
  MotionTable& to_;
};

std::string short_time(double t) { return fmt::format("t = {:.3g}", t); }

/// Search for the reference motion.
class Finder {
 public:
  Finder(ProblemEntry const& problem, ChooseSpec const& spec, std::function<double()> const& now,
         LookAtClock const& look)
      : problem_(problem),
        spec_(spec),
        now_(now),
        look_(look),
        deadline_(share_of_reference * spec.limit),
        allowed_(spec.error / 100) {
    bool const positions = spec.quantity == Quantity::positions;
    first_ = positions ? 0 : problem.size;
    last_ = positions ? problem.size : problem.size + problem.dof;
  }

  ReferenceMotion find() {
    // Runs of a driven system record the balance E(t) - E(0) - W(t) = 0 in place of the energy.
    bool const driven = problem_.driven;
    found_.constant_energy = driven || !problem_.affine;
    found_.energy = driven ? 0 : problem_.energy(spec_.setting);
    solve_finely_enough();
    if (spec_.quantity == Quantity::energy && found_.constant_energy) {
      found_.by = problem_.driven ? "the balance of the energy" : "the energy of the start";
    } else {
      solve_again();
      if (spec_.quantity == Quantity::energy)
        compare_energies();
      else if (!certify_to(found_.motion.end()))
        compare_solvers();
      check_interpolation();
    }
    found_.energy_scale = scale_up_to(found_.motion.end());
    if (spec_.quantity == Quantity::energy && !(found_.energy_scale > 0))
      throw InvalidInput(
          fmt::format("the largest kinetic energy of {} up to {} is not known, to which energy "
                      "errors are relative",
                      problem_.card.id, short_time(found_.motion.end())));
    return std::move(found_);
  }

 private:
  /// Returns the largest kinetic energy up to `end`; NaN if that takes too long.
  double scale_up_to(double end) const {
    WithoutBalance const without;
    double const deadline = now_() + deadline_ / 2;
    try {
      return energy_scale(problem_, spec_.setting, end, [&](long) { look_(deadline); }).value;
    } catch (TimeIsOver const&) {
      return std::nan("");
    }
  }

  /// Returns the motion by a solver at tolerance 1e-12 at the first `count` of `intervals` equal
  /// intervals of [0, T], as far as the solver gets.
  MotionTable solved(char const* solver, long intervals, long count, double deadline) {
    MotionTable table(spec_.until / double(intervals), problem_.size, problem_.dof);
    Rows rows(table);
    RunSpec const run{.setting = spec_.setting,
                      .options = problem_.tolerances(1e-12),
                      .step = RawQuad(spec_.until) / intervals,
                      .steps = count,
                      .every = 1,
                      .table = &rows,
                      .progress = [&](long) { look_(deadline); }};
    std::optional<WithoutBalance> without;
    if (spec_.quantity != Quantity::energy) without.emplace();
    try {
      auto const ended = problem_.method(solver).integrate(run);
      if (ended.outcome != Outcome::ok)
        solver_failure_ = fmt::format("{} fails at {}", solver, short_time(ended.reached));
    } catch (TimeIsOver const&) {
      solver_failure_ = share_is_over;
    }
    return table;
  }

  void solve_finely_enough() {
    double const deadline = now_() + (deadline_ - now_()) / 2, whole = spec_.until;
    double const scale = problem_.card.time_scale, stretch = std::min(1.0, 20 * scale / whole);
    long intervals = std::lround(std::clamp(4 * whole / scale, 64.0, double(most_rows)));
    // A short part of the run finds the spacing at less cost than the whole.
    if (stretch < 1)
      while (2 * intervals <= most_rows) {
        long const count = std::max(2 * fewest_rows, std::lround(double(intervals) * stretch));
        auto const table = solved(first_solver, intervals, std::min(count, intervals), deadline);
        if (table.interpolation_error(first_, last_) <= allowed_ || !solver_failure_.empty()) break;
        intervals *= 2;
      }
    double before = std::numeric_limits<double>::infinity();
    for (;; intervals *= 2) {
      solver_failure_.clear();
      auto table = solved(first_solver, intervals, intervals, deadline);
      double const error = table.interpolation_error(first_, last_);
      table.shorten(table.rows_known_to(allowed_, first_, last_));
      bool const falls = error<before / 2, farther = table.end()> 1.01 * found_.motion.end();
      if (!(table.end() < found_.motion.end())) {
        found_.motion = std::move(table);
        found_.ends_because = solver_failure_;
      }
      bool const whole = error <= allowed_, rounding = error < 1e-7 && !falls;
      bool const stuck = found_.motion.rows() >= fewest_rows && !falls && !farther;
      if (whole || rounding || stuck || intervals * 2 > most_rows || now_() > deadline) return;
      before = error;
    }
  }

  /// Computes the second solver's table, which replaces the certified reference if that reference
  /// takes too long.
  void solve_again() {
    solver_failure_.clear();
    if (found_.motion.rows() < fewest_rows) return;
    long const intervals = std::lround(spec_.until / found_.motion.spacing());
    second_ = solved(second_solver, intervals, found_.motion.rows() - 1, deadline_);
    second_failure_ = solver_failure_;
  }

  /// Returns the certified reference at every `stride`-th of `count` rows; none if it would exceed
  /// its time limit or does not exist.
  std::optional<Reference> certified_at(long stride, long count) {
    if (!problem_.reference) return {};
    std::vector<RawQuad> times;
    for (long i = 0; i < count; i += stride) times.push_back(RawQuad(found_.motion.spacing()) * i);
    double const end = double(times.back()), began = now_(), deadline = deadline_;
    double reached = 0;
    bool again = false;
    ReferenceWatch const watch([&](double t) {
      look_(deadline);
      again = again || t < reached;
      reached = t;
      double const elapsed = now_() - began, done = (again ? end : 0) + t;
      if (elapsed < 0.1 * (deadline - began) || !(done > 0)) return;
      seconds_per_time_ = elapsed / done * 2;
      if (began + seconds_per_time_ * end > deadline + 0.2 * (deadline - began)) throw TimeIsOver{};
    });
    try {
      return problem_.reference(spec_.setting, times);
    } catch (TimeIsOver const&) {
      return {};
    } catch (InvalidInput const&) {  // the motion ends in a singularity
      return {};
    }
  }

  static double error_of(Reference const& reference) {
    double scale = 1;
    for (auto const& state : reference.states)
      for (auto const* numbers : {&state.q, &state.v})
        for (RawQuad x : *numbers) scale = larger_or_nan(scale, std::abs(double(x)));
    return scale * std::pow(10.0, -reference.digits);
  }
  static std::vector<double> numbers_of(ReferenceState const& state) {
    std::vector<double> numbers(state.q.begin(), state.q.end());
    numbers.insert(numbers.end(), state.v.begin(), state.v.end());
    return numbers;
  }
  double difference(std::vector<double> const& numbers, double const* row) const {
    double largest = 0;
    for (int k = first_; k < last_; ++k)
      largest = larger_or_nan(largest, std::abs(numbers[std::size_t(k)] - row[k]));
    return largest;
  }
  long rows_to(double time) const {
    return std::min(found_.motion.rows(), long(time / found_.motion.spacing() * (1 + 1e-12)) + 1);
  }

  /// Certifies the table up to `time`, or up to the time at which the reference is accurate enough.
  /// Returns false, with the table unchanged, if there is no such reference.
  bool certify_to(double time) {
    long count = rows_to(time);
    std::string ends_because;
    for (int tries = 0; tries < 4 && count >= fewest_rows; ++tries) {
      long stride = std::max(1L, count / most_certified);
      auto reference = certified_at(stride, count);
      if (!reference) return false;
      double const error = error_of(*reference);
      if (!(error <= allowed_)) {
        // Errors of neighbouring motions grow exponentially, from about 33 digits.
        double const wanted = reference->digits - std::log10(allowed_ / error);
        double const share = (33.5 - wanted) / (33.5 - reference->digits);
        ends_because =
            fmt::format("two formulations in quad precision agree to {:.1f} digits at {}",
                        reference->digits, short_time(found_.motion.spacing() * double(count - 1)));
        count = rows_to(0.95 * std::clamp(share, 0.3, 1.0) * found_.motion.spacing() *
                        double(count - 1));
        continue;
      }
      double between = 0;
      for (std::size_t i = 0; i < reference->states.size(); ++i)
        between = larger_or_nan(between, difference(numbers_of(reference->states[i]),
                                                    found_.motion.row(long(i) * stride)));
      bool const solver_holds = between <= allowed_;
      if (!solver_holds && stride > 1) {
        reference = certified_at(1, count);
        if (!reference || !(error_of(*reference) <= allowed_)) return false;
      }
      take(*reference, count, solver_holds, between);
      if (!ends_because.empty()) found_.ends_because = ends_because;
      return true;
    }
    return false;
  }

  void take(Reference const& reference, long count, bool solver_holds, double between) {
    found_.motion.shorten(count);
    if (!solver_holds)
      for (long i = 0; i < count; ++i) {
        auto numbers = numbers_of(reference.states[std::size_t(i)]);
        numbers.push_back(found_.motion.row(i)[problem_.size + problem_.dof]);
        found_.motion.replace(i, numbers);
      }
    found_.digits = reference.digits;
    found_.by = reference.certified_by;
    if (solver_holds && count > long(reference.states.size()))
      found_.by += fmt::format(", and {} at 1e-12 between", first_solver);
    found_.error = solver_holds ? between : error_of(reference);
  }

  /// Compares two solvers in place of the certified reference. They may end before the reference
  /// would.
  void compare_solvers() {
    if (found_.motion.rows() < fewest_rows) return;
    long const intervals = std::lround(spec_.until / found_.motion.spacing());
    long const rows = std::min(found_.motion.rows(), second_.rows());
    double error = 0, parted = 0;
    long agreeing = 0;
    for (; agreeing < rows; ++agreeing) {
      auto const* row = second_.row(agreeing);
      parted = difference({row, row + second_.width()}, found_.motion.row(agreeing));
      if (!(parted <= allowed_)) break;
      error = std::max(error, parted);
    }
    double const agree_to = double(agreeing - 1) * found_.motion.spacing();
    // The certified reference may be worth its time if the solvers disagree early.
    if (agreeing < intervals + 1 && seconds_per_time_ > 0) {
      double const affordable = 0.8 * (deadline_ - now_()) / seconds_per_time_;
      if (affordable > 1.2 * agree_to && certify_to(std::min(affordable, found_.motion.end()))) {
        if (found_.ends_because.empty())
          found_.ends_because = "farther it would take more than its share of the limit";
        return;
      }
    }
    if (agreeing < found_.motion.rows()) {
      found_.ends_because =
          agreeing < rows ? fmt::format("two solvers at 1e-12 part by {:.2g} at {}", parted,
                                        short_time(double(agreeing) * found_.motion.spacing()))
                          : second_failure_;
      found_.motion.shorten(agreeing);
    }
    found_.by = fmt::format("{} and {} at 1e-12", first_solver, second_solver);
    found_.error = error;
  }

  void compare_energies() {
    first_ = problem_.size + problem_.dof;
    last_ = first_ + 1;
    allowed_ *= scale_up_to(found_.motion.end());
    compare_solvers();
  }

  /// Shortens the motion to the rows between which it is known. Throws InvalidInput if it has too
  /// few.
  void check_interpolation() {
    auto& motion = found_.motion;
    long const known = motion.rows_known_to(allowed_, first_, last_);
    if (known < motion.rows() && found_.ends_because.empty())
      found_.ends_because = "between later rows it is known to less";
    motion.shorten(known);
    found_.interpolation_error = motion.interpolation_error(first_, last_);
    if (motion.rows() >= fewest_rows) return;
    auto const& why = found_.ends_because;
    throw InvalidInput(fmt::format(
        "the reference motion of {} is certain to {:.2g} (a hundredth of the error) only up to {}: "
        "{}; {}",
        problem_.card.id, allowed_, short_time(std::max(0.0, motion.end())),
        why.empty() ? "no two computations agree" : why,
        why == share_is_over
            ? fmt::format("type --limit {:g} or more, or an earlier --until", 40 * deadline_)
            : "give a larger error or an earlier time"));
  }

  ProblemEntry const& problem_;
  ChooseSpec const& spec_;
  std::function<double()> const& now_;
  LookAtClock const& look_;
  double const deadline_;
  double allowed_;
  int first_ = 0, last_ = 0;  ///< range of compared columns
  ReferenceMotion found_;
  MotionTable second_;  ///< motion by the second solver
  std::string solver_failure_, second_failure_;
  double seconds_per_time_ =
      0;  ///< CPU seconds of the certified reference per unit of time; 0: not known
};

}  // namespace

char const* name_of(Quantity quantity) {
  constexpr char const* names[]{"positions", "velocities", "energy"};
  return names[static_cast<int>(quantity)];
}

ReferenceMotion reference_motion(ProblemEntry const& problem, ChooseSpec const& spec,
                                 std::function<double()> const& now, LookAtClock const& look) {
  return Finder(problem, spec, now, look).find();
}

}  // namespace rattleback
