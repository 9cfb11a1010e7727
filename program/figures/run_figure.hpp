#pragma once
// Figure of `run --figure`, and thinning of the rows of a long run.

#include <optional>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"
#include "program/figures/picture_file.hpp"
#include "program/figures/violation_watch.hpp"
#include "program/interface/output.hpp"

namespace rattleback {

/// Groups rows into parts of equal length. A part has the first value of its rows in the columns
/// before `first_error` and the largest value in the others, so that no peak of an error is lost.
/// The last part also takes rows that are less than half a part, because the maximum of few rows
/// would seem to fall.
class RowParts {
 public:
  /// @param length  number of rows of a part
  RowParts(long length, std::size_t first_error) : length_(length), first_error_(first_error) {}

  /// Adds a row; calls `write` with a row for each finished part.
  template <class Write>
  void add(std::vector<double> const& row, Write const& write) {
    if (count_ == length_) {
      if (held_) write(*held_);
      held_ = std::move(part_);
      count_ = 0;
    }
    if (count_++ == 0)
      part_ = row;
    else
      raise(part_, row);
  }

  /// Writes the rows of the last parts.
  template <class Write>
  void finish(Write const& write) {
    bool const merged = held_ && 2 * count_ < length_;
    if (merged) raise(*held_, part_);
    if (held_) write(*held_);
    if (count_ > 0 && !merged) write(part_);
  }

 private:
  void raise(std::vector<double>& row, std::vector<double> const& other) const;

  long const length_;
  std::size_t const first_error_;
  std::optional<std::vector<double>> held_;
  std::vector<double> part_;
  long count_ = 0;
};

/// Beginning of a run that shows its first oscillations, for curves that would cover a whole panel.
/// A component turns when it reverses its direction by more than a tenth of its range.
class FirstOscillations {
 public:
  /// Watches the columns from `first` to before `end` of the rows.
  FirstOscillations(std::size_t first, std::size_t end);

  void add(std::vector<double> const& row);
  /// True if some component turns so often that the curves of the whole run are unreadable.
  bool crowded() const { return most_turns_ > 100; }
  /// Number of turns of the component that turns most often.
  long turns() const { return most_turns_; }
  /// The rows up to the end of the first oscillations, at most a few thousand.
  std::vector<std::vector<double>> const& rows() const { return rows_; }

 private:
  struct Component {
    double low = 0, high = 0, extreme = 0;
    int direction = 0;
    long turns = 0;
  };
  void follow(Component& component, double value);

  std::size_t const first_;
  std::vector<Component> components_;
  std::vector<std::vector<double>> rows_;
  long stride_ = 1, seen_ = 0, most_turns_ = 0;
  double size_ = 0;  ///< largest absolute value of the components
};

/// Receives the rows of a run and draws them. Nodes: path in a plane, coordinates and velocities
/// against time, errors of energy and invariants, and the constraint violation. Crossings of a
/// section: points in planes.
class RunFigure final : public TableSink {
 public:
  /// Throws the errors of PictureFile, and InvalidInput if a requested panel does not exist.
  RunFigure(FigureRequest const& request, ProblemEntry const& problem, MethodCard const& method,
            RunSpec const& spec);

  void begin(std::vector<std::string> const& columns) override;
  void row(std::vector<double> const& numbers) override;
  void row(std::vector<RawQuad> const& numbers) override;
  /// Draws the figure. Throws the errors of PictureFile::finish.
  void finish();

 private:
  template <class S>
  void add(std::vector<S> numbers, std::vector<S>& reference);
  nlohmann::json path() const;
  nlohmann::json components(FirstOscillations const& beginning, std::string const& title,
                            std::vector<std::string> const& names);
  nlohmann::json errors(std::string const& title, std::string const& label, std::size_t first,
                        std::size_t end) const;
  nlohmann::json work() const;
  nlohmann::json constraint() const;
  nlohmann::json node_panels();

  FigureRequest const request_;
  PictureFile picture_;
  ProblemEntry const& problem_;
  MethodCard const& method_;
  RunSpec const& spec_;
  TableFile nodes_, errors_;
  std::optional<ViolationWatch<double>> violation_;
  std::optional<ViolationWatch<Quad>> violation_in_quad_;
  bool shows_violation_ = false;
  std::vector<std::string> columns_;
  std::size_t first_invariant_, end_of_invariants_ = 0;
  long rows_ = 0;
  std::vector<double> reference_;  ///< invariants from which deviations are measured
  std::vector<RawQuad> reference_in_quad_;
  RowParts node_parts_, error_parts_;
  FirstOscillations of_coordinates_, of_velocities_;
  std::vector<std::string> multipliers_;  ///< their columns, at the end; empty: not in the table
  std::optional<FirstOscillations> of_multipliers_;
};

/// Returns panels of the crossings in `table` with the given columns, except that of the section:
/// each coordinate with its velocity, or pairs of components if velocities do not belong to
/// coordinates.
nlohmann::json crossing_panels(ProblemCard const& problem, Section const& section,
                               std::vector<std::string> const& columns, std::string const& table);

}  // namespace rattleback
