#pragma once
// Random points of the configuration spaces.

#include <fmt/format.h>

#include <span>
#include <string>
#include <vector>

#include "problems/core/sampler.hpp"
#include "problems/core/spaces/all.hpp"

namespace rattleback {

/// A rotation of R^n by Haar's measure: Gram and Schmidt's rows of a matrix of normal numbers, the
/// last row with the sign of a rotation.
template <int n>
Vec<double, n * n> random_rotation(NormalSequence& normal) {
  Vec<Vec<double, n>, n> rows;
  for (int i = 0; i < n; ++i) {
    double size = 0;
    // A row that nearly depends on the others would lose its digits.
    for (double left = 0; !(left > 1e-3 * size);) {
      for (int j = 0; j < n; ++j) rows[i][j] = normal.next();
      size = std::sqrt(dot(rows[i], rows[i]));
      for (int twice = 0; twice < 2; ++twice)
        for (int k = 0; k < i; ++k) rows[i] = rows[i] - dot(rows[k], rows[i]) * rows[k];
      left = std::sqrt(dot(rows[i], rows[i]));
      rows[i] = 1 / left * rows[i];
    }
  }
  Vec<double, n * n> R;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) R[n * i + j] = rows[i][j];
  if (determinant<n>(R) < 0)
    for (int j = 0; j < n; ++j) R[n * (n - 1) + j] = -R[n * (n - 1) + j];
  return R;
}

/// Random point of G: compact factors by Haar's measure, other coordinates as in `start`. `measure`
/// describes this for coordinates with these names.
template <class G>
struct RandomPoint;

template <auto n>
struct RandomPoint<R<n>> {
  static bool draws() { return false; }
  static Vec<double, n> draw(Vec<double, n> const& start, NormalSequence&) { return start; }
  static std::vector<std::string> measure(std::span<std::string const> names) {
    return {as_in_the_first_case(names)};
  }
};

template <>
struct RandomPoint<SE2> {
  static bool draws() { return true; }
  static Vec<double, 3> draw(Vec<double, 3> const& start, NormalSequence& normal) {
    return {start[0], start[1], 8 * std::atan(1.0) * normal.next_uniform()};
  }
  static std::vector<std::string> measure(std::span<std::string const> names) {
    return {fmt::format("{} uniform in [0, 2 pi)", names[2]),
            fmt::format("{}, {} as in the first case", names[0], names[1])};
  }
};

template <int n>
struct RandomPoint<SO<n>> {
  static bool draws() { return true; }
  static Vec<double, n * n> draw(Vec<double, n * n> const&, NormalSequence& normal) {
    return random_rotation<n>(normal);
  }
  static std::vector<std::string> measure(std::span<std::string const> names) {
    return {fmt::format("{} to {} by the Haar measure of SO({})", names.front(), names.back(), n)};
  }
};
template <>
struct RandomPoint<SO3> : RandomPoint<SO<3>> {};

template <>
struct RandomPoint<DirectedRotation> {
  static bool draws() { return true; }
  static Vec<double, 12> draw(Vec<double, 12> const&, NormalSequence& normal) {
    return DirectedRotation::with_direction(random_rotation<3>(normal));
  }
  static std::vector<std::string> measure(std::span<std::string const> names) {
    auto all = RandomPoint<SO3>::measure(names.subspan(3));
    all.push_back(fmt::format("{} to {} as they follow", names[0], names[2]));
    return all;
  }
};

template <class G>
struct RandomPoint<Opposite<G>> : RandomPoint<G> {};

template <class Space>
requires Space::is_product struct RandomPoint<Space> {
  static bool draws() {
    bool draws = false;
    Space::each([&]<class G>(int, int) { draws = draws || RandomPoint<G>::draws(); });
    return draws;
  }
  static Vec<double, Space::size> draw(Vec<double, Space::size> const& start,
                                       NormalSequence& normal) {
    Vec<double, Space::size> all;
    Space::each([&]<class G>(int q, int) {
      auto const one = RandomPoint<G>::draw(part_from<G::size>(start, q), normal);
      for (int i = 0; i < G::size; ++i) all[q + i] = one[i];
    });
    return all;
  }
  static std::vector<std::string> measure(std::span<std::string const> names) {
    std::vector<std::string> all, lines;
    auto const add_lines = [&] {
      if (!lines.empty()) all.push_back(as_in_the_first_case(lines));
      lines.clear();
    };
    Space::each([&]<class G>(int q, int) {
      if constexpr (is_euclidean<G>) {
        lines.insert(lines.end(), names.begin() + q, names.begin() + q + length(G::size));
      } else {
        add_lines();
        for (auto const& words : RandomPoint<G>::measure(names.subspan(q, G::size)))
          all.push_back(words);
      }
    });
    add_lines();
    return all;
  }
};

}  // namespace rattleback
