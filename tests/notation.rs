//! Whatever is written is read back: positions and moves of random games, in every ruleset and every notation.

use std::collections::HashSet;

use damier::board::{Bitboard, Board, Square};
use damier::notation::{
    capture_order, pdn_route, picture, read_fen, read_move, read_square, route, squares_in_order, visits,
    write_federation, write_fen, write_full, write_pdn, write_square, write_uci,
};
use damier::position::{Move, Position};
use damier::rules::{Color, Removal, Variant, VariantId, VariantTask};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Random games a ruleset.
const GAMES: usize = 25;
/// Random positions with a few kings among many pieces, a ruleset; they have the long captures that games lack.
const SCATTERS: usize = 600;
const PLIES: usize = 120;

/// Runs `check` on the positions of random games and on scattered pieces.
struct Positions {
    seed: u64,
}

impl VariantTask for Positions {
    type Output = ();

    fn run<V: Variant>(self) {
        let mut random = StdRng::seed_from_u64(self.seed);
        let mut longest = 0;
        let mut check = |position: &Position<V>| {
            check_position(position);
            longest = longest.max(position.legal_moves().iter().map(|mv| mv.captured().count()).max().unwrap_or(0));
        };
        for _ in 0..GAMES {
            let mut position = Position::<V>::start();
            for _ in 0..PLIES {
                check(&position);
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                position = position.play(legal[random.random_range(0..legal.len())]);
            }
        }
        for _ in 0..SCATTERS {
            if let Some(position) = scatter(&mut random) {
                check(&position);
            }
        }
        println!("{}: captures of up to {longest} pieces", V::RULES.name);
        assert!(longest >= 3, "{}: only short captures were tried", V::RULES.name);
    }
}

/// A few pieces of one side among many of the other; `None` when a man would stand on its last row.
fn scatter<V: Variant>(random: &mut StdRng) -> Option<Position<V>> {
    let board = &V::RULES.board;
    let mut squares: Vec<Square> = board.playable().into_iter().collect();
    let mut take = |count: usize| -> Bitboard {
        (0..count).map(|_| squares.swap_remove(random.random_range(0..squares.len()))).collect()
    };
    let (few, many) = (take(3), take(usize::from(board.square_count()) / 5));
    let men_of_few = if random.random() { few & Bitboard(random.random()) } else { Bitboard::EMPTY };
    let kings = (few & !men_of_few) | many & Bitboard(random.random());
    let (colors, side) = if random.random() { ([few, many], Color::White) } else { ([many, few], Color::Black) };
    let last_rows = board.rank_squares(0) | board.rank_squares(board.size() - 1);
    Position::new(colors[0], colors[1], kings | (few | many) & last_rows, side).ok()
}

fn check_position<V: Variant>(position: &Position<V>) {
    let fen = write_fen(position);
    assert_eq!(read_fen::<V>(&fen).as_ref(), Ok(position), "{} {fen}", V::RULES.name);
    let board = &V::RULES.board;
    let drawn = picture(position);
    let men_and_kings = drawn.lines().take(usize::from(board.size())).flat_map(str::chars);
    let pieces = men_and_kings.filter(|symbol| symbol.is_ascii_alphabetic()).count() as u32;
    assert_eq!(pieces, (position.pieces(Color::White) | position.pieces(Color::Black)).count(), "{fen}\n{drawn}");

    let legal = position.legal_moves();
    let (mut uci, mut pdn, mut federation) = (HashSet::new(), HashSet::new(), HashSet::new());
    for &mv in &legal {
        let texts = [
            write_uci(position, mv),
            write_pdn(position, mv, &legal),
            write_federation(position, mv, &legal),
            write_full(position, mv),
        ];
        for text in &texts {
            for variation in [text.clone(), text.to_uppercase(), format!(" {text}\t"), text.replace('→', "->")] {
                assert_eq!(read_move(position, &variation), Ok(mv), "{} {fen} {variation}", V::RULES.name);
            }
        }
        let [a, b, c, _] = texts;
        assert!(uci.insert(a) && pdn.insert(b) && federation.insert(c), "{} {fen} {mv:?}", V::RULES.name);
        check_routes(position, mv, &fen);
    }
}

