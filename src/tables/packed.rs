//! The values of one class as they lie in memory and, compressed, in files: two bits a slot, and a byte more where the
//! distance is kept.
//!
//! Slots that nobody asks for repeat the slot before, which compresses best: those without a position, those where the
//! side to move must capture, and those that a rule decides at once. Their values follow from smaller classes.

use bitvec::field::BitField;
use bitvec::order::Lsb0;
use bitvec::slice::BitSlice;
use bitvec::view::BitView;

use super::value::{Outcome, Value};

/// How many slots share a byte of values.
pub(super) const SLOTS_PER_BYTE: u64 = 4;

/// The values of all slots of a class.
pub(super) struct Packed {
    /// Two bits a slot, the first lowest.
    pub(super) values: Vec<u8>,
    /// A byte a slot, or nothing at all.
    pub(super) distances: Vec<u8>,
}

impl Packed {
    /// What is known of a slot; `None` beyond the last, or for bits that stand for nothing.
    #[inline]
    pub(super) fn outcome(&self, slot: u64) -> Option<Outcome> {
        let value = value_at(&self.values, slot)?;
        let distance = match value {
            Value::Draw => Some(0),
            _ => self.distances.get(slot as usize).copied(),
        };
        Some(Outcome { value, distance })
    }
}

/// The value of a slot, counted from the first of `bytes`.
#[inline]
pub(super) fn value_at(bytes: &[u8], slot: u64) -> Option<Value> {
    let bits: &BitSlice<u8, Lsb0> = bytes.get((slot / SLOTS_PER_BYTE) as usize..)?.get(..1)?.view_bits();
    let at = 2 * (slot % SLOTS_PER_BYTE) as usize;
    match bits[at..at + 2].load::<u8>() {
        0 => Some(Value::Draw),
        1 => Some(Value::Win),
        2 => Some(Value::Loss),
        _ => None,
    }
}

/// Sets the value of a slot that is still 0.
#[inline]
pub(super) fn set_value(bytes: &mut [u8], slot: u64, value: Value) {
    let bits: &mut BitSlice<u8, Lsb0> = bytes.view_bits_mut();
    let code: u8 = match value {
        Value::Draw => 0,
        Value::Win => 1,
        Value::Loss => 2,
    };
    let at = 2 * slot as usize;
    bits[at..at + 2].store(code);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_found() {
        let values = [Value::Win, Value::Loss, Value::Draw, Value::Loss, Value::Win];
        let mut bytes = vec![0; 2];
        values.iter().zip(0..).for_each(|(&value, slot)| set_value(&mut bytes, slot, value));
        let packed = Packed { values: bytes, distances: vec![5, 4, 7, 2] };
        for (slot, &value) in (0..).zip(&values) {
            let distance = match slot {
                2 => Some(0),
                slot => packed.distances.get(slot as usize).copied(),
            };
            assert_eq!(packed.outcome(slot), Some(Outcome { value, distance }));
        }
        assert_eq!(packed.outcome(8), None);
        assert_eq!(value_at(&[0b1100], 1), None);
    }
}
