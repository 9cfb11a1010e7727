#pragma once
// Thinning of the rows of a long run for a figure.

#include <optional>
#include <vector>

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

}  // namespace rattleback
