#pragma once
// Specification of a run: system, initial condition, step, and what is recorded.

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "integrators/core/method/projection.hpp"
#include "problems/core/numbers/raw_quad.hpp"

namespace rattleback {

/// System and initial condition. Empty members: those of the problem's first case.
struct Setting {
  std::string case_name;                                    ///< name of a case
  std::vector<std::pair<std::string, RawQuad>> parameters;  ///< values of parameters by name
  std::optional<std::vector<RawQuad>> q;                    ///< initial configuration
  std::optional<std::vector<RawQuad>> v;                    ///< initial velocity
  std::optional<std::vector<RawQuad>> q1;                   ///< second node, for the start `pair`
  bool project = false;  ///< true: replace v by the nearest velocity that satisfies the constraint
  /// True: (q, v) is the state of a method, which may violate the constraint.
  bool is_method_state = false;
  RawQuad time = 0;  ///< time of the initial condition
};

/// Poincare section: a coordinate or velocity passes a value.
struct Section {
  /// Direction in which the component passes the value.
  enum class Direction { up, down, both };
  std::string component;                ///< name of a coordinate or velocity
  RawQuad value = 0;                    ///< value of the component on the section
  Direction direction = Direction::up;  ///< direction of recorded crossings
};

/// Receiver of a table during a run: its columns first, then rows of as many numbers; NaN for a
/// missing value.
class TableSink {
 public:
  virtual ~TableSink() = default;
  /// Receives the column names.
  virtual void begin(std::vector<std::string> const& columns) = 0;
  /// Receives a row of a run in double precision.
  virtual void row(std::vector<double> const& numbers) = 0;
  /// Receives a row of a run in quad precision.
  virtual void row(std::vector<RawQuad> const& numbers) = 0;
};

/// Returns the names with unique entries: an invariant with the name of a coordinate or a velocity
/// gets the prefix "invariant_".
std::vector<std::string> unique_columns(std::vector<std::string> names);

/// Effect of a step that fails, from a point of NaN, before the last of a few steps; `untested`: a
/// step fails without it, `on_memory`: the method changes its internal state although it reports
/// the failure.
enum class FailedStepEffect { untested, none, on_memory, on_run };

/// Specification of a run.
struct RunSpec {
  Setting setting;    ///< system and initial condition
  std::string start;  ///< starting procedure; empty: the method's default
  std::vector<std::pair<std::string, std::string>> options;  ///< options of the method by name
  /// Time step, or output interval of an adaptive solver; negative: backward in time.
  RawQuad step = 0;
  long steps = 0;  ///< number of steps
  long every = 0;  ///< record first, last and every K-th node; 0: first and last only
  /// True: of the recorded nodes between the first and the last, the trajectory holds only times
  /// and kinetic energies.
  bool only_kinetic_energies = false;
  /// True: invariants, constraint and flipped momentum are measured at recorded nodes only. Not for
  /// driven systems and sections, which need all nodes.
  bool measures_recorded = false;
  /// Substeps of a step, as fractions of it; empty: one step of the method itself.
  std::vector<RawQuad> composition;
  Projection projection = Projection::none;  ///< projection of the velocity after each step
  Feedback<RawQuad> feedback;                ///< gains of a feedback; its energy is not used
  std::optional<Section> section;            ///< section whose crossings are recorded
  std::string until_event;  ///< event of a text at whose first zero the run ends; empty: none
  /// Receives the recorded nodes, or the crossings; the trajectory then holds only the first and
  /// the last node.
  TableSink* table = nullptr;
  bool tabulates_multipliers = false;  ///< true: the rows of the nodes end with the multipliers
  /// Called at intervals with the step number; may throw Interrupted to stop the run.
  std::function<void(long)> progress;
};

/// Thrown where long work notices that the user asked it to stop.
struct Interrupted {};

}  // namespace rattleback
