#pragma once
// Experiments as data: declaration, computation and figures.

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "experiments/core/measured.hpp"
#include "experiments/core/random.hpp"
#include "experiments/core/run.hpp"
#include "integrators/core/registry/registry.hpp"

namespace rattleback {

/// Decision on a point that a paper leaves open, with its reason.
struct Choice {
  std::string open, choice, reason;
};

/// One curve of a panel: two columns of a data file.
struct Series {
  std::string data, x, y;
  std::string style = "lines";  ///< lines, points, linespoints, dots, rises, falls, crosses
  std::string label;
  bool emphasis = false;
  std::string group = {};  ///< column: one curve per distinct value
  std::string where = {};  ///< "experiments.toml: line N"
};

/// Axis of a panel.
struct Axis {
  std::string label, scale = "linear";
  std::optional<std::pair<double, double>> range;
  std::vector<std::string> names;  ///< names of 1, 2, ...: an axis without numbers
  std::string names_from;          ///< list of names that the study supplies
};

struct Panel {
  Axis x, y;
  std::string title;
  std::string key = "off";
  std::vector<Series> series;
};

struct Figure {
  std::string id, number, caption;
  int columns = 1;
  double width = 6.9, height = 4.5;  ///< inches
  std::vector<Panel> panels;
};

/// Table of numbers that becomes data/NAME.csv.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;
  void add(std::vector<double> row);  ///< throws std::logic_error if the width is wrong
};

/// Function that Study::over evaluates at every point: the number of one reading, or of one
/// control, of a statement.
template <class Point>
struct InstanceRow {
  std::string statement, name;  ///< name: of the reading, or of the control
  std::function<double(Point const&)> value;
  bool is_control = false;
};

/// Entry of Study::dependencies that represents the whole catalogue.
inline constexpr char const* every_problem_and_method = "every problem and method";

/// Interface of an experiment to the catalogue: looks up problems and methods, executes runs and
/// records results.
class Study {
 public:
  Study(bool quick, int threads, std::function<void(double)> progress)
      : quick(quick), threads(threads), progress(std::move(progress)) {}

  bool const quick;  ///< reduced size: evaluated against its own table
  int const threads;
  /// Receives the fraction done; may throw Interrupted.
  std::function<void(double)> const progress;

  /// Return an entry of the catalogue and record it as a dependency of the results. Throw
  /// InvalidInput, with the nearest id, if there is no entry of that id.
  ProblemEntry const& problem(std::string const& id);
  MethodEntry const& method(std::string const& problem, std::string const& id);
  MethodEntry const& method(Run const& run) { return method(run.problem, run.method); }
  /// Returns the whole catalogue and records it as a dependency of the results.
  std::vector<ProblemEntry> const& catalogue();

  /// Integrates the run in double precision, adds its work to `work` and records a failed outcome.
  /// Throws InvalidInput if the method does not apply or the run is invalid.
  Trajectory<double> execute(Run const& run);
  /// Integrates the run as execute() does, in quad precision.
  Trajectory<RawQuad> execute_quad(Run const& run);
  /// Returns the certified exact motion from the run's initial condition at `times`.
  std::vector<ReferenceState> reference(Run const& run, std::vector<RawQuad> const& times);

