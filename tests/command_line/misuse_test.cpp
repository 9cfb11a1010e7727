// Invalid input: status 2, one line on stderr that names the value and the nearest valid choice,
// empty stdout and no new file.

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

struct BadInput {
  /// @param said  texts of which each must occur in the message
  template <class... Said>
  BadInput(char const* name_of_case, std::string command, Said... said)
      : name(name_of_case), arguments(std::move(command)), parts{said...} {}

  char const* name;
  std::string arguments;
  std::vector<std::string> parts;
};

void PrintTo(BadInput const& bad, std::ostream* stream) { *stream << bad.arguments; }

class Misused : public testing::TestWithParam<BadInput> {};

TEST_P(Misused, FailsInOneLine) {
  Scratch const scratch;
  auto const refusal = refusal_of(scratch, GetParam().arguments);
  EXPECT_THAT(refusal, StartsWith("rattleback: "));
  for (auto const& part : GetParam().parts) EXPECT_THAT(refusal, HasSubstr(part));
  EXPECT_TRUE(scratch.files().empty());
}

std::string name_of_case(testing::TestParamInfo<BadInput> const& info) { return info.param.name; }

std::string const run = "run contact_oscillator dla_leapfrog ";
/// Returns the command for ten steps of 0.1 of "PROBLEM INTEGRATOR".
std::string steps_of(std::string const& pair) { return "run " + pair + " --step 0.1 --steps 10 "; }
std::string contact(std::string const& method) { return steps_of("contact_oscillator " + method); }
std::string const ten_steps = contact("dla_leapfrog");
std::string const to_a_file = ten_steps + "--output a.csv ";
std::string const ensemble =
    "ensemble chaotic_r7 dla_leapfrog --orbits 2 --step 0.1 --until 1 --energy 3 ";

std::string const driven = "moving_contact dla_leapfrog --step 0.1 ";

std::vector<BadInput> const driven_systems{
    {"Energy", "ensemble " + driven + "--orbits 2 --until 1 --energy 1 --seed 1", "--energy",
     "moving_contact is driven", "--starts FILE"},
    {"StartsMissing", "ensemble " + driven + "--orbits 2 --until 1 --seed 1",
     "moving_contact is driven", "--starts FILE"},
    {"Start", "run " + driven + "--steps 1 --v 0.1,0.6,0.8", "violates the constraint by 0.74",
     "the projection", "at t = 0 changes"},
    {"Force", "run " + driven + "--steps 1 --option force=middle", "'middle'", "mid"},
    {"ForceOfNone", "run contact_oscillator dla_leapfrog --step 0.1 --steps 1 --option force=mid",
     "option force of dla_leapfrog is for driven systems", "contact_oscillator"},
    {"MethodWithoutForces", "run driven_suslov energy_momentum_gni --step 0.1 --steps 1",
     "energy_momentum_gni", "does not take driven systems", "reduced_gni"},
};
INSTANTIATE_TEST_SUITE_P(Driven, Misused, testing::ValuesIn(driven_systems), name_of_case);

