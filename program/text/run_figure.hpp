#pragma once
// Figure of `run --figure`.

#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"
#include "program/text/output.hpp"
#include "program/text/picture_file.hpp"

namespace rattleback {

/// Receives the rows of a run and draws them. Nodes: path in the plane of the first two
/// coordinates, coordinates and velocities against time, and deviations of invariants from their
/// initial values. Crossings of a section: points in planes.
class RunFigure final : public TableSink {
 public:
  /// Throws the errors of PictureFile.
  RunFigure(std::string const& path, ProblemCard const& problem,
            std::optional<Section> const& section);

  void begin(std::vector<std::string> const& columns) override;
  void row(std::vector<double> const& numbers) override;
  void row(std::vector<RawQuad> const& numbers) override;
  /// Draws the figure. Throws the errors of PictureFile::finish.
  void finish();

 private:
  template <class S>
  void add(std::vector<S> numbers, std::vector<S>& at_start);
  nlohmann::json node_panels() const;

  PictureFile picture_;
  ProblemCard const& problem_;
  std::optional<Section> const section_;
  TableFile table_;
  std::vector<std::string> columns_;
  std::size_t first_invariant_, end_of_invariants_ = 0;
  std::vector<double> at_start_;
  std::vector<RawQuad> at_start_in_quad_;
};

/// Returns panels of the crossings in `table` with the given columns, except that of the section:
/// each coordinate with its velocity, or pairs of components if velocities do not belong to
/// coordinates.
nlohmann::json crossing_panels(ProblemCard const& problem, Section const& section,
                               std::vector<std::string> const& columns, std::string const& table);

}  // namespace rattleback
