"""Random command lines of all commands, from valid to absurd."""

import dataclasses
import json
import re
import subprocess

STEPS = ("1e-300", "1e-320", "1e-200", "1e-16", "1e-8", "1e2", "1e16", "1e50", "1e154", "1e300",
         "1e308", "1e309", "1e99999", "1e-99999", "0", "-0", "-0.1", "-1e300", "nan", "-nan", "inf",
         "-inf", "infinity", "0x1p-3", "1e", "1,5", "0,1", ".1", "1.", "+0.1", " 0.1", "0.1 ", "",
         "0.1x", "٣", "1_0", "--", "9" * 400, "0" * 3000 + "1", "0." + "3" * 3000)
COUNTS = ("0", "-1", "1.5", "1e3", "1000000", "2147483648", "9223372036854775807",
          "9223372036854775808", "18446744073709551616", "", "x", " 1", "+1", "0x10", "9" * 400)
# No path leaves the folder of a case: some commands write into a path given as a folder.
NAMES = ("", " ", "a" * 5000, "é", "*", "$(id)", "a b", "a\nb", "a\tb", "{}",
         "%s%n", "\x1b[31m", "'", '"', "-", "--", "-1", "=", "a=", "=a", ",", "compose(",
         "compose()", "compose(dla_leapfrog,yoshida4", "compose(dla_leapfrog,)", b"\xff\xfe",
         b"a\xc3", "compose(" * 200 + "x" + ",yoshida4)" * 200, "\u202e", "contact_oscillatr")
PATHS = ("out.csv", "out.npy", "out.json", "folder/out.csv", "out.txt", "out", ".csv", "folder",
         "folder/", "folder.csv", "missing/out.csv", "file.txt/out.csv", "file.csv", "fifo.csv",
         "loop.csv", "loop/out.csv", "dangling.csv", "full.csv", "null.json", "inward/out.npy",
         "/dev/full", "/dev/null", "/proc/out.csv", "/proc/none/out.csv", "", ".", "./out.CSV",
         "a" * 250 + ".csv", "a" * 5000 + ".csv", "b/" * 3000 + "out.csv", b"\xff\xfe.csv",
         b"\xff.npy", "é 'x'.csv", "a\nb.csv", "-.csv")
SCHEMES = ("yoshida4", "suzuki4", "kahan_li6", "kahan_li8")


@dataclasses.dataclass(frozen=True)
class Catalogue:
    """Cards of the tested program by id, and the flags of every command."""
    problems: dict
    integrators: dict
    experiments: list
    statements: list
    papers: list
    flags: dict


def catalogue_of(program):
    def printed(*arguments):
        return subprocess.run([program, *arguments], check=True, capture_output=True).stdout

    def cards(name):
        return {card["id"]: card for card in json.loads(printed("list", name, "--json"))}

    usage = printed("--help").decode()
    verbs = re.findall(r"^  ([a-z]+) ", usage.partition("Subcommands:")[2], re.MULTILINE)
    flags = {}
    for verb in verbs:
        # "--step H", "--json" alone
        found = re.findall(r"^\s+(?:-\w,)?(--[a-z0-9-]+)(?: (\S+))?(?:  |$)",
                           printed(verb, "--help").decode(), re.MULTILINE)
        flags[verb] = [(name, bool(kind)) for name, kind in found if name != "--help"]
    return Catalogue(cards("problems"), cards("integrators"), list(cards("experiments")),
                     list(cards("statements")), list(cards("papers")), flags)


