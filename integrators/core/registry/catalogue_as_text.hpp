#pragma once
// Problems of the catalogue as the texts that state them, with methods that are compiled once for
// all texts: those of the catalogue in quad precision, and those of users. Problems that no text of
// any size states, and methods that need more than a text states, are compiled with the class.

#include "integrators/core/registry/lookup.hpp"
#include "integrators/core/registry/text_classes.hpp"
#include "integrators/core/tables/problem_table_of.hpp"

namespace rattleback {

/// True in a build with methods for texts.
#if defined(RATTLEBACK_TEXTS)
inline constexpr bool has_texts = true;
#else
inline constexpr bool has_texts = false;
#endif

/// Constant: the method uses statements of P that a text does not make.
template <class M, class P>
concept UsesMoreThanTexts = M::template uses_more_than_texts<P>;

/// True for spaces of texts: R^n, SE(2), SO(3) and their products.
template <class G>
inline constexpr bool is_space_of_texts =
    is_euclidean<G> || std::same_as<G, SE2> || std::same_as<G, SO3>;
template <class A, class B>
inline constexpr bool is_space_of_texts<Product<A, B>> =
    is_space_of_texts<A>&& is_space_of_texts<B>;

/// True if a text that runs without a compiler has room for the parameters of P.
template <class P>
inline constexpr bool has_few_parameters =
    std::tuple_size_v<decltype(P::parameters())> <= text::most_parameters;

/// True if problem P runs as its text, with methods that are compiled for all texts.
template <class P>
inline constexpr bool runs_as_text =
    is_space_of_texts<typename P::Space> && !StatesRegularConstraint<P> && !requires(P const& p) {
  p.reversed();
}
&&has_few_parameters<P>;

/// @tparam Problem  class template of a problem of the catalogue
template <template <class> class Problem>
struct CatalogueAsText {
  using P = Problem<double>;
  using G = typename P::Space;
  static constexpr bool by_text = has_texts && !double_only && runs_as_text<P>;
  using Kind = std::conditional_t<is_euclidean<G>, AnyEuclidean, AnyGroup<HasGlobalChart<G>>>;
  using Classes = text::TextClasses<Kind, any_constraints, Driven<P>>;

  /// The structures that a method may need and the problem has.
  static constexpr text::Structures structures() {
    using text::Structure;
    text::Structures has;
    has.add(Structure::general);
    if (ConstantMassSystem<P>) {
      has.add(Structure::constant_mass);
      if (!has_affine_constraints<P>) has.add(Structure::linear_constraints);
    }
    if (ChaplyginSystem<P>) has.add(Structure::chaplygin);
    if (LeftInvariantKinetic<P>) {
      has.add(Structure::invariant_kinetic);
      if (LeftInvariantConstraints<P>) {
        has.add(Structure::invariant_constraints);
        if (std::same_as<G, SO3> && P::constraints == 1)
          has.add(Structure::one_constraint_on_rotations);
      }
    }
    return has;
  }

  /// Returns the function that makes power series of the motion by the text; null without one.
  template <class S = double>
  static decltype(ProblemTable<S>::series) series() {
    if constexpr (has_texts && !double_only && is_space_of_texts<G> && has_few_parameters<P>)
      return [](void const* system) {
        static auto const loaded = text::text_of_catalogue(P{}.card().id);
        return text::series_of(*loaded,
                               text::series_system(*static_cast<Problem<S> const*>(system)));
      };
    else
      return nullptr;
  }

  /// M, which is at that place of the catalogue.
  template <class M>
  static StepTable<Quad> const* table([[maybe_unused]] std::size_t place) {
    if constexpr (is_method_of_texts<M>())
      return unit().table(place, structures());
    else
      return table_on<Problem, M, Quad>();
  }

  /// Functions of the problem in quad precision.
  static ProblemTable<Quad> mechanics() {
    if constexpr (double_only) {
      return {};
    } else if constexpr (!by_text) {
      auto functions = problem_table_of(Problem<Quad>{});
      functions.series = series<Quad>();
      return functions;
    } else {
      auto const loaded = text::text_of_catalogue(P{}.card().id);
      return with_statements(
          unit().mechanics(*loaded),
          [=, make = unit().system](auto const& dependent) { return make(*loaded, dependent); });
    }
  }

  /// Returns the problem as a text, with what its class states besides; null where it does not run
  /// as one.
  static text::LoadedProblem const* as_text() {
    if constexpr (by_text) {
      static auto const made = [] {
        auto loaded = text::problem_of_catalogue(P{}.card().id);
        auto functions = std::make_shared<ProblemFunctions>();
        functions->description = description_of(P{});
        functions->in_double = with_statements(loaded.entry.functions->in_double,
                                               [of = loaded.loaded](auto const& dependent) {
                                                 return unit_of_texts().system(*of, dependent);
                                               });
        functions->in_quad.make = &mechanics;
        functions->ensembles =
            ensemble_functions_of<P, TextIn<double>>(functions->description.card.coordinates);
        loaded.entry.functions = functions;
        return loaded;
      }();
      return &made;
    } else {
      return nullptr;
    }
  }

 private:
  template <class S>
  using TextIn = typename Classes::template General<S>;

  static text::TextLoader const& unit_of_texts() {
    return text::loader(is_euclidean<G>     ? text::SpaceKind::euclidean
                        : HasGlobalChart<G> ? text::SpaceKind::planar
                                            : text::SpaceKind::spatial,
                        Driven<P>);
  }
  static text::InQuad const& unit() { return unit_of_texts().in_quad(); }

  /// Adds the cases and statements of the problem's class.
  /// @param f     functions of the text
  /// @param make  makes the text with its standard parameters and these dependent velocities
  template <class S, class Make>
  static ProblemTable<S> with_statements(ProblemTable<S> f, Make const& make) {
    f.cases = [make, set = f.set_parameter] {
      std::vector<InitialCondition<S>> all;
      for (auto const& c : Problem<S>{}.cases()) {
        auto& stated = all.emplace_back(initial_condition(c));
        auto const& dependent = c.system.dependent_velocities;
        stated.system = make(std::vector<int>(dependent.begin(), dependent.end()));
        auto const& parameters = c.system.parameters();
        for (std::size_t k = 0; k < parameters.size(); ++k)
          set(stated.system.get(), static_cast<int>(k), c.system.*(parameters[k].member));
      }
      return all;
    };
    if (observables_of(Problem<S>{}) > 1) {
      static auto const stated_in_text = f.observe;  // of all texts on this kind of space
      f.observables = observables_of(Problem<S>{});
      f.observe = [](void const* system, S t, S const* q, S const* v, S* observables, S* phi) {
        std::array<S, 1 + text::most_invariants> stated;
        stated_in_text(system, t, q, v, stated.data(), phi);
        observables[0] = stated[0];
        auto const invariants = invariants_of(stated_at<Problem<S>, TextIn<S>>(system),
                                              vector_at<size_of<P>>(q), vector_at<dof_of<P>>(v));
        std::copy(invariants.c, invariants.c + std::size(invariants.c), observables + 1);
      };
    }
    f.own_class = false;
    f.in_natural_units = nullptr;
    f.unit_of_time = nullptr;
    f.set_dependent_velocities = nullptr;
    add_statements<Problem<S>, TextIn<S>>(f);
    return f;
  }

  template <class M>
  static constexpr bool is_method_of_texts() {
    if constexpr (by_text && !UsesMoreThanTexts<M, P>)
      return Classes::template steps_with<M>(structures());
    else
      return false;
  }
};

}  // namespace rattleback
