//! damier
use damier::position::*;
use damier::rules::*;
use damier::search::*;
struct P(u32, usize, usize);
impl VariantTask for P {
    type Output = u64;
    fn run<V: Variant>(self) -> u64 {
        perft(&Position::<V>::start(), self.0, PerftLimits { threads: self.1, hash: self.2, stop: &false.into() })
            .unwrap()
    }
}
struct T(u32);
impl VariantTask for T {
    type Output = u64;
    fn run<V: Variant>(self) -> u64 {
        let table = Table::new(64).unwrap();
        let root = Root { position: Position::<V>::start(), history: vec![], arbiter_plies: 100 };
        let limits = Limits { depth: Some(self.0), ..Default::default() };
        let mut n = 0;
        search(&root, &limits, &table, &Control::new(false), &mut |i| {
            println!(
                "{} {} {} {} {:?} {:.0}knps",
                i.depth,
                i.seldepth,
                i.score,
                i.nodes,
                i.time,
                i.nodes as f64 / i.time.as_secs_f64() / 1e3
            );
            n = i.nodes;
        });
        n
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let t = std::time::Instant::now();
    let g = |i: usize| a.get(i).map_or(0, |s| s.parse().unwrap());
    if a[3] == "search" {
        a[1].parse::<VariantId>().unwrap().run(T(a[2].parse().unwrap()));
        return;
    }
    let n = a[1].parse::<VariantId>().unwrap().run(P(a[2].parse().unwrap(), g(3), g(4)));
    let s = t.elapsed().as_secs_f64();
    println!("{n} {s:.3}s {:.1} Mnps", n as f64 / s / 1e6);
}
