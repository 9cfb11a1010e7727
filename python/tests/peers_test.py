"""Quick run of the side-by-side timings with the peers that are installed; usage: PROGRAM DOCS."""

import csv
import os
import subprocess
import sys
import unittest
from pathlib import Path

from support import DOCS, PROGRAM, InFolder

SCRIPT = os.path.join(os.path.dirname(DOCS), "experiments", "peers", "peers.py")


class Peers(InFolder):
    def run_quick(self, *arguments):
        absent = {name: value for name, value in os.environ.items() if name not in ("HEYOKA", "ODELAB")}
        return subprocess.run([sys.executable, SCRIPT, "--quick", "--program", PROGRAM, "--output", "peers.csv",
                               *arguments], capture_output=True, text=True, timeout=500, env=absent)

    def test_rows_meet_the_error_and_name_absent_peers(self):
        page = Path("page.md")
        page.write_text("before\n<!-- table of make bench-peers -->\nold\n<!-- end of the table -->\nafter\n")
        finished = self.run_quick("--write", "page.md")
        self.assertEqual(finished.returncode, 0, finished.stderr)
        rows = list(csv.DictReader(Path("peers.csv").read_text().splitlines()))
        for row in rows:
            if row["cpu_seconds"]:
                self.assertLessEqual(float(row["error_met"]), float(row["error_asked"]), row)
                self.assertGreater(float(row["ratio"]), 0, row)
            else:
                self.assertRegex(row["note"], "^(not measured: .* is not installed|failed: .*|does not reach .*)$")
        self.assertTrue(any(row["ratio"] == "1" and row["peer"] == "rattleback" for row in rows))
        notes = {row["peer"]: row["note"] for row in rows}
        self.assertEqual(notes["heyoka"], "not measured: heyoka is not installed")
        self.assertEqual(notes["odelab"], "not measured: odelab is not installed")
        text = page.read_text()
        self.assertRegex(text, r"(?s)^before\n.*\| contact_oscillator \| 1 \| 1e-06 \|.*after\n$")
        self.assertNotIn("old", text)
        again = self.run_quick()
        self.assertNotIn("rattleback", again.stderr, "finished rows are measured again")

    def test_rejects_an_invalid_limit(self):
        finished = self.run_quick("--limit", "0")
        self.assertEqual(finished.returncode, 2)
        self.assertIn("--limit: 0 is not > 0", finished.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
