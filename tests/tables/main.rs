//! Endgame tables: against a second, plain solver, against the rules, and against damage.

mod damage;
mod plain;
#[path = "../scratch/mod.rs"]
mod scratch;
mod shell;

use damier::position::Position;
use damier::rules::{Turkish, TurkishPosition, Variant, VariantId, VariantTask};
use damier::tables::{Class, Folder, Outcome, Tables, Value, verify};
use plain::Plain;
use scratch::{Scratch, build};

fn open<V: Variant>(folder: &Folder<V>) -> Tables<V> {
    let (tables, refused) = folder.open_all(4 << 20);
    assert!(refused.is_empty(), "{refused:?}");
    tables
}

/// Holds tables against the plain solver and against their own verification, with distances and without.
struct Compare(usize);

impl VariantTask for Compare {
    type Output = ();

    fn run<V: Variant>(self) {
        let scratch = Scratch::new(&format!("{}-{}", V::RULES.name, self.0));
        let folder = build::<V>(&scratch, self.0, true);
        let tables = open(&folder);
        let plain = Plain::<V>::solve(self.0);
        let mut compared = 0;
        plain.each(|position, expected| {
            assert_eq!(tables.outcome(position), Some(expected), "{} {position:?}", V::RULES.name);
            assert_eq!(tables.outcome(&position.turned()), Some(expected), "{} {position:?}", V::RULES.name);
            compared += 1;
        });
        assert_eq!(compared, plain.len());
        let mut counted = 0;
        for class in Class::pairs(self.0).into_iter().flat_map(Class::pair) {
            let verified = verify(&folder, class, 2, &|_| {}).unwrap();
            assert!(verified.distances);
            counted += verified.statistics.all.total();
        }
        assert_eq!(counted, plain.len() as u64, "{}", V::RULES.name);

        // Values alone must come out the same.
        let scratch = Scratch::new(&format!("{}-{}-values", V::RULES.name, self.0));
        let values = open(&build::<V>(&scratch, self.0, false));
        plain.each(|position, expected| {
            let found = values.outcome(position).map(|outcome| outcome.value);
            assert_eq!(found, Some(expected.value), "{} {position:?}", V::RULES.name);
        });
    }
}

#[test]
fn the_plain_solver_agrees_on_two_and_three_pieces_of_turkish() {
    Compare(3).run::<Turkish>();
}

#[test]
fn the_plain_solver_agrees_on_two_pieces_of_the_other_rulesets() {
    for variant in VariantId::ALL {
        variant.run(Compare(2));
    }
}

#[test]
fn the_plain_solver_agrees_on_three_pieces_of_the_small_boards() {
    for variant in [VariantId::Brazilian, VariantId::American, VariantId::English] {
        variant.run(Compare(3));
    }
}

#[test]
#[ignore = "minutes, with optimisation"]
fn the_plain_solver_agrees_on_three_pieces_of_every_ruleset() {
    for variant in VariantId::ALL {
        variant.run(Compare(3));
    }
}

/// Won, drawn and lost quiet positions of a class in tenths of a percent.
fn quiet<V: Variant>(folder: &Folder<V>, class: &str) -> [u64; 3] {
    let quiet = folder.open(class.parse().unwrap()).unwrap().statistics().quiet;
    [quiet.won, quiet.drawn, quiet.lost].map(|count| (2_000 * count + quiet.total()) / (2 * quiet.total()))
}

/// The shares that an independent solver, written in another language before this one, had found.
#[test]
fn three_pieces_of_turkish_come_to_the_known_shares() {
    let scratch = Scratch::new("shares-3");
    let folder = build::<Turkish>(&scratch, 3, false);
    let check = |class, expected| assert_eq!(quiet(&folder, class), expected, "{class}");
    check("KKvK", [1000, 0, 0]);
    check("KvKK", [0, 6, 994]);
    check("KMvK", [998, 2, 0]);
    check("KvKM", [0, 273, 727]);
    check("MMvK", [312, 688, 0]);
    check("KMvM", [1000, 0, 0]);
    check("KKvM", [1000, 0, 0]);
    check("MMvM", [897, 103, 0]);
}