class Lines:
    """Generator of command lines: first a plausible one, which may then be spoilt."""

    def __init__(self, random, catalogue):
        self.random, self.catalogue = random, catalogue
        # Half of the lines contain at most one absurd value, because each further one hides the effect
        # of the first.
        self.wildness = random.choice((0.1, 1))

    def chance(self, share):
        return self.random.random() < share

    def pick(self, *values):
        return self.random.choice(values)

    def odd(self, plausible, absurd, share=0.1):
        return self.random.choice(absurd) if self.chance(share * self.wildness) else plausible

    def step(self):
        return self.odd(self.pick("0.01", "0.05", "0.1", "0.5", "1", "1e-3"), STEPS)

    def count(self, most):
        return self.odd(str(self.random.randint(1, most)), COUNTS, 0.06)

    def path(self):
        return self.odd(self.pick("out.csv", "out.npy", "out.json"), PATHS, 0.5)

    def name(self, known, share=0.06):
        if self.chance(share * self.wildness):
            return self.random.choice(NAMES)
        word = self.random.choice(list(known)) if known else "x"
        if self.chance(0.03 * self.wildness) and word:  # a typing error
            at = self.random.randrange(len(word))
            word = word[:at] + self.pick("", "x", word[at] * 2) + word[at + 1:]
        return word

    def numbers(self, values):
        """Returns numbers near the given ones, rarely in another quantity."""
        words = [repr(value * self.pick(1, 1, 1, 1.5, -1) + self.pick(0, 0, 0.1))
                 for value in values]
        if words and self.chance(0.2 * self.wildness):
            words[self.random.randrange(len(words))] = self.step()
        if self.chance(0.1 * self.wildness):
            words = words[:-1] if self.chance(0.5) else words + ["0"]
        return ",".join(words)

    def problem(self):
        return self.name(self.catalogue.problems)

    def card(self, problem):
        cards = self.catalogue.problems
        return cards.get(problem) or self.random.choice(list(cards.values()))

    def integrator(self, card):
        known = card["integrators"] if self.chance(1 - 0.2 * self.wildness) else self.catalogue.integrators
        method = self.name(known)
        if isinstance(method, str) and self.chance(0.06):
            method = f"compose({method},{self.odd(self.random.choice(SCHEMES), ('yoshida', ''))})"
        return method

    def setting(self, card, method):
        """Returns parameters, options and case."""
        words = []
        parameters = card["parameters"]
        for _ in range(self.pick(0, 0, 0, 0, 1, 2) if parameters or self.chance(0.05) else 0):
            parameter = self.name([p["name"] for p in parameters])
            value = self.odd(self.pick("1", "2", "0.5", "1.5"), STEPS, 0.3)
            words += ["--set", joined(parameter, "=", value)]
        method_card = self.catalogue.integrators.get(method) if isinstance(method, str) else None
        if method_card and self.chance(0.2):
            options = method_card["options"]
            option = self.random.choice(options) if options else {"name": "x", "allowed": "y"}
            allowed = ["1e-6", "0.5"] if ">" in option["allowed"] else option["allowed"].split(", ")
            words += ["--option", joined(self.name([option["name"]]), "=", self.name(allowed, 0.15))]
        return words

    def case(self, card):
        if not self.chance(0.3):
            return []
        return ["--case", self.name([case["name"] for case in card["cases"]])]

    def section(self, card):
        if not self.chance(0.25):
            return []
        component = self.name(card["coordinates"] + card["velocities"])
        words = ["--section", joined(component, "=", self.odd("0", STEPS, 0.1))]
        if self.chance(0.3):
            words += ["--crossing", self.name(["up", "down", "both"])]
        return words

    # ---- one function per command ----

    def list(self):
        return [self.name(["problems", "integrators", "experiments", "statements", "findings",
                           "errata", "papers"])] + self.flag("--json")

    def show(self):
        c = self.catalogue
        return [self.name([*c.problems, *c.integrators, *c.experiments, *c.papers,
                           *c.statements])] + self.flag("--text", 0.2)

    def run(self):
        problem = self.problem()
        card = self.card(problem)
        method = self.integrator(card)
        words = [problem, method, "--step", self.step()]
        words += (["--steps", self.count(30)] if self.chance(0.7)
                  else ["--until", self.odd(self.pick("1", "2", "0.3"), STEPS)])
        words += self.case(card) + self.setting(card, method) + self.section(card)
        start = self.random.choice(card["cases"])
        if self.chance(0.2):
            words += ["--q", self.numbers(start["q"])]
        if self.chance(0.2):
            words += ["--v", self.numbers(start["v"])]
        if self.chance(0.05):
            words += ["--q1", self.numbers(start["q"])]
        if self.chance(0.3):
            known = self.catalogue.integrators.get(method, {}) if isinstance(method, str) else {}
            words += ["--start", self.name([s["name"] for s in known.get("starts", [])] or ["plain"])]
        if self.chance(0.08):
            words += ["--precision", self.name(["double", "quad", "quad"])]
        if self.chance(0.3):
            words += ["--every", self.count(10)]
        if self.chance(0.1):
            words += ["--measure", self.name(["all", "recorded", "recorded"])]
        if self.chance(0.5):
            words += ["--output", self.path()]
        off = "--q" in words or "--v" in words  # most likely violates the constraint
        return (words + self.flag("--project", 0.9 if off else 0.1) + self.flag("--strict") +
                self.flag("--json"))

    def converge(self):
        problem = self.name(["contact_oscillator", "knife_edge", *self.catalogue.problems])
        card = self.card(problem)
        method = self.integrator(card)
        words = [problem, method]
        if self.chance(0.2):
            words += ["--until", self.odd(self.pick("0.5", "2"), STEPS, 0.3)]
        if self.chance(0.2):
            words += ["--error", self.odd(self.pick("1e-2", "1e-5"), STEPS, 0.3)]
        if self.chance(0.8):
            words += ["--steps-per-unit", self.pick("4,8,16,32", "4,8,16,32", "4", "8,4,2,1",
                                                    "1,2,3,4,5,x", "0,1,2,3", "", ",")]
        return words + self.case(card) + self.setting(card, method) + self.flag("--json")

    def compare(self):
        words = self.converge()
        if self.chance(0.3):
            words += ["--tolerances", self.pick("1e-4,1e-8", "1e-8,1e-4", "0", "", "nan", "1e-300")]
        if self.chance(0.3):
            words += ["--columns", self.pick("order", "order,energy,error", "", "x", "order,order")]
        if self.chance(0.3):
            words += ["--limit", self.pick("1", "0", "-1", "", "nan", "1e300")]
        if self.chance(0.5):
            words += ["--output", self.odd("results", PATHS, 0.5)]
        return words

    def choose(self):
        problem = self.name(["contact_oscillator", "knife_edge", *self.catalogue.problems])
        card = self.card(problem)
        words = [problem, "--until", self.odd(self.pick("0.5", "1", "2"), STEPS, 0.1),
                 "--error", self.odd(self.pick("1e-2", "0.1", "1e-3"), STEPS, 0.1), "--limit", "1"]
        if self.chance(0.3):
            words += ["--quantity", self.pick("positions", "velocities", "energy", "", "speed")]
        return words + self.case(card) + self.flag("--json")

    def ensemble(self):
        problem = self.name(self.catalogue.problems)
        card = self.card(problem)
        method = self.integrator(card)
        step = self.step()
        words = [problem, method, "--orbits", self.count(100), "--step", step,
                 "--until", self.odd(self.pick("0.5", "1", "2"), STEPS, 0.06),
                 "--energy", self.odd(self.pick("1", "1.5", "3"), STEPS, 0.06),
                 "--seed", self.count(5)]
        words += self.setting(card, method)
        if self.chance(0.1):
            words += ["--starts", self.odd("starts.csv", PATHS, 0.5)]
        if self.chance(0.2):
            words += ["--invariant", self.odd(self.random.choice([*card["invariants"], "energy"]),
                                              ("x", "", "energ"), 0.2)]
        if self.chance(0.3):
            words += ["--every", self.count(10)]
        if self.chance(0.2):
            words += ["--threads", self.count(4)]
        if self.chance(0.2):
            words += ["--shard", self.odd(self.pick("1/1", "1/2", "2/2", "3/4"),
                                          ("0/1", "2/1", "1", "/", "1/", "/1", "1/0", "-1/2", "1/1/1",
                                           "1/9223372036854775807", "x/y", ""), 0.3)]
        if self.chance(0.2):
            words += ["--checkpoint", self.odd("pieces", PATHS, 0.3)]
        section = self.section(card)
        if section and self.chance(0.7):
            section += ["--output", self.path()]
        if section and self.chance(0.3):
            components = card["coordinates"] + card["velocities"]
            section += ["--columns", self.pick(components[0], ",".join(components), "x", "", ",",
                                               components[0] + "," + components[0])]
        return words + section + self.flag("--lyapunov", 0.1) + self.flag("--json")

    def merge(self):
        return [self.random.choice(PATHS) for _ in range(self.pick(0, 1, 1, 2))] + self.flag("--json")

    def report(self):
        return [self.random.choice(PATHS)] if self.chance(0.9) else []

    def diff(self):
        words = [self.random.choice(PATHS) for _ in range(self.pick(1, 2, 2, 2))]
        if self.chance(0.2):
            words += ["--noise", self.step()]
        return words + self.flag("--strict")

    def reproduce(self):
        # Without a name or without --quick it would take hours: at least one of them is wrong.
        return [self.random.choice(NAMES), "--quick",
                "--output", self.random.choice(PATHS)] + self.flag("--full") + self.flag("--strict")

    def doctor(self):
        return [self.random.choice(NAMES)] if self.chance(0.3) else []

    # ---- complete lines ----

    def flag(self, name, share=0.3):
        return [name] if self.chance(share) else []

    def spoilt(self, verb, words):
        """Returns words with one doubled, omitted, moved or exchanged, or with an unsuitable flag."""
        words = list(words)
        at = self.random.randrange(len(words)) if words else 0
        how = self.random.randrange(6)
        if how == 0 and words and verb != "reproduce":
            del words[at]
        elif how == 1:
            words.insert(at, self.random.choice(NAMES))
        elif how == 2 and words:
            words[at] = self.random.choice(NAMES if verb == "reproduce" else NAMES + STEPS)
        elif how == 3:
            words += words[at:at + 2]
        elif how == 4:
            name, takes_value = self.random.choice(sum(self.catalogue.flags.values(), []))
            words += [name] + ([self.random.choice(STEPS + NAMES)] if takes_value else [])
        else:
            words += [self.pick("--help", "-h", "--jsn", "--json=1", "--step=", "--version", "-x")]
        return words

    def further(self, verb, words):
        """Returns words with a flag of the command that the functions above do not use."""
        new = [flag for flag in self.catalogue.flags.get(verb, []) if flag[0] not in KNOWN_FLAGS]
        if not new or self.chance(0.7):
            return words
        name, takes_value = self.random.choice(new)
        value = self.random.choice(PATHS + COUNTS + NAMES + STEPS)
        return words + [name] + ([value] if takes_value else [])

    def line(self):
        """Returns the arguments of the program, as strings or bytes."""
        if self.chance(0.02):
            return [self.random.choice(NAMES) for _ in range(self.pick(0, 1, 2))]
        share = {"run": 40, "ensemble": 20, "converge": 2, "compare": 2, "list": 3, "doctor": 1}
        verbs = list(self.catalogue.flags)
        verb = self.random.choices(verbs, [share.get(verb, 4) for verb in verbs])[0]
        words = getattr(self, verb)() if hasattr(self, verb) else [self.random.choice(PATHS + NAMES)]
        words = self.further(verb, words)
        if self.chance(0.3 * self.wildness):
            words = self.spoilt(verb, words)
        return [verb, *words]


KNOWN_FLAGS = {
    "--json", "--step", "--steps", "--until", "--case", "--set", "--option", "--q", "--v", "--q1",
    "--start", "--precision", "--project", "--strict", "--section", "--crossing", "--every",
    "--measure", "--output", "--steps-per-unit", "--tolerances", "--columns", "--orbits", "--energy", "--seed",
    "--threads", "--shard", "--checkpoint", "--lyapunov", "--quick", "--full", "--jobs", "--noise",
    "--error", "--quantity", "--limit"}


def joined(*words):
    """Joins words, some of which may be bytes."""
    if all(isinstance(word, str) for word in words):
        return "".join(words)
    return b"".join(word if isinstance(word, bytes) else word.encode() for word in words)
