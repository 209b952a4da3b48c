//! Files of games: what is read from them, and what is wrong with them.
//!
//! The files in `tests/pdn/` say themselves what is found in them: lines that begin with `%!` are no part of a game.

use std::fs;
use std::path::{Path, PathBuf};

use damier::notation::{Action, Note, PdnLine, PdnReader, PdnRecord, PdnResult, write_fen, write_full};
use damier::rules::{Color, Turkish, Variant, VariantId, VariantTask};

/// The names and the contents of the files of games.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pdn");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

/// The games that are good, and the faults and warnings as `damier pdn check` writes them.
fn read(bytes: &[u8], default: VariantId) -> (Vec<PdnRecord>, Vec<String>) {
    let (mut records, mut faults) = (Vec::new(), Vec::new());
    for game in PdnReader::new(bytes, default) {
        match game {
            Ok(record) => {
                let number = record.number;
                let warnings = record.warnings.iter();
                faults.extend(warnings.map(|at| format!("{}: game {number}: warning: {}", at.place, at.oddity)));
                records.push(record);
            }
            Err(error) => faults.push(error.to_string()),
        }
    }
    (records, faults)
}

/// The one game of a text, with a position for each step; or the fault.
#[track_caller]
fn check(text: &str, expected: &str) {
    check_as(VariantId::Turkish, text, expected);
}

#[track_caller]
fn check_as(variant: VariantId, text: &str, expected: &str) {
    let (records, faults) = read(text.as_bytes(), variant);
    let mut shown: Vec<String> = records.iter().map(show).collect();
    shown.extend(faults);
    assert_eq!(shown.join(" | "), expected, "{text}");
}

/// A game in one line: steps, notes in braces, variations in parentheses, the result.
fn show(record: &PdnRecord) -> String {
    struct Show<'a>(&'a PdnLine);
    impl VariantTask for Show<'_> {
        type Output = String;
        fn run<V: Variant>(self) -> String {
            let mut words = notes(&self.0.notes, V::RULES.name);
            let mut position = self.0.start.position::<V>().unwrap();
            for step in &self.0.steps {
                words.push(match &step.action {
                    Action::Move(mv) => write_full(&position, *mv),
                    Action::SetUp(placement) => write_fen(&placement.position::<V>().unwrap()),
                    Action::Pass => "pass".to_owned(),
                });
                words.extend(notes(&step.notes, V::RULES.name));
                position = step.action.apply(&position).unwrap();
            }
            words.join(" ")
        }
    }
    fn notes(notes: &[Note], variant: &str) -> Vec<String> {
        let show = |note: &Note| match note {
            Note::Comment(text) => format!("{{{text}}}"),
            Note::Glyph(number) => format!("${number}"),
            Note::Strength(marks) => marks.clone(),
            Note::Variation(line) => format!("({})", variant.parse::<VariantId>().unwrap().run(Show(line))),
        };
        notes.iter().map(show).collect()
    }
    let result = record.terminator.map_or("", |result| result.text(record.variant));
    format!("{} {result}", record.variant.run(Show(&record.line))).trim().to_owned()
}

