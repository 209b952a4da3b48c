//! How games end: each rule in a game short enough to follow.

use damier::game::Game;
use damier::notation::{read_fen, read_move};
use damier::position::Reason;
use damier::rules::{Color, English, International, Turkish, TurkishBackward, TurkishPosition, Variant};

/// Plays `moves` from `fen`, `times` times over, and compares the end.
fn check<V: Variant>(fen: &str, moves: &str, times: usize, expected: Option<(Option<Color>, Reason)>) {
    let mut game = Game::<V>::new(read_fen(fen).unwrap());
    for text in moves.split_whitespace().cycle().take(moves.split_whitespace().count() * times) {
        let mv = read_move(game.position(), text).unwrap_or_else(|error| panic!("{fen}: {error}"));
        game.play(mv);
    }
    let found = game.verdict().map(|verdict| (verdict.winner, verdict.reason));
    assert_eq!(found, expected, "{} {fen} {moves} × {times}", V::RULES.name);
}

fn draw(reason: Reason) -> Option<(Option<Color>, Reason)> {
    Some((None, reason))
}

fn win(color: Color, reason: Reason) -> Option<(Option<Color>, Reason)> {
    Some((Some(color), reason))
}

#[test]
fn a_side_that_cannot_move_has_lost() {
    check::<Turkish>("W:W:Ba7", "", 0, win(Color::Black, Reason::NoPieces));
    check::<Turkish>("B:Wa6,b7,c7,a5:Ba7", "", 0, win(Color::White, Reason::Blocked));
    check::<Turkish>("B:Wa6,b7,a5:Ba7", "", 0, None);
    check::<International>("W:W46:B41,37", "", 0, win(Color::Black, Reason::Blocked));
    check::<English>("B:W32:B28", "", 0, win(Color::White, Reason::Blocked));
}

#[test]
fn the_third_time_is_a_draw_also_by_sideways_steps_of_men() {
    let fen = "W:Wa2,h2:Ba7,h7";
    check::<Turkish>(fen, "a2b2 a7b7 b2a2 b7a7", 1, None);
    check::<Turkish>(fen, "a2b2 a7b7 b2a2 b7a7", 2, draw(Reason::Repetition));
}

#[test]
fn one_piece_each_is_a_draw_unless_something_can_be_captured_now() {
    check::<Turkish>("W:WKa1:Bc6", "", 0, draw(Reason::OnePieceEach));
    check::<Turkish>("W:WKa1:Ba6", "", 0, None);
    check::<Turkish>("W:WKa1:Ba6", "a1a7", 1, win(Color::White, Reason::NoPieces));
    check::<TurkishBackward>("W:Wd4:Bd3", "", 0, None);
    check::<Turkish>("W:Wd4:Bd3", "", 0, draw(Reason::OnePieceEach));
}

#[test]
fn king_against_man_is_won_where_position_wins() {
    check::<TurkishPosition>("B:WKa1:Bc6", "", 0, win(Color::White, Reason::KingAgainstMan));
    check::<TurkishPosition>("B:Wa3:BKc6", "", 0, win(Color::Black, Reason::KingAgainstMan));
    check::<TurkishPosition>("W:WKa1:BKc6", "", 0, draw(Reason::OnePieceEach));
}

/// Kings that walk so that no position comes back too soon: two circles of different length.
fn walk(white: &[&str], black: &[&str], plies: usize) -> String {
    let step =
        |circle: &[&str], at: usize| format!("{}-{}", circle[at % circle.len()], circle[(at + 1) % circle.len()]);
    (0..plies).map(|ply| step(if ply % 2 == 0 { white } else { black }, ply / 2) + " ").collect()
}

#[test]
fn no_progress_is_a_draw_at_the_limit_and_not_a_ply_before() {
    // The men stand in rows between the kings, so that neither can ever take anything.
    let white = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "h2", "g2", "f2", "e2", "d2", "c2", "b2", "a2"];
    let black = ["a8", "b8", "c8", "d8", "e8", "f8", "g8"];
    let back: Vec<&str> = black.iter().chain(black[1..6].iter().rev()).copied().collect();
    let fen = "W:WKa1,a3,b3,c3,d3,e3,f3,g3,h3:BKa8,a6,b6,c6,d6,e6,f6,g6,h6";
    check::<Turkish>(fen, &walk(&white, &back, 99), 1, None);
    check::<Turkish>(fen, &walk(&white, &back, 100), 1, draw(Reason::NoProgress));
}

#[test]
fn small_endings_have_limits_of_their_own() {
    // A king alone against two: five moves each. It goes to and fro on the edge, where nothing can take it.
    let nine = "47-42 50-45 42-38 45-50 38-43 50-45 43-48 45-50 48-42";
    check::<International>("W:WK46,K47:BK50", nine, 1, None);
    check::<International>("W:WK46,K47:BK50", &format!("{nine} 50-45"), 1, draw(Reason::Ending));
    // Against three it may last longer.
    check::<International>("W:WK46,K47,36:BK50", &format!("{nine} 50-45"), 1, None);
}