std::vector<BadInput> const names{
    {"NoVerb", "", "run", "--help"},
    {"Verb", "rum contact_oscillator", "'rum'", "nearest: run"},
    {"LongWord", "show " + std::string(5000, 'x') + "y", "xxx...xxx", "xxy'; nearest"},
    {"FlagBeforeVerb", "--json list problems", "'--json'"},
    {"Flag", ten_steps + "--jsn", "'--jsn'", "nearest: --json"},
    {"FlagWithValue", run + "--step=0.1 --stps=3", "'--stps'", "nearest: --steps"},
    {"Argument", ten_steps + "strict", "'strict'", "nearest flag: --strict"},
    {"ValueMissing", run + "--steps 10 --step", "--step must be given once", "a value"},
    {"ValueEmpty", run + "--step= --steps 10", "'--step=' has no value"},
    {"FlagTwice", ten_steps + "--step 0.2", "--step"},
    {"ProblemMissing", "run", "PROBLEM"},
    {"IntegratorMissing", "run contact_oscillator", "INTEGRATOR"},
    {"Problem", steps_of("contact_oscilator dla_leapfrog"), "'contact_oscilator'",
     "nearest: contact_oscillator"},
    {"Integrator", contact("dla_leapfrg"), "'dla_leapfrg'", "nearest: dla_leapfrog"},
    {"DoesNotApply", steps_of("cylindrical_particle dla_leapfrog"), "dla_leapfrog",
     "cylindrical_particle", "odeint_rk4"},
    {"Parameter", ten_steps + "--set epsilom=1", "parameter", "'epsilom'", "nearest: epsilon"},
    {"ParameterOfNone", steps_of("chaotic_r7 dla_leapfrog") + "--set epsilom=1",
     "there are no allowed values"},
    {"Option", ten_steps + "--option multiplier=newton", "'multiplier'", "nearest: multipliers"},
    {"OptionOfNone", contact("dla_trapezoidal") + "--option multiplier=newton",
     "there are no allowed values"},
    {"OptionValue", ten_steps + "--option multipliers=newtn", "'newtn'", "nearest: newton; allo"},
    {"SectionComponent", ten_steps + "--section vq=0", "'vq'", "nearest: vx"},
    {"SectionValue", ten_steps + "--section vy=nan", "finite", "nan"},
    {"Crossing", ten_steps + "--section vy=0 --crossing upp", "'upp'", "nearest: up"},
    {"CrossingAlone", ten_steps + "--crossing up", "--section"},
    {"Form", contact("ida") + "--option form=index_3", "'index_3'", "nearest: index1",
     "stabilised, integrated_multiplier"},
    {"FormOfAnotherMethod", contact("ndf") + "--option form=index2", "'index2'", "nearest: index1",
     "allowed: ode, index1"},
    {"ErrorTest", contact("ndf") + "--option error_test=none", "'none'",
     "allowed: differential, all"},
    {"SpectralRadius", contact("generalized_alpha") + "--option spectral_radius=1.5",
     "spectral_radius='1.5'", "1"},
    {"FormOfAnOdeSolver", contact("cvode_bdf") + "--option form=ode", "'form'",
     "allowed: rtol, atol"},
    {"Epsilon", steps_of("hamiltonizable_particle rdla") + "--option epsilon=1.5", "epsilon='1.5'",
     "in [0, 1]"},
    {"EpsilonNotANumber", steps_of("hamiltonizable_particle rdla") + "--option epsilon=nan",
     "epsilon='nan'", "in [0, 1]"},
    {"NoMultiplier", contact("hdel"), "hdel", "Hamiltonizable", "contact_oscillator"},
    {"VanishingMultiplier", steps_of("knife_edge pthdel") + "--q 0,1.5707963267948966,0 --v 0,1,1",
     "multiplier f of knife_edge", "must not vanish"},
    {"TauOutOfRange", "run knife_edge hdel --step 1.5 --steps 10 --start exact", "tau = 1.5",
     "outside the range of the time map"},
    {"PairWithoutSecondPoint", steps_of("knife_edge rdla") + "--start pair", "'pair'", "q1"},
    {"SecondPointForAnotherStart", steps_of("knife_edge rdla") + "--start euler --q1 0,0,0",
     "'pair'", "'euler'"},
    {"Case", ten_steps + "--case IC-D", "case", "'IC-D'", "nearest: IC-C", "A, B"},
    {"Start", contact("reversible_non_dla") + "--start stagered", "'stagered'; nearest: staggered"},
    {"SecondPoint", ten_steps + "--q1 1,2,3", "--q1", "pair"},
    {"Precision", ten_steps + "--precision quat", "'quat'", "nearest: quad"},
    {"NoQuad", contact("ida") + "--precision quad", "ida", "double"},
    {"CatalogueMissing", "list", "list needs CATALOGUE (problems, integrators"},
    {"Catalogue", "list problem", "'problem'", "nearest: problems"},
    {"Shown", "show dla_eular", "'dla_eular'", "nearest: dla_euler"},
    {"ShownPart", "show snakeb", "'snakeb'", "nearest: driven_snakeboard, snakeboard"},
    {"ShownAsJson", "show dla_eular --json", "nearest: dla_euler"},
    {"ShownExperimentAsJson", "show mp2006_figure_1 --json", "mp2006_figure_1"},
    {"ShownMethodAsText", "show gni --text", "unknown problem 'gni'"},
    {"ShownAsTextAndJson", "show knife_edge --text --json", "exclude each other"},
    {"ShownRecord", "show FIM-740", "'FIM-740'", "nearest: FIM-40, FIM-70, FIM-74"},
    {"ShownRecordOfAPaper", "show fbo2012:G999", "nearest: fbo2012:G19"},
    {"ShownRecordOfSeveralPapers", "show G4", "'G4' names 2 records",
     "allowed: fernandez_bloch_olver_2012:G4, ", "iglesias_marrero_martin_martinez_2008:G4"},
    {"Experiment", "reproduce no_such_experiment", "'no_such_experiment'", "nearest:"},
    {"QuickAndFull", "reproduce --quick --full", "--quick", "--full"},
    {"TextFile", "show ./none.toml", "cannot read './none.toml': No such file or directory\n"},
    {"ReportFolder", "report no_such_folder", "'no_such_folder'"},
    {"DiffFolder", "diff . no_such_folder", "'no_such_folder'"},
    {"CompareWith", "compare contact_oscillator dla_leapfrg", "'dla_leapfrg'",
     "nearest: dla_leapfrog"},
    {"CompareRefused", "compare suslov dla_leapfrog", "dla_leapfrog needs", "constant mass matrix"},
    {"CompositionScheme", contact("compose(dla_leapfrog,suzuki5)"), "'suzuki5'",
     "nearest: suzuki4"},
    {"CompositionOfWhatIsNotSelfAdjoint", contact("compose(dla_euler,suzuki4)"),
     "dla_euler cannot be composed", "self-adjoint"},
    {"EnergyTooLarge",
     "ensemble chaotic_r7 dla_leapfrog --orbits 2 --step 0.1 --until 1 --energy 1e308 --seed 1",
     "the energy 1e+308: it must not exceed"},
    {"EnsembleOfAProjection",
     "ensemble contact_oscillator projected(odeint_rk4,both) --orbits 2 --step 0.1 --until 1 "
     "--energy 1 --seed 1",
     "does not run ensembles"},
};
INSTANTIATE_TEST_SUITE_P(Names, Misused, testing::ValuesIn(names), name_of_case);

