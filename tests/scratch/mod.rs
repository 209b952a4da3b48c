//! A folder for one test, and endgame tables in it.
// Every test binary compiles this module and uses its own part of it.
#![allow(dead_code)]

use damier::rules::Variant;
use damier::tables::{BuildPlan, Builder, Class, Folder};
use std::path::PathBuf;

/// A folder of its own for a test, with a blank in its name, gone at the end.
pub struct Scratch(pub PathBuf);

impl Scratch {
    /// Makes it.
    pub fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("damier tables-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Builds all tables up to so many pieces.
pub fn build<V: Variant>(scratch: &Scratch, pieces: usize, distances: bool) -> Folder<V> {
    let folder = Folder::<V>::new(&scratch.0);
    folder.create().unwrap();
    let mut builder = Builder::new(Folder::<V>::new(&scratch.0), BuildPlan { threads: 2, distances });
    for class in Class::pairs(pieces) {
        builder.build(class, &|_, _| {}).unwrap();
        assert!(builder.is_built(class), "{class}");
    }
    folder
}
