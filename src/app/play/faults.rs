//! Faults that tests ask for through the environment. Release builds ignore them.

/// Stalls a tick while the file that `WAYWORN_TEST_STALL` names exists, and confirms it with a file beside it, so that
/// a test can see the screen respond meanwhile. Release builds ignore it.
pub(crate) fn stall_for_test() {
    let Some(file) = std::env::var_os("WAYWORN_TEST_STALL").filter(|_| cfg!(debug_assertions)) else {
        return;
    };
    let file = std::path::PathBuf::from(file);
    while file.exists() {
        let _ = std::fs::write(file.with_extension("held"), "");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

/// Panics in the part of the program that `WAYWORN_TEST_PANIC` names, such as `screen`, or `worker@500` from that tick
/// on, so that a test can see the terminal restored and nothing lost. Release builds ignore it.
pub(crate) fn panic_for_test(part: &str, tick: u64) {
    assert!(!is_test_panic(part, tick), "a panic requested by a test");
}

/// Whether a test requests a panic in this part at this tick.
fn is_test_panic(part: &str, tick: u64) -> bool {
    let wanted = if cfg!(debug_assertions) { std::env::var("WAYWORN_TEST_PANIC").ok() } else { None };
    let Some(wanted) = wanted else { return false };
    let (named, from) = wanted.split_once('@').unwrap_or((&wanted, "0"));
    named == part && from.parse().is_ok_and(|from: u64| tick >= from)
}

/// Crashes within a tick, for tests: the standard library panics, a pool worker panics, or the world is left invalid.
pub(crate) fn crash_for_test(game: &mut crate::sim::Game) {
    let tick = game.world.tick;
    if is_test_panic("sum", tick) {
        let sum: u32 = std::hint::black_box([u32::MAX, 1]).iter().sum();
        std::hint::black_box(sum);
    }
    if is_test_panic("worker", tick) {
        rayon::join(|| panic_for_test("worker", tick), || ());
    }
    if is_test_panic("halfway", tick) {
        game.world.units.truncate(1);
        game.world.next_unit = 0;
        panic_for_test("halfway", tick);
    }
}
