//! The parameters of Hub: the engine's options under the names of Hub.

use std::fmt::Write;

use crate::options::{HUB_TABLE, Kind, Setting, Spec, TABLE, read_value};
use crate::protocol::hub_text::{quoted, variant_names};
use crate::protocol::shorten;

/// The parameter whose values have other names besides.
const VARIANT: &str = "variant";

/// What the options are called here, in the order in which they are declared.
///
/// Not among them are buttons, which Hub does not have, `MultiPV` and `UCI_ShowWDL`, because an `info` has no place for
/// what they add, and `Ponder`, which is the client's business alone.
const NAMES: &[(&str, &str)] = &[
    (VARIANT, "UCI_Variant"),
    ("numbering", "numbering"),
    ("hash", "Hash"),
    ("threads", "Threads"),
    ("limit-strength", "UCI_LimitStrength"),
    ("elo", "UCI_Elo"),
    ("tables-path", "TablesPath"),
    ("eval-file", "EvalFile"),
    ("move-overhead", "Move Overhead"),
    ("no-progress-plies", "NoProgressPlies"),
];

/// Every parameter with its name.
fn parameters() -> impl Iterator<Item = (&'static str, &'static Spec)> {
    let find = |option: &str| TABLE.iter().chain(HUB_TABLE).find(|spec| spec.name == option);
    NAMES.iter().filter_map(move |(name, option)| find(option).map(|spec| (*name, spec)))
}

/// The lines that declare the parameters.
pub(super) fn declare() -> String {
    let mut text = String::new();
    for (name, spec) in parameters() {
        let (default, constraint) = match &spec.kind {
            Kind::Check { default, .. } => (default.to_string(), "bool".to_owned()),
            Kind::Spin { default, min, max, .. } => (default.to_string(), format!("int min={min} max={max}")),
            Kind::Combo { values, .. } => {
                let values =
                    if name == VARIANT { variant_names().map(|(name, _)| name).collect() } else { values.to_vec() };
                (values[0].to_owned(), format!("enum values={}", quoted(&values.join(" "))))
            }
            Kind::Text { .. } => ("\"\"".to_owned(), "string".to_owned()),
            Kind::Button { .. } => continue,
        };
        let _ = writeln!(text, "param name={name} value={default} type={constraint}");
    }
    text
}

/// Reads a value; `None` for a parameter that the engine does not have, which is no error.
///
/// # Errors
/// A sentence, when the value is missing or not one that the parameter takes.
pub(super) fn read(name: &str, value: Option<&str>) -> Result<Option<Setting>, String> {
    let Some((name, spec)) = parameters().find(|(own, _)| own.eq_ignore_ascii_case(name)) else {
        log::info!("ignored: the parameter '{}'", shorten(name, 60));
        return Ok(None);
    };
    let ours = value.filter(|_| name == VARIANT).and_then(|value| {
        variant_names().find(|(other, _)| other.eq_ignore_ascii_case(value)).map(|(_, variant)| variant.name())
    });
    let accepted = read_value(&spec.kind, name, ours.or(value)).map_err(|error| error.to_string())?;
    if let Some(remark) = accepted.remark {
        log::info!("{remark}");
    }
    Ok(Some(accepted.setting))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::options::Numbering;
    use crate::rules::VariantId;

    #[test]
    fn every_option_has_a_name_or_no_place_in_hub() {
        const ABSENT: &[&str] = &["Clear Hash", "MultiPV", "UCI_ShowWDL", "Ponder"];
        assert_eq!(parameters().count(), NAMES.len());
        for spec in TABLE.iter().chain(HUB_TABLE) {
            let is_named = NAMES.iter().any(|(_, option)| *option == spec.name);
            assert!(is_named != ABSENT.contains(&spec.name), "{}", spec.name);
        }
    }

    #[test]
    fn values_are_read_by_the_names_of_clients() {
        let check = |name, value, expected| assert_eq!(read(name, Some(value)), Ok(Some(expected)), "{name}={value}");
        check("variant", "normal", Setting::Variant(VariantId::International));
        check("variant", "standard", Setting::Variant(VariantId::International));
        check("variant", "international", Setting::Variant(VariantId::International));
        check("variant", "turkish", Setting::Variant(VariantId::Turkish));
        check("variant", "English", Setting::Variant(VariantId::English));
        check("numbering", "pos", Setting::Numbering(Numbering::Position));
        check("numbering", "client", Setting::Numbering(Numbering::Client));
        check("Hash", "16", Setting::Hash(16));
        check("hash", "0", Setting::Hash(1));
        check("no-progress-plies", "0", Setting::NoProgressPlies(0));
        assert_eq!(read("bb-size", Some("5")), Ok(None));
        let error = read("variant", Some("frisian")).unwrap_err();
        assert!(error.starts_with("option 'variant' cannot be 'frisian', expected one of turkish "), "{error}");
        assert!(read("hash", None).unwrap_err().contains("has no value"));
    }
}