#[test]
fn the_files_hold_what_they_say() {
    for (name, text) in files() {
        let (records, faults) = read(text.as_bytes(), VariantId::Turkish);
        let errors = faults.iter().filter(|fault| !fault.contains(": warning: ")).count();
        let mut found = faults;
        found.push(format!("{} games", records.len() + errors));
        let expected: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("%! ")).collect();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn ends_of_lines_and_order_marks_change_nothing() {
    for (name, text) in files() {
        let expected = read(text.as_bytes(), VariantId::Turkish);
        for end in ["\r\n", "\r"] {
            for mark in ["", "\u{feff}"] {
                let changed = format!("{mark}{}", text.replace('\n', end));
                assert_eq!(read(changed.as_bytes(), VariantId::Turkish), expected, "{name} {end:?} {mark:?}");
            }
        }
    }
}

#[test]
fn latin_1_is_read_beside_utf_8() {
    let bytes = b"[White \"Andr\xe9 \xdcnl\xfc\"]\n[Black \"\xc3\x9cnl\xc3\xbc\"]\n1. a3-a4 {\xe7a va} h6-h5 *";
    let (records, faults) = read(bytes, VariantId::Turkish);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!((records[0].tag("white"), records[0].tag("BLACK")), (Some("André Ünlü"), Some("Ünlü")));
    assert_eq!(show(&records[0]), "a3-a4 {ça va} h6-h5 *");
}

#[test]
fn move_texts_in_every_form() {
    let international = VariantId::International;
    for text in ["32-28 19-23 28x19", "3228 1923 2819", "1.32-28 19-23 2.28x19", "1. 32 - 28 19 -23 2. 28 x19"] {
        check_as(international, text, "32-28 19-23 28x19");
    }
    check_as(international, "1. 32-28\t1...19-23 2. 28:19", "32-28 19-23 28x19");
    check(
        "1. a3b4",
        "1:4: game 1: 'a3b4': not a legal move; a3 can go to a4 (without a GameType, it is read as turkish)",
    );
    check("1. A3-A4 h6h5 2.b3:b4", "a3-a4 h6-h5 b3-b4");
    // Full paths where the ends would do.
    check("[FEN \"W:Wd4:Bd5,e6,f7\"] d4xd6xf6xf8", "d4xd6xf6xf8");
    check("[FEN \"W:Wd4:Bd5,e6,f7\"] d4 x d6 x f6\nx f8 *", "d4xd6xf6xf8 *");
}

#[test]
fn results_of_both_styles_and_moves_like_them() {
    for text in ["1-0", "2-0", " 1 - 0"] {
        check(&format!("1. a3-a4 {text}"), "a3-a4 1-0");
    }
    for text in ["1/2-1/2", "1-1"] {
        check(&format!("1. a3-a4 {text}"), "a3-a4 1/2-1/2");
    }
    check("1. a3-a4 0-0", "a3-a4 0-0");
    check("1. a3-a4", "a3-a4");
    // Square 1 is a1.
    check(
        "[FEN \"W:WKa1:BKh8\"] 1. 1-10 1-1",
        "1:24: game 1: '1-10': not a legal move; a1 can go to b1, c1, d1, e1, f1, g1, h1, a2, a3, a4, a5, \
         a6, a7, a8 (without a GameType, it is read as turkish)",
    );
    check("[FEN \"W:WKa1:BKh7\"] 1. 1-2 1-1", "a1-b1 1/2-1/2");
    check("1. a3-a4* h6-h5 *", "a3-a4 $7 h6-h5 *");
    check("1. a3-a4! * b3-b4", "a3-a4 ! * | b3-b4");
    check("1. a3-a4(*) h6-h5 (!?) 2. b3-b4 (*) *", "a3-a4 $7 h6-h5 !? b3-b4 $7 *");
    // The results of a file's end, and of nothing.
    check("1. a3-a4 1-0 * 1-0\n*\n", "a3-a4 1-0");
    check("", "");
    check("{only this}", "");
    check("1. 2-0", "1-0");
}

#[test]
fn results_that_disagree_are_warned_about() {
    let game = |tag: &str, end: &str| format!("[Result \"{tag}\"]\n1. a3-a4 {end}");
    check(&game("1-0", "2-0"), "a3-a4 1-0");
    check(&game("*", "1-0"), "a3-a4 1-0");
    check(&game("1-0", "*"), "a3-a4 *");
    check(&game("4-6", "1-0"), "a3-a4 1-0");
    check(
        &game("0-1", "1-0"),
        "a3-a4 1-0 | 2:10: game 1: warning: the tag Result is '0-1', and the moves end with a win of White, which \
         counts",
    );
    let (records, _) = read(game("1-0", "*").as_bytes(), VariantId::Turkish);
    assert_eq!(records[0].result(), PdnResult::WhiteWins);
    check(
        "[FEN \"W:Wa1,b1:Ba2\"] 1. a1xa3 0-1",
        "a1xa3 0-1 | 1:31: game 1: warning: the result is a win of Black, and the last position is a win of \
         White: no pieces",
    );
    check(
        "[FEN \"W:WKa1:BKh7\"] [Result \"1-0\"] 1. a1-b1",
        "a1-b1 | 1:29: game 1: warning: the result is a win of White, and the last position is a draw: one piece each",
    );
}

#[test]
fn variations_replace_the_move_before_them() {
    check("1. a3-a4 (1. b3-b4 h6-h5 (g6-g5) 2. a3-a4) h6-h5 *", "a3-a4 (b3-b4 h6-h5 (g6-g5) a3-a4) h6-h5 *");
    check("({at the start} 1. b3-b4) 1. a3-a4", "({at the start} b3-b4) a3-a4");
    check("1. a3-a4 ( ) h6-h5", "a3-a4 () h6-h5");
    check(
        "1. a3-a4 (1. a3-a4 h6-h5) (1. a3-a5)",
        "1:31: game 1: 'a3-a5': not a legal move; a3 can go to a4 (without a GameType, it is read as turkish)",
    );
    check("1. a3-a4 ) h6-h5", "1:10: game 1: unexpected ')', no variation is open");
    let deep = |depth: usize| format!("1. a3-a4 {}{}", "(b3-b4 ".repeat(depth), ")".repeat(depth));
    assert!(read(deep(100).as_bytes(), VariantId::Turkish).1.is_empty());
    check(&deep(101), "1:710: game 1: variations lie more than 100 deep in each other");
}

#[test]
fn positions_set_up_within_a_game() {
    check(
        "1. a3-a4 /FEN \"W:Wd4:Bd5,h8\"/ 1. d4xd6 ({instead} d4xd6",
        "1:40: game 1: the variation that begins here is not closed",
    );
    let shown = "a3-a4 W:Wd4:Bd5,Kh8 (d4xd6) d4xd6 (W:Wa2:Bb7 a2-a3) h8-a8";
    check("1. a3-a4 /FEN \"W:Wd4:Bd5,Kh8\"/ (d4xd6) d4xd6 (/FEN \"W:Wa2:Bb7\"/ a2-a3) h8-a8", shown);
    check("/W:Wa2:Bb7/ a2-a3 /FEN\n\"W::\"/ a3-a4", "W:Wa2:Bb7 a2-a3 W:Wa3:Bb7 a3-a4");
    check(
        "/FEN \"W:Wa9:Bb7\"/ *",
        "1:1: game 1: bad FEN 'W:Wa9:Bb7': 'a9' is not on the board, its squares are a1 to h8",
    );
    check(
        "1. a3-a4 /FEN \"W:Wa2\n\n[Event \"x\"]\n1. b3-b4",
        "b3-b4 | 1:10: game 1: the set-up that begins here is not closed",
    );
    check(
        "[GameType \"30,W,8,8,A2,0\"] [FEN \"W:Wa2:Bb7\"] 1. a2-a3",
        "1:33: game 1: GameType '30,W,8,8,A2,0' names squares in another way than '30,W,8,8,A0,0', so a set-up is \
         not safe to read",
    );
}

#[test]
fn moves_that_nobody_knows() {
    check("1. - h6-h5 2. a3-a4", "pass h6-h5 a3-a4");
    check("1. ... h6-h5 2. a3-a4", "pass h6-h5 a3-a4");
    check("1. a3-a4 1... h6-h5", "a3-a4 h6-h5");
    check("1. a3-a4 1. ... h6-h5", "a3-a4 h6-h5");
    check("1. a3-a4 ... 2. b3-b4 - -", "a3-a4 pass b3-b4 pass pass");
    check("[FEN \"B:Wa2:Bb7\"] 1. ... b7-b6", "b7-b6");
    check("1. a3-a4 -- 2. b3-b4", "a3-a4 pass b3-b4");
}

#[test]
fn lines_of_percent_and_comments() {
    check("% [Event \"none\"]\n%\n1. a3-a4 % h6-h5 {\n{%} h6-h5 {\n% this too}", "a3-a4 {%} h6-h5 {% this too}");
    check("{a  b\n\tc} 1. a3-a4 {} { }", "{a b c} a3-a4");
    check("1. a3-a4 ; comment", "1:10: game 1: unexpected ';', comments stand in braces");
    check(
        "1. a3-a4 {[%clk 0:10]}",
        "a3-a4 {[%clk 0:10]} | 1:10: game 1: warning: '[%clk 0:10]' has no time of the form h:mm:ss",
    );
    let (records, _) = read(b"1. a3-a4 {[%clock w0:09:59 B0:10:00]}", VariantId::Turkish);
    let clocks = records[0].line.steps[0].notes[0].clocks();
    assert_eq!((clocks[0].color, clocks[0].running, clocks[0].time.as_secs()), (Some(Color::White), false, 599));
    assert_eq!((clocks[1].color, clocks[1].running, clocks[1].time.as_secs()), (Some(Color::Black), true, 600));
    // What looks like a tag may well stand in a comment.
    check("1. a3-a4 {so:\n[Event \"x\"]\n[Site \"y\"]} h6-h5", "a3-a4 {so: [Event \"x\"] [Site \"y\"]} h6-h5");
}

#[test]
fn tags() {
    let tags = |text: &str| read(text.as_bytes(), VariantId::Turkish).0.remove(0).tags;
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        tags("[A \"x\\\"y\\\\z\\w\"][B\t\"\" ]\n\n[C1_d \"{1-0}\"] a3-a4"),
        [pair("A", "x\"y\\z\\w"), pair("B", ""), pair("C1_d", "{1-0}")]
    );
    check(
        "[Event \"a\"]\n[event \"b\"]\n1. a3-a4",
        "a3-a4 | 2:8: game 1: warning: the tag event stands there twice, the first one counts",
    );
    // Games without moves and without a result.
    let (records, faults) = read(b"[Event \"a\"]\n\n[Event \"b\"]\n{c}\n[Event \"d\"]", VariantId::Turkish);
    assert_eq!((records.len(), faults.len()), (3, 0));
    assert_eq!(records[1].line.notes, [Note::Comment("c".to_owned())]);
    let expected = |what: &str, found: &str| format!("expected {what}, as in [White \"Name\"], but {found}");
    check(
        "[Event \"a]\n*",
        &format!("1:11: game 1: {}", expected("a quotation mark after the value of the tag", "the line ends")),
    );
    check(
        "[Event a]\n*",
        &format!("1:8: game 1: {}", expected("a quotation mark before the value of the tag", "found 'a'")),
    );
    check("[%clk 1]", &format!("1:1: game 1: {}", expected("the name of a tag after the bracket", "found '%'")));
}