fn check_routes<V: Variant>(position: &Position<V>, mv: Move, fen: &str) {
    let order = |route: &[Square]| -> Vec<String> { route.iter().map(|&square| write_square::<V>(square)).collect() };
    let first = route(position, mv);
    let tidy = pdn_route(position, mv);
    for squares in [&first, &tidy] {
        let taken = jumps(position, mv, squares);
        assert!(taken.is_some(), "{} {fen} {:?}", V::RULES.name, order(squares));
        let taken: Bitboard = taken.into_iter().flatten().collect();
        assert_eq!(taken, mv.captured(), "{} {fen} {:?}", V::RULES.name, order(squares));
        assert_eq!((squares[0], squares[squares.len() - 1]), (mv.from(), mv.to()), "{} {fen}", V::RULES.name);
        assert!(visits(position, mv, &squares[1..squares.len() - 1]));
    }
    if mv.is_capture() {
        assert_eq!(Some(capture_order(position, mv)), jumps(position, mv, &first));
    }
    if mv.captured().count() <= 4 {
        let plain = |tidy| first_route(position, mv, &mut vec![mv.from()], tidy);
        assert_eq!(plain(false).map(|route| order(&route)), Some(order(&first)), "{} {fen}", V::RULES.name);
        assert_eq!(plain(true).map(|route| order(&route)), Some(order(&tidy)), "{} {fen}", V::RULES.name);
    }
}

