//! Tells the program which commit it was built from and for which machine.
//!
//! Without git, or outside the project's own repository, the commit is left out.

use std::path::Path;
use std::process::Command;

fn main() {
    let target = std::env::var("TARGET").unwrap_or_default();
    let commit = git(&["rev-parse", "--short=10", "HEAD"]);
    // A copy of the sources inside another repository must not show that one's commit.
    let is_ours = git(&["rev-parse", "--show-prefix"]).is_some_and(|prefix| prefix.is_empty());
    let build = match commit.filter(|_| is_ours) {
        Some(commit) => format!("(commit {commit}, {target})"),
        None => format!("({target})"),
    };
    println!("cargo::rustc-env=DAMIER_BUILD={build}");
    println!("cargo::rerun-if-changed=src/build.rs");
    // A new commit changes the log of HEAD, wherever this work tree keeps it.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]);
    if let Some(log) = log.filter(|log| is_ours && Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