  /// Creates the empty table that becomes data/NAME.csv. Throws std::logic_error if the name is in
  /// use.
  Table& table(std::string const& name, std::vector<std::string> columns);
  /// Supplies the names at 1, 2, ... of an axis of a figure. Throws std::logic_error if the list
  /// exists.
  void names(std::string const& list, std::vector<std::string> names);
  /// Supplies the measured number of the reading "as printed" of a statement, of another reading,
  /// or of one of several instances of a reading. Throws std::logic_error if that number exists.
  void measure(std::string const& statement, Measured measured) {
    measure(statement, "as printed", "", std::move(measured));
  }
  void measure(std::string const& statement, std::string const& reading, Measured measured) {
    measure(statement, reading, "", std::move(measured));
  }
  void measure(std::string const& statement, std::string const& reading,
               std::string const& instance, Measured measured);
  /// Supplies the number of a control: the same check of a changed statement, which is false (or
  /// true, if the statement itself fails). Throws std::logic_error if that number exists.
  void control(std::string const& statement, std::string const& name, Measured measured) {
    control(statement, name, "", std::move(measured));
  }
  void control(std::string const& statement, std::string const& name, std::string const& instance,
               Measured measured);
  /// Evaluates every row at each of the points and supplies the value of largest size, with the
  /// number of the point that has it. A value that is not finite counts as the largest. Throws
  /// std::logic_error if there are no points.
  /// @param instance  instance of the readings and controls
  /// @param common    precision, steps and details that all numbers have
  template <class Point>
  void over(std::vector<Point> const& points, std::vector<InstanceRow<Point>> const& rows,
            std::string const& instance = {}, Measured const& common = {.value = 0});
  /// Evaluates every row at `count` random points that draw(Random&) returns. Point k is the same
  /// in every run.
  template <class Draw>
  void over(int count, Draw const& draw,
            std::vector<InstanceRow<std::invoke_result_t<Draw, Random&>>> const& rows,
            double epsilon = 0x1p-52, std::string const& instance = {});
  /// Records that the study computes with the corrected formula of an erratum.
  void uses(std::string const& erratum) { errata_used.insert(erratum); }
  /// Records why a reading was not measured, for example because a quick run cannot decide it.
  void not_run(std::string const& statement, std::string const& reading, std::string why);
  /// Numbers of a finding. A number that this run did not measure is NaN.
  struct FindingNumbers {
    double value;
    double control = std::numeric_limits<double>::quiet_NaN();  ///< number of the changed case
    std::vector<double> neighbours = {};  ///< numbers of the declared neighbours, in their order
  };
  /// Supplies the evidence of a finding. Throws std::logic_error if it exists.
  void add_finding(std::string const& finding, FindingNumbers numbers, std::string words);
  /// Supplies the evidence of a finding without a control and without neighbours.
  void add_finding(std::string const& finding, double value, std::string words) {
    add_finding(finding, FindingNumbers{value}, std::move(words));
  }
  /// Supplies the defects of an erratum's printed and correct formulas. Throws as add_finding().
  void add_erratum(std::string const& erratum, double printed, double right, std::string words);
  /// Records a failed run.
  void outcome(std::string what, Outcome outcome, std::string reason, double time);

  struct Failure {
    std::string what;
    Outcome outcome;
    std::string reason;
    double time;
  };
  struct Evidence {
    FindingNumbers numbers;
    std::string words;
  };
  struct Defects {
    double printed, right;
    std::string words;
  };
  Measurements readings;
  std::map<std::string, Evidence> evidence;  ///< by finding
  std::map<std::string, Defects> defects;    ///< by erratum
  std::map<std::string, Table> tables;
  std::map<std::string, std::vector<std::string>> lists_of_names;
  std::vector<Failure> failures;
  std::set<std::string> errata_used;
  std::set<std::string> dependencies;  ///< "problem ID", "method ID", `every_problem_and_method`
  long runs = 0;
  Counts work;  ///< work of all runs

 private:
  template <class S>
  Trajectory<S> recorded(Run const& run, Trajectory<S> trajectory);
};

template <class Point>
void Study::over(std::vector<Point> const& points, std::vector<InstanceRow<Point>> const& rows,
                 std::string const& instance, Measured const& common) {
  if (points.empty()) throw std::logic_error("a study has no points to evaluate");
  for (auto const& [statement, name, value, is_control] : rows) {
    WorstInstance worst;
    for (std::size_t k = 0; k < points.size(); ++k) worst.add(int(k + 1), value(points[k]));
    Measured measured = common;
    measured.value = worst.value;
    measured.details.emplace_back("the worst is instance", worst.instance);
    is_control ? control(statement, name, instance, measured)
               : measure(statement, name, instance, measured);
  }
}

template <class Draw>
void Study::over(int count, Draw const& draw,
                 std::vector<InstanceRow<std::invoke_result_t<Draw, Random&>>> const& rows,
                 double epsilon, std::string const& instance) {
  std::vector<std::invoke_result_t<Draw, Random&>> points;
  for (int k = 1; k <= count; ++k) {
    Random random(1, k);
    points.push_back(draw(random));
  }
  over(points, rows, instance,
       {.value = 0, .details = {{"random instances", count}}, .epsilon = epsilon});
}

/// Source paper, or a collection of our own studies, which has findings and no statements.
struct Paper {
  std::string id, short_name, citation;
  bool published = true;  ///< false for a collection of our own studies
};

/// Figure, table or study.
struct Experiment {
  std::string id, paper, title, about;
  std::vector<Choice> choices;
  std::vector<Figure> figures;
  std::function<void(Study&)> compute;
  std::string source = {};  ///< file within the project
};

/// Return all papers and all experiments, in report order, from their experiments.toml. Throw
/// InvalidInput, with file and line, if such a file is invalid.
std::vector<Paper> const& papers();
std::vector<Experiment> const& experiments();

}  // namespace rattleback
