//! Random text of the kinds that the engine reads: mostly right, often nearly right, sometimes rubbish.

use damier::engine::{Session, open};
use damier::rules::VariantId;
use rand::Rng;
use rand::rngs::StdRng;

/// Characters that mean something somewhere, and some that never do.
const CHARACTERS: &[char] = &[
    'a', 'b', 'c', 'd', 'h', 'i', 'j', 'k', 'e', 'w', 'x', 'A', 'B', 'H', 'K', 'W', 'X', 'F', '0', '1', '2', '3', '5',
    '7', '8', '9', ' ', '\t', ':', ',', '.', '-', '+', '=', '"', '\'', '#', '(', ')', '/', '\\', '→', '×', 'é', 'ß',
    'İ', '\u{feff}', '\u{200b}', '\u{301}', '\0', '\u{7f}', '\u{1b}', '😀', '\u{fffd}', '٣',
];

/// Words that have a place in some line, and are tried in others.
const WORDS: &[&str] = &[
    "moves",
    "fen",
    "startpos",
    "name",
    "value",
    "searchmoves",
    "depth",
    "nodes",
    "infinite",
    "ponder",
    "perft",
    "mate",
    "stop",
    "go",
    "position",
    "quit",
    "pos=",
    "hub",
    "-",
    "x",
    "",
    "=",
    "\"\"",
    "W:W:B",
    "0",
    "true",
    "<empty>",
];

/// One of several.
pub fn pick<'a, T: ?Sized>(random: &mut StdRng, list: &[&'a T]) -> &'a T {
    list[random.random_range(0..list.len())]
}

pub fn variant(random: &mut StdRng) -> VariantId {
    VariantId::ALL[random.random_range(0..VariantId::ALL.len())]
}

/// A number as clients write them: small, on the edges of types, and none at all.
pub fn number(random: &mut StdRng) -> String {
    match random.random_range(0..10) {
        0..=4 => random.random_range(0..40).to_string(),
        5 => random.random_range(-5_000_i64..100_000).to_string(),
        6 => format!("{:.3}", random.random_range(-2.0..20.0)),
        7 => (1_i128 << random.random_range(0..100)).wrapping_sub(random.random_range(0..2)).to_string(),
        8 => pick(random, &["-1", "-0", "+7", "007", "1e6", "0x10", "-9223372036854775808", "18446744073709551616"])
            .to_owned(),
        _ => pick(random, &["", "-", "x", "NaN", "inf", "-inf", "true", "١٢", "1 000", "1e400"]).to_owned(),
    }
}

/// Text with some small accidents: none at all half of the time.
pub fn garble(random: &mut StdRng, text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let accidents = if random.random_bool(0.5) { 0 } else { random.random_range(1..5) };
    for _ in 0..accidents {
        let at = random.random_range(0..=characters.len());
        let end = (at + random.random_range(0..8)).min(characters.len());
        match random.random_range(0..8) {
            0 => drop(characters.drain(at..end)),
            1 => characters.insert(at, CHARACTERS[random.random_range(0..CHARACTERS.len())]),
            2 if at < characters.len() => characters[at] = CHARACTERS[random.random_range(0..CHARACTERS.len())],
            3 => characters.truncate(at),
            4 => {
                let piece = characters[at..end].repeat(random.random_range(1..4));
                characters.splice(at..at, piece);
            }
            5 => {
                let word = format!(" {} ", pick(random, WORDS));
                characters.splice(at..at, word.chars());
            }
            6 if at < end => characters.swap(at, end - 1),
            // Rarely, so much that a limit somewhere is reached.
            7 if random.random_bool(0.03) && characters.len() < 1_000 => {
                let piece = if at < end { characters[at..end].to_vec() } else { vec!['7'] };
                let times = random.random_range(100..2_000);
                characters.splice(at..at, piece.repeat(times));
            }
            _ => {}
        }
    }
    characters.into_iter().collect()
}

/// Nothing but noise.
pub fn noise(random: &mut StdRng) -> String {
    let length = random.random_range(0..40);
    (0..length).map(|_| CHARACTERS[random.random_range(0..CHARACTERS.len())]).collect()
}

/// A game of a ruleset after some random moves, from the start or from scattered pieces.
pub fn game(random: &mut StdRng, variant: VariantId) -> Box<dyn Session> {
    let mut game = open(variant);
    if random.random_bool(0.4) {
        let fen = scattered(random, variant);
        game.set_position(Some(&fen), &[]).unwrap_or_else(|error| panic!("{error}: {fen}"));
    }
    for _ in 0..random.random_range(0..60) {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        game.play(&legal[random.random_range(0..legal.len())].uci).unwrap();
    }
    game
}

