//! Levels: what is read is played.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wayworn::level::Level;
use wayworn::sim::Game;
use wayworn_fuzz::{PLAYED_CELLS_MAX, play};

fuzz_target!(|text: &str| {
    if let Ok(level) = Level::parse(text)
        && level.size().area() <= PLAYED_CELLS_MAX
    {
        play(Game::from_level(&level));
    }
});