std::string const with_pieces = ensemble + "--seed 1 --checkpoint pieces ";
std::string const choice = "choose contact_oscillator ";

std::vector<BadInput> const numbers{
    {"StepMissing", run + "--steps 10", "--step"},
    {"StepZero", run + "--step 0 --steps 10", "--step", "'0'"},
    {"StepNegative", run + "--step -.5 --steps 10", "--step", "'-.5'"},
    {"StepInfinite", run + "--step inf --steps 10", "--step", "finite", "'inf'"},
    {"StepNan", run + "--step nan --steps 10", "--step", "finite", "'nan'"},
    {"StepTooLarge", run + "--step 1e400 --steps 10", "--step", "'1e400'"},
    {"StepTooSmall", run + "--step 1e-400 --steps 10", "--step", "'1e-400'"},
    {"StepWord", run + "--step 0.1s --steps 10", "--step", "'0.1s' is not a number"},
    {"StepsZero", run + "--step 0.1 --steps 0", "--steps", "'0'"},
    {"StepsNegative", run + "--step 0.1 --steps -3", "--steps", "'-3'"},
    {"StepsFraction", run + "--step 0.1 --steps 1.5", "--steps", "'1.5'"},
    {"StepsTooMany", run + "--step 0.1 --steps 99999999999999999999", "--steps", "range"},
    {"NoEnd", run + "--step 0.1", "--steps", "--until"},
    {"TwoEnds", ten_steps + "--until 1", "--steps", "--until"},
    {"UntilFrom", run + "--step 0.1 --from 1 --until 1",
     "--until 1 is less than half a step of 0.1 from the time 1 of --from"},
    {"FarFrom", run + "--step 0.1 --from 1e300 --until 1",
     "--until 1 needs too many steps of 0.1 from the time 1e+300 of --from"},
    {"StepBelowRounding", run + "--step 0.1 --from 1e16 --until 10000000000000001",
     "--step 0.1 does not change the time 1e16", "allowed: at least 2"},
    {"StopBeforeTheStart", contact("odeint_rkf78") + "--option stops=0.5,-1",
     "stops='0.5,-1': -1 is before the start", "from t = 0"},
    {"ProjectedStart", ten_steps + "--v 1e300,0,0 --project",
     "the projected start violates the constraint", "give other velocities"},
    {"MethodTwice", "converge contact_oscillator dla_leapfrog dla_leapfrog",
     "dla_leapfrog is given twice"},
    {"UntilZero", run + "--step 0.1 --until 0", "--until 0 is less than half a step"},
    {"UntilNan", run + "--step 0.1 --until nan", "--until", "'nan'"},
    {"UntilTooShort", run + "--step 0.1 --until 0.01", "--until", "0.01"},
    {"MeasureRecordedOfASection", ten_steps + "--measure recorded --section vy=0",
     "section needs all nodes"},
    {"MeasureRecordedOfADrivenSystem", steps_of("driven_sleigh odeint_rk4") + "--measure recorded",
     "balance of the driven system driven_sleigh needs all nodes"},
    {"PositionsTooFew", ten_steps + "--q 1,2", "--q", "3", "2", "x, y, z"},
    {"VelocitiesTooMany", ten_steps + "--v 1,2,3,4", "--v", "3", "4", "vx, vy, vz"},
    {"PositionsInfinite", ten_steps + "--q 1,-inf,0", "--q", "finite", "'-inf'"},
    {"VelocitiesNan", ten_steps + "--v 0,0,nan", "--v", "finite", "'nan'"},
    {"OffTheConstraint", ten_steps + "--v 1,0,0", "constraint"},
    {"ParameterWithoutValue", ten_steps + "--set epsilon", "'epsilon'"},
    {"ParameterWord", ten_steps + "--set epsilon=much", "epsilon", "'much'"},
    {"ParameterRange", ten_steps + "--set epsilon=-2", "epsilon", "-2"},
    {"ParameterTwice", ten_steps + "--set epsilon=1 --set epsilon=2", "epsilon", "twice"},
    {"EmptyStepCounts", "converge contact_oscillator --steps-per-unit ,", "''"},
    {"CompareFewSteps", "compare suslov --steps-per-unit 10,20", "four", "2"},
    {"CompareStepsOutOfOrder", "compare suslov --steps-per-unit 10,40,20,80", "increasing",
     "20 after 40"},
    {"CompareTolerancesOutOfOrder", "compare suslov --tolerances 1e-3,1e-5,1e-4", "decrease",
     "0.0001 follows 1e-05"},
    {"CompareTolerance", "compare suslov --tolerances 0", "--tolerances", "'0'"},
    {"CompareColumn", "compare suslov --columns order,energie", "column", "energy"},
    {"CompareCase", "compare veselova --case hevy", "heavy"},
    {"StepCounts", "converge contact_oscillator --steps-per-unit 10,20,x,80", "'x'"},
    {"StepCountTooLarge", "converge contact_oscillator --steps-per-unit 10,20,40,2000000",
     "--steps-per-unit", "1000000", "'2000000'"},
    {"StepCountsDecrease", "converge contact_oscillator --steps-per-unit 80,40,20,10", "increasing",
     "40 after 80"},
    {"ReferenceWithoutEnd", "converge contact_oscillator dla_leapfrog --set epsilon=1e300",
     "reference motion", "other parameters"},
    {"SeedMissing", ensemble, "--seed"},
    {"Seed", ensemble + "--seed -1", "--seed", "'-1'"},
    {"Threads", ensemble + "--seed 1 --threads 0", "--threads", "'0'"},
    {"ShardZero", ensemble + "--seed 1 --shard 0/2", "--shard", "'0'"},
    {"MoreShardsThanOrbits", ensemble + "--seed 1 --shard 1/3", "1/3", "2 orbits"},
    {"ShardWord", ensemble + "--seed 1 --shard half", "i/N", "'half'"},
    {"ParameterAndPieces", with_pieces + "--set u=1"},
    {"OptionAndPieces", with_pieces + "--option u=1"},
    {"OptionValueAndPieces", with_pieces + "--option multipliers=x"},
    {"ShardAndPieces", with_pieces + "--shard 3/2"},
    {"ThreadsAndPieces", with_pieces + "--threads 0"},
    {"ChoiceWithoutEnd", choice + "--error 1e-3", "--until"},
    {"ChoiceWithoutError", choice + "--until 5", "--error"},
    {"ChoiceError", choice + "--until 5 --error 0", "--error"},
    {"ChoiceEnd", choice + "--until -5 --error 1", "--until"},
    {"ChoiceLimit", choice + "--until 5 --error 1 --limit 0", "--limit"},
    {"ChoiceMethod", choice + "odeint_rk5 --until 5 --error 1", "odeint_rk4"},
    {"ChoiceOutput", choice + "odeint_rk4 --output pages",
     "cannot be combined with names of methods"},
    {"ChoiceQuantity", choice + "--until 5 --error 1 --quantity speeds",
     "allowed: positions, velocities, energy"},
    // Unreachable in double precision.
    {"ChoiceBelowRounding", choice + "--until 5 --error 1e-18 --limit 2",
     "the reference motion of contact_oscillator is certain to"},
    {"StepOfNoChange", "run contact_oscillator dla_leapfrog --step 1e-20 --steps 3"},
    {"StepOfNoChangeForASolver", "run contact_oscillator odeint_dopri5 --step 1e-200 --steps 3"},
    {"StepOfNoChangeForArkode", "run contact_oscillator arkode_erk --step 1e-200 --steps 3"},
    {"StepBeyondCvode", "run contact_oscillator cvode_bdf --step 1e50 --steps 3"},
    {"MergeOfNothing", "merge", "files of an ensemble's shards"},
    {"MergeOfNoFile", "merge no_such_file", "'no_such_file'"},
    {"Energy",
     "ensemble chaotic_r7 dla_leapfrog --orbits 2 --step 0.1 --until 1 --seed 1 --energy nan",
     "--energy", "'nan'"},
};
INSTANTIATE_TEST_SUITE_P(Numbers, Misused, testing::ValuesIn(numbers), name_of_case);

