#pragma once
// What `run --figure` draws.

#include <string>
#include <vector>

#include "integrators/core/registry/registry.hpp"
#include "program/text/output.hpp"
#include "program/text/picture_file.hpp"

namespace rattleback {

/// Takes the rows of a run as they arise and draws them: of the nodes the path in the plane of the
/// first two coordinates, coordinates and velocities against time and how far invariants deviate
/// from their values at the start; of a section's crossings the points in planes.
class RunFigure final : public TableSink {
 public:
  /// Throws as PictureFile.
  RunFigure(std::string const& path, ProblemCard const& problem,
            std::optional<Section> const& section);

  void begin(std::vector<std::string> const& columns) override;
  void row(std::vector<double> const& numbers) override;
  void row(std::vector<RawQuad> const& numbers) override;
  /// Throws as PictureFile::finish.
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

/// Panels of the crossings in `table`, whose columns are `columns`, without the section's own: each
/// coordinate with its velocity, or components in pairs where velocities are not of coordinates.
nlohmann::json crossing_panels(ProblemCard const& problem, Section const& section,
                               std::vector<std::string> const& columns, std::string const& table);

}  // namespace rattleback
