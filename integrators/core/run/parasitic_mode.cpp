#include "integrators/core/run/parasitic_mode.hpp"

#include "integrators/core/run/resolve.hpp"
#include "problems/core/numbers/dense_matrix.hpp"

namespace rattleback {

namespace {

using Numbers = std::vector<double>;

/// Evaluates the mode at one point after the other, in memory of its own.
class ModeEvaluator {
 public:
  explicit ModeEvaluator(System<double> const& system)
      : system_(system),
        n_(system->dof),
        m_(system->constraints),
        at_(system->size),
        xi_(n_),
        free_(n_),
        raised_(m_ * n_),
        C_(m_),
        K_(m_) {}

  /// @param nodal_force  the force does not change with the mode
  ParasiticMode operator()(double t, Numbers const& q, Numbers const& v, bool nodal_force) {
    time_ = t;
    force_velocity_ = nodal_force && system_->applied_force ? &v : nullptr;
    double const step = 1e-5;  // truncation ~ step^2, rounding ~ 1e-16/step
    auto const later = gram_after(step, q, v), earlier = gram_after(-step, q, v);
    ParasiticMode mode;
    gram_at(q, v);
    mode.forms = terms_.mu;
    mode.raised = raised_;
    for (int j = 0; j < m_; ++j) mode.singular = set_column(j, q, v) || mode.singular;
    // Directions of the rows of A W in the coordinates of the chart.
    std::vector<Numbers> along(m_, Numbers(q.size()));
    for (int a = 0; a < m_; ++a)
      system_->tangent(system_.get(), q.data(), &mode.raised[a * n_], along[a].data());
    for (int i = 0; i < m_; ++i)
      for (int j = 0; j < m_; ++j) {
        mode.rate.push_back(K_(i, j));
        mode.gram.push_back(C_(i, j));
        // The second derivative of V = -L(q, 0).
        mode.stiffness.push_back(system_->stiffness
                                     ? system_->stiffness(system_.get(), time_, q.data(),
                                                          along[i].data(), along[j].data())
                                     : 0);
        mode.gram_rate.push_back((later[i * m_ + j] - earlier[i * m_ + j]) / (2 * step));
      }
    return mode;
  }

 private:
  /// The terms of the equations of motion, with the regular constraint where the problem states
  /// one.
  void terms_at(Numbers const& q, Numbers const& v) {
    system_->terms(system_.get(), time_, q.data(), v.data(), terms_);
    if (system_->regular_terms)
      system_->regular_terms(system_.get(), time_, q.data(), v.data(), terms_.mu.data(),
                             terms_.phi_along_motion.data());
  }
  /// Replaces x by M^-1 x.
  void raise(double* x) {
    mass_ = terms_.mass;
    solve_in_place(n_, mass_.data(), x);
  }
  /// The rows of A W, and C = A W A^T.
  void gram_at(Numbers const& q, Numbers const& v) {
    terms_at(q, v);
    raised_ = terms_.mu;
    for (int a = 0; a < m_; ++a) raise(&raised_[a * n_]);
    for (int a = 0; a < m_; ++a)
      for (int b = 0; b < m_; ++b) C_(a, b) = dot(n_, &terms_.mu[a * n_], &raised_[b * n_]);
  }
  Numbers gram_after(double s, Numbers const& q, Numbers const& v) {
    for (int i = 0; i < n_; ++i) xi_[i] = s * v[i];
    system_->moved(system_.get(), q.data(), xi_.data(), at_.data());
    time_ += s;
    gram_at(at_, v);
    time_ -= s;
    return C_.entries;
  }
  /// psi at q and v.
  Numbers psi(Numbers const& q, Numbers const& v) {
    terms_at(q, v);
    free_ = terms_.right_hand_side;
    if (force_velocity_) {
      Numbers at_node(n_), here(n_);
      auto const force = system_->applied_force;
      force(system_.get(), time_, q.data(), force_velocity_->data(), at_node.data());
      force(system_.get(), time_, q.data(), v.data(), here.data());
      for (int i = 0; i < n_; ++i) free_[i] += at_node[i] - here[i];
    }
    raise(free_.data());
    auto value = times(m_, n_, terms_.mu.data(), free_.data());
    for (int i = 0; i < m_; ++i) value[i] = terms_.phi_along_motion[i] + value[i];
    return value;
  }
  /// Column j of K. Returns true if C is singular.
  bool set_column(int j, Numbers const& q, Numbers const& v) {
    Numbers unit(m_, 0.);
    unit[j] = 1;
    auto const solved = solve(C_, unit);
    Numbers more = v, less = v;
    // A force need not be quadratic in v.
    double const length = system_->applied_force ? 1e-4 : 1;
    for (int i = 0; i < n_; ++i) {
      double u = solved.x[0] * raised_[i];
      for (int a = 1; a < m_; ++a) u = u + solved.x[a] * raised_[a * n_ + i];
      more[i] = v[i] + length * u;
      less[i] = v[i] - length * u;
    }
    auto const above = psi(q, more), below = psi(q, less);
    for (int i = 0; i < m_; ++i) K_(i, j) = 0.5 / length * (above[i] - below[i]);
    return solved.singular;
  }

  System<double> const& system_;
  int const n_, m_;
  double time_ = 0;
  Numbers const* force_velocity_ = nullptr;  ///< velocity of a nodal force; null: any velocity
  MotionTerms<double> terms_;
  Numbers at_, xi_, free_, raised_, mass_;
  DenseMatrix<double> C_, K_;
};

}  // namespace

std::vector<ParasiticMode> parasitic_modes(SharedProblem const& problem, Setting const& setting,
                                           MotionPoints const& at) {
  auto const resolved = resolve<double>(problem, setting);
  std::vector<ParasiticMode> modes;
  modes.reserve(at.q.size());
  ModeEvaluator mode_at(resolved.system);
  for (std::size_t k = 0; k < at.q.size(); ++k)
    modes.push_back(mode_at(at.times.empty() ? 0 : at.times[k], at.q[k], at.v[k], at.nodal_force));
  return modes;
}

}  // namespace rattleback
