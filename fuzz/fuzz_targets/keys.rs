//! Keys of one's own: the table of keys in the settings.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wayworn::app::play::settings::{parse, settings_text};

fuzz_target!(|text: &str| {
    if let Ok(settings) = parse(&format!("[keys]\n{text}")) {
        let written = settings_text(&settings);
        assert!(parse(&written).is_ok(), "{written}");
    }
});
