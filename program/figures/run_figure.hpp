#pragma once
// Figure of `run --figure`.

#include <optional>
#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"
#include "program/figures/picture_file.hpp"
#include "program/figures/row_thinning.hpp"
#include "program/figures/violation_watch.hpp"
#include "program/interface/output.hpp"

namespace rattleback {

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