/// The FEN of pieces scattered over the board, many of them kings at times; every one is a position.
pub fn scattered(random: &mut StdRng, variant: VariantId) -> String {
    let board = &variant.rules().board;
    let (squares, row) = (u32::from(board.square_count()), u32::from(board.square_count() / board.size()));
    let (share, kings) = (random.random_range(0.03..0.7), pick(random, &[&0.0, &0.1, &0.5, &1.0]));
    let mut lists = [Vec::new(), Vec::new()];
    for number in 1..=squares {
        if random.random_bool(share) {
            // On the outer rows some man would already be a king.
            let is_king = number <= row || number > squares - row || random.random_bool(*kings);
            let king = if is_king { "K" } else { "" };
            lists[random.random_range(0..2)].push(format!("{king}{number}"));
        }
    }
    if lists.concat().is_empty() {
        lists[0].push("K1".to_owned());
    }
    format!("{}:W{}:B{}", pick(random, &["W", "B"]), lists[0].join(","), lists[1].join(","))
}

/// A FEN: of a real position, in one of the ways it can be written, garbled or made up.
pub fn fen(random: &mut StdRng, variant: VariantId) -> String {
    let fen = match random.random_range(0..8) {
        0..=2 => game(random, variant).display().fen,
        3..=5 => scattered(random, variant),
        6 => made_up_fen(random),
        _ => return noise(random),
    };
    let fen = dressed(random, &fen);
    garble(random, &fen)
}

/// Pieces without regard to any board.
fn made_up_fen(random: &mut StdRng) -> String {
    let mut square = || match random.random_range(0..6) {
        0 => random.random_range(0..70).to_string(),
        1 => format!("{}-{}", random.random_range(0..40), random.random_range(0..70)),
        2 => format!("a{}-h{}", random.random_range(0..9), random.random_range(0..9)),
        _ => format!(
            "{}{}{}",
            if random.random_bool(0.3) { "K" } else { "" },
            CHARACTERS[random.random_range(0..9)],
            random.random_range(0..11)
        ),
    };
    let mut list = |count: usize| (0..count).map(|_| square()).collect::<Vec<_>>().join(",");
    let (white, black) = (list(3), list(4));
    format!("{}:W{white}:B{black}", pick(random, &["W", "B", "w", "?", ""]))
}

/// The same FEN in another of the accepted forms.
fn dressed(random: &mut StdRng, fen: &str) -> String {
    let mut parts: Vec<&str> = fen.split(':').collect();
    if random.random_bool(0.2) && parts.len() == 3 {
        parts.swap(1, 2);
    }
    let mut text = parts.join(pick(random, &[":", ":", " : "]));
    if random.random_bool(0.1) {
        text = text.replace(',', ", ");
    }
    text + pick(random, &["", "", "", ".", ":H0:F1", " ", ":F7."])
}

/// The text of a move: of a legal one in one of its notations, garbled, or made up.
pub fn move_text(random: &mut StdRng, game: &dyn Session) -> String {
    let legal = game.legal_moves();
    if legal.is_empty() || random.random_bool(0.15) {
        return made_up_move(random);
    }
    let mv = &legal[random.random_range(0..legal.len())];
    let text = match random.random_range(0..5) {
        0 => mv.text.clone(),
        1 => mv.uci.clone(),
        2 => mv.path.join(pick(random, &["x", "-", ":", "", " ", "×"])),
        3 => [std::slice::from_ref(&mv.from), &mv.captured].concat().join("x") + "→" + &mv.to,
        _ => format!("{}{}{}", mv.from, pick(random, &["", "-", "x", "->", ":"]), mv.to),
    };
    garble(random, &text)
}

fn made_up_move(random: &mut StdRng) -> String {
    if random.random_bool(0.3) {
        return noise(random);
    }
    let separator = pick(random, &["", "-", "x", "->", ":"]);
    let letters = random.random_bool(0.5);
    let count = random.random_range(1..6);
    let square = |random: &mut StdRng| match letters {
        true => format!("{}{}", CHARACTERS[random.random_range(0..9)], random.random_range(0..11)),
        false => random.random_range(0..70).to_string(),
    };
    (0..count).map(|_| square(random)).collect::<Vec<_>>().join(separator)
}
