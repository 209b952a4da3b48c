//! Endings that the engine plays against itself.

use std::sync::Arc;
use std::thread;

use damier::game::Game;
use damier::notation::{read_fen, write_fen};
use damier::position::Position;
use damier::rules::Turkish;
use damier::search::{Control, Limits, Root, Table, search};
use damier::tables::{Class, EMBEDDED_BYTES, Tables, Value, embedded};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// How many slots are tried before a class counts as having no position of a value.
const PATIENCE: usize = 20_000;
/// The seed of the positions.
const SEED: u64 = 20_261_130;

/// What came of many games.
#[derive(Default)]
pub struct Counted {
    /// How many games were played.
    pub games: usize,
    /// How many moves they had in all.
    pub plies: usize,
    /// The positions that ended otherwise than they must, each with its class and its end.
    pub failures: Vec<String>,
}

/// Plays positions of every class of three and four pieces in which the side to move has `value` and nothing can be
/// captured, so many of each, at so many nodes a move; two classes at a time.
pub fn play_all(value: Value, positions: usize, nodes: u64) -> Counted {
    let tables = Arc::new(embedded::<Turkish>(EMBEDDED_BYTES));
    let classes: Vec<Class> =
        Class::pairs(4).into_iter().flat_map(Class::pair).filter(|class| class.pieces() > 2).collect();
    let mut all = Counted::default();
    thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            let (tables, classes) = (Arc::clone(&tables), &classes);
            scope.spawn(move || {
                let mut counted = Counted::default();
                for &class in classes.iter().skip(half).step_by(2) {
                    play_class(&tables, class, value, positions, nodes, &mut counted);
                }
                counted
            })
        });
        for half in halves {
            let counted = half.join().unwrap();
            all.games += counted.games;
            all.plies += counted.plies;
            all.failures.extend(counted.failures);
        }
    });
    all
}

fn play_class(
    tables: &Arc<Tables<Turkish>>,
    class: Class,
    value: Value,
    positions: usize,
    nodes: u64,
    counted: &mut Counted,
) {
    let mut rng =
        StdRng::seed_from_u64(SEED ^ class.counts().iter().fold(0, |seed, &count| seed * 8 + u64::from(count)));
    let table = Table::new(16).unwrap();
    let slots = Tables::<Turkish>::slots(class);
    let (mut played, mut plies, mut failed) = (0, 0, 0);
    let mut vain = 0;
    while played < positions && vain < PATIENCE {
        vain += 1;
        let Some((position, _)) = tables.position(class, rng.random_range(0..slots)) else { continue };
        let is_quiet = !position.can_capture() && !position.is_threatened();
        if !is_quiet || tables.outcome(&position).map(|outcome| outcome.value) != Some(value) {
            continue;
        }
        vain = 0;
        played += 1;
        table.clear();
        let game = play(tables, position, &table, nodes);
        plies += game.moves().len();
        let winner = game.verdict().unwrap().winner;
        let expected = match value {
            Value::Win => Some(position.side_to_move()),
            Value::Draw => None,
            Value::Loss => Some(!position.side_to_move()),
        };
        if winner != expected {
            failed += 1;
            let reason = game.verdict().unwrap().reason;
            counted.failures.push(format!("{class} {} {reason}", write_fen(&position)));
        }
    }
    println!("{class} {value}: {played} games, {plies} plies, {failed} failed");
    counted.games += played;
    counted.plies += plies;
}

/// The result of an ending that is played to its end, at so many nodes a move.
pub fn result(fen: &str, nodes: u64) -> &'static str {
    let tables = Arc::new(embedded::<Turkish>(EMBEDDED_BYTES));
    play(&tables, read_fen(fen).unwrap(), &Table::new(16).unwrap(), nodes).result_text()
}

/// A game of the engine against itself.
fn play(tables: &Arc<Tables<Turkish>>, start: Position<Turkish>, table: &Table, nodes: u64) -> Game<Turkish> {
    let mut game = Game::new(start);
    while game.verdict().is_none() {
        let root = Root { history: game.history(), tables: Arc::clone(tables), ..Root::alone(*game.position()) };
        let limits = Limits { nodes: Some(nodes), lines: 1, ..Limits::default() };
        let best = search(&root, &limits, table, &Control::default(), &mut |_| {}).best;
        game.play(best.unwrap());
    }
    game
}
