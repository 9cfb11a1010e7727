"""Problems and integrators."""

import os
import tempfile

from rattleback._calls import Misuse, _name_of, call
from rattleback._results import Choice, Comparison, Convergence, Ensemble, Run


def _names(integrators):
    return [_name_of(name, "integrator") for name in integrators]


class Problem:
    """A problem of the catalogue by its id, or one in a file (.toml, .hpp) by its path."""

    def __init__(self, name):
        path = _name_of(name, "problem")
        is_file = path.endswith((".toml", ".hpp")) and "/" not in path
        self.name = "./" + path if is_file else path
        self.card, _, _ = call("show", self.name)
        if "coordinates" not in self.card:
            raise Misuse(f"{self.name!r} is an integrator, not a problem; rattleback.problems() "
                         "lists problems")

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
        """Ids of the integrators that apply."""
        return self.card["integrators"]

    @property
    def refused_integrators(self):
        """Why the others do not."""
        return self.card["refused_integrators"]

    def run(self, integrator, *, step, progress=None, **options):
        """Integrates. `until` or `steps` says how far; every node is kept unless `every` says
        otherwise, or with `section="vy=0"` every crossing."""
        options["step"] = step
        return Run(*call("run", self.name, *_names([integrator]), options=options, progress=progress,
                         wants_table=True))

    def converge(self, *integrators, progress=None, **options):
        """Observed orders against the certified reference; of all that apply without any."""
        return Convergence(call("converge", self.name, *_names(integrators), options=options,
                                progress=progress)[0])

    def compare(self, *integrators, progress=None, **options):
        """Orders, structure over a long run, work against errors, and advice."""
        return Comparison(call("compare", self.name, *_names(integrators), options=options,
                               progress=progress)[0])

    def choose(self, *, until, error, quantity=None, limit=None, progress=None, **options):
        """The cheapest method, and its step, whose error stays below `error` up to `until`."""
        options.update(until=until, error=error, quantity=quantity, limit=limit)
        return Choice(call("choose", self.name, options=options, progress=progress)[0])

    def ensemble(self, integrator, *, step, until, progress=None, **options):
        """Statistics of the errors of invariants over many starts."""
        options.update(step=step, until=until)
        return Ensemble(call("ensemble", self.name, *_names([integrator]), options=options,
                             progress=progress)[0])


_texts = []  # files of problems that were given as text live as long as the process


def problem_from_text(text):
    """A problem from what a text file of it would hold."""
    folder = tempfile.TemporaryDirectory(prefix="rattleback-")
    _texts.append(folder)
    path = os.path.join(folder.name, "problem.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return Problem(path)


def problems():
    """Ids and names of all problems."""
    return {card["id"]: card.get("name", card.get("header")) for card in call("list", "problems")[0]}


def integrators():
    """Ids and names of all integrators."""
    cards = call("list", "integrators")[0]
    return {card["id"]: card.get("name", card.get("header")) for card in cards}
