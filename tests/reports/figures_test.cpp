// Figures are accepted only if they are complete, and input files cannot make gnuplot execute
// commands.

#include "reports/drawing/figures.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/io_error.hpp"
#include "reports/drawing/gnuplot.hpp"
#include "reports/drawing/picture_files.hpp"
#include "reports/results/description.hpp"
#include "tests/refusal.hpp"
#include "tests/scratch.hpp"

namespace rattleback::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using namespace std::string_literals;

TEST(SlimSvg, PreservesThePicture) {
  auto const path = [](std::string const& d) {
    std::string const slim = slim_svg("<path d='" + d + "'/>", "F");
    return slim.substr(9, slim.size() - 12);
  };
  EXPECT_EQ(path("M1.00,2.50 L1.25,2.00 L0.25,3.01 z"), "M1 2.5l.25-.5-1 1.01z");
  EXPECT_EQ(path("M0,0 L10,10 \n\t M-3.1,4 L-3.1,-4.05"), "M0 0l10 10M-3.1 4l0-8.05");
  EXPECT_EQ(path("M0,0 C1,1 2,2 3,3"), "M0,0 C1,1 2,2 3,3") << "unknown command";
  EXPECT_EQ(path("L1,1"), "L1,1");
  EXPECT_EQ(
      slim_svg("<svg a=\"1\"><g id=\"e\">\n\t</g>\n<g id=\"f\"><title>t</title></g></svg>", "F"),
      "<svg a=\"1\" font-family=\"F\">\n<g id=\"f\"><title>t</title></g></svg>");
  EXPECT_EQ(
      slim_svg("<g stroke-linecap=\"butt\"><text font-family=\"DejaVu Sans\" >x</text></g>", "F"),
      "<g><text >x</text></g>");
  EXPECT_EQ(
      slim_svg(
          "<text><tspan >10</tspan><tspan  dy=\"-4\">2</tspan><tspan  dy=\"4\"></tspan></text>",
          "F"),
      "<text>10<tspan  dy=\"-4\">2</tspan></text>");
  EXPECT_EQ(slim_svg("<text><tspan  dy=\"4\"></tspan><tspan  dy=\"-4\">2</tspan></text>", "F"),
            "<text><tspan  dy=\"4\"></tspan><tspan  dy=\"-4\">2</tspan></text>")
      << "shifts the following text";
}

/// Experiment with one figure that has a series drawn as an embedded bitmap.
class Drawing : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder / "data");
    std::string many = "x,y\n";
    for (int i = 0; i < 6000; ++i) many += std::to_string(i) + "," + std::to_string(i % 77) + "\n";
    write_atomically(folder / "data" / "few.csv", "x,y,g\n0,0,0\n1,1,0\n2,1,1\n3,5,1\n");
    write_atomically(folder / "data" / "many.csv", many);
    figure = json::parse(R"({"id": "f", "number": "1", "caption": "c", "columns": 1,
      "width": 4.0, "height": 3.0,
      "panels": [{"title": "title", "x_label": "x", "y_label": "y", "x_scale": "linear",
        "y_scale": "linear", "x_range": [0.0, 6000.0], "y_range": null, "key": "top left",
        "series": [{"data": "few.csv", "x": "x", "y": "y", "style": "lines", "label": "a few",
            "group": "g", "like": "l", "emphasis": false},
          {"data": "many.csv", "x": "x", "y": "y", "style": "dots", "label": "many"}]}]})");
    describe(figure);
  }

  void describe(json const& one) const {
    write_atomically(folder / "experiment.json", json{{"figures", {one}}}.dump());
  }

  /// Sets as gnuplot a script that runs `body` in a shell, where "$real" is the real program.
  Variable fake(std::string const& body) const {
    auto const bin = scratch.path() / "bin", file = bin / "gnuplot";
    fs::path const real = program_in_path("gnuplot");
    fs::create_directories(bin);
    std::ofstream(file) << "#!/bin/sh\nreal='" << real.string() << "'\n" << body << "\n";
    fs::permissions(file, fs::perms::owner_all);
    return Variable("PATH", bin.string() + ":/usr/bin:/bin");
  }

  std::string failure(Formats formats = Formats::all) const {
    return refusal<IoError>([&] { render_figures(folder, formats); });
  }

  ScratchFolder const scratch;
  fs::path const folder = scratch.path() / "e";
  json figure;
};

