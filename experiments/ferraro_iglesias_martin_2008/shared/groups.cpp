#include "experiments/ferraro_iglesias_martin_2008/shared/groups.hpp"

namespace rattleback::ferraro_iglesias_martin_2008 {

Matrix3 motion_of_plane(Vector3 const& q) {
  Quad const c = cos(q[2]), s = sin(q[2]);
  Matrix3 g;
  g << c, -s, q[0],  //
      s, c, q[1],    //
      0, 0, 1;
  return g;
}

Matrix3 random_rotation(Random& random) {
  return exponential<So3, Quad>(vector_of<Quad>(random.vector(3, 2)));
}

Vector3 constraint_form(Matrix3 const& R, int s) {
  Vector3 const rest(3 * R(0, 1) * R(2, 2), 5 + 3 * R(1, 0) * R(1, 0), 3 * R(2, 1));
  return R.row(0).transpose() + Quad(s) / 10 * rest;
}

Vector3 reflected(Vector3 const& p, Vector3 const& form, Matrix3 const& inverse_metric) {
  Vector3 const raised = inverse_metric * form;
  return p - 2 * raised.dot(p) / raised.dot(form) * form;
}

AverageDefects average_momentum(Study& study, long steps, int s) {
  auto run =
      run_of("constrained_so3", "FIM-momentum", "reduced_gni", RawQuad(1) / 10, steps, "plain");
  run.parameters = {{"s", s}};
  auto const [q, momenta] = DiscreteMotion(study.execute(run));
  Largest translated, translated_right, first, first_right, projected;
  for (std::size_t k = 1; k < momenta.size(); ++k) {
    Matrix3 const R = rotation_of(q[k + 1]), W = rotation_of(q[k]).transpose() * R;
    // The form without its unit length, on which nothing depends.
    Vector3 const form = 2 * constraint_form(R, s), p = momenta[k].p, average = momenta[k].average,
                  back = reflected(p, form, Matrix3::Identity());
    auto const& before = momenta[k - 1];
    auto const translation = [&](Matrix3 const& by) {
      return distance(by * before.average, average);
    };
    auto const member = [&](Vector3 const& second) {
      return distance((back + second) / 2, average);
    };
    translated(translation(W));
    translated_right(translation(W.transpose()));
    first(member(before.p));
    first_right(member(p));
    projected(distance(p - form.dot(p) / form.squaredNorm() * form, average));
  }
  return {{translated.value, translated_right.value},
          {first.value, first_right.value},
          {larger_or_nan(translated.value, first.value),
           larger_or_nan({translated_right.value, first_right.value, projected.value})}};
}

}  // namespace rattleback::ferraro_iglesias_martin_2008
