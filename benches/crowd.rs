//! A crowd on shared fields that never collides, beside followers of the same fields who walk through each other: no
//! crate does the former, so the ratio to the bare loop is what can be compared. Time is the processor's.
//!
//! ```text
//! cargo bench --bench crowd              # 1,000, 10,000 and 50,000 walkers on 512² and 1024²
//! cargo bench --bench crowd -- 10000     # so many
//! ```

use std::time::Duration;
use wayworn::app::measure::crowd::{Rounds, terrain};
use wayworn::grid::Size;
use wayworn::land;

/// Ticks that are measured.
const TICKS: usize = 1000;
/// Ticks of the bare followers: few, as they stand at their goals at last.
const BARE_TICKS: usize = 200;
/// Seed of the lands.
const SEED: u64 = 7;

/// Time that this thread has had the processor: other programs on the machine do not make it longer.
#[cfg(unix)]
fn processor_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Time that has passed.
#[cfg(not(unix))]
#[expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
fn processor_time() -> Duration {
    static BEGAN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGAN.elapsed()
}

/// Median and 99th percentile of what `TICKS` calls took, in microseconds.
fn ticks(count: usize, mut tick: impl FnMut() -> Duration) -> [f64; 2] {
    let mut times: Vec<f64> = (0..count).map(|_| tick().as_secs_f64() * 1e6).collect();
    times.sort_by(f64::total_cmp);
    [times[count / 2], times[count * 99 / 100]]
}

#[expect(clippy::print_stdout, reason = "a benchmark reports")]
fn main() {
    let wanted: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    println!(
        "{:<10} {:>8} {:>10} {:>10} {:>8} {:>9} {:>10} {:>6} {:>6} {:>9}",
        "land",
        "walkers",
        "median µs",
        "p99 µs",
        "ns each",
        "× bare",
        "conflicts",
        "swaps",
        "stuck",
        "arrivals"
    );
    for side in [512, 1024] {
        let Ok(land) = land::generate(SEED, Size::new(side, side)) else { continue };
        for units in [1000, 10_000, 50_000] {
            if !wanted.is_empty() && !wanted.contains(&units) {
                continue;
            }
            let Some(mut rounds) = terrain(&land).and_then(|terrain| Rounds::new(terrain, units, SEED))
            else {
                println!("{:<10} {units:>8} no room", format!("{side}²"));
                continue;
            };
            let [bare, _] = ticks(BARE_TICKS, || rounds.follow(processor_time));
            let [median, p99] = ticks(TICKS, || {
                let took = rounds.step(processor_time);
                rounds.look();
                took
            });
            let seen = rounds.seen();
            println!(
                "{:<10} {units:>8} {median:>10.0} {p99:>10.0} {:>8.0} {:>9.1} {:>10} {:>6} {:>6} {:>9}",
                format!("{side}²"),
                median * 1e3 / units as f64,
                median / bare,
                seen.conflicts,
                seen.swaps,
                seen.stuck,
                seen.arrivals
            );
        }
    }
}
