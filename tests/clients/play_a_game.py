"""Plays a whole game with the engine over its own protocol: python play_a_game.py path/to/damier [ruleset]"""

import subprocess
import sys


class Engine:
    def __init__(self, path):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
        self.process = subprocess.Popen([path], **pipes)

    def ask(self, question, answer):
        """Sends lines and returns what comes back, up to the line that begins with `answer`."""
        self.process.stdin.write(question + "\n")
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip())
            if lines[-1].startswith(answer):
                return lines
        raise EOFError(f"the engine is gone; it said {lines}")


def main(path, ruleset="turkish"):
    engine, moves = Engine(path), []
    engine.ask("uci", "uciok")
    engine.ask(f"setoption name UCI_Variant value {ruleset}\nucinewgame\nisready", "readyok")
    while len(moves) < 300:
        # `d` ends with the result, so this tells whether the game is over, by whatever rule.
        board = engine.ask(f"position startpos moves {' '.join(moves)}\nd", "result:")
        result = board[-1].removeprefix("result: ")
        if not result.startswith("*"):
            break
        thought = engine.ask("go depth 5", "bestmove")
        move = thought[-1].split()[1]
        print(f"{len(moves) + 1:3}. {move:10} {thought[-2]}")
        moves.append(move)
    print("\n".join(board))
    engine.process.communicate("quit\n", timeout=10)
    return 0 if engine.process.returncode == 0 and moves else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
