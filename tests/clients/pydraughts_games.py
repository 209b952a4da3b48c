"""pydraughts drives damier through whole games; its own board says what is legal and when a game is over.

    python pydraughts_games.py path/to/damier [seed]

In every game of the client the engine plays one game against itself, under clocks, depths, nodes, times for a move and
on the opponent's time, and one against random moves of the client's board. There the legal moves of both are compared
at every ply. They must be the same but for one known fault of the client: it lets the kings of Turkish draughts pass
over pieces. Such a move is sent to the engine all the same, which must refuse it by name and live on.
"""

import json
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import draughts
from draughts.engine import HubEngine, Limit

#: The client's name of a game, and ours.
GAMES = {"turkish": "turkish", "standard": "international", "brazilian": "brazilian", "english": "english"}

#: Seconds after which the whole script has failed.
PATIENCE = 300
#: The longest game against itself, and against random moves, in plies.
LONGEST = 160, 200
#: Random moves before a game against itself: no piece can be a king by then, so the client's board has only legal ones.
OPENING = 6


class Engine(HubEngine):
    """The client, which also notes how long the engine took for its answer."""

    taken = 0.0

    def go(self, *arguments, **limits):
        begun = time.monotonic()
        answer = super().go(*arguments, **limits)
        self.taken = time.monotonic() - begun
        return answer


class Rules:
    """The engine's own list of legal moves, from the command line, in the client's text."""

    def __init__(self, damier, game):
        self.damier, self.game = damier, game
        self.played = []

    def number(self, square):
        """The client's number of a square: rows from White's side where squares have letters."""
        if square.isdigit():
            return int(square)
        file, rank = "abcdefgh".index(square[0]), int(square[1]) - 1
        return rank * 8 + file + 1 if self.game == "turkish" else rank * 4 + file // 2 + 1

    def legal(self):
        """The legal moves: text of the client to our own."""
        command = [self.damier, "moves", "--json", "-v", self.game, "--moves", " ".join(self.played)]
        lines = subprocess.run(command, capture_output=True, check=True, text=True).stdout.splitlines()
        moves = {}
        for move in map(json.loads, lines):
            ends = [self.number(move["from"]), self.number(move["to"])]
            captured = sorted(map(self.number, move["captured"]))
            text = ("x" if captured else "-").join(map(str, ends + captured))
            assert text not in moves, f"damier lists {text} twice"
            moves[text] = move["uci"]
        return moves


def start(damier, variant):
    """An engine that is ready for a game of the client."""
    engine = Engine([damier, "hub"])
    name, version = engine.id["name"], engine.id["version"]
    assert (name, bool(version)) == ("damier", True), engine.id
    assert {"variant", "numbering", "hash", "threads"} <= engine.options, engine.options
    assert {"normal", *GAMES} <= engine.variants, engine.variants
    # The client's launcher for servers sends what it has for every engine, such as `initial-time`.
    engine.configure({"variant": variant, "hash": 16, "initial-time": 60, "book": None, "ponder": True})
    engine.init()
    engine.ping()
    engine.send("new-game")
    return engine


def end(engine):
    """Ends an engine and checks that it went by itself, with nothing left to say."""
    engine.quit()
    rest, _ = engine.p.communicate(timeout=20)
    assert engine.p.returncode == 0 and rest == "", (engine.p.returncode, rest)


def check_report(info):
    """What the client understood of the last line of thought."""
    assert info["depth"] >= 1 and info["nodes"] >= 1 and info["nps"] >= 0, info
    score = info["score"]
    assert abs(score["cp"]) < 9_000 if "cp" in score else abs(score["win"]) <= 500, info
    assert info["pv"].startswith('"') and info["pv"].endswith('"'), info


def against_itself(damier, variant, chance):
    """One game of the engine against itself after a few random moves, under every kind of limit."""
    engine, board = start(damier, variant), draughts.Board(variant)
    for _ in range(OPENING):
        board.push(chance.choice(board.legal_moves()))
    clocks, hits, misses = [5.0, 5.0], 0, 0
    kinds = ["clock", "depth", "nodes", "movetime", "ponder"]
    pondered = None
    for ply in range(OPENING, LONGEST[0]):
        if board.is_over():
            break
        mover, kind = ply % 2, kinds[ply % len(kinds)]
        limit = {
            "clock": Limit(time=clocks[mover], inc=0.05),
            "depth": Limit(depth=5),
            "nodes": Limit(nodes=3_000),
            "movetime": Limit(movetime=0.02),
            "ponder": Limit(time=clocks[mover], inc=0.2),
        }[kind]
        if pondered is not None:
            result = pondered
        else:
            result = engine.play(board, limit, ponder=False)
            if kind in ("clock", "ponder"):
                clocks[mover] += limit.inc - engine.taken
                assert clocks[mover] > 0, f"{variant}: lost on time at ply {ply}"
            if kind == "nodes":
                assert result.info["nodes"] <= 3_000, result.info
        check_report(result.info)
        board.push(result.move)
        expected, pondered = result.ponder, None
        if kind == "ponder" and expected is not None and not board.is_over():
            # The next move is thought about before it is played: it is the expected one, or another.
            ahead = board.copy()
            ahead.push(expected)
            if ahead.is_over():
                continue
            found = []
            thread = threading.Thread(target=lambda: found.append(engine.play(ahead, limit, ponder=True)))
            thread.start()
            time.sleep(0.05)
            assert thread.is_alive() and not found, "an answer before ponder-hit"
            if ply % 2 == 0:
                board.push(expected)
                engine.ponderhit()
                hits += 1
            else:
                engine.stop()
                misses += 1
            thread.join(20)
            assert len(found) == 1, "no answer after ponder-hit or stop"
            if ply % 2 == 0:
                pondered = found[0]
    end(engine)
    return len(board.move_stack), board.winner(), hits, misses


