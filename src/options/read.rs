//! Reading the text of an option.

use std::fmt;

use super::{Kind, NO_TEXT, Setting, TABLE};

/// A value that was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// The value.
    pub setting: Setting,
    /// What was changed about it, when the number was out of range.
    pub remark: Option<String>,
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// No option has this name.
    UnknownName(String),
    /// The option needs a value and got none.
    MissingValue {
        /// The option.
        name: &'static str,
        /// What it takes.
        expected: String,
    },
    /// The value is not one the option takes.
    BadValue {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        expected: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::UnknownName(name) if name.is_empty() => f.write_str("no option is named"),
            OptionError::UnknownName(name) => {
                write!(f, "unknown option '{name}', expected one of")?;
                TABLE.iter().enumerate().try_for_each(|(at, spec)| {
                    let comma = if at == 0 { "" } else { "," };
                    write!(f, "{comma} {}", spec.name)
                })
            }
            OptionError::MissingValue { name, expected } => {
                write!(f, "option '{name}' has no value, expected {expected}; it keeps the old one")
            }
            OptionError::BadValue { name, value, expected } => {
                write!(f, "option '{name}' cannot be '{value}', expected {expected}; it keeps the old value")
            }
        }
    }
}

impl std::error::Error for OptionError {}

/// Reads an option by name and value.
///
/// A number out of range is moved to the nearest bound, and the remark says so.
///
/// # Errors
/// When no option has the name, or the value is missing or not of the option's kind: the old value then stands.
pub fn read(name: &str, value: Option<&str>) -> Result<Accepted, OptionError> {
    let Some(spec) = TABLE.iter().find(|spec| same_words(spec.name, name)) else {
        return Err(OptionError::UnknownName(name.trim().to_owned()));
    };
    read_value(&spec.kind, spec.name, value)
}

/// Reads a value of an option that messages call `name`.
///
/// # Errors
/// As [`read`].
pub fn read_value(kind: &Kind, name: &'static str, value: Option<&str>) -> Result<Accepted, OptionError> {
    let value = value.map(str::trim).filter(|value| !value.is_empty());
    let exact = |setting| Ok(Accepted { setting, remark: None });
    match kind {
        Kind::Button { setting } => return exact(setting.clone()),
        Kind::Text { set } => return exact(set(value.filter(|&text| text != NO_TEXT))),
        _ => {}
    }
    let expected = || match kind {
        Kind::Check { .. } => "true or false".to_owned(),
        Kind::Spin { min, max, .. } => format!("a number from {min} to {max}"),
        Kind::Combo { values, .. } => format!("one of {}", values.join(" ")),
        Kind::Text { .. } => "a text".to_owned(),
        Kind::Button { .. } => "nothing".to_owned(),
    };
    let Some(value) = value else {
        return Err(OptionError::MissingValue { name, expected: expected() });
    };
    let bad = || Err(OptionError::BadValue { name, value: value.to_owned(), expected: expected() });
    match kind {
        Kind::Check { set, .. } if value.eq_ignore_ascii_case("true") => exact(set(true)),
        Kind::Check { set, .. } if value.eq_ignore_ascii_case("false") => exact(set(false)),
        Kind::Spin { min, max, set, .. } => match number(value) {
            None => bad(),
            Some(number) => {
                let held = number.clamp(i64::from(*min), i64::from(*max));
                let remark = (held != number).then(|| format!("option '{name}' cannot be '{value}', it is now {held}"));
                Ok(Accepted { setting: set(held as u32), remark })
            }
        },
        Kind::Combo { values, set } => match values.iter().position(|word| word.eq_ignore_ascii_case(value)) {
            Some(at) => exact(set(at)),
            None => bad(),
        },
        Kind::Check { .. } | Kind::Text { .. } | Kind::Button { .. } => bad(),
    }
}

/// Reads a whole number with an optional sign; one too large for 64 bits is the largest that is not.
pub fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(if text.starts_with('-') { i64::MIN } else { i64::MAX }))
}

/// Whether two texts have the same words, however they are spaced and capitalized.
pub(super) fn same_words(a: &str, b: &str) -> bool {
    let words = |text: &str| text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>();
    words(a) == words(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::VariantId;
    use std::time::Duration;

    #[track_caller]
    fn check(name: &str, value: &str, expected: Result<Setting, &str>) {
        match (read(name, Some(value)), expected) {
            (Ok(accepted), Ok(setting)) => assert_eq!(accepted.setting, setting),
            (Err(error), Err(text)) => assert!(error.to_string().contains(text), "{error}"),
            (result, expected) => panic!("{result:?} instead of {expected:?}"),
        }
    }

    #[test]
    fn values_are_validated() {
        check("Hash", "32", Ok(Setting::Hash(32)));
        check("hash", "+32", Ok(Setting::Hash(32)));
        check("HASH", "0", Ok(Setting::Hash(1)));
        check("Hash", "-5", Ok(Setting::Hash(1)));
        check("Hash", "99999999", Ok(Setting::Hash(131_072)));
        check("Hash", "99999999999999999999999", Ok(Setting::Hash(131_072)));
        check("Hash", "abc", Err("'abc', expected a number from 1 to 131072"));
        check("Hash", "", Err("has no value"));
        check("  Move   Overhead ", "50", Ok(Setting::MoveOverhead(Duration::from_millis(50))));
        check("clear hash", "", Ok(Setting::ClearHash));
        check("UCI_Variant", "ENGLISH", Ok(Setting::Variant(VariantId::English)));
        check("UCI_Variant", "chess", Err("'chess', expected one of turkish "));
        check("Ponder", "True", Ok(Setting::Ponder(true)));
        check("TablesPath", " /a b/c ", Ok(Setting::TablesPath(Some("/a b/c".into()))));
        check("TablesPath", "<empty>", Ok(Setting::TablesPath(None)));
        check("tablespath", "", Ok(Setting::TablesPath(None)));
        check("EvalFile", " my nets/a 1.net", Ok(Setting::EvalFile(Some("my nets/a 1.net".into()))));
        check("EvalFile", "<empty>", Ok(Setting::EvalFile(None)));
        check("Ponder", "1", Err("'1', expected true or false"));
        check("UCI_LimitStrength", "true", Ok(Setting::LimitStrength(true)));
        check("UCI_Elo", "100", Ok(Setting::Elo(600)));
        check("", "3", Err("no option is named"));
        check("Ash", "3", Err("unknown option 'Ash', expected one of Hash, Clear Hash,"));
    }

    #[test]
    fn a_number_out_of_range_is_moved_with_a_remark() {
        let remark = |value| read("Hash", Some(value)).unwrap().remark;
        assert_eq!(remark("64"), None);
        assert_eq!(remark("0").unwrap(), "option 'Hash' cannot be '0', it is now 1");
    }
}
