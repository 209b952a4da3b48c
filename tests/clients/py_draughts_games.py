"""py-draughts drives damier through whole games of international draughts; its own board judges.

    python py_draughts_games.py path/to/damier [seed]

This client names no ruleset and sends no moves: it knows one game, and sends each position of it. One game is played by
the engine against itself, one against random moves. At every ply the legal moves of the client's board are compared with
those of the engine.

One fault of the client is mended here, or no engine that writes fast could be used with it on Unix: it waits for bytes on
the pipe, but reads through a buffer, so lines that arrive together stay unseen in the buffer until more arrive. On
Windows it reads without waiting first, and so does `Engine`.
"""

import json
import random
import signal
import subprocess
import sys
from pathlib import Path

from draughts import StandardBoard
from draughts.engines.hub import HubEngine, move_to_hub_notation
from loguru import logger

#: Seconds after which the whole script has failed.
PATIENCE = 300
#: The longest game in plies.
LONGEST = 200


class Engine(HubEngine):
    """The client, which reads every line there is."""

    def _read_line(self, timeout=1.0):
        line = self.process.stdout.readline()
        if not line:
            raise EOFError("the engine is gone")
        return line.strip()


def ours(damier, board):
    """The legal moves by the engine's own list, in the text of Hub."""
    command = [damier, "moves", "--json", "-v", "international", "--fen", fen(board)]
    lines = subprocess.run(command, capture_output=True, check=True, text=True).stdout.splitlines()
    texts = set()
    for move in map(json.loads, lines):
        captured = sorted(move["captured"], key=int)
        texts.add(("x" if captured else "-").join([move["from"], move["to"], *captured]))
    assert len(texts) == len(lines), texts
    return texts


def fen(board):
    """The position's FEN without the frame that the client puts around it."""
    return board.fen.removeprefix('[FEN "').removesuffix('"]')


def text_of(move):
    """A move in the text of Hub, captured squares in order."""
    text = move_to_hub_notation(move)
    if "x" not in text:
        return text
    first, last, *captured = text.split("x")
    return "x".join([first, last, *sorted(captured, key=int)])


def play(damier, engine, chooses):
    """One game; `chooses` says what is played at a ply instead of the engine's move, or nothing."""
    engine.new_game()
    assert engine.ping()
    board, scores = StandardBoard(), []
    for ply in range(LONGEST):
        if board.game_over:
            break
        theirs = {text_of(move): move for move in board.legal_moves}
        assert theirs.keys() == ours(damier, board), (board.fen, theirs.keys() ^ ours(damier, board))
        move = chooses(ply, theirs)
        if move is None:
            move, score = engine.get_best_move(board, with_evaluation=True)
            assert text_of(move) in theirs, move
            scores.append(score)
        board.push(move)
    assert all(abs(score) <= 100 for score in scores) and any(scores), scores
    return len(board._moves_stack), board.result


def main():
    damier = str(Path(sys.argv[1]).resolve())
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1_000_000)
    print(f"py-draughts, seed {seed}")
    signal.alarm(PATIENCE)
    logger.disable("draughts")
    chance = random.Random(seed)
    with Engine(damier, time_limit=0.02) as engine:
        assert engine.info.name == "damier" and engine.params["variant"].values, (engine.info, engine.params)
        plies, result = play(damier, engine, lambda ply, moves: None)
        print(f"  standard: {plies} plies against itself, 0.02 s a move, result {result}")
        process = engine.process
    assert process.returncode == 0, process.returncode
    assert process.stderr.read() == "", "something was written to standard error"
    with Engine(damier, depth_limit=4) as engine:
        side = chance.randrange(2)
        by_chance = lambda ply, moves: moves[chance.choice(sorted(moves))] if ply % 2 != side else None
        plies, result = play(damier, engine, by_chance)
        print(f"  standard: {plies} plies against random moves, depth 4, result {result}")


if __name__ == "__main__":
    main()