TEST_F(Drawing, DetectsDamageToTheLastByte) {
  std::string const origin = "Rattleback 1.2.3+4, commit abc";
  render_figures(folder, Formats::all, {}, origin);
  for (auto const& [name, defect] :
       {std::pair{"f.svg", &svg_defect}, {"f.pdf", &pdf_defect}, {"f.png", &png_defect}}) {
    std::string const whole = read_text(folder / "figures" / name);
    EXPECT_EQ(defect(whole), "") << name;
    EXPECT_NE(whole.find(origin), std::string::npos) << name;
    for (std::size_t i = 0; i < 100; ++i)
      EXPECT_NE(defect(std::string_view(whole).substr(0, whole.size() * i / 100)), "") << name << i;
    // An SVG ends with newlines that are not part of it.
    std::size_t const end = name == "f.svg"s ? whole.rfind('>') : whole.size() - 1;
    for (std::size_t cut = 0; cut < 40; ++cut)
      EXPECT_NE(defect(std::string_view(whole).substr(0, end - cut)), "") << name << cut;
    EXPECT_NE(defect("x" + whole), "") << name;
  }
  std::string png = read_text(folder / "figures" / "f.png");
  for (std::size_t i = 0; i < png.size(); i += 1 + png.size() / 200) {
    std::string changed = png;
    changed[i] ^= 1;
    EXPECT_NE(png_defect(changed), "") << i;
  }
  EXPECT_NE(svg_defect("<html></html>"), "");
}

TEST_F(Drawing, RejectsAGnuplotThatDoesNotDraw) {
  std::string const draw = "\"$real\" \"$@\" || exit 1; ";
  std::vector<std::pair<std::string, std::string>> cases{
      {"exit 0", "figure.svg"},
      {"for f in svg pdf png; do head -c 500 /dev/urandom > figure.$f; done", "is damaged"},
      {"for f in svg pdf png; do : > figure.$f; done", "empty"},
      {"echo 'no such thing' >&2; exit 3", "exit status 3: no such thing"},
      {"kill -SEGV $$", "signal 11"},
      {"echo '\"script.gp\" line 5: warning: Cannot find or open file \"x\"'; " + draw, "x"}};
  for (std::string const name : {"figure.svg", "figure.pdf", "figure.png", "layer_0.png"})
    cases.push_back({draw + "truncate -s -20 " + name, name});
  // Full disks: gnuplot does not notice and exits with 0.
  for (std::string const blocks : {"0", "1", "4", "8", "16"})
    cases.push_back(
        {"trap '' XFSZ; ulimit -f " + blocks + "; exec \"$real\" \"$@\"", "cannot draw"});
  for (auto const& [body, reason] : cases) {
    auto const path = fake(body);
    std::string const message = failure();
    EXPECT_NE(message.find("figure 'f'"), std::string::npos) << body << ": " << message;
    EXPECT_NE(message.find(reason), std::string::npos) << body << ": " << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_TRUE(!fs::exists(folder / "figures") || fs::is_empty(folder / "figures")) << body;
    fs::remove_all(folder / "figures");
  }
  Variable const nowhere("PATH", "/nowhere");
  EXPECT_NE(failure().find("gnuplot is missing"), std::string::npos);
  EXPECT_EQ(gnuplot_version(), "");
}

