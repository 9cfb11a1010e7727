"""Problems and integrators."""

import itertools
import json
import warnings

from rattleback import _program
from rattleback._calls import _encoded, _name_of, call, run
from rattleback._results import Choice, Comparison, Convergence, Ensemble, Run

_numbers = itertools.count(1)


def _names(integrators):
    return [_name_of(name, "integrator") for name in integrators]


class Problem:
    """Problem of the catalogue, given by its id, or problem in a text (.toml), given by its path and read
    once."""

    def __init__(self, name):
        path = _name_of(name, "problem")
        is_file = path.endswith(".toml") and "/" not in path
        self._read("./" + path if is_file else path, None)

    def _read(self, name, text):
        self.name, self._text = name, text
        self._problem = _program.Problem(_encoded(name, name), None if text is None else text.encode())
        self.card = json.loads(self._problem.card())
        for message in self._problem.messages():
            warnings.warn(message.removeprefix("warning: "), stacklevel=4)

    def __reduce__(self):
        return (Problem, (self.name,)) if self._text is None else (problem_from_text, (self._text,))

    def __repr__(self):
        return f"<Problem {self.name}: {self.card['name']}>"

    @property
    def coordinates(self):
        return self.card["coordinates"]

    @property
    def velocities(self):
        return self.card["velocities"]

    @property
    def integrators(self):
        """Ids of the applicable integrators."""
        return self.card["integrators"]

    @property
    def refused_integrators(self):
        """Reasons why the other integrators do not apply."""
        return self.card["refused_integrators"]

    def run(self, integrator, *, step, progress=None, **options):
        """Integrates up to `until` or for `steps` steps. Records every node, every K-th with `every=K`,
        or with `section="vy=0"` every crossing. `measure="recorded"` measures invariants and constraint
        at recorded nodes only; `measure=False` also omits the scale of the energy and the balance.
        `start_time` is the time of the start; a run to an earlier `until` goes backward."""
        if options.get("measure") is False:
            options["measure"] = "none"
        if "start_time" in options:  # `from` is a word of Python
            options["from"] = options.pop("start_time")
        return Run(self, *run(self._problem, *_names([integrator]), options | {"step": step}, progress))

    def _call(self, verb, *integrators, **further):
        return call(verb, self.name, *integrators, problem=self._problem, **further)

    def converge(self, *integrators, progress=None, **options):
        """Measures orders against the certified reference, by default of all applicable integrators."""
        return Convergence(self._call("converge", *_names(integrators), options=options, progress=progress)[0])

    def compare(self, *integrators, progress=None, **options):
        """Compares orders, structure on a long run, and work against errors, with advice."""
        return Comparison(self._call("compare", *_names(integrators), options=options, progress=progress)[0])

    def choose(self, *, until, error, quantity=None, limit=None, progress=None, **options):
        """Finds the cheapest method, and its step, with an error below `error` up to `until`."""
        options.update(until=until, error=error, quantity=quantity, limit=limit)
        return Choice(self._call("choose", options=options, progress=progress)[0])

    def ensemble(self, integrator, *, step, until, final=False, progress=None, **options):
        """Computes statistics of the errors of invariants over many initial conditions. `final=True`
        also stores the final state of each orbit, and a path writes it to that file."""
        options.update(step=step, until=until)
        if not isinstance(final, bool):
            options["final"] = final
        return Ensemble(*self._call("ensemble", *_names([integrator]), options=options, progress=progress,
                                    wants_table=final is not False))


def problem_from_text(text):
    """Returns the problem of a text in the format of a problem file (.toml). It can be pickled."""
    if not isinstance(text, str):
        raise TypeError(f"the text of a problem must be a str, not {text!r}")
    problem = Problem.__new__(Problem)
    problem._read(f"<text {next(_numbers)}>.toml", text)
    return problem


def problems():
    """Returns ids and names of all problems."""
    return {card["id"]: card.get("name", card.get("header")) for card in call("list", "problems")[0]}


def integrators():
    """Returns ids and names of all integrators."""
    cards = call("list", "integrators")[0]
    return {card["id"]: card.get("name", card.get("header")) for card in cards}
