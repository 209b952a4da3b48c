//! The documents say what the code does.

use damier::options::TABLE;

#[test]
fn the_table_of_options_is_that_of_the_code() {
    let document = include_str!("../protocol.md");
    let rows: Vec<&str> = document.lines().skip_while(|line| *line != "## Options").collect();
    let rows =
        rows.iter().skip_while(|line| !line.starts_with("|---")).skip(1).take_while(|line| line.starts_with('|'));
    let expected: Vec<String> =
        TABLE.iter().map(|spec| format!("| `{}` | `{}` | {} |", spec.name, spec.kind, spec.help)).collect();
    assert_eq!(rows.copied().collect::<Vec<_>>(), expected);
}
