//! The list of rulesets, and the one door from a name at run time to a type at compile time.

use std::fmt;
use std::str::FromStr;

use super::*;

/// Work to be done for a ruleset that is known only at run time; see [`VariantId::run`].
pub trait VariantTask {
    /// What the work returns.
    type Output;

    /// Does the work for the ruleset `V`.
    fn run<V: Variant>(self) -> Self::Output;
}

macro_rules! registry {
    ($($variant:ident),+ $(,)?) => {
        /// A ruleset named at run time.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum VariantId {
            $(#[doc = concat!("[`", stringify!($variant), "`](super::", stringify!($variant), ").")] $variant,)+
        }

        impl VariantId {
            /// Every ruleset, the default first.
            pub const ALL: &'static [VariantId] = &[$(VariantId::$variant),+];

            /// Runs a task with the ruleset's type.
            pub fn run<T: VariantTask>(self, task: T) -> T::Output {
                match self {
                    $(VariantId::$variant => task.run::<$variant>(),)+
                }
            }

            /// The ruleset's constants.
            pub const fn rules(self) -> &'static Rules {
                match self {
                    $(VariantId::$variant => &<$variant as Variant>::RULES,)+
                }
            }
        }
    };
}

registry!(Turkish, TurkishBackward, TurkishPosition, International, Brazilian, American, English);

impl VariantId {
    /// The ruleset's name, as on the command line.
    pub const fn name(self) -> &'static str {
        self.rules().name
    }
}

impl fmt::Display for VariantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of reading a ruleset's name that no ruleset has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownVariant(String);

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown ruleset '{}', expected one of", self.0)?;
        for id in VariantId::ALL {
            write!(f, " {id}")?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownVariant {}

impl FromStr for VariantId {
    type Err = UnknownVariant;

    /// Reads a name; capitals count as small letters.
    fn from_str(text: &str) -> Result<VariantId, UnknownVariant> {
        VariantId::ALL
            .iter()
            .copied()
            .find(|id| id.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownVariant(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back_and_no_other() {
        for &id in VariantId::ALL {
            assert_eq!(id.name().parse(), Ok(id));
            assert_eq!(id.name().to_uppercase().parse(), Ok(id));
        }
        let error = "chess".parse::<VariantId>().unwrap_err().to_string();
        assert!(error.starts_with("unknown ruleset 'chess', expected one of turkish "), "{error}");
    }
}
