"""damier plays dame, a Hub engine from PyPI, at international draughts, and the referee finds no fault with either.

    python dame_match.py path/to/damier [seed]

`dame` is expected beside the Python that runs this.
"""

import random
import subprocess
import sys
from pathlib import Path

GAMES = 4
#: Seconds after which the match has failed.
PATIENCE = 300


def main():
    damier = str(Path(sys.argv[1]).resolve())
    seed = sys.argv[2] if len(sys.argv) > 2 else str(random.randrange(1_000_000))
    dame = str(Path(sys.executable).parent / "dame")
    engine = lambda name, command: ["--engine", f"name={name}", f"cmd={command}"]
    # The machine may be busy, and nobody's clock is measured here.
    both = ["args=hub", "proto=hub", "option.hash=16", "st=0.03", "timemargin=5000"]
    command = [damier, "match", "-v", "international", *engine("damier", damier), *engine("dame", dame)]
    command += ["--each", *both, "--games", str(GAMES), "--seed", seed, "--maxmoves", "100"]
    print(f"damier against dame, seed {seed}")
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    score = [line for line in done.stdout.splitlines() if line.startswith("Games: ")]
    assert done.returncode == 0 and len(score) == 1 and f"Games: {GAMES}, " in score[0], done
    for trouble in ("Faults of", "Warning"):
        assert trouble not in done.stdout, done.stdout
    assert done.stderr == "", done.stderr
    print(f"  {score[0]}")


if __name__ == "__main__":
    main()
