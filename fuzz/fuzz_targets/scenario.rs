//! Scenarios of public maps: every query lies on the map.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wayworn::benchmark::parse_scenarios;
use wayworn::grid::Size;

fuzz_target!(|text: &str| {
    let size = Size::new(9, 9);
    for query in parse_scenarios(text, size).into_iter().flatten() {
        assert!(size.contains(query.start) && size.contains(query.goal));
    }
});