/// The first route of a capture in board order that begins with `squares`, found by trying every square of the board.
fn first_route<V: Variant>(
    position: &Position<V>,
    mv: Move,
    squares: &mut Vec<Square>,
    tidy: bool,
) -> Option<Vec<Square>> {
    if !mv.is_capture() {
        return Some(vec![mv.from(), mv.to()]);
    }
    let taken = jumps(position, mv, squares)?;
    let left = mv.captured() & !taken.iter().copied().collect::<Bitboard>();
    if !taken.iter().all(|&square| mv.captured().contains(square)) || tidy && !is_tidy(&V::RULES.board, squares, &taken)
    {
        return None;
    }
    if left.is_empty() {
        return (squares.last() == Some(&mv.to())).then(|| squares.clone());
    }
    for next in squares_in_order::<V>() {
        squares.push(next);
        let found = first_route(position, mv, squares, tidy);
        squares.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Whether every square on which the way goes straight on is the one just behind the piece that was taken before it.
fn is_tidy(board: &Board, squares: &[Square], taken: &[Square]) -> bool {
    let legs: Vec<_> = squares.windows(2).filter_map(|leg| straight(board, leg[0], leg[1])).collect();
    legs.windows(2).zip(taken).all(|(legs, over)| legs[0].0 != legs[1].0 || legs[0].1.last() == Some(over))
}

/// The pieces taken on a way through `squares`, or `None` if it is not one of real jumps: a plain reading of the
/// rules that walks from square to square.
fn jumps<V: Variant>(position: &Position<V>, mv: Move, squares: &[Square]) -> Option<Vec<Square>> {
    let rules = &V::RULES;
    if !mv.is_capture() {
        return (squares == [mv.from(), mv.to()]).then(Vec::new);
    }
    let side = position.side_to_move();
    let mut taken: Vec<Square> = Vec::new();
    let mut last_way = None;
    for leg in squares.windows(2) {
        let (way, between) = straight(&rules.board, leg[0], leg[1])?;
        let gone = |square: &Square| *square == mv.from() || rules.removal == Removal::AtOnce && taken.contains(square);
        let standing: Vec<Square> =
            between.iter().copied().filter(|square| !position.empty().contains(*square) && !gone(square)).collect();
        let &[over] = &standing[..] else { return None };
        let landing_is_free = position.empty().contains(leg[1]) || gone(&leg[1]);
        if !position.pieces(!side).contains(over) || taken.contains(&over) || !landing_is_free {
            return None;
        }
        if !(mv.by_king() && rules.flying_kings) && between.len() != 1 {
            return None;
        }
        let forward = if side == Color::White { 1 } else { -1 };
        let backward_allowed = mv.by_king() || rules.captures_of(Color::White) == rules.captures_of(Color::Black);
        if way.1 == -forward && !backward_allowed {
            return None;
        }
        if rules.removal == Removal::AtOnce && last_way == Some((-way.0, -way.1)) {
            return None;
        }
        last_way = Some(way);
        taken.push(over);
    }
    Some(taken)
}

/// The unit step from one square to another in files and ranks, and the squares between, when the way is one of the
/// board's.
fn straight(board: &Board, from: Square, to: Square) -> Option<((i8, i8), Vec<Square>)> {
    let place = |square| (board.file(square) as i8, board.rank(square) as i8);
    let ((file, rank), (to_file, to_rank)) = (place(from), place(to));
    let (across, up) = (to_file - file, to_rank - rank);
    let on_line = if board.is_diagonal() { across.abs() == up.abs() } else { (across == 0) != (up == 0) };
    let distance = across.abs().max(up.abs());
    if !on_line || distance == 0 {
        return None;
    }
    let way = (across.signum(), up.signum());
    let at = |steps: i8| board.at((file + way.0 * steps) as u8, (rank + way.1 * steps) as u8);
    Some((way, (1..distance).filter_map(at).collect()))
}

/// A new seed for every run; `DAMIER_SEED` repeats one that failed.
fn seed() -> u64 {
    let given = std::env::var("DAMIER_SEED").ok().and_then(|text| text.parse().ok());
    let seed = given.unwrap_or_else(|| rand::rng().random());
    println!("DAMIER_SEED={seed}");
    seed
}

#[test]
fn positions_and_moves_are_read_as_they_were_written() {
    let seed = seed();
    for &id in VariantId::ALL {
        id.run(Positions { seed });
    }
}

/// Reads rubbish made of the characters that positions and moves are made of.
struct Rubbish {
    seed: u64,
}

impl VariantTask for Rubbish {
    type Output = ();

    fn run<V: Variant>(self) {
        let mut random = StdRng::seed_from_u64(self.seed);
        let alphabet: Vec<char> = "abcdhjkxWBKHF0123456789:,-.>→×é +".chars().collect();
        let start = Position::<V>::start();
        for _ in 0..20_000 {
            let length = random.random_range(0..24);
            let text: String = (0..length).map(|_| alphabet[random.random_range(0..alphabet.len())]).collect();
            if let Ok(mv) = read_move(&start, &text) {
                assert!(start.legal_moves().contains(&mv), "{text}");
            }
            if let Ok(position) = read_fen::<V>(&text) {
                assert_eq!(read_fen::<V>(&write_fen(&position)), Ok(position), "{text}");
            }
            if let Ok(square) = read_square::<V>(&text) {
                assert_eq!(read_square::<V>(&write_square::<V>(square)), Ok(square), "{text}");
            }
        }
        for text in ["7".repeat(10_000), "d4".repeat(5_000), "→".repeat(5_000), "K".repeat(10_000)] {
            for text in [text.clone(), format!("W:W{text}"), format!("W:W{text}:B{text}")] {
                let errors =
                    [read_move(&start, &text).unwrap_err().to_string(), read_fen::<V>(&text).unwrap_err().to_string()];
                assert!(errors.iter().all(|error| error.chars().count() < 300), "{errors:?}");
            }
        }
    }
}

#[test]
fn rubbish_is_refused_without_a_panic() {
    let seed = seed();
    for &id in VariantId::ALL {
        id.run(Rubbish { seed });
    }
}