TEST_F(Drawing, IgnoresTheEnvironment) {
  render_figures(folder);
  auto const hashes = [&] {
    std::vector<std::string> all;
    for (auto const* name : {"f.svg", "f.pdf", "f.png"})
      all.push_back(sha256_file(folder / "figures" / name));
    return all;
  };
  auto const before = hashes();
  fs::path const quoted = scratch.path() / "it's \"a\" $(touch pwned) `touch pwned`; touch pwned";
  fs::create_directory(quoted);
  {
    Variable const terminal("GNUTERM", "x11"), library("GNUPLOT_LIB", "/nowhere"),
        fit("GNUPLOT_DRIVER_DIR", "/nowhere"), home("HOME", "/nowhere"), locale("LC_ALL", "de_DE"),
        temporary("TMPDIR", quoted);
    render_figures(folder);
  }
  EXPECT_EQ(hashes(), before);
  EXPECT_TRUE(fs::is_empty(quoted));
  EXPECT_FALSE(fs::exists("pwned"));
  for (fs::path const& bad : {scratch.path() / "none", folder / "experiment.json"}) {
    Variable const temporary("TMPDIR", bad);
    EXPECT_NE(failure().find("TMPDIR"), std::string::npos) << failure();
    EXPECT_NE(failure().find(bad.string()), std::string::npos) << failure();
  }
}

TEST_F(Drawing, ReturnsTheHashOfItsSources) {
  auto const first = render_figures(folder);
  EXPECT_EQ(render_figures(folder), first);
  write_atomically(folder / "data" / "few.csv", "x,y,g\n0,0,0\n1,2,0\n");
  auto const second = render_figures(folder);
  EXPECT_NE(second.at("f"), first.at("f"));
  figure["panels"][0]["title"] = "another";
  describe(figure);
  EXPECT_NE(render_figures(folder).at("f"), second.at("f"));
}

/// Returns every location in `value` as a JSON pointer.
std::vector<json::json_pointer> places(json const& value) {
  json const flat = value.flatten();
  std::vector<json::json_pointer> all;
  for (auto const& [place, leaf] : flat.items()) all.emplace_back(place);
  return all;
}

TEST_F(Drawing, RunsNoCommandsOfADescription) {
  figure["panels"][0]["series"].erase(1);  // the large one takes long to draw
  fs::path const mark = scratch.path() / "pwned";
  std::string const touch = "touch " + mark.string();
  std::vector<json> const hostile{"`" + touch + "`",
                                  "'; system('" + touch + "'); \"; system(\"" + touch + "\"); #",
                                  "top left\n!" + touch + "\nplot '",
                                  "< " + touch,
                                  "../escape",
                                  std::string("a\0b\x01\x1b[2J @GPVAL_VERSION \\", 26),
                                  1e300,
                                  nullptr};
  for (auto const& place : places(figure))
    for (json const& value : hostile) {
      json changed = figure;
      changed[place] = value;
      describe(changed);
      failure(Formats::vector);  // any other exception fails the test
      EXPECT_FALSE(fs::exists(mark)) << place << value;
    }
  for (auto const& entry : fs::directory_iterator(folder / "figures"))
    EXPECT_TRUE(is_plain_name(entry.path().stem())) << entry.path();
  EXPECT_FALSE(fs::exists(folder / "escape.svg"));
}

TEST_F(Drawing, EndsWithRangesThatHaveNoTics) {
  figure["panels"][0]["series"].erase(1);
  std::vector<std::pair<double, double>> const ranges{
      {1e16, 1e16 + 2}, {-1e-323, 0}, {-1e308, 1e308}, {1, 1}, {2, 1}, {1e300, 1e301}};
  for (auto const& [low, high] : ranges) {
    figure["panels"][0]["x_range"] = {low, high};
    describe(figure);
    failure(Formats::vector);
  }
  write_atomically(folder / "data" / "few.csv", "x,y,g\n-1e308,0,0\n1e308,1e308,0\n");
  figure["panels"][0]["x_range"] = nullptr;
  describe(figure);
  EXPECT_EQ(failure(), "");
}

