//! The lines that `README.md` shows for a cluster.

/// The pieces of code of the section, in their order.
pub struct Document {
    /// The script of the array.
    pub script: String,
    /// What submits it and the merge; it sets `shards` and `merge`.
    pub submission: String,
    /// What is done about a task that was killed, the second.
    pub repair: String,
}

impl Document {
    /// Reads them.
    pub fn read() -> Document {
        const HEADING: &str = "\n## On a cluster\n";
        let text = include_str!("../../README.md");
        let (_, section) = text.split_once(HEADING).expect("README.md has the section");
        let section = section.split("\n## ").next().unwrap_or(section);
        // Between fences: text, code, text, code, …
        let code = section.split("```").skip(1).step_by(2);
        let mut code = code.map(|code| code.strip_prefix("sh\n").expect("the code is that of a shell").to_owned());
        let mut next = || code.next().expect("the section has three pieces of code");
        Document { script: next(), submission: next(), repair: next() }
    }
}