std::string const sphere = steps_of("chaplygin_sphere reduced_gni");
std::string const veselova = steps_of("veselova veselova_dla");
std::string const sleigh =
    "run chaplygin_sleigh euler_poincare_suslov --case SLE-A --step 0.1 --steps 10 --start pair ";
std::string const body = steps_of("constrained_so3 reduced_gni");

std::vector<BadInput> const groups{
    {"Inertia", sphere + "--set I2=-1", "I2=-1", "> 0"},
    {"NotARotation", sphere + "--q 1,0,1,0,0,0,1,0,0,0,1.01", "start", "SO(3)", "0.02",
     "not a rotation"},
    {"Mirrored", sphere + "--q 1,0,1,0,0,0,1,0,0,0,-1", "start", "not a rotation"},
    {"SecondPointNotARotation", body + "--start pair --q1 1,0,0,0,1,0,0,0,2", "second point",
     "not a rotation"},
    {"HalfATurn", body + "--start pair --q1 -1,0,0,0,-1,0,0,0,1", "second point", "half a turn",
     "retraction"},
    {"Retraction", sphere + "--option retraction=cayly", "'cayly'", "nearest: cayley"},
    {"CoordinatesOnSO3", steps_of("chaplygin_sphere gni"), "gni needs", "chart"},
    {"MidpointOnSE2", steps_of("chaplygin_sleigh energy_momentum_gni"), "energy_momentum_gni needs",
     "SO(3)"},
    {"OffTheSphere", veselova + "--q 0,0,1.1,1,0,0,0,1,0,0,0,1", "gamma", "unit sphere", "1.1"},
    {"AnotherDirection", veselova + "--q 1,0,0,1,0,0,0,1,0,0,0,1", "gamma is not R^T e3"},
    {"NoRotationUnderTheDirection", veselova + "--q 0,0,1,1,0,0,0,2,0,0,0,1", "not a rotation"},
    {"OffTheDiscreteConstraint", sleigh + "--q1=-0.1,0,0.1", "misses M_c by 0.005"},
    {"BeyondTheChart", sleigh + "--q1=-0.1,0,3.3", "beyond the chart of M_c"},
    {"NoSuslovProblem", steps_of("veselova euler_poincare_suslov"), "euler_poincare_suslov needs",
     "left-invariant"},
    {"SecondPointMissing", body + "--start pair", "second point"},
};
INSTANTIATE_TEST_SUITE_P(Groups, Misused, testing::ValuesIn(groups), name_of_case);

