#pragma once
// Interface between a physics engine and its program, which reads a case from standard input and
// prints its motion.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "experiments/engines/body.hpp"

namespace rattleback::engines {

/// Case: lines `key value...`. Keys of a body: m, I (11 22 33 12 13 23), A, d, g; of a robot: robot
/// (its parameters). Both: q, v, step, steps, every (steps per printed line), timed (steps).
class Case {
 public:
  explicit Case(std::istream& in);
  std::vector<double> numbers(std::string const& key) const;
  double number(std::string const& key, double standard) const;
  std::string word(std::string const& key, std::string const& standard) const;

  bool is_robot() const { return lines_.count("robot") > 0; }
  double step() const { return number("step", 0); }
  Body body() const;
  Motion start() const;
  Robot robot() const;

 private:
  std::map<std::string, std::string> lines_;
};

/// Engine with a system at its start.
struct Engine {
  virtual ~Engine() = default;
  virtual void step() = 0;
  /// Returns q, v in the order of the case: of Motion, or x, y, theta, phR, phL of a robot.
  virtual std::vector<double> state() const = 0;
  /// Returns the energy that the engine itself computes, or that of its own masses.
  virtual double energy() const = 0;
};

/// Returns the numbers of a motion.
std::vector<double> numbers_of(Motion const& z);

/// Returns the engine of this program.
std::unique_ptr<Engine> make_engine(Case const& c);

}  // namespace rattleback::engines