/// True if the process with the number in `file` runs.
bool runs(fs::path const& file) {
  std::ifstream status("/proc/" + read_text(file).substr(0, read_text(file).find('\n')) +
                       "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("State:")) return line.find('Z') == line.npos;
  return false;
}

/// Waits for the end of a killed process, which may take a moment if it is not a child.
bool ends(fs::path const& pid_file) {
  for (int i = 0; i < 100 && runs(pid_file); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return !runs(pid_file);
}

TEST_F(Drawing, EndsWithItsWholeGroup) {
  // The trap prevents the shell from ending by itself; the child has a child.
  fs::path const shell = scratch.path() / "shell", child = scratch.path() / "child";
  auto const path = fake("trap '' INT TERM; sleep 60 & echo $! > '" + child.string() +
                         "'; echo $$ > '" + shell.string() + ".new'; mv '" + shell.string() +
                         ".new' '" + shell.string() + "'; wait");
  struct Stop {};
  auto const when_running = [&] {
    if (fs::exists(shell)) throw Stop();
  };
  EXPECT_THROW(render_figures(folder, Formats::all, when_running), Stop);
  EXPECT_TRUE(ends(shell));
  EXPECT_TRUE(ends(child));

  fs::remove(shell);
  EXPECT_THROW(
      run_child({program_in_path("gnuplot"), {}, {}, "/", std::chrono::milliseconds(300)}, {}),
      IoError);
  EXPECT_TRUE(ends(child));
}

TEST_F(Drawing, EndsWithAKilledProgram) {
  fs::path const child = scratch.path() / "child", ready = scratch.path() / "ready";
  std::string const text =
      "sleep 60 & echo $! > '" + child.string() + "'; : > '" + ready.string() + "'; wait";
  pid_t const program = ::fork();
  if (program == 0) {
    run_child({"/bin/sh", {"-c", text}, {"PATH=/bin:/usr/bin"}, "/", std::chrono::seconds(60)}, {});
    ::_exit(0);
  }
  for (int i = 0; i < 500 && !fs::exists(ready); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_TRUE(runs(child));
  ::kill(program, SIGKILL);
  ::waitpid(program, nullptr, 0);
  EXPECT_TRUE(ends(child)) << "the child of the child ends, too";
}

TEST(Child, ReportsStatusAndOutput) {
  auto const run = [](std::string const& text) {
    return run_child({"/bin/sh", {"-c", text}, {"A=b"}, "/tmp", std::chrono::seconds(20)}, {});
  };
  EXPECT_TRUE(run("exit 0").well());
  EXPECT_EQ(run("exit 7").words(), "exit status 7");
  EXPECT_EQ(run("kill -KILL $$").words(), "signal 9 (Killed)");
  EXPECT_EQ(run("echo out; echo err >&2").output, "out\nerr\n");
  EXPECT_EQ(run("pwd; echo $A$HOME; cat").output, "/tmp\nb\n");
  EXPECT_EQ(run("head -c 1000000 /dev/zero").output.size(), 4096u);
  EXPECT_TRUE(run("sleep 30 & exit 0").well()) << "remaining processes are not waited for";
  EXPECT_THROW(run_child({"/nowhere/program", {}, {}, "/", std::chrono::seconds(1)}, {}), IoError);
  EXPECT_THROW(run_child({"/bin/sh", {}, {}, "/nowhere", std::chrono::seconds(1)}, {}), IoError);
}

TEST(Names, RejectPaths) {
  ScratchFolder const scratch;
  for (json const& bad : {json(".."), json("a/b"), json("/tmp"), json(""), json("."), json(3),
                          json(nullptr), json("a\nb"), json(".hidden")}) {
    write_atomically(scratch.path() / "run.json", json{{"experiments", {"good", bad}}}.dump());
    EXPECT_THROW(listed_experiments(scratch.path()), IoError) << bad;
  }
  for (auto const* text : {"[]", "{}", R"({"experiments":3})", "3"}) {
    write_atomically(scratch.path() / "run.json", text);
    EXPECT_THROW(listed_experiments(scratch.path()), IoError) << text;
  }
  write_atomically(scratch.path() / "run.json", R"({"experiments":["a_b-C1"]})");
  EXPECT_EQ(listed_experiments(scratch.path()), std::vector<std::string>{"a_b-C1"});
}

}  // namespace
}  // namespace rattleback::reports