def passes_over_a_piece(board, move):
    """Whether a move is the client's known fault: a king of Turkish draughts that steps over pieces."""
    if board.variant != "turkish" or "-" not in move:
        return False
    # The position text lists rank 8 first, the numbers begin on rank 1.
    letters = board._game.get_fen()[1:]
    at = lambda number: letters[(7 - (number - 1) // 8) * 8 + (number - 1) % 8]
    low, high = sorted(map(int, move.split("-")))
    stride = 8 if (high - low) % 8 == 0 else 1
    king = at(int(move.split("-")[0]))
    return king in "WB" and any(at(number) != "e" for number in range(low + stride, high, stride))


def expect_refusal(engine, board, move):
    """Sends an impossible move and checks that the engine names it, and is still there."""
    history = " ".join([*(played.hub_move for played in board.move_stack), move])
    engine.send(f'pos pos={board._game.initial_hub_fen} moves="{history}"')
    said = engine.recv()
    assert said.startswith('error message="') and f"'{move}'" in said, said
    engine.ping()


def against_random_moves(damier, variant, chance, fen="startpos"):
    """One game against random moves; returns how many impossible moves the client offered."""
    engine, board, rules = start(damier, variant), draughts.Board(variant, fen), Rules(damier, GAMES[variant])
    impossible, engine_plays = 0, chance.randrange(2)
    for ply in range(LONGEST[1]):
        if board.is_over():
            break
        offered = {move.hub_move: move for move in board.legal_moves()}
        legal = rules.legal()
        missing = legal.keys() - offered.keys()
        assert not missing, f"{variant}: the client does not know {missing} in {board.fen}"
        for move in sorted(offered.keys() - legal.keys()):
            assert passes_over_a_piece(board, move), f"{variant}: damier does not know {move} in {board.fen}"
            expect_refusal(engine, board, move)
            impossible += 1
        if ply % 2 == engine_plays:
            text = engine.play(board, Limit(depth=3), ponder=False).move.hub_move
            check_report(engine.info)
        else:
            text = chance.choice(sorted(legal))
        assert text in legal, f"{variant}: {text} is not legal in {board.fen}"
        rules.played.append(legal[text])
        board.push(offered[text])
    end(engine)
    return len(board.move_stack), board.winner(), impossible


def check_known_fault(damier):
    """The client offers a king's way over pieces, and the engine refuses it. When this fails, the client is better."""
    engine, board = start(damier, "turkish"), draughts.Board("turkish", "W:WKa1,a4:Bh8,h7")
    offered = [move.hub_move for move in board.legal_moves()]
    impossible = [move for move in offered if passes_over_a_piece(board, move)]
    # a4 is square 25: the way from a1 up is free to a3, square 17.
    assert impossible == ["1-33", "1-41", "1-49", "1-57"], impossible
    for move in impossible:
        expect_refusal(engine, board, move)
    result = engine.play(board, Limit(depth=4), ponder=False)
    assert result.move.hub_move in offered and result.move.hub_move not in impossible
    end(engine)


def main():
    damier = str(Path(sys.argv[1]).resolve())
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1_000_000)
    print(f"pydraughts, seed {seed}")
    signal.alarm(PATIENCE)
    chance = random.Random(seed)
    check_known_fault(damier)
    pondered = [0, 0]
    for variant in GAMES:
        plies, winner, hits, misses = against_itself(damier, variant, chance)
        pondered = [pondered[0] + hits, pondered[1] + misses]
        print(f"  {variant}: {plies} plies against itself, winner {winner}, {hits} ponder hits, {misses} misses")
        plies, winner, impossible = against_random_moves(damier, variant, chance)
        print(f"  {variant}: {plies} plies against random moves, winner {winner}")
        if impossible:
            print(f"    the client offered {impossible} impossible king moves; damier refused each (the client's fault)")
    assert min(pondered) >= 4, pondered


if __name__ == "__main__":
    main()
