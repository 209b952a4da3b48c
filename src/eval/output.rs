//! The hot loop of the net: neurons squared, and weighed.

use super::net::{FINE_BITS, ONE, Row};

/// What neurons with these sums add to the output: each is held between 0 and 1, squared, and multiplied by its weight.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[inline(always)]
pub(super) fn weighted(sums: &Row, weights: &Row) -> i32 {
    use safe_arch::{
        add_i32_m256i, m256i, max_i16_m256i, min_i16_m256i, mul_i16_horizontal_add_m256i, mul_i16_keep_low_m256i,
        set_splat_i16_m256i, shr_imm_u16_m256i, zeroed_m256i,
    };
    // By itself the compiler takes registers half as wide.
    const SHIFT: i32 = FINE_BITS as i32;
    let (zero, one) = (zeroed_m256i(), set_splat_i16_m256i(ONE));
    let mut total = zero;
    for (&sums, &weights) in sums.0.as_chunks::<16>().0.iter().zip(weights.0.as_chunks::<16>().0) {
        let held = min_i16_m256i(max_i16_m256i(m256i::from(sums), zero), one);
        let neuron = shr_imm_u16_m256i::<SHIFT>(held);
        let squared = mul_i16_keep_low_m256i(neuron, neuron);
        total = add_i32_m256i(total, mul_i16_horizontal_add_m256i(squared, m256i::from(weights)));
    }
    <[i32; 8]>::from(total).iter().sum()
}

/// What neurons with these sums add to the output: each is held between 0 and 1, squared, and multiplied by its weight.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
#[inline(always)]
pub(super) fn weighted(sums: &Row, weights: &Row) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.0.iter().zip(&weights.0) {
        let neuron = sum.clamp(0, ONE) >> FINE_BITS;
        total += i32::from(neuron * neuron) * i32::from(weight);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::super::net::HIDDEN;
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    #[test]
    fn the_fast_way_comes_to_the_plain_sum() {
        let mut rng = StdRng::seed_from_u64(20_261_207);
        for round in 0..1_000 {
            let reach = [100, 2_000, i16::MAX][round % 3];
            let sums = Row(std::array::from_fn(|_| rng.random_range(-reach..=reach)));
            // As large as a file may have them.
            let weights = Row(std::array::from_fn(|_| rng.random_range(-1_023..=1_023)));
            let neuron = |sum: i16| i64::from(sum.clamp(0, ONE)) >> FINE_BITS;
            let expected: i64 =
                (0..HIDDEN).map(|at| neuron(sums.0[at]) * neuron(sums.0[at]) * i64::from(weights.0[at])).sum();
            assert_eq!(i64::from(weighted(&sums, &weights)), expected, "{sums:?} {weights:?}");
        }
    }
}
