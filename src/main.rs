//! damier
use damier::position::*;
use damier::rules::*;
struct P(u32, usize, usize);
impl VariantTask for P {
    type Output = u64;
    fn run<V: Variant>(self) -> u64 {
        perft(&Position::<V>::start(), self.0, PerftLimits { threads: self.1, hash: self.2, stop: &false.into() })
            .unwrap()
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let t = std::time::Instant::now();
    let g = |i: usize| a.get(i).map_or(0, |s| s.parse().unwrap());
    let n = a[1].parse::<VariantId>().unwrap().run(P(a[2].parse().unwrap(), g(3), g(4)));
    let s = t.elapsed().as_secs_f64();
    println!("{n} {s:.3}s {:.1} Mnps", n as f64 / s / 1e6);
}
