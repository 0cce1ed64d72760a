//! Settings: what is read can be written, and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wayworn::app::play::settings::{parse, settings_text};

fuzz_target!(|text: &str| {
    if let Ok(settings) = parse(text) {
        let written = settings_text(&settings);
        assert!(parse(&written).is_ok(), "{written}");
    }
});
