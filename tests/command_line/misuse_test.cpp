// Invalid input: status 2, one line on stderr that names the value and the nearest valid choice,
// empty stdout and no new file.

#include <gtest/gtest.h>

#include "tests/command_line/program_run.hpp"

namespace rattleback {
namespace {

struct BadInput {
  char const* name;
  std::string arguments;
  std::vector<std::string> said;  ///< each must occur in the message
};

void PrintTo(BadInput const& bad, std::ostream* stream) { *stream << bad.arguments; }

class Misused : public testing::TestWithParam<BadInput> {};

TEST_P(Misused, FailsInOneLine) {
  Scratch const scratch;
  auto const finished = scratch.run(words(GetParam().arguments));
  EXPECT_EQ(finished.status, 2);
  EXPECT_EQ(finished.out, "");
  EXPECT_EQ(finished.err_lines(), 1) << finished.err;
  EXPECT_EQ(finished.err.rfind("rattleback: ", 0), 0u) << finished.err;
  for (auto const& said : GetParam().said)
    EXPECT_NE(finished.err.find(said), std::string::npos) << finished.err << "lacks " << said;
  EXPECT_TRUE(scratch.files().empty());
}

std::string name_of_case(testing::TestParamInfo<BadInput> const& info) { return info.param.name; }

std::string const run = "run contact_oscillator dla_leapfrog ";
std::string const ten_steps = run + "--step 0.1 --steps 10 ";
std::string const to_a_file = ten_steps + "--output a.csv ";
std::string const ensemble =
    "ensemble chaotic_r7 dla_leapfrog --orbits 2 --step 0.1 --until 1 --energy 3 ";

std::string const driven = "moving_contact dla_leapfrog --step 0.1 ";

INSTANTIATE_TEST_SUITE_P(
    Driven, Misused,
    testing::Values(
        BadInput{"Energy",
                 "ensemble " + driven + "--orbits 2 --until 1 --energy 1 --seed 1",
                 {"--energy", "moving_contact is driven", "--starts FILE"}},
        BadInput{"StartsMissing",
                 "ensemble " + driven + "--orbits 2 --until 1 --seed 1",
                 {"moving_contact is driven", "--starts FILE"}},
        BadInput{"Start",
                 "run " + driven + "--steps 1 --v 0.1,0.6,0.8",
                 {"violates the constraint by 0.74", "the projection", "at t = 0 changes"}},
        BadInput{"Force", "run " + driven + "--steps 1 --option force=middle", {"'middle'", "mid"}},
        BadInput{"ForceOfNone",
                 "run contact_oscillator dla_leapfrog --step 0.1 --steps 1 --option force=mid",
                 {"option force of dla_leapfrog is for driven systems", "contact_oscillator"}},
        BadInput{"MethodWithoutForces",
                 "run driven_suslov energy_momentum_gni --step 0.1 --steps 1",
                 {"energy_momentum_gni", "does not take driven systems", "reduced_gni"}}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Names, Misused,
    testing::Values(
        BadInput{"NoVerb", "", {"run", "--help"}},
        BadInput{"Verb", "rum contact_oscillator", {"'rum'", "nearest: run"}},
        BadInput{
            "LongWord", "show " + std::string(5000, 'x') + "y", {"xxx...xxx", "xxy'; nearest"}},
        BadInput{"FlagBeforeVerb", "--json list problems", {"'--json'"}},
        BadInput{"Flag", ten_steps + "--jsn", {"'--jsn'", "nearest: --json"}},
        BadInput{"FlagWithValue", run + "--step=0.1 --stps=3", {"'--stps'", "nearest: --steps"}},
        BadInput{"Argument", ten_steps + "strict", {"'strict'", "nearest flag: --strict"}},
        BadInput{
            "ValueMissing", run + "--steps 10 --step", {"--step must be given once", "a value"}},
        BadInput{"ValueEmpty", run + "--step= --steps 10", {"'--step=' has no value"}},
        BadInput{"FlagTwice", ten_steps + "--step 0.2", {"--step"}},
        BadInput{"ProblemMissing", "run", {"PROBLEM"}},
        BadInput{"IntegratorMissing", "run contact_oscillator", {"INTEGRATOR"}},
        BadInput{"Problem",
                 "run contact_oscilator dla_leapfrog --step 0.1 --steps 10",
                 {"'contact_oscilator'", "nearest: contact_oscillator"}},
        BadInput{"Integrator",
                 "run contact_oscillator dla_leapfrg --step 0.1 --steps 10",
                 {"'dla_leapfrg'", "nearest: dla_leapfrog"}},
        BadInput{"DoesNotApply",
                 "run cylindrical_particle dla_leapfrog --step 0.1 --steps 10",
                 {"dla_leapfrog", "cylindrical_particle", "odeint_rk4"}},
        BadInput{"Parameter", ten_steps + "--set epsilom=1", {"'epsilom'", "nearest: epsilon"}},
        BadInput{"Option",
                 ten_steps + "--option multiplier=newton",
                 {"'multiplier'", "nearest: multipliers"}},
        BadInput{"OptionValue",
                 ten_steps + "--option multipliers=newtn",
                 {"'newtn'", "nearest: newton"}},
        BadInput{"SectionComponent", ten_steps + "--section vq=0", {"'vq'", "nearest: vx"}},
        BadInput{"SectionForm", ten_steps + "--section vy", {"component=value", "'vy'"}},
        BadInput{"SectionValue", ten_steps + "--section vy=nan", {"finite", "nan"}},
        BadInput{"Crossing", ten_steps + "--section vy=0 --crossing upp", {"'upp'", "nearest: up"}},
        BadInput{"CrossingAlone", ten_steps + "--crossing up", {"--section"}},
        BadInput{"Form",
                 "run contact_oscillator ida --step 0.1 --steps 10 --option form=index_3",
                 {"'index_3'", "nearest: index1", "stabilised, integrated_multiplier"}},
        BadInput{"FormOfAnotherMethod",
                 "run contact_oscillator ndf --step 0.1 --steps 10 --option form=index2",
                 {"'index2'", "nearest: index1", "allowed: ode, index1"}},
        BadInput{"ErrorTest",
                 "run contact_oscillator ndf --step 0.1 --steps 10 --option error_test=none",
                 {"'none'", "allowed: differential, all"}},
        BadInput{"SpectralRadius",
                 "run contact_oscillator generalized_alpha --step 0.1 --steps 10 --option "
                 "spectral_radius=1.5",
                 {"spectral_radius='1.5'", "1"}},
        BadInput{"FormOfAnOdeSolver",
                 "run contact_oscillator cvode_bdf --step 0.1 --steps 10 --option form=ode",
                 {"'form'", "allowed: rtol, atol"}},
        BadInput{"Epsilon",
                 "run hamiltonizable_particle rdla --step 0.1 --steps 10 --option epsilon=1.5",
                 {"epsilon='1.5'", "in [0, 1]"}},
        BadInput{"EpsilonNotANumber",
                 "run hamiltonizable_particle rdla --step 0.1 --steps 10 --option epsilon=nan",
                 {"epsilon='nan'", "in [0, 1]"}},
        BadInput{"NoMultiplier",
                 "run contact_oscillator hdel --step 0.1 --steps 10",
                 {"hdel", "Hamiltonizable", "contact_oscillator"}},
        BadInput{"VanishingMultiplier",
                 "run knife_edge pthdel --step 0.1 --steps 10 --q 0,1.5707963267948966,0 --v 0,1,1",
                 {"multiplier f of knife_edge", "must not vanish"}},
        BadInput{"TauOutOfRange",
                 "run knife_edge hdel --step 1.5 --steps 10 --start exact",
                 {"tau = 1.5", "outside the range of the time map"}},
        BadInput{"PairWithoutSecondPoint",
                 "run knife_edge rdla --step 0.1 --steps 10 --start pair",
                 {"'pair'", "q1"}},
        BadInput{"SecondPointForAnotherStart",
                 "run knife_edge rdla --step 0.1 --steps 10 --start euler --q1 0,0,0",
                 {"'pair'", "'euler'"}},
        BadInput{"Case", ten_steps + "--case IC-D", {"'IC-D'", "nearest: IC-C"}},
        BadInput{"Start", ten_steps + "--start plane", {"'plane'", "nearest: plain"}},
        BadInput{"SecondPoint", ten_steps + "--q1 1,2,3", {"--q1", "pair"}},
        BadInput{"Precision", ten_steps + "--precision quat", {"'quat'", "nearest: quad"}},
        BadInput{"NoQuad",
                 "run contact_oscillator ida --step 0.1 --steps 10 --precision quad",
                 {"ida", "double"}},
        BadInput{"CatalogueMissing", "list", {"list needs CATALOGUE (problems, integrators"}},
        BadInput{"Catalogue", "list problem", {"'problem'", "nearest: problems"}},
        BadInput{"Shown", "show dla_eular", {"'dla_eular'", "nearest: dla_euler"}},
        BadInput{
            "ShownPart", "show snakeb", {"'snakeb'", "nearest: driven_snakeboard, snakeboard"}},
        BadInput{"ShownAsJson", "show dla_eular --json", {"nearest: dla_euler"}},
        BadInput{"ShownExperimentAsJson", "show mp2006_figure_1 --json", {"mp2006_figure_1"}},
        BadInput{"ShownMethodAsText", "show gni --text", {"unknown problem 'gni'"}},
        BadInput{"ShownAsTextAndJson", "show knife_edge --text --json", {"exclude each other"}},
        BadInput{"ShownRecord", "show FIM-740", {"'FIM-740'", "nearest: FIM-40, FIM-70, FIM-74"}},
        BadInput{"ShownRecordOfAPaper", "show fbo2012:G999", {"nearest: fbo2012:G19"}},
        BadInput{"ShownRecordOfSeveralPapers",
                 "show G4",
                 {"'G4' names 2 records", "allowed: fernandez_bloch_olver_2012:G4, ",
                  "iglesias_marrero_martin_martinez_2008:G4"}},
        BadInput{
            "Experiment", "reproduce no_such_experiment", {"'no_such_experiment'", "nearest:"}},
        BadInput{"QuickAndFull", "reproduce --quick --full", {"--quick", "--full"}},
        BadInput{"ReportFolder", "report no_such_folder", {"'no_such_folder'"}},
        BadInput{"DiffFolder", "diff . no_such_folder", {"'no_such_folder'"}},
        BadInput{"CompareWith",
                 "compare contact_oscillator dla_leapfrg",
                 {"'dla_leapfrg'", "nearest: dla_leapfrog"}},
        BadInput{"CompareRefused",
                 "compare suslov dla_leapfrog",
                 {"dla_leapfrog needs", "constant mass matrix"}},
        BadInput{"CompositionScheme",
                 run.substr(0, 23) + "compose(dla_leapfrog,suzuki5) --step 0.1 --steps 3",
                 {"'suzuki5'", "nearest: suzuki4"}},
        BadInput{"CompositionOfWhatIsNotSelfAdjoint",
                 run.substr(0, 23) + "compose(dla_euler,suzuki4) --step 0.1 --steps 3",
                 {"dla_euler cannot be composed", "self-adjoint"}},
        BadInput{"ProjectionTarget",
                 run.substr(0, 23) + "projected(odeint_rk4,energi) --step 0.1 --steps 3",
                 {"'energi'", "nearest: energy", "symmetric"}},
        BadInput{"ProjectionOfAMultistepSolver",
                 run.substr(0, 23) + "projected(cvode_adams,constraint) --step 0.1 --steps 3",
                 {"cvode_adams cannot be projected", "no function for a projection"}},
        BadInput{"ProjectionOntoAnEnergyThatIsNotConstant",
                 "run driven_sleigh projected(odeint_rk4,both) --step 0.1 --steps 3",
                 {"constant", "allowed for this problem: projected(odeint_rk4,constraint)"}},
        BadInput{"FeedbackOfNoSolver",
                 run.substr(0, 23) + "feedback(gni) --step 0.1 --steps 3",
                 {"gni does not solve the eliminated equations", "feedback(odeint_rk4)"}},
        BadInput{"FeedbackGain",
                 run.substr(0, 23) + "feedback(odeint_rk4) --option kc=-1 --step 0.1 --steps 3",
                 {"kc='-1'", ">= 0"}},
        BadInput{"FeedbackOption",
                 run.substr(0, 23) + "feedback(odeint_rk4) --option k=1 --step 0.1 --steps 3",
                 {"option of feedback(odeint_rk4) 'k'", "allowed: kc, kE"}},
        BadInput{"EnergyTooLarge",
                 "ensemble chaotic_r7 dla_leapfrog --orbits 2 --step 0.1 --until 1 --energy 1e308 "
                 "--seed 1",
                 {"the energy 1e+308: it must not exceed"}},
        BadInput{"EnsembleOfAProjection",
                 "ensemble contact_oscillator projected(odeint_rk4,both) --orbits 2 --step 0.1 "
                 "--until 1 --energy 1 --seed 1",
                 {"does not run ensembles"}}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Numbers, Misused,
    testing::Values(
        BadInput{"StepMissing", run + "--steps 10", {"--step"}},
        BadInput{"StepZero", run + "--step 0 --steps 10", {"--step", "'0'"}},
        BadInput{"StepNegative", run + "--step -.5 --steps 10", {"--step", "'-.5'"}},
        BadInput{"StepInfinite", run + "--step inf --steps 10", {"--step", "finite", "'inf'"}},
        BadInput{"StepNan", run + "--step nan --steps 10", {"--step", "finite", "'nan'"}},
        BadInput{"StepTooLarge", run + "--step 1e400 --steps 10", {"--step", "'1e400'"}},
        BadInput{"StepTooSmall", run + "--step 1e-400 --steps 10", {"--step", "'1e-400'"}},
        BadInput{"StepWord", run + "--step 0.1s --steps 10", {"--step", "'0.1s' is not a number"}},
        BadInput{"StepsZero", run + "--step 0.1 --steps 0", {"--steps", "'0'"}},
        BadInput{"StepsNegative", run + "--step 0.1 --steps -3", {"--steps", "'-3'"}},
        BadInput{"StepsFraction", run + "--step 0.1 --steps 1.5", {"--steps", "'1.5'"}},
        BadInput{
            "StepsTooMany", run + "--step 0.1 --steps 99999999999999999999", {"--steps", "range"}},
        BadInput{"NoEnd", run + "--step 0.1", {"--steps", "--until"}},
        BadInput{"TwoEnds", ten_steps + "--until 1", {"--steps", "--until"}},
        BadInput{"UntilFrom",
                 run + "--step 0.1 --from 1 --until 1",
                 {"--until 1 is less than half a step of 0.1 from the time 1 of --from"}},
        BadInput{"FarFrom",
                 run + "--step 0.1 --from 1e300 --until 1",
                 {"--until 1 needs too many steps of 0.1 from the time 1e+300 of --from"}},
        BadInput{"StepBelowRounding",
                 run + "--step 0.1 --from 1e16 --until 10000000000000001",
                 {"--step 0.1 does not change the time 1e16", "allowed: at least 2"}},
        BadInput{"StopBeforeTheStart",
                 "run contact_oscillator odeint_rkf78 --step 0.1 --steps 10 --option stops=0.5,-1",
                 {"stops='0.5,-1': -1 is before the start", "from t = 0"}},
        BadInput{"ProjectedStart",
                 ten_steps + "--v 1e300,0,0 --project",
                 {"the projected start violates the constraint", "give other velocities"}},
        BadInput{"MethodTwice",
                 "converge contact_oscillator dla_leapfrog dla_leapfrog",
                 {"dla_leapfrog is given twice"}},
        BadInput{"UntilZero", run + "--step 0.1 --until 0", {"--until 0 is less than half a step"}},
        BadInput{"UntilNan", run + "--step 0.1 --until nan", {"--until", "'nan'"}},
        BadInput{"UntilTooShort", run + "--step 0.1 --until 0.01", {"--until", "0.01"}},
        BadInput{"EveryZero", ten_steps + "--every 0", {"--every", "'0'"}},
        BadInput{"MeasureUnknown", ten_steps + "--measure some", {"'some'", "all, recorded"}},
        BadInput{"MeasureRecordedOfASection",
                 ten_steps + "--measure recorded --section vy=0",
                 {"section needs all nodes"}},
        BadInput{"MeasureRecordedOfADrivenSystem",
                 "run driven_sleigh odeint_rk4 --step 0.1 --steps 10 --measure recorded",
                 {"balance of the driven system driven_sleigh needs all nodes"}},
        BadInput{"PositionsTooFew", ten_steps + "--q 1,2", {"--q", "3", "2", "x, y, z"}},
        BadInput{"VelocitiesTooMany", ten_steps + "--v 1,2,3,4", {"--v", "3", "4", "vx, vy, vz"}},
        BadInput{"PositionsInfinite", ten_steps + "--q 1,-inf,0", {"--q", "finite", "'-inf'"}},
        BadInput{"VelocitiesNan", ten_steps + "--v 0,0,nan", {"--v", "finite", "'nan'"}},
        BadInput{"VelocitiesWord", ten_steps + "--v 0,0,z", {"--v", "'z'"}},
        BadInput{"OffTheConstraint", ten_steps + "--v 1,0,0", {"constraint"}},
        BadInput{"ParameterWithoutValue", ten_steps + "--set epsilon", {"'epsilon'"}},
        BadInput{"ParameterWord", ten_steps + "--set epsilon=much", {"epsilon", "'much'"}},
        BadInput{"ParameterRange", ten_steps + "--set epsilon=-2", {"epsilon", "-2"}},
        BadInput{
            "ParameterTwice", ten_steps + "--set epsilon=1 --set epsilon=2", {"epsilon", "twice"}},
        BadInput{"EmptyStepCounts", "converge contact_oscillator --steps-per-unit ,", {"''"}},
        BadInput{"CompareFewSteps", "compare suslov --steps-per-unit 10,20", {"four", "2"}},
        BadInput{"CompareStepsOutOfOrder",
                 "compare suslov --steps-per-unit 10,40,20,80",
                 {"increasing", "20 after 40"}},
        BadInput{"CompareTolerancesOutOfOrder",
                 "compare suslov --tolerances 1e-3,1e-5,1e-4",
                 {"decrease", "0.0001 follows 1e-05"}},
        BadInput{"CompareTolerance", "compare suslov --tolerances 0", {"--tolerances", "'0'"}},
        BadInput{"CompareColumn", "compare suslov --columns order,energie", {"column", "energy"}},
        BadInput{"CompareCase", "compare veselova --case hevy", {"heavy"}},
        BadInput{"StepCounts", "converge contact_oscillator --steps-per-unit 10,20,x,80", {"'x'"}},
        BadInput{"StepCountTooLarge",
                 "converge contact_oscillator --steps-per-unit 10,20,40,2000000",
                 {"--steps-per-unit", "1000000", "'2000000'"}},
        BadInput{"StepCountsDecrease",
                 "converge contact_oscillator --steps-per-unit 80,40,20,10",
                 {"increasing", "40 after 80"}},
        BadInput{"ReferenceWithoutEnd",
                 "converge contact_oscillator dla_leapfrog --set epsilon=1e300",
                 {"reference motion", "other parameters"}},
        BadInput{"FewStepCounts",
                 "converge contact_oscillator --steps-per-unit 10,20,40",
                 {"four", "3"}},
        BadInput{"SeedMissing", ensemble, {"--seed"}},
        BadInput{"Seed", ensemble + "--seed -1", {"--seed", "'-1'"}},
        BadInput{"Threads", ensemble + "--seed 1 --threads 0", {"--threads", "'0'"}},
        BadInput{"ShardZero", ensemble + "--seed 1 --shard 0/2", {"--shard", "'0'"}},
        BadInput{"MoreShardsThanOrbits", ensemble + "--seed 1 --shard 1/3", {"1/3", "2 orbits"}},
        BadInput{"ShardWord", ensemble + "--seed 1 --shard half", {"i/N", "'half'"}},
        BadInput{"MergeOfNothing", "merge", {"files of an ensemble's shards"}},
        BadInput{"MergeOfNoFile", "merge no_such_file", {"'no_such_file'"}},
        BadInput{"CheckpointInNoFolder",
                 ensemble + "--seed 1 --checkpoint /proc/none",
                 {"--checkpoint", "'/proc/none'"}},
        BadInput{"ShardOutside", ensemble + "--seed 1 --shard 3/2", {"3/2"}},
        BadInput{"Energy",
                 "ensemble chaotic_r7 dla_leapfrog --orbits 2 --step 0.1 --until 1 --seed 1 "
                 "--energy nan",
                 {"--energy", "'nan'"}}),
    name_of_case);

std::string const sphere = "run chaplygin_sphere reduced_gni --step 0.1 --steps 10 ";
std::string const veselova = "run veselova veselova_dla --step 0.1 --steps 10 ";
std::string const sleigh =
    "run chaplygin_sleigh euler_poincare_suslov --case SLE-A --step 0.1 --steps 10 --start pair ";
std::string const body = "run constrained_so3 reduced_gni --step 0.1 --steps 10 ";

INSTANTIATE_TEST_SUITE_P(
    Groups, Misused,
    testing::Values(
        BadInput{"Inertia", sphere + "--set I2=-1", {"I2=-1", "> 0"}},
        BadInput{"NotARotation",
                 sphere + "--q 1,0,1,0,0,0,1,0,0,0,1.01",
                 {"start", "SO(3)", "0.02", "not a rotation"}},
        BadInput{"Mirrored", sphere + "--q 1,0,1,0,0,0,1,0,0,0,-1", {"start", "not a rotation"}},
        BadInput{"SecondPointNotARotation",
                 body + "--start pair --q1 1,0,0,0,1,0,0,0,2",
                 {"second point", "not a rotation"}},
        BadInput{"HalfATurn",
                 body + "--start pair --q1 -1,0,0,0,-1,0,0,0,1",
                 {"second point", "half a turn", "retraction"}},
        BadInput{
            "Retraction", sphere + "--option retraction=cayly", {"'cayly'", "nearest: cayley"}},
        BadInput{"CoordinatesOnSO3",
                 "run chaplygin_sphere gni --step 0.1 --steps 10",
                 {"gni needs", "chart"}},
        BadInput{"MidpointOnSE2",
                 "run chaplygin_sleigh energy_momentum_gni --step 0.1 --steps 10",
                 {"energy_momentum_gni needs", "SO(3)"}},
        BadInput{"OffTheSphere",
                 veselova + "--q 0,0,1.1,1,0,0,0,1,0,0,0,1",
                 {"gamma", "unit sphere", "1.1"}},
        BadInput{
            "AnotherDirection", veselova + "--q 1,0,0,1,0,0,0,1,0,0,0,1", {"gamma is not R^T e3"}},
        BadInput{"NoRotationUnderTheDirection",
                 veselova + "--q 0,0,1,1,0,0,0,2,0,0,0,1",
                 {"not a rotation"}},
        BadInput{"OffTheDiscreteConstraint", sleigh + "--q1=-0.1,0,0.1", {"misses M_c by 0.005"}},
        BadInput{"BeyondTheChart", sleigh + "--q1=-0.1,0,3.3", {"beyond the chart of M_c"}},
        BadInput{"NoSuslovProblem",
                 "run veselova euler_poincare_suslov --step 0.1 --steps 10",
                 {"euler_poincare_suslov needs", "left-invariant"}},
        BadInput{"SecondPointMissing", body + "--start pair", {"second point"}}),
    name_of_case);

INSTANTIATE_TEST_SUITE_P(
    Output, Misused,
    testing::Values(
        BadInput{"Ending", ten_steps + "--output a.cvs", {"'.cvs'", "nearest: .csv"}},
        BadInput{"NoEnding", ten_steps + "--output table", {".csv, .npy, .json"}},
        BadInput{"Figure", ten_steps + "--figure a.svgz", {"'.svgz'", "nearest: .svg"}},
        BadInput{
            "FigureOfOrders", "converge suslov --figure a.eps", {"'.eps'", ".svg, .pdf, .png"}},
        BadInput{"FigureOfAnEnsemble", ensemble + "--seed 1 --figure a", {".svg, .pdf, .png"}},
        BadInput{"PanelWithoutFigure", ten_steps + "--panel path", {"--panel needs --figure"}},
        BadInput{"WidthWithoutFigure", ten_steps + "--width 3in", {"--width needs --figure"}},
        BadInput{"Panel", ten_steps + "--figure a.svg --panel paths", {"nearest: path", "energy"}},
        BadInput{"PanelOfASection",
                 ten_steps + "--figure a.svg --panel path --section vy=0",
                 {"--panel and --section"}},
        BadInput{"WidthWithoutUnit", ten_steps + "--figure a.svg --width 3", {"in, cm or mm"}},
        BadInput{"WidthInPixels", ten_steps + "--figure a.svg --width 300px", {"in, cm or mm"}},
        BadInput{"NarrowWidth", ten_steps + "--figure a.svg --width 10mm", {"from 2in to 40in"}},
        BadInput{"WidthOfOrders", "converge suslov --figure a.svg --width in", {"'in'", "86mm"}},
        BadInput{"EveryAndConstraint",
                 "run contact_oscillator dla_midpoint --step 0.1 --steps 10 --every 2 "
                 "--figure a.svg --panel constraint",
                 {"omit --every"}},
        BadInput{"FigureNowhere", ten_steps + "--figure nowhere/a.svg", {"nowhere"}},
        BadInput{"NoFolder", ten_steps + "--output nowhere/a.csv", {"nowhere"}},
        BadInput{"Unwritable", ten_steps + "--output /proc/a.csv", {"/proc/a.csv"}},
        BadInput{"StartAndOutput", to_a_file + "--v 1,0,0", {"constraint"}},
        BadInput{"OptionAndOutput", to_a_file + "--option multipliers=none", {"'none'"}}),
    name_of_case);

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
