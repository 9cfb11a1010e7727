// The generalised-alpha method of J. Chung and G. M. Hulbert, J. Appl. Mech. 60 (1993) 371-375, on
// the equations M v' = r + mu^T lambda, phi = 0.

#include <cmath>
#include <limits>

#include "base/invalid_input.hpp"
#include "integrators/core/solvers/solver_equations.hpp"
#include "problems/core/numbers/dense_matrix.hpp"
#include "problems/core/numbers/extremes.hpp"

namespace rattleback {

namespace {

/// Matrix of a linear system with the rows that its factorisation exchanged.
template <class S>
struct Factors {
  explicit Factors(int n) : matrix(n), pivots(n) {}
  bool factor() {
    for (int k = 0; k < matrix.n; ++k) pivots[k] = k;
    return factor_in_place(matrix.n, matrix.entries.data(),
                           [this](int k, int pivot) { pivots[k] = pivot; });
  }
  void solve(S* x) const {
    for (int k = 0; k < matrix.n; ++k) std::swap(x[k], x[pivots[k]]);
    substitute(matrix.n, matrix.entries.data(), x);
  }
  DenseMatrix<S> matrix;
  std::vector<int> pivots;
};

template <class S>
class GeneralizedAlphaSteps : public FixedSteps<S> {
  using FixedSteps<S>::t_, FixedSteps<S>::h_;

 public:
  GeneralizedAlphaSteps(SolverEquations<S> const& equations, std::vector<S> const& y0,
                        double spectral_radius)
      : equations_(equations),
        right_hand_side_(equations.ode()),
        size_(equations.system()->size),
        n_(equations.system()->dof),
        unknowns_(n_ + equations.system()->constraints),
        end_(std::size_t(size_ + unknowns_)),
        rates_(end_.size()),
        residual_(end_.size()),
        shifted_(end_.size()),
        a_(n_),
        vdot_(n_),
        increment_(n_),
        x_(unknowns_),
        change_(unknowns_),
        jacobian_(unknowns_),
        next_jacobian_(unknowns_) {
    if (!equations.system()->moved)
      throw InvalidInput("generalized_alpha needs a configuration space that is a group");
    S const rho(spectral_radius), one(1), half = one / S(2);
    alpha_m_ = (S(2) * rho - one) / (rho + one);
    alpha_f_ = rho / (rho + one);
    gamma_ = half - alpha_m_ + alpha_f_;
    beta_ = (gamma_ + half) * (gamma_ + half) / S(4);
    this->y = y0;
    this->y.resize(end_.size());
  }

  /// Solves for the acceleration a1 and the multipliers. A step that fails leaves the internal
  /// state as it was.
  bool advance(S, bool) override {
    if (!has_started_) start();
    std::copy(a_.begin(), a_.end(), x_.begin());
    std::copy(this->y.end() - (unknowns_ - n_), this->y.end(), x_.begin() + n_);
    if (!solve())
      return this->fail(
          "Newton's method for the accelerations does not converge; a smaller step may help");
    std::copy(end_.begin(), end_.end(), this->y.begin());
    std::copy_n(x_.begin(), n_, a_.begin());
    std::copy_n(rates_.begin() + size_, n_, vdot_.begin());
    return this->finish_step();
  }

 private:
  /// The acceleration at the time t + (alpha_m - alpha_f) h, to the second order in h.
  void start() {
    auto& y = this->y;
    std::vector<S> rate(size_ + n_), shifted(size_ + n_);
    std::vector<S> const point(y.begin(), y.begin() + size_ + n_);
    equations_.multipliers(t_, point.data(), y.data() + size_ + n_);
    right_hand_side_(t_, point, rate);
    std::copy_n(rate.begin() + size_, n_, vdot_.begin());
    auto const take_acceleration = [&](S const& shift) {
      for (int i = 0; i < n_; ++i) {
        increment_[i] = shift * point[size_ + i];
        shifted[size_ + i] = point[size_ + i] + shift * vdot_[i];
      }
      move(point.data(), shifted.data());
      right_hand_side_(t_ + shift, shifted, rate);
      std::copy_n(rate.begin() + size_, n_, a_.begin());
    };
    S const shift = (alpha_m_ - alpha_f_) * h_;
    take_acceleration(shift);
    // That time is before the start, where formulas need not have a value.
    if (std::any_of(a_.begin(), a_.end(), [](S const& x) { return x - x != S(0); })) {
      take_acceleration(-shift);
      for (int i = 0; i < n_; ++i) a_[i] = S(2) * vdot_[i] - a_[i];
    }
    has_started_ = true;
  }
  /// Sets q1 to q exp(increment).
  void move(S const* q, S* q1) const {
    auto const& system = equations_.system();
    system->moved(system.get(), q, increment_.data(), q1);
  }

