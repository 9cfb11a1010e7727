"""One peer in Python: PEER SYSTEM METHOD END SECONDS ORBITS TOLERANCE... with PEER rattleback, scipy or heyoka.

Prints for each tolerance a line: CPU seconds, orbits done (fewer if SECONDS pass), final coordinates of orbit 0; or
"failed: REASON". Orbit i begins with its first coordinate moved by 0.001 i/ORBITS. Loading is not counted."""

import math
import os
import sys
import tempfile
import time
import warnings

from systems import SYSTEMS


def shifted(start, i, orbits):
    return [start[0] + 0.001 * i / orbits, *start[1:]]


def scipy_orbit(system, method, end, tolerance):
    from scipy.integrate import solve_ivp

    def f(t, s):
        return system.equations(t, s.tolist(), math.sin, math.cos)

    def orbit(i, orbits):
        solution = solve_ivp(f, (0, end), shifted(system.start, i, orbits), method, rtol=tolerance, atol=tolerance)
        if not solution.success:
            raise RuntimeError(solution.message)
        return solution.y[:, -1]
    return orbit


def heyoka_orbit(system, method, end, tolerance):
    sys.path.insert(0, os.environ["HEYOKA"])
    import heyoka
    state = heyoka.make_vars(*(f"s{i}" for i in range(len(system.start))))
    derivatives = system.equations(heyoka.time, state, heyoka.sin, heyoka.cos)
    integrator = heyoka.taylor_adaptive(list(zip(state, derivatives)), [float(s) for s in system.start], tol=tolerance)

    def orbit(i, orbits):
        integrator.time = 0.0
        integrator.state[:] = shifted(system.start, i, orbits)
        integrator.propagate_until(float(end))
        return integrator.state
    return orbit


def rattleback_orbit(system, method, end, tolerance):
    import rattleback
    warnings.simplefilter("ignore")
    problem = rattleback.Problem(system.problem)
    recorded = method.endswith(" recorded")
    method = method.removesuffix(" recorded")
    if "dla" in method:  # of fixed steps the tolerance is 1/steps
        steps = round(1 / tolerance)
        settings = {"step": end / steps, "every": 1 if recorded else steps}
    else:
        settings = {"step": end / 1000 if recorded else end, "option": {"rtol": tolerance, "atol": tolerance}}
    row = problem.run("odeint_rkf78", step=end, steps=1, measure="none")
    names = [*row.summary["coordinates"], *row.summary["velocities"]]
    start, coordinates = [float(row[name][0]) for name in names], len(row.summary["coordinates"])

    def orbit(i, orbits):
        point = {"q": shifted(start[:coordinates], i, orbits), "v": start[coordinates:]} if i else {}
        run = problem.run(method, until=end, measure="all" if recorded else "none", **settings, **point)
        if not run.ok:
            raise RuntimeError(run.summary["status"])
        return run.q

    def ensemble(orbits):
        with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
            rows = (",".join(map(repr, shifted(start, i, orbits))) for i in range(orbits))
            file.write("\n".join([",".join(names), *rows]) + "\n")
            file.flush()
            final = problem.ensemble(method, until=end, starts=file.name, final=True, threads=1,
                                     **{name: settings[name] for name in settings if name != "every"}).final
        return [final[name][0] for name in names[:coordinates]]
    orbit.ensemble = None if recorded else ensemble
    return orbit


def measure(orbit, seconds, orbits):
    """Returns CPU seconds, orbits done and the end of orbit 0."""
    begin = time.process_time()
    done, first = 0, None
    while done < orbits and (done == 0 or time.process_time() - begin < seconds):
        end = orbit(done, orbits)
        if done == 0:
            first = list(end)
        done += 1
    return time.process_time() - begin, done, first


def main(peer, name, method, end, seconds, orbits, *tolerances):
    make = {"scipy": scipy_orbit, "heyoka": heyoka_orbit, "rattleback": rattleback_orbit}[peer]
    system, end, seconds, orbits = SYSTEMS[name], float(end), float(seconds), int(orbits)
    for tolerance in map(float, tolerances):
        try:
            orbit = make(system, method, end, tolerance)
            measured = None
            if orbits > 1 and getattr(orbit, "ensemble", None):
                measured = ensemble_time(orbit, seconds, orbits)
            cpu, done, q = measured or measure(orbit, seconds, orbits)
            print(cpu, done, *(repr(float(x)) for x in q[:system.coordinates]), flush=True)
        except (ArithmeticError, RuntimeError, ValueError) as reason:
            print("failed:", " ".join(str(reason).split()), flush=True)


def ensemble_time(orbit, seconds, orbits):
    """Returns what `measure` returns, of one ensemble that takes about `seconds`; None if the method runs none."""
    try:
        begin = time.process_time()
        orbit.ensemble(2)
        done = max(2, min(orbits, int(2 * seconds / max(time.process_time() - begin, 1e-6))))
        begin = time.process_time()
        q = orbit.ensemble(done)
        return time.process_time() - begin, done, q
    except ValueError:
        return None


if __name__ == "__main__":
    main(*sys.argv[1:])
