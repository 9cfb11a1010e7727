#pragma once
// Specification of a run: system, initial condition, step, and what is recorded.

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "integrators/core/method/raw_quad.hpp"

namespace rattleback {

/// System and initial condition. Empty members: those of the problem's first case.
struct Setting {
  std::string case_name;
  std::vector<std::pair<std::string, RawQuad>> parameters;
  std::optional<std::vector<RawQuad>> q, v;
  std::optional<std::vector<RawQuad>> q1;  ///< second node, for the start `pair`
  bool project = false;  ///< take the nearest velocity on the constraint instead of refusing
  /// (q, v) is a method's own state rather than a point of the system: no check of the constraint.
  bool own_state = false;
};

/// Poincare section: where a coordinate or velocity passes a value.
struct Section {
  enum class Direction { up, down, both };
  std::string component;
  RawQuad value = 0;
  Direction direction = Direction::up;
};

/// Takes a table while it arises: its columns first, then rows of as many numbers, which are not a
/// number where a row has no value.
class TableSink {
 public:
  virtual ~TableSink() = default;
  virtual void begin(std::vector<std::string> const& columns) = 0;
  virtual void row(std::vector<double> const& numbers) = 0;
  virtual void row(std::vector<RawQuad> const& numbers) = 0;
};

/// Column names of which no two are equal: an invariant that is called like a coordinate or a
/// velocity gets "invariant_" in front.
std::vector<std::string> unique_columns(std::vector<std::string> names);

/// Specification of a run.
struct RunSpec {
  Setting setting;
  std::string start;  ///< empty: the method's default
  std::vector<std::pair<std::string, std::string>> options;
  RawQuad step = 0;
  long steps = 0;
  long every = 0;  ///< record first, last and every K-th node; 0: first and last only
  /// Substeps of a step, as fractions of it; empty: one step of the method itself.
  std::vector<RawQuad> composition;
  std::optional<Section> section;  ///< record its crossings
  /// Takes the kept nodes, or the crossings; the trajectory then holds the first and the last only.
  TableSink* table = nullptr;
  /// Called now and then with the step number; may throw Interrupted to stop.
  std::function<void(long)> progress;
};

/// Thrown where long work notices that the user asked it to stop.
struct Interrupted {};

}  // namespace rattleback