  /// Sets the end of the step and its rates to those of x = (a1, lambda1).
  void take_end() {
    auto const& x = x_;
    S const* const v = this->y.data() + size_;
    for (int i = 0; i < n_; ++i) {
      increment_[i] = h_ * v[i] + h_ * h_ * ((S(1) / S(2) - beta_) * a_[i] + beta_ * x[i]);
      end_[size_ + i] = v[i] + h_ * ((S(1) - gamma_) * a_[i] + gamma_ * x[i]);
      rates_[size_ + i] =
          ((S(1) - alpha_m_) * x[i] + alpha_m_ * a_[i] - alpha_f_ * vdot_[i]) / (S(1) - alpha_f_);
    }
    move(this->y.data(), end_.data());
    std::copy(x.begin() + n_, x.end(), end_.begin() + size_ + n_);
  }
  void evaluate(std::vector<S>& residual) {
    take_end();
    equations_.residual({Form::index2}, t_ + h_, end_.data(), rates_.data(), residual.data());
    ++this->step_residuals;
  }

  /// Newton's method from x with a Jacobian by differences, which is reused, also from step to
  /// step, while corrections shrink ten times each.
  bool solve() {
    using std::abs;
    constexpr int most_iterations = 50;
    S const epsilon = std::numeric_limits<S>::epsilon();
    bool is_fresh = false, needs_jacobian = !has_jacobian_;
    S last(-1);
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      evaluate(residual_);
      if (needs_jacobian) {
        if (!linearise()) return false;
        is_fresh = true;
      }
      std::copy_n(residual_.begin() + size_, unknowns_, change_.begin());
      (is_fresh ? next_jacobian_ : jacobian_).solve(change_.data());
      ++this->newton_iterations;
      S size(0), scale(1);
      for (int i = 0; i < n_; ++i) {
        size = larger_or_nan(size, S(abs(gamma_ * h_ * change_[i])));
        scale = larger_or_nan(scale, S(abs(end_[size_ + i])));
      }
      if (size != size) return false;
      for (int i = 0; i < unknowns_; ++i) x_[i] = x_[i] - change_[i];
      // The last digits may alternate: no further progress near rounding is the end as well.
      bool const is_near = size <= S(1000) * epsilon * scale;
      bool const stagnates = is_near && last >= S(0) && size >= last / S(2);
      if (size <= epsilon * scale || stagnates) {
        take_end();
        if (is_fresh) std::swap(jacobian_, next_jacobian_);
        has_jacobian_ = true;
        return true;
      }
      needs_jacobian = !is_near && last >= S(0) && size > last / S(10);
      last = size;
    }
    return false;
  }

  /// Evaluates the Jacobian at x, where the residual is known, and factors it.
  bool linearise() {
    using std::abs, std::sqrt;
    S const root = sqrt(std::numeric_limits<S>::epsilon());
    for (int j = 0; j < unknowns_; ++j) {
      S const at = x_[j], unit = j < n_ ? S(1) / abs(h_) : S(1);
      x_[j] = at + root * larger_or_nan(unit, S(abs(at)));
      S const moved = x_[j] - at;
      evaluate(shifted_);
      x_[j] = at;
      for (int i = 0; i < unknowns_; ++i)
        next_jacobian_.matrix(i, j) = (shifted_[size_ + i] - residual_[size_ + i]) / moved;
    }
    ++this->jacobian_evaluations;
    this->jacobian_residuals += unknowns_;
    return next_jacobian_.factor();
  }

  SolverEquations<S> equations_;
  OdeFunction<S> right_hand_side_;
  int const size_, n_, unknowns_;
  S alpha_m_, alpha_f_, gamma_, beta_;
  bool has_started_ = false, has_jacobian_ = false;
  std::vector<S> end_, rates_, residual_, shifted_;
  std::vector<S> a_, vdot_;  ///< the acceleration a and v' at the node
  std::vector<S> increment_, x_, change_;
  Factors<S> jacobian_, next_jacobian_;
};

}  // namespace

template <class S>
std::unique_ptr<StartedSolver<S>> generalized_alpha_solver(SolverEquations<S> const& equations,
                                                           std::vector<S> const& y0,
                                                           double spectral_radius) {
  return std::make_unique<GeneralizedAlphaSteps<S>>(equations, y0, spectral_radius);
}
template std::unique_ptr<StartedSolver<double>> generalized_alpha_solver(
    SolverEquations<double> const&, std::vector<double> const&, double);
template std::unique_ptr<StartedSolver<Quad>> generalized_alpha_solver(SolverEquations<Quad> const&,
                                                                       std::vector<Quad> const&,
                                                                       double);

}  // namespace rattleback