/// After each of these the next game is read, whether or not an empty line goes before it.
#[test]
fn the_game_after_a_bad_one_is_read() {
    let good = "[Event \"good\"]\n[GameType \"30\"]\n1. a3-a4 {fine} h6-h5 1-0\n";
    let bad = [
        "1. a3-a5 {x} (b3-b4) 2. c3-c4",
        "[Event \"bad\"]\n1. a3-a4 {never closed\n2. b3-b4",
        "[Event \"bad\"]\n1. a3-a4 (1. b3-b4 h6-h5",
        "[Event \"bad\"]\n[GameType \"25\"]\n[Result \"1-0\"]\n\n1. c3-d4 {1-0} 1-0",
        "[Event \"bad]\n[Result \"1-0\"]\n[White \"{\"]\n1. a3-a4",
        "[Event \"bad\"]\n[FEN \"W:Wi9\"]\n",
        "[Event \"bad\"]\n1. a3-a4 /FEN \"W:Wa2",
        "[Event \"bad\"]\n1. a3-a4 & $ } ] ) \"",
        "[Event \"bad\"] \"",
        "[Event \"bad\"]\n1. a3-a4 [%clk 0:00:01] h6-h5",
        "[Event \"bad\"]\n1. a3-a5 {a\n[b] c} 1-0",
    ];
    for text in bad {
        for between in ["\n", "\n\n", "\n% a line\n"] {
            let (records, faults) = read(format!("{text}{between}{good}").as_bytes(), VariantId::Turkish);
            let events: Vec<_> = records.iter().map(|record| record.tag("Event")).collect();
            // Without moves and an empty line, the tags of the next game are taken for those of the bad one.
            let header_goes_on = between != "\n\n" && text.ends_with("] \"");
            let expected = if header_goes_on { vec![] } else { vec![Some("good")] };
            assert_eq!((events, faults.len()), (expected, 1), "{text}{between}: {faults:?}");
        }
        assert_eq!(read(text.as_bytes(), VariantId::Turkish).1.len(), 1, "{text}");
    }
}

