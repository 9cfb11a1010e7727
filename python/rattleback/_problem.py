"""Problems and integrators."""

import os
import tempfile

from rattleback._calls import Misuse, _name_of, call
from rattleback._results import Choice, Comparison, Convergence, Ensemble, Run


def _names(integrators):
    return [_name_of(name, "integrator") for name in integrators]


class Problem:
    """Problem of the catalogue, given by its id, or problem in a file (.toml, .hpp), given by its path."""

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
        """Ids of the applicable integrators."""
        return self.card["integrators"]

    @property
    def refused_integrators(self):
        """Reasons why the other integrators do not apply."""
        return self.card["refused_integrators"]

    def run(self, integrator, *, step, progress=None, **options):
        """Integrates up to `until` or for `steps` steps. Records every node, every K-th with `every=K`,
        or with `section="vy=0"` every crossing."""
        options["step"] = step
        return Run(*call("run", self.name, *_names([integrator]), options=options, progress=progress,
                         wants_table=True))

    def converge(self, *integrators, progress=None, **options):
        """Measures orders against the certified reference, by default of all applicable integrators."""
        return Convergence(call("converge", self.name, *_names(integrators), options=options,
                                progress=progress)[0])

    def compare(self, *integrators, progress=None, **options):
        """Compares orders, structure on a long run, and work against errors, with advice."""
        return Comparison(call("compare", self.name, *_names(integrators), options=options,
                               progress=progress)[0])

    def choose(self, *, until, error, quantity=None, limit=None, progress=None, **options):
        """Finds the cheapest method, and its step, with an error below `error` up to `until`."""
        options.update(until=until, error=error, quantity=quantity, limit=limit)
        return Choice(call("choose", self.name, options=options, progress=progress)[0])

    def ensemble(self, integrator, *, step, until, final=False, progress=None, **options):
        """Computes statistics of the errors of invariants over many initial conditions. `final=True`
        also stores the final state of each orbit, and a path writes it to that file."""
        options.update(step=step, until=until)
        if not isinstance(final, bool):
            options["final"] = final
        return Ensemble(*call("ensemble", self.name, *_names([integrator]), options=options,
                              progress=progress, wants_table=final is not False))


_texts = []  # files of problems given as text; they exist as long as the process


def problem_from_text(text):
    """Returns the problem of a text in the format of a problem file (.toml)."""
    folder = tempfile.TemporaryDirectory(prefix="rattleback-")
    _texts.append(folder)
    path = os.path.join(folder.name, "problem.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return Problem(path)


def problems():
    """Returns ids and names of all problems."""
    return {card["id"]: card.get("name", card.get("header")) for card in call("list", "problems")[0]}


def integrators():
    """Returns ids and names of all integrators."""
    cards = call("list", "integrators")[0]
    return {card["id"]: card.get("name", card.get("header")) for card in cards}
