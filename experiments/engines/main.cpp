// Program of one engine: case from standard input; lines `t q v`, then `energy` of the start and
// `cpu` seconds per step.

#include <cstdio>
#include <ctime>
#include <iostream>

#include "experiments/engines/engine.hpp"

namespace rattleback::engines {

Case::Case(std::istream& in) {
  for (std::string line; std::getline(in, line);)
    if (auto const end = line.find(' '); end != std::string::npos)
      lines_[line.substr(0, end)] = line.substr(end + 1);
}
std::string Case::word(std::string const& key, std::string const& standard) const {
  auto const found = lines_.find(key);
  return found == lines_.end() ? standard : found->second;
}
std::vector<double> Case::numbers(std::string const& key) const {
  std::istringstream in(word(key, ""));
  std::vector<double> all;
  for (double x; in >> x;) all.push_back(x);
  return all;
}
double Case::number(std::string const& key, double standard) const {
  auto const all = numbers(key);
  return all.empty() ? standard : all[0];
}
Body Case::body() const {
  auto const I = numbers("I"), A = numbers("A"), d = numbers("d");
  Mat inertia;
  inertia << I.at(0), I.at(3), I.at(4), I.at(3), I.at(1), I.at(5), I.at(4), I.at(5), I.at(2);
  return {number("m", 0), inertia, Vec(A.data()), Vec(d.data()), number("g", 0)};
}
Motion Case::start() const {
  auto const q = numbers("q"), v = numbers("v");
  return {Vec(q.data()), Vec(v.data()), Vec(v.data() + 3),
          Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor> const>(q.data() + 3)};
}
Robot Case::robot() const {
  auto const p = numbers("robot");
  return {p.at(0), p.at(1), p.at(2), p.at(3), p.at(4), p.at(5),
          p.at(6), p.at(7), p.at(8), p.at(9), p.at(10)};
}
std::vector<double> numbers_of(Motion const& z) {
  std::vector<double> all(z.p.begin(), z.p.end());
  for (int i = 0; i < 9; ++i) all.push_back(z.R(i / 3, i % 3));
  all.insert(all.end(), z.v.begin(), z.v.end());
  all.insert(all.end(), z.w.begin(), z.w.end());
  return all;
}

namespace {

void run(Case const& c) {
  long const steps = std::lround(c.number("steps", 0)), every = std::lround(c.number("every", 1));
  auto engine = make_engine(c);
  std::printf("energy %.17g\n", engine->energy());
  for (long n = 0; n <= steps; ++n) {
    if (n > 0) engine->step();
    if (n % every != 0 && n != steps) continue;
    std::printf("%.17g", double(n) * c.step());
    for (double const x : engine->state()) std::printf(" %.17g", x);
    std::puts("");
  }
  // Steps without output, in a second engine.
  long const timed = std::lround(c.number("timed", 1));
  engine = make_engine(c);
  std::clock_t const begin = std::clock();
  for (long n = 0; n < timed; ++n) engine->step();
  std::printf("cpu %.4g\n", double(std::clock() - begin) / CLOCKS_PER_SEC / double(timed));
}

}  // namespace
}  // namespace rattleback::engines

int main() {
  try {
    rattleback::engines::run(rattleback::engines::Case(std::cin));
  } catch (std::exception const& error) {
    std::puts(error.what());
    return 1;
  }
}
