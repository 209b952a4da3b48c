//! Tables in a folder, named by the option `TablesPath`.

use std::fs;

use damier::rules::{Brazilian, Turkish, TurkishPosition};
use damier::tables::{Class, Folder};

use crate::client::{Client, field, quit};
use crate::scratch::{Scratch, build};
use crate::search::think;

fn hits(line: &str) -> u64 {
    field(line, "tbhits").unwrap().parse().unwrap()
}

#[test]
fn tables_of_another_ruleset_are_read_from_a_folder() {
    let scratch = Scratch::new("brazilian");
    build::<Brazilian>(&scratch, 3, true);
    let folder = scratch.0.to_str().unwrap();
    let mut client = Client::start();
    let ending = "position fen W:WKa1,Kc3,Ke1:BKh6";
    let game = format!("setoption name UCI_Variant value brazilian\n{ending}\ngo depth 6");
    let (without, _) = think(&mut client, &game);
    assert_eq!(hits(&without), 0);

    client.send(&format!("setoption name TablesPath value {folder}"));
    let said = client.next_line().unwrap();
    assert_eq!(
        said,
        format!("info string 16 endgame tables are used from '{folder}/brazilian', which makes 3 pieces the most")
    );
    let (with, _) = think(&mut client, "position fen W:WKa1,Kc3:BKh6\ngo depth 6");
    assert!(hits(&with) > 0, "{with}");

    // They follow the ruleset: nothing is there for this one, and it goes on without.
    client.send("setoption name UCI_Variant value english\nisready");
    let said = client.until("readyok");
    assert_eq!(said[0], format!("info string no endgame tables are used from '{folder}/english'"));
    client.send("setoption name TablesPath value <empty>\nisready");
    assert_eq!(client.until("readyok").len(), 1);
    quit(client);
}

#[test]
fn a_folder_that_is_none_changes_nothing() {
    let mut client = Client::start();
    client.send("setoption name TablesPath value /no/such folder");
    let said = client.next_line().unwrap();
    let expected = "option 'TablesPath' cannot be '/no/such folder', which is no folder; it keeps the old value";
    assert_eq!(said, format!("info string {expected}"));
    let (line, _) = think(&mut client, "position fen W:WKa2,Kc4:BKd6\ngo depth 3");
    assert!(line.contains(" score mate 5 "), "{line}");
    quit(client);

    let mut client = Client::start_with(&["hub"]);
    client.send("set-param name=tables-path value=\"/no/such folder\"");
    assert_eq!(client.next_line().unwrap(), format!("error message=\"{expected}\""));
    client.send("init");
    assert_eq!(client.next_line().unwrap(), "ready");
    quit(client);
}

#[test]
fn what_the_program_knows_is_not_read_again() {
    let scratch = Scratch::new("known");
    build::<Turkish>(&scratch, 3, true);
    let folder = scratch.0.to_str().unwrap();
    let mut client = Client::start();
    client.send(&format!("setoption name TablesPath value {folder}"));
    let said = client.next_line().unwrap();
    assert_eq!(said, format!("info string the 16 endgame tables in '{folder}/turkish' tell nothing new"));
    quit(client);
}

#[test]
fn files_that_cannot_be_used_are_named_and_play_goes_on() {
    let scratch = Scratch::new("damaged");
    let brazilian = build::<Brazilian>(&scratch, 3, true);
    let folder = scratch.0.to_str().unwrap();
    let class = |name: &str| -> Class { name.parse().unwrap() };

    // One is cut off, one is text, one is a folder, and one is damaged where it is not seen on opening.
    let cut = brazilian.file(class("MvM"));
    let bytes = fs::read(&cut).unwrap();
    fs::write(&cut, &bytes[..bytes.len() - 1]).unwrap();
    fs::write(brazilian.file(class("KvM")), "not a table\n".repeat(20)).unwrap();
    fs::create_dir(brazilian.path().join("other.table")).unwrap();
    let bad = brazilian.file(class("KKvK"));
    let mut bytes = fs::read(&bad).unwrap();
    // Beyond the header and the list, in the values.
    bytes[200] ^= 1;
    fs::write(&bad, bytes).unwrap();

    let mut client = Client::start();
    client.send(&format!(
        "setoption name UCI_Variant value brazilian\nsetoption name TablesPath value {folder}\nisready"
    ));
    let said = client.until("readyok");
    assert_eq!(
        said[0],
        format!("info string 14 endgame tables are used from '{folder}/brazilian', which makes 3 pieces the most")
    );
    assert!(said[1].contains("KvM.table': it is no endgame table; cannot use '"), "{said:?}");
    assert!(said[1].ends_with("MvM.table': it ends too early"), "{said:?}");

    // The damaged block is told of once, and there is still a move.
    client.send("position fen W:WKa1,Kc1:BKg3\ngo depth 5\ngo depth 5");
    let first = client.until("bestmove ");
    let told = |lines: &[String]| {
        lines.iter().any(|line| line.contains("KKvK.table': block ") && line.ends_with(" is damaged"))
    };
    assert!(told(&first), "{first:?}");
    let second = client.until("bestmove ");
    assert!(!told(&second), "{second:?}");
    quit(client);
}

#[test]
fn a_relatives_tables_are_refused_whatever_they_are_called() {
    let scratch = Scratch::new("relative");
    let turkish = build::<Turkish>(&scratch, 2, true);
    let relative = Folder::<TurkishPosition>::new(&scratch.0);
    fs::rename(turkish.path(), relative.path()).unwrap();
    let mut client = Client::start();
    client.send(&format!(
        "setoption name UCI_Variant value turkish-position\nsetoption name TablesPath value {}",
        scratch.0.to_str().unwrap()
    ));
    let said = client.next_line().unwrap();
    assert!(said.starts_with("info string no endgame tables are used from "), "{said}");
    let said = client.next_line().unwrap();
    assert!(
        said.contains("it is a table of 'turkish', expected 'turkish-position'") && said.ends_with("; and 1 more"),
        "{said}"
    );
    let (line, _) = think(&mut client, "position fen W:WKa2,Kc4:BKd6\ngo depth 5");
    assert_eq!(hits(&line), 0);
    quit(client);
}