#[test]
#[ignore = "minutes on two cores, with optimisation"]
fn four_pieces_of_turkish_come_to_the_known_shares() {
    let scratch = Scratch::new("shares-4");
    let folder = build::<Turkish>(&scratch, 4, true);
    let check = |class, expected| assert_eq!(quiet(&folder, class), expected, "{class}");
    check("KKvKK", [72, 927, 2]);
    check("KKKvK", [1000, 0, 0]);
    check("KKMvK", [1000, 0, 0]);
    check("KMMvK", [1000, 0, 0]);
    check("MMMvK", [670, 330, 0]);
    check("KKvKM", [899, 101, 0]);
    check("KKvMM", [994, 6, 0]);
    check("KMvKM", [188, 769, 44]);
    check("KMvMM", [943, 55, 2]);
    check("MMMvM", [965, 35, 0]);
    check("MMvMM", [385, 389, 226]);
    for class in Class::pairs(4).into_iter().flat_map(|class| [class, class.swapped()]) {
        verify(&folder, class, 2, &|_| {}).unwrap();
    }
}

#[test]
#[ignore = "a measurement, for an optimised build on a quiet machine"]
fn a_block_in_the_cache_is_probed_in_less_than_200_ns() {
    let scratch = Scratch::new("probe-speed");
    let tables = open(&build::<Turkish>(&scratch, 3, true));
    let class: Class = "KMvK".parse().unwrap();
    let slots = Tables::<Turkish>::slots(class);
    // Steps of a prime visit all parts of the class; the first round fills the cache.
    let positions: Vec<Position<Turkish>> = (0..10_000)
        .filter_map(|i| Tables::position_at(class, i * 7_919 % slots))
        .filter(|position| !position.can_capture())
        .collect();
    let mut best = f64::MAX;
    for _ in 0..20 {
        let begun = std::time::Instant::now();
        let known = positions.iter().filter(|position| tables.outcome(position).is_some()).count();
        best = best.min(begun.elapsed().as_nanos() as f64 / positions.len() as f64);
        assert_eq!(known, positions.len());
    }
    println!("{best:.0} ns a probe");
    assert!(best < 200.0, "{best} ns");
}

fn at<V: Variant>(fen: &str) -> Position<V> {
    damier::notation::read_fen(fen).unwrap()
}

#[test]
fn captures_on_a_full_board_are_not_played_out() {
    // With so many kings the captures have no end in sight.
    let tables = damier::tables::embedded::<Turkish>(0);
    let row = |letters: &str, rank: u8| letters.chars().map(|file| format!("K{file}{rank}")).collect::<Vec<_>>();
    let side = |odd: &str, even: &str| -> String {
        (1..=8).flat_map(|rank| row(if rank % 2 == 1 { odd } else { even }, rank)).collect::<Vec<_>>().join(",")
    };
    let position = at::<Turkish>(&format!("W:W{}:B{}", side("ae", "cg"), side("cg", "ae")));
    assert!(position.can_capture());
    assert_eq!((tables.outcome(&position), tables.fastest(&position)), (None, None));
}

#[test]
fn a_ruleset_plays_without_the_tables_of_its_relative() {
    let scratch = Scratch::new("relatives");
    let folder = build::<Turkish>(&scratch, 3, true);
    let relative = build::<TurkishPosition>(&scratch, 2, true);
    // A king and a man: drawn by one rule, won by the other.
    let fen = "W:WKa1:Bd5";
    assert_eq!(open(&folder).outcome(&at(fen)), Some(Outcome::DRAW));
    assert_eq!(open(&relative).outcome(&at(fen)), Some(Outcome::WON));
    assert_eq!(open(&relative).outcome(&at("B:WKa1:Bd5")), Some(Outcome::LOST));

    // Under the other's name the file is refused, and nothing is known.
    let stolen: Class = "KKvK".parse().unwrap();
    std::fs::copy(folder.file(stolen), relative.file(stolen)).unwrap();
    let (tables, refused) = relative.open_all(0);
    let reasons: Vec<String> = refused.iter().map(ToString::to_string).collect();
    assert_eq!(reasons.len(), 1);
    assert!(reasons[0].ends_with("it is a table of 'turkish', expected 'turkish-position'"), "{reasons:?}");
    assert_eq!(tables.outcome(&at("W:WKa1,Kb1:BKd5")), None);
    assert_eq!(tables.largest(), 2);
}

#[test]
fn what_cannot_arise_is_not_covered() {
    let scratch = Scratch::new("not-covered");
    let tables = open(&build::<Turkish>(&scratch, 3, true));
    let check = |fen, expected| assert_eq!(tables.outcome(&at(fen)), expected, "{fen}");
    check("W:Wa1,Kd1:BKh8", None);
    check("W:WKa1,Kb1:BKh8,Kg8", None);
    check("W:WKa1,Kb1:B", None);
    check("W:W:BKa1,Kb1", Some(Outcome::LOST));
    // A capture ends it at once.
    check("W:WKa1:BKa5", Some(Outcome { value: Value::Win, distance: Some(1) }));
}
