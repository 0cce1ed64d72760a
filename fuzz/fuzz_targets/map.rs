//! Public maps: the land of a map has its size.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wayworn::benchmark::PublicMap;

fuzz_target!(|text: &str| {
    if let Ok(map) = PublicMap::parse(text) {
        assert_eq!(map.exact_terrain().size(), map.size());
    }
});
