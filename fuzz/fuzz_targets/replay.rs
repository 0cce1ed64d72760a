//! Replays: what is read is played, refused commands included.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wayworn::level::Level;
use wayworn::save::{self, Replay};
use wayworn_fuzz::{PLAYED_CELLS_MAX, play};

/// Most ticks that are played between commands.
const REPLAYED_TICKS: u64 = 40;

fuzz_target!(|text: &str| {
    let Ok(replay) = Replay::parse(text) else { return };
    // A level has a size of its own, whatever the header says.
    let level = replay.header.level.as_ref().and_then(|text| Level::parse(text).ok());
    if level.map_or(replay.header.size, |level| level.size()).area() > PLAYED_CELLS_MAX {
        return;
    }
    let Ok(mut game) = save::first_game(&replay.header) else { return };
    for command in &replay.commands {
        while game.world.tick < command.tick.min(REPLAYED_TICKS) {
            game.tick();
        }
        let _ = game.apply(&command.command);
    }
    play(game);
});
