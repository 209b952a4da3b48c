//! Input quoted in error messages.

/// How many characters of an input are quoted.
const LONGEST: usize = 60;

/// `text` as an error message quotes it: at most 60 characters, and none that would spoil the line.
pub(super) fn shorten(text: &str) -> String {
    let mut quoted = String::new();
    for (at, character) in text.chars().enumerate() {
        if at == LONGEST {
            quoted.push('…');
            break;
        }
        if character.is_control() {
            quoted.extend(character.escape_default());
        } else {
            quoted.push(character);
        }
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expected: &str) {
        assert_eq!(shorten(input), expected);
    }

    #[test]
    fn long_and_unprintable_texts_stay_readable() {
        check("d4xd6", "d4xd6");
        check("a\nb\tç", "a\\nb\\tç");
        check(&"7".repeat(60), &"7".repeat(60));
        check(&"é".repeat(10_000), &format!("{}…", "é".repeat(60)));
    }
}
