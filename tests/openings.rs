//! The start positions of `positions/openings/`: one file a ruleset, whose relatives use it too.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use damier::notation::write_fen;
use damier::rules::{Variant, VariantId, VariantTask};
use damier::tools::match_runner::openings::Openings;
use damier::tools::match_runner::plan::OpeningSource;

/// Checks a file as the openings of `V`; the match runner's reader refuses bad FENs and games that are over.
struct Check<'a>(&'a Path);

impl VariantTask for Check<'_> {
    type Output = ();

    fn run<V: Variant>(self) {
        let Check(path) = self;
        let context = format!("{} as {}", path.display(), V::RULES.name);
        let openings = Openings::<V>::new(&OpeningSource::File(path.to_owned()), 1);
        let Openings::List(list) = openings.unwrap_or_else(|error| panic!("{context}: {error}")) else {
            panic!("{context}: not a list")
        };
        let mut met = HashSet::new();
        for position in &list {
            let fen = write_fen(position);
            assert!(!position.can_capture(), "{context}: a capture in {fen}");
            let mirrored = position.mirrored().map(|mirrored| write_fen(&mirrored));
            assert!(!met.contains(&fen), "{context}: {fen} is there twice");
            met.extend(mirrored);
            met.insert(fen);
        }
        let text = fs::read_to_string(path).unwrap();
        let (header, lines): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
        let command =
            format!("damier openings --variant {} --count {} ", path.file_stem().unwrap().display(), list.len());
        assert!(header.iter().any(|line| line.contains(&command)), "{context}: the header lacks '{command}'");
        for line in lines {
            assert!(met.contains(line), "{context}: {line} is not as this program writes it");
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/openings")
}

#[test]
fn every_file_is_good_for_its_ruleset() {
    let mut count = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        name.parse::<VariantId>().unwrap_or_else(|error| panic!("{error}")).run(Check(&path));
        count += 1;
    }
    assert_eq!(count, 5);
}

#[test]
fn the_relatives_of_turkish_can_use_its_file() {
    for variant in [VariantId::TurkishBackward, VariantId::TurkishPosition] {
        variant.run(Check(&folder().join("turkish.fen")));
    }
}