std::vector<BadInput> const output{
    {"Ending", ten_steps + "--output a.cvs", "'.cvs'", "nearest: .csv"},
    {"NoEnding", ten_steps + "--output table", ".csv, .npy, .json"},
    {"Figure", ten_steps + "--figure a.svgz", "'.svgz'", "nearest: .svg"},
    {"FigureOfOrders", "converge suslov --figure a.eps", "'.eps'", ".svg, .pdf, .png"},
    {"FigureOfAnEnsemble", ensemble + "--seed 1 --figure a", ".svg, .pdf, .png"},
    {"PanelWithoutFigure", ten_steps + "--panel path", "--panel needs --figure"},
    {"WidthWithoutFigure", ten_steps + "--width 3in", "--width needs --figure"},
    {"PanelOfASection", ten_steps + "--figure a.svg --panel path --section vy=0",
     "--panel and --section"},
    {"Panel", "run driven_sleigh dla_midpoint --step 0.1 --steps 50 --figure a.svg --panel vtheta2",
     "nearest: vtheta; allowed: path, energy, work, constraint, q, v, lambda, x"},
    {"PanelOfNoWork", ten_steps + "--figure a.svg --panel work",
     "no force and no prescribed motion does work on contact_oscillator"},
    {"FigureOfAShard", ensemble + "--seed 1 --shard 1/2 --figure a.svg", "--shard"},
    {"WidthWithoutUnit", ten_steps + "--figure a.svg --width 3", "in, cm or mm"},
    {"WidthOfOrders", "converge suslov --figure a.svg --width in", "'in'", "86mm"},
    {"EveryAndConstraint", contact("dla_midpoint") + "--every 2 --figure a.svg --panel constraint",
     "omit --every"},
    {"FigureNowhere", ten_steps + "--figure nowhere/a.svg", "nowhere"},
    {"NoFolder", ten_steps + "--output nowhere/a.csv", "nowhere"},
    {"Unwritable", ten_steps + "--output /proc/a.csv", "/proc/a.csv"},
    {"StartAndOutput", to_a_file + "--v 1,0,0", "constraint"},
    {"OptionAndOutput", to_a_file + "--option multipliers=none", "'none'"},
};
INSTANTIATE_TEST_SUITE_P(Output, Misused, testing::ValuesIn(output), name_of_case);

TEST(Messages, OmitTheMiddleOfLongWords) {
  Scratch const scratch;
  for (std::string const part : {"word ", "\u00fcber ", "x\u00fc", "compose("}) {
    std::string name;
    while (name.size() < 9000) name += part;
    auto const finished = scratch.run({"show", name + "end"});
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(finished.err_lines(), 1);
    EXPECT_LT(finished.err.size(), 4000u);
    EXPECT_EQ(finished.err.rfind("rattleback: unknown name '" + part.substr(0, 3), 0), 0u);
    auto const cut = finished.err.find("...");
    ASSERT_NE(cut, std::string::npos) << part;
    EXPECT_NE(finished.err.find("rattleback list", cut), std::string::npos) << "the end is lost";
    // A character of two bytes is either complete or removed.
    auto const at = [&](std::size_t i) { return static_cast<unsigned char>(finished.err[i]); };
    EXPECT_NE(at(cut - 1), 0xc3) << part;
    EXPECT_NE(at(cut + 3) & 0xc0, 0x80) << part;
  }
}

}  // namespace
}  // namespace rattleback
