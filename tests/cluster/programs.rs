//! What must be installed.

use std::path::Path;

const PROGRAMS: [&str; 7] = ["munged", "slurmctld", "slurmd", "sbatch", "scontrol", "squeue", "scancel"];

/// Where programs are looked for: daemons lie where the path of ordinary users does not lead.
pub fn path() -> String {
    let path = std::env::var("PATH").unwrap_or_default();
    format!("{path}:/usr/local/sbin:/usr/sbin:/sbin")
}

/// Which of the programs are in none of the folders.
pub fn missing(path: &str) -> Vec<&'static str> {
    let is_there = |program: &str| path.split(':').any(|folder| Path::new(folder).join(program).is_file());
    PROGRAMS.into_iter().filter(|program| !is_there(program)).collect()
}

/// Says what is missing.
pub fn reason(missing: &[&str]) -> String {
    let names: Vec<String> = missing.iter().map(|program| format!("'{program}'")).collect();
    format!("{} are missing; on Debian, install them by `apt-get install slurm-wlm munge`", names.join(", "))
}

/// Fails with what is missing: whoever asks for the test wants to know how it ends.
pub fn require() {
    let missing = missing(&path());
    assert!(missing.is_empty(), "{}", reason(&missing));
}