#[test]
fn what_is_longer_than_any_game_is_refused() {
    let good = "\n\n[Event \"good\"]\n1. a3-a4 *";
    let cases = [
        (format!("1. a3-a4 {{{}", "words ".repeat(400_000)), "the comment that begins here is not closed"),
        (format!("1. a3-a4 {}", "{words}".repeat(200_000)), "the game is longer than 524288 characters"),
        (format!("[Event \"{}\"]\n1. a3-a4", "x".repeat(2_000_000)), "the game is longer than 524288 characters"),
        ("[Event \"x\"]\n".repeat(100_000), "the game is longer than 524288 characters"),
        (format!("1. {}", "a".repeat(2_000_000)), "is no move, it is longer than 200 characters"),
        (format!("1. a3-a4 /{}", "a".repeat(2_000_000)), "the set-up that begins here is not closed"),
    ];
    for (text, expected) in cases {
        let (records, faults) = read(format!("{text}{good}").as_bytes(), VariantId::Turkish);
        assert!(faults.len() == 1 && faults[0].contains(expected), "{faults:?}");
        assert_eq!(records.last().map(|record| record.tag("Event")), Some(Some("good")), "{expected}");
    }
}

#[test]
fn a_line_is_replayed() {
    let (records, _) = read(b"1. a3-a4 h6-h5 2. - - 3. b3-b4", VariantId::Turkish);
    let mut texts = Vec::new();
    let last = records[0].line.replay::<Turkish>(|position, mv, _| texts.push(write_full(position, mv))).unwrap();
    assert_eq!(texts, ["a3-a4", "h6-h5", "b3-b4"]);
    assert_eq!(last.side_to_move(), Color::Black);
}
