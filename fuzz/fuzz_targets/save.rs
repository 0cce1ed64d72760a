//! Saves: any bytes, and edits in the chunks of a sound one. What is read is played.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wayworn::save;
use wayworn::sim::Game;
use wayworn_fuzz::{edited_save, play};

const SOUND: &[u8] = include_bytes!("../../saves/golden/land.save");

fuzz_target!(|bytes: &[u8]| {
    for file in [bytes.to_vec(), edited_save(SOUND, bytes)] {
        if let Ok(world) = save::decode(&file) {
            play(Game::from_world(world));
        }
    }
});
